// SPDX-License-Identifier: Apache-2.0
#include "app/engine/text_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/visible_text.h"

namespace throughline::app {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using Widths = std::vector<std::size_t>;

constexpr std::size_t kWordsMin = 30;  // columns that a text needs to be read in lines
constexpr std::size_t kCellMin = 8;    // no column gets narrower
constexpr std::size_t kIndent = 4;     // of the last column where it stands below

Widths widths_of(const Rows& rows) {
    Widths widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], shown_width(row[i]));
        }
    }
    return widths;
}

std::size_t total_of(const Widths& widths) {
    const std::size_t gaps = widths.empty() ? 0 : (widths.size() - 1) * kGap;
    return std::accumulate(widths.begin(), widths.end(), gaps);
}

/// Takes from the widest column, one by one, until the row fits or none can give any more. The
/// first column, by which rows are found, gives last.
Widths fitted(Widths widths, std::size_t columns) {
    while (total_of(widths) > columns) {
        const auto from = widths.begin() + (widths.size() > 1 ? 1 : 0);
        auto widest = std::max_element(from, widths.end());
        if (*widest <= kCellMin) {
            widest = widths.begin();
        }
        if (*widest <= kCellMin) {
            break;
        }
        --*widest;
    }
    return widths;
}

void put_line(std::string& text, const std::vector<std::string>& cells, const Widths& widths) {
    std::size_t gap = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!cells[i].empty()) {
            text.append(gap, ' ').append(cells[i]);
            gap = 0;
        }
        gap += widths[i] + kGap - std::min(widths[i] + kGap, shown_width(cells[i]));
    }
    text += '\n';
}

/// A row, whose cells may take several lines.
void put_row(std::string& text, const std::vector<std::string>& row, const Widths& widths) {
    Rows cells;
    std::size_t lines = 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
        cells.push_back(shown_width(row[i]) <= widths[i] ? std::vector<std::string>{row[i]}
                                                         : wrapped_cell(row[i], widths[i]));
        lines = std::max(lines, cells.back().size());
    }
    for (std::size_t line = 0; line < lines; ++line) {
        std::vector<std::string> shown;
        shown.reserve(cells.size());
        for (const auto& cell : cells) {
            shown.push_back(line < cell.size() ? cell[line] : "");
        }
        put_line(text, shown, widths);
    }
}

void put_below(std::string& text, const std::string& words, std::size_t columns) {
    for (const std::string& line : wrapped_cell(words, columns - std::min(columns, kIndent))) {
        if (!line.empty()) {
            text.append(kIndent, ' ').append(line).append("\n");
        }
    }
}

/// True where the last column holds words and the others leave it too little room for them.
bool words_go_below(const Widths& widths, std::size_t columns) {
    if (widths.size() < 2 || widths.back() <= kWordsMin || total_of(widths) <= columns) {
        return false;
    }
    return total_of(widths) - widths.back() + kWordsMin > columns;
}

}  // namespace

void shorten_last(Rows& rows, std::size_t columns) {
    const Widths widths = widths_of(rows);
    const std::size_t before = total_of(widths) - (widths.empty() ? 0 : widths.back());
    const std::size_t room = std::max(kWordsMin, columns - std::min(columns, before));
    for (auto& row : rows) {
        if (!row.empty() && row.size() == widths.size()) {
            row.back() = shortened(row.back(), room);
        }
    }
}

std::string aligned(Rows rows, const TableLayout& layout) {
    for (auto& row : rows) {
        std::ranges::for_each(row, [](auto& cell) { cell = visible_line(cell); });
    }
    const std::size_t count = widths_of(rows).size();
    std::vector<std::string> below;
    if (words_go_below(widths_of(rows), layout.columns)) {
        for (auto& row : rows) {
            const bool whole = row.size() == count;
            below.push_back(whole ? std::exchange(row.back(), "") : "");
            row.resize(whole ? count - 1 : row.size());
        }
    }
    const Widths widths = fitted(widths_of(rows), layout.columns);
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        put_row(text, rows[i], widths);
        if (!below.empty()) {
            put_below(text, below[i], layout.columns);
        }
        if (layout.heading && i == 0) {
            std::vector<std::string> rules;
            rules.reserve(widths.size());
            for (const std::size_t width : widths) {
                rules.emplace_back(width, '-');
            }
            put_line(text, rules, widths);
        }
    }
    return text;
}

std::string bytes_text(std::uint64_t bytes) {
    return format_quantity(static_cast<double>(bytes), "bytes");
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

}  // namespace throughline::app
