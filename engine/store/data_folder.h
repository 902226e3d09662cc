// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"

namespace throughline::store {

/// $THROUGHLINE_DATA_DIR, else `throughline` in the XDG data home.
/// Source: XDG Base Directory Specification 0.8: $XDG_DATA_HOME when it is an absolute path, else
/// $HOME/.local/share.
std::string data_folder();

/// Makes the folder and what is missing above it, for this user alone (mode 0700); one that exists
/// keeps its mode. Errors: Permission, Limit, Io.
Result<void> make_private_folder(const std::string& path);

}  // namespace throughline::store
