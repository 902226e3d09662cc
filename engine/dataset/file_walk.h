// SPDX-License-Identifier: Apache-2.0
#pragma once

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
    std::stop_token stop;
};

/// Names the files below a folder in the order of their paths. Links to folders are not followed,
/// hidden entries are left out. Errors: those of on_file; Stopped.
Result<void> walk_files(int directory_fd, const FileWalk& walk);

}  // namespace throughline::dataset
