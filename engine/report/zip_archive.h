// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace throughline::report {

/// A file in an archive.
struct Member {
    std::string name{};
    std::string bytes{};

    bool operator==(const Member&) const = default;
};

/// A zip archive of these, in this order. Stored, not deflated, and with one date: two versions of
/// zlib deflate differently, and then a report could not be compared byte by byte. Pure.
/// Errors: Limit (no memory), Internal.
Result<std::string> zip_of(std::span<const Member> members);

/// All files of an archive, in its order. `most_bytes`: what they may have unpacked, together.
/// Errors: Format: no archive, cut off, damaged, encrypted, or more in it than allowed.
Result<std::vector<Member>> unzipped(std::string_view bytes, std::uint64_t most_bytes);

/// Null: there is none of this name.
const Member* find_member(std::span<const Member> members, std::string_view name) noexcept;

}  // namespace throughline::report
