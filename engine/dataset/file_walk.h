// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline::dataset {

struct FileWalk {
    /// `prefix` is the path of the file's folder, empty or with a '/' at the end. Returns whether
    /// to go on; an Error ends the walk.
    std::function<Result<bool>(const std::string& prefix, std::string_view name)> on_file;
    /// A sub-folder that could not be read, or not to its end.
    std::function<void(Error)> on_unreadable;
    /// A linked folder that is one of those it lies in; it is passed over. May be empty.
    std::function<void(const std::string& path)> on_loop{};
    /// Now and then while a large folder is listed, with its names so far; may be empty.
    std::function<void(std::uint64_t names)> on_names{};
    std::stop_token stop{};
};

/// Names the files below a folder in the order of their paths. Links to folders are followed, as
/// torchvision's ImageFolder does; hidden entries are left out. Errors: those of on_file; Stopped.
Result<void> walk_files(int directory_fd, const FileWalk& walk);

}  // namespace throughline::dataset
