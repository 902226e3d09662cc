// SPDX-License-Identifier: Apache-2.0
#include "engine/report/squeezed_text.h"

#include <algorithm>
#include <array>

namespace throughline::report {
namespace {

constexpr std::array<std::u32string_view, 7> kLigatures{
    U"ff", U"fi", U"fl", U"ffi", U"ffl", U"st", U"st"};
constexpr char32_t kLigatureFirst = 0xFB00;

bool is_combining(char32_t c) {
    return (c >= 0x0300 && c <= 0x036F) || (c >= 0x1AB0 && c <= 0x1AFF) ||
           (c >= 0x1DC0 && c <= 0x1DFF) || (c >= 0x20D0 && c <= 0x20FF) ||
           (c >= 0xFE20 && c <= 0xFE2F);
}

bool is_right_to_left(char32_t c) {
    return (c >= 0x0590 && c <= 0x08FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
           (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) ||
           (c >= 0x1E800 && c <= 0x1EFFF) || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

/// One for all that look like it; 0: it is not compared.
char32_t compared(char32_t c) {
    switch (c) {
        case 0x2010:
        case 0x2011:
            return U'-';
        case 0x03BC:
            return 0x00B5;
        case 0x00D7:
        case 0x00F7:
        case 0x00B1:
        case 0x00B5:
        case 0x2013:
        case 0x2014:
        case 0x2018:
        case 0x2019:
        case 0x201C:
        case 0x201D:
        case 0x2212:
        case 0x2248:
        case 0x2260:
        case 0x2264:
        case 0x2265:
            return c;
        default:
            return c > 0x20 && c < 0x7F ? c : 0;
    }
}

}  // namespace

char32_t next_character(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at++);
    if (first < 0x80U) {
        return first;
    }
    const std::size_t more = first >= 0xF0U ? 3 : first >= 0xE0U ? 2 : first >= 0xC2U ? 1 : 0;
    if (more == 0 || first > 0xF4U || at + more > text.size()) {
        return 0;
    }
    char32_t character = first & (0x3FU >> more);
    for (std::size_t i = 0; i < more; ++i, ++at) {
        if ((byte(at) & 0xC0U) != 0x80U) {
            return 0;
        }
        character = (character << 6U) | (byte(at) & 0x3FU);
    }
    return character;
}

void append_utf8(std::string& text, char32_t character) {
    const auto add = [&](char32_t bits) { text += static_cast<char>(bits); };
    if (character < 0x80) {
        add(character);
    } else if (character < 0x800) {
        add(0xC0U | (character >> 6U));
        add(0x80U | (character & 0x3FU));
    } else if (character < 0x10000) {
        add(0xE0U | (character >> 12U));
        add(0x80U | ((character >> 6U) & 0x3FU));
        add(0x80U | (character & 0x3FU));
    } else if (character < 0x110000) {
        add(0xF0U | (character >> 18U));
        add(0x80U | ((character >> 12U) & 0x3FU));
        add(0x80U | ((character >> 6U) & 0x3FU));
        add(0x80U | (character & 0x3FU));
    }
}

SqueezedText squeezed(std::string_view text) {
    SqueezedText result;
    const auto add = [&](char32_t character, std::size_t at) {
        if (const char32_t kept = compared(character); kept != 0) {
            result.text += kept;
            result.at.push_back(at);
        }
    };
    bool letter = false;  // the last one was kept, and a mark may join it
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t character = next_character(text, at);
        if (is_combining(character)) {
            if (letter) {
                result.text.pop_back();
                result.at.pop_back();
            }
            letter = false;
            continue;
        }
        result.right_to_left = result.right_to_left || is_right_to_left(character);
        const std::size_t before = result.text.size();
        if (character >= kLigatureFirst && character < kLigatureFirst + kLigatures.size()) {
            for (const char32_t part : kLigatures[character - kLigatureFirst]) {
                add(part, begin);
            }
        } else {
            add(character, begin);
        }
        letter = result.text.size() > before;
    }
    return result;
}

std::string_view SqueezedText::of(std::string_view whole,
                                  std::size_t from,
                                  std::size_t count) const {
    if (count == 0 || from >= at.size()) {
        return {};
    }
    const std::size_t last = std::min(from + count, at.size()) - 1;
    std::size_t end = at[last];
    next_character(whole, end);
    return whole.substr(at[from], end - at[from]);
}

}  // namespace throughline::report
