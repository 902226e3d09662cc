// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

// Records compressed with zstd, each with a checksum: beside a library, within a report.
namespace throughline::record {

/// Errors: Limit (no memory).
Result<std::string> pack_record(std::string_view record);

/// Calls `sink` with the record piece by piece; of a damaged one with what comes before the damage.
/// Errors: Format (damaged), Limit (no memory), those of `sink`, which end it.
Result<void> for_each_unpacked(std::string_view packed,
                               const std::function<Result<void>(std::string_view piece)>& sink);

/// The whole record. Errors: Format (damaged, or longer than `bytes_max`), Limit (no memory).
Result<std::string> unpack_record(std::string_view packed, std::size_t bytes_max);

}  // namespace throughline::record
