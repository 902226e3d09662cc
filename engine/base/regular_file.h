// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/result.h"

namespace throughline {

/// Whole file as bytes, for a file that was found and not named by a user: a FIFO, on which
/// read_whole_file() would wait for a writer, and a device without an end are refused.
/// Errors: as read_whole_file(); Format when it is not a regular file.
Result<std::string> read_regular_file(const std::string& path, std::size_t bytes_max);

}  // namespace throughline
