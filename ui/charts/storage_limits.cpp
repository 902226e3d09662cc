// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/storage_limits.h"

#include <algorithm>
#include <array>

#include "engine/catalog/catalog.h"
#include "engine/catalog/storage_words.h"

namespace throughline::ui {

/// Compiled in: it never changes while the program runs.
static const catalog::Catalog& knownStorage() {
    static const catalog::Catalog kCatalog = catalog::Catalog::built_in();
    return kCatalog;
}

std::optional<StorageLimits> storageLimitsOf(const std::string& target) {
    if (target.empty()) {
        return std::nullopt;
    }
    const catalog::StorageTarget* const found = knownStorage().find_storage(target);
    if (found == nullptr) {
        return std::nullopt;
    }
    return StorageLimits{.name = QString::fromStdString(found->name),
                         .per = QString::fromStdString(found->per),
                         .readBytesPerSecond = found->read_bytes_per_s.value,
                         .readIops = found->read_iops.value};
}

namespace {

struct Known {
    const char* source;
    const char* begins;  ///< the name of the storage there
    const char* target;
};
constexpr std::array kKnown{
    Known{"rescale", "EBS gp2", "study-gp2"},
    Known{"rescale", "EBS st1", "study-st1"},
    Known{"rescale", "EBS io1", "study-io1"},
    Known{"rescale", "premium storage", "study-azure-premium"},
    Known{"rescale", "persistent SSD", "study-gcp-pdssd"},
    Known{"rescale", "local SSD", "study-gcp-lssd"},
    Known{"lambda-io", "local NVMe", "study-lambda-local"},
    Known{"lambda-io", "network-attached persistent storage", "study-lambda-persistent"}};

}  // namespace

std::string publishedNameOf(const std::string& target) {
    constexpr std::string_view kHdfs = "study-hdfs";
    if (target.starts_with(kHdfs)) {
        constexpr std::string_view kNodes = ":nodes=";
        const std::size_t at = target.find(kNodes);
        const std::string count =
            at == std::string::npos
                ? std::string("1")
                : target.substr(at + kNodes.size(), target.find(':', at + 1) - at - kNodes.size());
        return count == "1" ? "HDFS, 1 data node" : "HDFS, " + count + " data nodes";
    }
    const auto* const found = std::ranges::find(kKnown, target, &Known::target);
    return found == kKnown.end() ? catalog::storage_words(knownStorage(), target) : found->begins;
}

std::optional<StorageLimits> publishedStorage(const std::string& source, const std::string& name) {
    const auto* const found = std::ranges::find_if(kKnown, [&](const Known& known) {
        return source == known.source && name.starts_with(known.begins);
    });
    return found == kKnown.end() ? std::nullopt : storageLimitsOf(found->target);
}

}  // namespace throughline::ui
