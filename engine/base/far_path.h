// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline {

/// The scheme of a path to data that lie on no file system of this machine, in small letters: "s3",
/// "gs", "http" or "https"; "" for a path of this machine.
std::string far_scheme(std::string_view path);
inline bool is_far(std::string_view path) {
    return !far_scheme(path).empty();
}

}  // namespace throughline
