// SPDX-License-Identifier: Apache-2.0
#include "engine/runner/study_sources.h"

namespace throughline::runner {

std::vector<std::string> Source::device_names() const {
    std::vector<std::string> names;
    for (const auto& device : target.devices) {
        names.push_back(device.name);
    }
    return names;
}

storage::FileList Source::files() const {
    const dataset::ImageFolder* images = folder.get();
    return {.directory_fd = images->directory_fd(),
            .count = images->size(),
            .path = [images](std::uint64_t i) { return images->path(i); },
            .bytes = [images](std::uint64_t i) { return images->bytes(i); }};
}

Result<StudySources> StudySources::load(const std::vector<run::Settings>& points,
                                        std::stop_token stop) {
    StudySources sources;
    for (const auto& point : points) {
        const std::string& path = run::text_of(point, "dataset.path");
        if (sources.sources_.contains(path)) {
            continue;
        }
        auto folder = dataset::ImageFolder::scan(path, {.stop = stop, .on_progress = {}});
        if (!folder) {
            return std::move(folder).error();
        }
        auto target = storage::inspect_path(path);
        if (!target) {
            return std::move(target).error();
        }
        sources.sources_[path] = {
            .folder = std::make_unique<dataset::ImageFolder>(*std::move(folder)),
            .target = *std::move(target)};
    }
    return sources;
}

const Source& StudySources::of(const run::Settings& settings) const {
    const auto found = sources_.find(run::text_of(settings, "dataset.path"));
    THROUGHLINE_CHECK(found != sources_.end());
    return found->second;
}

}  // namespace throughline::runner
