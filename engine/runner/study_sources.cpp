// SPDX-License-Identifier: Apache-2.0
#include "engine/runner/study_sources.h"

#include <algorithm>
#include <chrono>

#include "engine/dataset/folder_scan.h"
#include "engine/pipeline/image_read.h"
#include "engine/storage/reader.h"

namespace throughline::runner {
namespace {

/// Reads one file with O_DIRECT and asks the reader how.
bool direct_io_works(const dataset::ImageSet& images) {
    std::size_t item = 0;
    while (item + 1 < images.size() && images.bytes(item) == 0) {
        ++item;
    }
    auto pool =
        storage::BufferPool::make(1, std::max<std::uint64_t>(pipeline::read_room_max(images), 1));
    if (!pool) {
        return true;
    }
    auto reader = storage::make_reader(
        {.kind = storage::ReaderKind::Blocking, .direct_io = true, .queue_depth = 1}, *pool);
    const storage::FileRead read = pipeline::read_of(images, item);
    storage::ReadDone done;
    if (!reader || !(*reader)->submit({&read, 1}) ||
        !(*reader)->wait({&done, 1}, 1, std::chrono::seconds(10))) {
        return true;  // the run itself will say what is wrong
    }
    return (*reader)->facts().direct_io;
}

}  // namespace

std::vector<std::string> Source::device_names() const {
    std::vector<std::string> names;
    for (const auto& device : target.devices) {
        names.push_back(device.name);
    }
    return names;
}

storage::FileList Source::files() const {
    const dataset::ImageSet* set = images.get();
    return {.directory_fd = set->directory_fd(),
            .count = set->file_count(),
            .path = [set](std::uint64_t i) { return set->file_path(i); },
            .bytes = [set](std::uint64_t i) { return set->file_bytes(i); }};
}

Result<StudySources> StudySources::load(const std::vector<run::Settings>& points,
                                        std::stop_token stop) {
    StudySources sources;
    for (const auto& point : points) {
        const std::string& path = run::text_of(point, "dataset.path");
        if (sources.sources_.contains(path)) {
            continue;
        }
        auto folder = dataset::scan_folder(path, {.stop = stop, .on_progress = {}});
        if (!folder) {
            return std::move(folder).error();
        }
        auto target = storage::inspect_path(path);
        if (!target) {
            return std::move(target).error();
        }
        const bool direct = direct_io_works(*folder);
        sources.sources_[path] = {.images = std::make_unique<dataset::ImageSet>(*std::move(folder)),
                                  .target = *std::move(target),
                                  .direct_io_works = direct};
    }
    return sources;
}

const Source& StudySources::of(const run::Settings& settings) const {
    const auto found = sources_.find(run::text_of(settings, "dataset.path"));
    THROUGHLINE_CHECK(found != sources_.end());
    return found->second;
}

}  // namespace throughline::runner
