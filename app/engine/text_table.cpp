// SPDX-License-Identifier: Apache-2.0
#include "app/engine/text_table.h"

#include <algorithm>

namespace throughline::app {
namespace {

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], shown_width(row[i]));
        }
    }
    return widths;
}

}  // namespace

std::size_t shown_width(std::string_view text) noexcept {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not a UTF-8 continuation
    }));
}

std::string shortened(std::string_view text, std::size_t columns) {
    if (shown_width(text) <= columns) {
        return std::string(text);
    }
    std::size_t bytes = 0;
    for (std::size_t shown = 0; bytes < text.size(); ++bytes) {
        const bool begins = (static_cast<unsigned char>(text[bytes]) & 0xC0U) != 0x80U;
        if (begins && ++shown == columns) {
            break;
        }
    }
    return std::string(text.substr(0, bytes)) + "…";
}

void shorten_last(std::vector<std::vector<std::string>>& rows, std::size_t columns) {
    constexpr std::size_t kLeast = 30;
    const std::vector<std::size_t> widths = widths_of(rows);
    std::size_t before = 0;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
        before += widths[i] + 2;
    }
    const std::size_t room = std::max(kLeast, columns - std::min(columns, before));
    for (auto& row : rows) {
        if (!row.empty() && row.size() == widths.size()) {
            row.back() = shortened(row.back(), room);
        }
    }
}

std::string aligned(const std::vector<std::vector<std::string>>& rows, bool heading) {
    const std::vector<std::size_t> widths = widths_of(rows);
    std::string text;
    const auto put_row = [&](const std::vector<std::string>& row) {
        std::size_t gap = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!row[i].empty()) {
                text.append(gap, ' ').append(row[i]);
                gap = 0;
            }
            gap += widths[i] + 2 - shown_width(row[i]);
        }
        text += '\n';
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        put_row(rows[i]);
        if (heading && i == 0) {
            std::vector<std::string> rules;
            rules.reserve(widths.size());
            for (const std::size_t width : widths) {
                rules.emplace_back(width, '-');
            }
            put_row(rules);
        }
    }
    return text;
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

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

}  // namespace throughline::app
