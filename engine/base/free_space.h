// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline {

/// The folder itself, or the nearest one above it that exists.
std::string existing_folder(const std::string& directory);

/// What an ordinary user may still write below `directory`, which need not exist yet, in bytes.
/// Errors: Io.
Result<std::uint64_t> free_bytes(const std::string& directory);

/// Refuses to begin what would not fit: `bytes_needed` and a reserve that is left for the file
/// system and others. `purpose` ends "not enough space for …". Errors: Limit.
Result<void> require_space(std::string_view purpose,
                           const std::string& directory,
                           double bytes_needed,
                           std::uint64_t bytes_free);

}  // namespace throughline
