// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/storage_limits.h"

#include "engine/catalog/catalog.h"

namespace throughline::ui {

std::optional<StorageLimits> storageLimitsOf(const std::string& target) {
    if (target.empty()) {
        return std::nullopt;
    }
    // Compiled in: it never changes while the program runs.
    static const catalog::Catalog kCatalog = catalog::Catalog::built_in();
    const catalog::StorageTarget* const found = kCatalog.find_storage(target);
    if (found == nullptr) {
        return std::nullopt;
    }
    return StorageLimits{.name = QString::fromStdString(found->name),
                         .per = QString::fromStdString(found->per),
                         .readBytesPerSecond = found->read_bytes_per_s.value,
                         .readIops = found->read_iops.value};
}

}  // namespace throughline::ui
