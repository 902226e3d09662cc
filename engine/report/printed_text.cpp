// SPDX-License-Identifier: Apache-2.0
#include "engine/report/printed_text.h"

#include <algorithm>

#include "engine/base/say.h"

namespace throughline::report {
namespace {

/// Adds the pieces of each item.
class PieceWriter {
public:
    explicit PieceWriter(PrintedText& printed) : printed_(printed) {}

    void words(const std::string& text) { printed_.pieces.push_back({.text = text}); }

    void operator()(const Heading& heading) { words(heading.text); }
    void operator()(const Paragraph& paragraph) { words(paragraph.text); }
    void operator()(const Prose& prose) {
        words(list_mark(prose));
        words(prose.text());
    }
    void operator()(const Numbers& numbers) {
        for (const Number& number : numbers.numbers) {
            words(number.title);
            printed_.pieces.push_back({.text = number.value, .source = number.source});
            words(number.spread);
        }
    }
    void operator()(const Table& table) {
        words(table.caption);
        std::string heading;
        for (const std::string& title : table.heading) {
            words(title);
            heading += title;
        }
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            bool starts = true;
            for (const Cell& cell : table.rows[row]) {
                printed_.pieces.push_back({.text = cell.text,
                                           .source = cell.source,
                                           .starts_row = starts,
                                           .table = printed_.tables.size(),
                                           .rows_left = table.rows.size() - row});
                starts = false;
                words(cell.change);
            }
        }
        printed_.tables.push_back(
            {.heading = std::move(heading), .next_piece = printed_.pieces.size()});
    }
    void operator()(const ChartPlace& place) {
        words(place.title);
        for (const std::string& note : place.notes) {
            words(note);
        }
    }
    void operator()(const PageBreak& /*next*/) {}

private:
    PrintedText& printed_;
};

}  // namespace

PrintedText printed_text(const Content& content, const std::vector<std::string>& end_words) {
    PrintedText printed{.language = content.language};
    PieceWriter writer(printed);
    writer.words(content.title);
    writer.words(content.question);
    for (const Item& item : content.items) {
        std::visit(writer, item);
    }
    for (const std::string& text : end_words) {
        writer.words(text);
    }
    return printed;
}

std::string list_mark(const Prose& prose) {
    return prose.form == ProseForm::Numbered ? std::to_string(prose.number) + "."
           : prose.form == ProseForm::Bullet ? "\u2022"
                                             : "";
}

std::string more_rows_text(std::size_t rows, Language language) {
    const Speaking speaking(language);
    return say_count(rows, "%1 more row is in the report.", "%1 more rows are in the report.");
}

std::string made_text(const std::string& program, const std::string& date, Language language) {
    const Speaking speaking(language);
    return say("Made by %1 on %2.", program, date_text(date));
}

std::vector<std::string> check_words(const std::string& program,
                                     const std::string& date,
                                     Language language) {
    const Speaking speaking(language);
    return {say("How to check this report"),
            say("Made by %1 on %2. The records that it was made of are attached to this file, and "
                "what it was made with. “throughline-engine verify FILE” computes every "
                "number again and says whether the report holds. Digest of the attached data "
                "(SHA-256):",
                program,
                date_text(date))};
}

std::vector<std::string> print_words(const std::string& program,
                                     const std::string& date,
                                     Language language) {
    const Speaking speaking(language);
    return {
        say("How to check this report"),
        say("Made by %1 on %2. Written as PDF, HTML or ODT, the report carries the records that "
            "it was made of; “throughline-engine verify FILE” computes every number again and "
            "says whether it holds.",
            program,
            date_text(date))};
}

std::string foot_title(const std::string& title) {
    constexpr std::size_t kBytesMax = 90;
    if (title.size() <= kBytesMax) {
        return title;
    }
    std::size_t end = kBytesMax;
    while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80U) {
        --end;  // within a character
    }
    return title.substr(0, end) + "\u2026";
}

std::string page_number_text(std::size_t page, std::size_t pages, Language language) {
    const Speaking speaking(language);
    return say("Page %1 of %2", std::to_string(page + 1), std::to_string(pages));
}

}  // namespace throughline::report
