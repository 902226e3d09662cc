// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text_layout.h"

#include <algorithm>

namespace throughline {
namespace {

bool begins_letter(char c) noexcept {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not a UTF-8 continuation
}

/// Bytes of the first `columns` code points of a text.
std::size_t bytes_of(std::string_view text, std::size_t columns) noexcept {
    std::size_t shown = 0;
    std::size_t bytes = 0;
    while (bytes < text.size() && (!begins_letter(text[bytes]) || shown++ < columns)) {
        ++bytes;
    }
    return bytes;
}

/// How much of a word that is too long goes on a line of `columns`.
std::size_t piece_of(std::string_view word, std::size_t columns) noexcept {
    const std::size_t fits = bytes_of(word, columns);
    const std::size_t mark = word.substr(0, fits).find_last_of("|/,_.=");
    return mark == std::string_view::npos || mark + 1 < fits / 2 ? fits : mark + 1;
}

}  // namespace

std::size_t shown_width(std::string_view text) noexcept {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), &begins_letter));
}

std::string shortened(std::string_view text, std::size_t columns) {
    if (shown_width(text) <= columns) {
        return std::string(text);
    }
    return std::string(text.substr(0, bytes_of(text, std::max<std::size_t>(columns, 1) - 1))) + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!lines.empty() && shown_width(lines.back()) + 1 + shown_width(word) <= columns) {
            lines.back().append(" ").append(word);
        } else {
            lines.emplace_back(word);
        }
    }
    return lines;
}

std::string wrapped_text(std::string_view text, std::size_t columns) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const bool ended = end < text.size();
        text.remove_prefix(end + (ended ? 1 : 0));
        if (shown_width(line) <= columns) {
            out.append(line).append(ended ? "\n" : "");
            continue;
        }
        const std::size_t indent = std::min(line.find_first_not_of(' '), columns / 2);
        bool first = true;
        for (const std::string& piece : wrapped(line.substr(indent), columns - indent)) {
            out.append(first ? "" : "\n").append(indent, ' ').append(piece);
            first = false;
        }
        out.append(ended ? "\n" : "");
    }
    return out;
}

std::vector<std::string> wrapped_cell(std::string_view text, std::size_t columns) {
    const std::size_t room = std::max<std::size_t>(columns, 1);
    std::vector<std::string> lines;
    for (const std::string& line : wrapped(text, room)) {
        std::string_view rest = line;
        while (shown_width(rest) > room) {
            const std::size_t bytes = piece_of(rest, room);
            lines.emplace_back(rest.substr(0, bytes));
            rest.remove_prefix(bytes);
        }
        lines.emplace_back(rest);
    }
    return lines.empty() ? std::vector<std::string>{""} : lines;
}

}  // namespace throughline
