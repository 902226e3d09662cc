// SPDX-License-Identifier: Apache-2.0
#include "engine/report/odt_table.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/report/odt_styles.h"
#include "engine/report/odt_text.h"

namespace throughline::report {
namespace {

std::string figure_span(const std::string& text) {
    return std::string(kOdtFigureStart) + odf_text(text) + "</text:span>";
}

std::string table_line(const char* style, const std::string& xml) {
    return "<text:p text:style-name=\"" + std::string(style) + "\">" + xml + "</text:p>";
}

std::string table_cell(const char* style, const std::string& paragraphs) {
    return "<table:table-cell table:style-name=\"" + std::string(style) +
           "\" office:value-type=\"string\">" + paragraphs + "</table:table-cell>";
}

std::size_t longest_word(std::string_view text) {
    std::size_t longest = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        longest = std::max(longest, letter_count(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return longest;
}

/// What a column wants, in hundredths of a millimetre.
struct ColumnWish {
    int least = 0;  ///< no word is broken
    int best = 0;   ///< no cell is
};

/// A letter in 8.5 points, on average, and what stands between two columns.
constexpr std::size_t kLetterWidth = 160;
constexpr std::size_t kBoldLetterWidth = 175;
constexpr std::size_t kColumnGap = 300;

ColumnWish wish_of(const Table& table, std::size_t column) {
    constexpr std::size_t kLongestWord = 16;  // a longer one, a path, is broken
    constexpr std::size_t kLongest = 38;      // a uuid is not
    std::size_t least = 0;
    std::size_t best = 0;
    if (column < table.heading.size()) {
        const std::string& title = table.heading[column];
        least = longest_word(title) * kBoldLetterWidth;
        best = std::max(least, letter_count(title) * kBoldLetterWidth / 2);  // in two lines
    }
    for (const std::vector<Cell>& row : table.rows) {
        if (column < row.size()) {
            const Cell& cell = row[column];
            const std::size_t letters =
                std::max(letter_count(cell.text), letter_count(cell.change));
            least = std::max(least, std::min(longest_word(cell.text), kLongestWord) * kLetterWidth);
            best = std::max(best, std::min(letters, kLongest) * kLetterWidth);
        }
    }
    best = std::max(best, least);
    return {static_cast<int>(least + kColumnGap), static_cast<int>(best + kColumnGap)};
}

/// Shares of the table's width: what is left over goes to all, what is missing is taken from those
/// that can be broken.
std::vector<int> column_shares(const Table& table, std::size_t columns) {
    std::vector<ColumnWish> wishes;
    int least = 0;
    int best = 0;
    for (std::size_t i = 0; i < columns; ++i) {
        wishes.push_back(wish_of(table, i));
        least += wishes.back().least;
        best += wishes.back().best;
    }
    const double part = best <= kOdtTextWidth || best == least
                            ? 1.0
                            : std::clamp(static_cast<double>(kOdtTextWidth - least) /
                                             static_cast<double>(best - least),
                                         0.0,
                                         1.0);
    std::vector<int> shares;
    for (const ColumnWish& wish : wishes) {
        shares.push_back(wish.least + static_cast<int>(part * (wish.best - wish.least)));
    }
    return shares;
}

/// The table's style, those of its columns, and its beginning. `shares`: of the width.
void begin_table(const std::string& name,
                 const char* parent,
                 const std::string& place,
                 const std::vector<int>& shares,
                 OdtTable& table) {
    table.styles += "<style:style style:name=\"" + name +
                    "\" style:family=\"table\" style:parent-style-name=\"" + parent +
                    "\"><style:table-properties style:width=\"" + millimetres(kOdtTextWidth) +
                    "\" table:align=\"margins\" table:border-model=\"collapsing\"" + place +
                    "/></style:style>\n";
    table.text += "<table:table table:name=\"" + name + "\" table:style-name=\"" + name + "\">\n";
    const int all = std::accumulate(shares.begin(), shares.end(), 0);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const std::string column = name + "." + std::to_string(i + 1);
        table.styles += "<style:style style:name=\"" + column +
                        "\" style:family=\"table-column\"><style:table-column-properties "
                        "style:column-width=\"" +
                        millimetres(kOdtTextWidth * shares[i] / all) + "\"/></style:style>\n";
        table.text += "<table:table-column table:style-name=\"" + column + "\"/>\n";
    }
}

std::string data_cell(const Cell& cell) {
    std::string text =
        table_line(cell.tone == Tone::Predicted ? "Table_20_prediction" : "Table_20_Contents",
                   cell.source ? figure_span(cell.text) : odf_text(cell.text));
    if (!cell.change.empty()) {
        text += table_line(cell.tone == Tone::Better  ? "Table_20_change_20_better"
                           : cell.tone == Tone::Worse ? "Table_20_change_20_worse"
                                                      : "Table_20_change",
                           odf_text(cell.change));
    }
    return table_cell("DataCell", text);
}

constexpr const char* kRowStart = "<table:table-row table:style-name=\"Row\">";
constexpr const char* kRowEnd = "</table:table-row>\n";

}  // namespace

OdtTable odt_table_of(const Table& table, int number) {
    std::size_t columns = table.heading.size();
    for (const std::vector<Cell>& row : table.rows) {
        columns = std::max(columns, row.size());
    }
    OdtTable made;
    if (columns == 0) {
        return made;
    }
    begin_table("Table" + std::to_string(number),
                "Data_20_table",
                " fo:margin-bottom=\"3mm\"",
                column_shares(table, columns),
                made);
    if (!table.heading.empty()) {
        made.text += "<table:table-header-rows>\n" + std::string(kRowStart);
        for (std::size_t i = 0; i < columns; ++i) {
            const std::string title = i < table.heading.size() ? table.heading[i] : std::string();
            made.text += table_cell("HeadCell", table_line("Table_20_Heading", odf_text(title)));
        }
        made.text += std::string(kRowEnd) + "</table:table-header-rows>\n";
    }
    for (const std::vector<Cell>& row : table.rows) {
        made.text += kRowStart;
        for (std::size_t i = 0; i < columns; ++i) {
            made.text += data_cell(i < row.size() ? row[i] : Cell());
        }
        made.text += kRowEnd;
    }
    made.text += "</table:table>\n";
    return made;
}

OdtTable odt_table_of(const Numbers& numbers, int number, bool begins_page) {
    const std::vector<Number>& all = numbers.numbers;
    OdtTable made;
    if (all.empty()) {
        return made;
    }
    constexpr std::size_t kSideBySide = 3;
    constexpr std::size_t kSquare = 4;  // two above two
    const std::size_t columns = all.size() == kSquare ? 2 : std::min(all.size(), kSideBySide);
    begin_table("KeyFigures" + std::to_string(number),
                "Key_20_figures",
                std::string(" fo:margin-top=\"2mm\" fo:margin-bottom=\"3mm\"") +
                    (begins_page ? " fo:break-before=\"page\"" : ""),
                std::vector<int>(columns, 1),
                made);
    for (std::size_t first = 0; first < all.size(); first += columns) {
        made.text += kRowStart;
        for (std::size_t i = first; i < first + columns; ++i) {
            const Number one = i < all.size() ? all[i] : Number();
            made.text += table_cell(
                "KeyFigureCell",
                i < all.size() ? table_line("Key_20_figure_20_title", odf_text(one.title)) +
                                     table_line("Key_20_figure", figure_span(one.value)) +
                                     table_line("Key_20_figure_20_spread", odf_text(one.spread))
                               : table_line("Key_20_figure_20_spread", ""));
        }
        made.text += kRowEnd;
    }
    made.text += "</table:table>\n";
    return made;
}

}  // namespace throughline::report
