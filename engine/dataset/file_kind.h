// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace throughline::dataset {

enum class NameKind : std::uint8_t {
    Jpeg,      ///< the ending says so
    NoEnding,  ///< only the content can tell
    Other,
};
/// By the file name alone, upper or lower case.
NameKind name_kind(std::string_view name);

/// Start of image and the next marker, ITU-T T.81 B.1.1.3.
constexpr bool begins_like_jpeg(std::span<const std::byte> head) noexcept {
    return head.size() >= 3 && head[0] == std::byte{0xFF} && head[1] == std::byte{0xD8} &&
           head[2] == std::byte{0xFF};
}

/// What to call a file that is not taken, in English: "PNG", ".txt", "no ending".
std::string other_kind(std::string_view name);

/// "; 812 PNG, 3 .txt, …": the most frequent kinds of files that are not taken, by count, in the
/// spoken language.
std::string kinds_text(const std::map<std::string, std::uint64_t>& counts);

}  // namespace throughline::dataset
