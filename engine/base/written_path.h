// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace throughline {

/// The file that writing to `path` writes: where a symbolic link leads, also to a file that is not
/// there yet. write_file_atomically() replaces that one and leaves the link.
std::string written_path(const std::string& path);

}  // namespace throughline
