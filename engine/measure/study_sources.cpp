// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/study_sources.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <utility>

#include "engine/base/say.h"
#include "engine/dataset/open_image_set.h"
#include "engine/measure/store_access.h"
#include "engine/metrics/proc_samplers.h"
#include "engine/pipeline/image_read.h"
#include "engine/spec/setting_use.h"
#include "engine/storage/make_reader.h"

namespace throughline::measure {
namespace {

/// What a look at one file showed of the file system.
struct DirectRead {
    bool works = true;
    std::optional<bool> counted{};  ///< see Source::reads_are_counted
};

/// Reads one file with O_DIRECT, asks the reader how, and the kernel whether it was counted.
DirectRead try_direct_read(const dataset::ImageSet& images) {
    std::size_t item = 0;
    while (item + 1 < images.size() && images.bytes(item) == 0) {
        ++item;
    }
    auto pool =
        storage::BufferPool::make(1, std::max<std::uint64_t>(pipeline::read_room_max(images), 1));
    if (!pool) {
        return {};
    }
    auto reader = storage::make_reader(
        {.kind = storage::ReaderKind::Blocking, .direct_io = true, .queue_depth = 1}, *pool);
    const storage::FileRead read = pipeline::read_of(images, item);
    storage::ReadDone done;
    const auto fetched_before = metrics::bytes_fetched_by_this_process();
    if (!reader || !(*reader)->submit({&read, 1}) ||
        !(*reader)->wait({&done, 1}, 1, std::chrono::seconds(10))) {
        return {};  // the run itself will say what is wrong
    }
    DirectRead tried{.works = (*reader)->facts().direct_io};
    const auto fetched = metrics::bytes_fetched_by_this_process();
    if (tried.works && done.errno_value == 0 && fetched_before && fetched) {
        tried.counted = *fetched - *fetched_before >= done.bytes_read;
    }
    return tried;
}

/// Settings that decide which images there are; what is not the default is part of a source's key.
constexpr std::array<const char*, 5> kSourceSettings{
    "dataset.format", "dataset.feature", "dataset.block_bytes", "dataset.nodes", "dataset.node"};

std::string source_key(const spec::Settings& settings) {
    std::string key = spec::text_of(settings, "dataset.path");
    const auto add = [&](std::span<const char* const> names) {
        for (const char* const name : names) {
            const spec::SettingValue& value = settings.at(name);
            if (value != spec::find_setting(name)->default_value) {
                key += std::string(", ") + name + "=" + spec::setting_text(value);
            }
        }
    };
    add(kSourceSettings);
    add(spec::store_settings());
    return key;
}

Result<dataset::ImageSet> open_images(const spec::Settings& settings,
                                      std::shared_ptr<const dataset::FarFiles> far,
                                      const std::stop_token& stop,
                                      const std::function<void(std::uint64_t)>& on_progress) {
    const auto number = [&](const char* key) {
        return static_cast<std::uint32_t>(spec::integer_of(settings, key));
    };
    const std::uint32_t node = number("dataset.node");
    const std::uint32_t nodes = number("dataset.nodes");
    if (node >= nodes) {
        return usage_error(say("dataset.node is %1, but dataset.nodes is %2: nodes count from 0",
                               std::to_string(node),
                               std::to_string(nodes)));
    }
    return dataset::open_image_set(
        spec::text_of(settings, "dataset.path"),
        {.far = std::move(far),
         .format = dataset::format_of(spec::text_of(settings, "dataset.format")),
         .feature = spec::text_of(settings, "dataset.feature"),
         .block_bytes = number("dataset.block_bytes"),
         .node = node,
         .nodes = nodes,
         // A page more for an image that begins within a block.
         .image_bytes_max = (std::uint64_t{storage::BufferPool::kSectionPages} - 1) *
                            storage::BufferPool::kPageBytes,
         .stop = stop,
         .on_progress = on_progress});
}

}  // namespace

std::vector<std::string> Source::device_names() const {
    std::vector<std::string> names;
    names.reserve(target.devices.size());
    for (const auto& device : target.devices) {
        names.push_back(device.name);
    }
    return names;
}

std::vector<pid_t> Source::daemons() const {
    std::vector<pid_t> all;
    for (const counters::MountSurvey& mount : target.mounts) {
        all.insert(all.end(), mount.daemons.begin(), mount.daemons.end());
    }
    return all;
}

storage::FileList Source::files() const {
    const dataset::ImageSet* set = images.get();
    return {.directory_fd = set->directory_fd(),
            .count = set->file_count(),
            .path = [set](std::uint64_t i) { return set->file_path(i); },
            .bytes = [set](std::uint64_t i) { return set->file_bytes(i); }};
}

Result<StudySources> StudySources::load(const std::vector<spec::Settings>& points,
                                        std::stop_token stop,
                                        const ScanProgress& on_scan) {
    StudySources sources;
    for (const auto& point : points) {
        const std::string key = source_key(point);
        if (sources.sources_.contains(key)) {
            continue;
        }
        const std::string& path = spec::text_of(point, "dataset.path");
        if (on_scan) {
            on_scan(path, 0, nullptr);  // the first look may be the one that has no answer
        }
        std::shared_ptr<const remote::Store> store;
        const auto on_progress = [&](std::uint64_t seen) {
            if (on_scan) {
                on_scan(path, seen, store);
            }
        };
        const auto on_listed = [&](std::uint64_t seen,
                                   const std::shared_ptr<const remote::Store>& asked) {
            store = asked;
            on_progress(seen);
        };
        auto far = list_far(point, stop, on_listed);
        if (!far) {
            return std::move(far).error();
        }
        auto images = open_images(point, *far, stop, on_progress);
        if (!images) {
            return std::move(images).error();
        }
        auto target =
            *far != nullptr ? Result(far_target(**far, path)) : storage::inspect_path(path);
        if (!target) {
            return std::move(target).error();
        }
        const DirectRead direct = *far != nullptr ? DirectRead{} : try_direct_read(*images);
        sources.sources_[key] = {.images = std::make_unique<dataset::ImageSet>(*std::move(images)),
                                 .target = *std::move(target),
                                 .remote = *std::move(far),
                                 .direct_io_works = direct.works,
                                 .reads_are_counted = direct.counted};
    }
    return sources;
}

const Source& StudySources::of(const spec::Settings& settings) const {
    const auto found = sources_.find(source_key(settings));
    THROUGHLINE_CHECK(found != sources_.end());
    return found->second;
}

}  // namespace throughline::measure
