// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline {

/// The scheme of a path to data that lie on no file system of this machine, in small letters: "s3",
/// "gs", "http", "https", "webhdfs" or "swebhdfs"; "" for a path of this machine.
std::string far_scheme(std::string_view path);
inline bool is_far(std::string_view path) {
    return !far_scheme(path).empty();
}

/// What would be recorded and shown with the address of far away data, or with the endpoint of a
/// store, though it is a secret. Errors: Usage, with no part of it: a user name or a password
/// before the host, a link whose query signs in.
Result<void> check_no_secret(std::string_view address);

}  // namespace throughline
