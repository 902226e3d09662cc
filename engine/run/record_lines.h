// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline::run {

/// A line longer than this is no line of a record; it bounds the memory of a reader.
inline constexpr std::size_t kLineBytesMax = std::size_t{64} << 20U;

/// Calls `sink` with each complete line of the file from byte `offset` on and the byte it starts
/// at, until the end or until `sink` returns false. Returns the offset after the last line given.
/// Errors: NotFound, Permission, Io; Format for a line longer than kLineBytesMax.
Result<std::uint64_t> for_each_complete_line(
    const std::string& path,
    std::uint64_t offset,
    const std::function<bool(std::string_view line, std::uint64_t line_offset)>& sink);

}  // namespace throughline::run
