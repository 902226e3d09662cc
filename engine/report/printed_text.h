// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/content.h"
#include "engine/report/definition.h"

// What stands on the pages of a report, in the order in which it is painted: whoever lays pages out
// paints it so, and whoever verifies them reads it so.
namespace throughline::report {

struct PrintedPiece {
    std::string text{};
    std::optional<Source> source{};  ///< of a figure
    bool starts_row =
        false;              ///< of a table; the table's heading is repeated above it on a new page
    std::size_t table = 0;  ///< starts_row: which of PrintedText::tables
    std::size_t rows_left = 0;  ///< starts_row: of the table, with this one
};
struct PrintedTable {
    std::string heading{};       ///< all of its cells
    std::size_t next_piece = 0;  ///< the first one behind its rows
};
struct PrintedText {
    std::vector<PrintedPiece> pieces{};
    std::vector<PrintedTable> tables{};
    Language language = Language::English;
};

/// Of contents and the words at their end. Charts print themselves.
PrintedText printed_text(const Content& content, const std::vector<std::string>& end_words);

/// What stands before a list's item: a bullet, or "3.".
std::string list_mark(const Prose& prose);
/// "12 more rows are in the report.": below a table that a deck cuts.
std::string more_rows_text(std::size_t rows, Language language);
/// "Made by Throughline on 2026-11-26.": where there is nothing to check.
std::string made_text(const std::string& program, const std::string& date, Language language);
/// Heading and paragraph at the end of a report: how to check it. The digest of its proof follows.
std::vector<std::string> check_words(const std::string& program,
                                     const std::string& date,
                                     Language language);
/// The same of pages that are printed, or seen before: no records are attached to paper.
std::vector<std::string> print_words(const std::string& program,
                                     const std::string& date,
                                     Language language);
/// A title as it stands at the foot of each page.
std::string foot_title(const std::string& title);
/// "Page 2 of 5"; `page` from 0.
std::string page_number_text(std::size_t page, std::size_t pages, Language language);

}  // namespace throughline::report
