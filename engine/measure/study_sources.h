// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"
#include "engine/remote/remote_files.h"
#include "engine/spec/settings.h"
#include "engine/storage/page_cache.h"
#include "engine/storage/path_target.h"

namespace throughline::measure {

/// A data set of the study and what lies under it.
struct Source {
    std::unique_ptr<dataset::ImageSet> images;
    storage::PathTarget target;
    /// The store that it lies in; null: it lies on a file system of this machine.
    std::shared_ptr<const remote::RemoteFiles> remote{};
    /// Found out with one file: a file system may take O_DIRECT and read through memory all the
    /// same.
    bool direct_io_works = true;
    /// Found out with the same file: the kernel counted its bytes as fetched for this process. None
    /// where it could not be tried.
    std::optional<bool> reads_are_counted{};

    std::vector<std::string> device_names() const;
    /// The programs that read the data set for this one, where a program is its file system.
    std::vector<pid_t> daemons() const;
    storage::FileList files() const;
    /// What is asked of the store; null without one.
    const remote::Traffic* traffic() const {
        return remote == nullptr ? nullptr : &remote->store()->traffic;
    }
};

/// Called as a data set is begun with, and now and then while it is looked through: its path, the
/// files seen so far, and the store that is asked (null: none, or not yet). One call at a time.
using ScanProgress = std::function<void(const std::string& path,
                                        std::uint64_t files,
                                        const std::shared_ptr<const remote::Store>& store)>;

/// Every data set that a study names, opened once. Thread: one owner; immutable after load().
class StudySources {
public:
    /// Errors: those of open_image_set(), list_far() and inspect_path(), with the path; Usage when
    /// pictures are to be decoded where there are none, and for a node beyond the nodes.
    static Result<StudySources> load(const std::vector<spec::Settings>& points,
                                     std::stop_token stop,
                                     const ScanProgress& on_scan = {});
    const Source& of(const spec::Settings& settings) const;
    const std::map<std::string, Source>& all() const noexcept { return sources_; }

private:
    std::map<std::string, Source> sources_;  ///< by dataset.path and what else differs
};

}  // namespace throughline::measure
