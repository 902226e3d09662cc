// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace throughline {
namespace {

bool is_space(char byte) noexcept {
    return std::isspace(static_cast<unsigned char>(byte)) != 0;
}

}  // namespace

std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && is_space(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_space(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::string lower(std::string_view text) {
    std::string lowered(text);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), [](unsigned char byte) {
        return static_cast<char>(std::tolower(byte));
    });
    return lowered;
}

std::string shortest_text(double value) {
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

bool matches(std::string_view text, std::string_view words) {
    const std::string where = lower(text);
    const std::string what = lower(words);
    std::size_t from = 0;
    while (from < what.size()) {
        const std::size_t blank = std::min(what.find(' ', from), what.size());
        if (where.find(what.substr(from, blank - from)) == std::string::npos) {
            return false;
        }
        from = blank + 1;
    }
    return true;
}

}  // namespace throughline
