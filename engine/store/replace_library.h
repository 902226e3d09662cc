// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/store/staging_folder.h"

namespace throughline::store {

/// Where a library goes that is set aside: "library-damaged-20261121T101500.sqlite", or the name
/// under which replace_library() had kept it already when it was cut off.
std::string aside_path(const std::string& path);

/// Puts the new library `name` of the staging folder in place of the file `path`, which stays as
/// `aside`, each with the log that belongs to it. A kill or a crash at any moment leaves under
/// `path` the old file, or the new one and the old one as `aside`.
/// Assumes: nobody has either open, and the new one has no log. Errors: Permission, Limit, Io.
Result<void> replace_library(const StagingFolder& staging,
                             const std::string& name,
                             const std::string& path,
                             const std::string& aside);

}  // namespace throughline::store
