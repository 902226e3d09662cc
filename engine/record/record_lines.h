// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline::record {

/// A line longer than this is not a line of a record; it bounds the memory of a reader.
inline constexpr std::size_t kLineBytesMax = std::size_t{64} << 20U;

/// Calls `sink` with each complete line of the file from byte `offset` on and the byte it starts
/// at, until the end or until `sink` returns false. Returns the offset after the last line given.
/// Errors: NotFound, Permission, Io; Format for a line longer than kLineBytesMax.
Result<std::uint64_t> for_each_complete_line(
    const std::string& path,
    std::uint64_t offset,
    const std::function<bool(std::string_view line, std::uint64_t line_offset)>& sink);

/// Calls `sink` for each complete line from byte `offset` on; returns the offset after the last
/// complete line. For following a record that is still being written.
/// Errors: NotFound, Permission, Io; Format for a line longer than 64 MiB.
Result<std::uint64_t> read_complete_lines(const std::string& path,
                                          std::uint64_t offset,
                                          const std::function<void(std::string_view line)>& sink);

/// True when a process still writes the record (holds its lock).
bool record_is_locked(const std::string& path);

}  // namespace throughline::record
