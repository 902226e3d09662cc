// SPDX-License-Identifier: Apache-2.0
#include "engine/base/visible_text.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "engine/base/utf8.h"

namespace throughline {
namespace {

/// The code point of a letter of `bytes` bytes, which is valid UTF-8.
std::uint32_t code_point(std::string_view letter) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(letter[i]); };
    constexpr std::uint32_t kContinued = 0x3F;
    switch (letter.size()) {
        case 1:
            return byte(0);
        case 2:
            return (byte(0) & 0x1FU) << 6U | (byte(1) & kContinued);
        case 3:
            return (byte(0) & 0x0FU) << 12U | (byte(1) & kContinued) << 6U | (byte(2) & kContinued);
        default:
            return (byte(0) & 0x07U) << 18U | (byte(1) & kContinued) << 12U |
                   (byte(2) & kContinued) << 6U | (byte(3) & kContinued);
    }
}

bool is_c1(std::uint32_t point) noexcept {
    return point >= 0x80 && point <= 0x9F;
}

/// Line and paragraph separator, and what changes the direction of writing.
bool disguises(std::uint32_t point) noexcept {
    return point == 0x061C || point == 0x200E || point == 0x200F ||
           (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

std::string spelled(const char* form, unsigned value) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), form, value);
    return text.data();
}

std::string visible(std::string_view text, std::string_view kept) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t bytes = utf8_letter_bytes(text);
        const auto first = static_cast<unsigned char>(text.front());
        if (bytes == 0) {
            out += spelled("\\x%02x", first);
            text.remove_prefix(1);
            continue;
        }
        const std::string_view letter = text.substr(0, bytes);
        const std::uint32_t point = code_point(letter);
        if ((point < 0x20 || point == 0x7F) && kept.find(letter) == std::string_view::npos) {
            out += point == '\n' ? "\\n" : point == '\t' ? "\\t" : spelled("\\x%02x", point);
        } else if (is_c1(point) || disguises(point)) {
            out += spelled("\\u%04x", point);
        } else {
            out += letter;
        }
        text.remove_prefix(bytes);
    }
    return out;
}

}  // namespace

std::string visible_line(std::string_view text) {
    return visible(text, "");
}

std::string visible_text(std::string_view text) {
    return visible(text, "\n\t");
}

}  // namespace throughline
