// SPDX-License-Identifier: Apache-2.0
#include "engine/report/markdown.h"

#include <algorithm>
#include <string_view>

#include "engine/base/say.h"

namespace throughline::report {
namespace {

/// What would be a mark, as itself; a line stays one.
std::string unmarked(std::string_view text) {
    std::string safe;
    for (const char byte : text) {
        if (byte == '\n' || byte == '\r') {
            safe += ' ';
            continue;
        }
        if (std::string_view("\\`*_[]<>|#").find(byte) != std::string_view::npos) {
            safe += '\\';
        }
        safe += byte;
    }
    return safe;
}

class Writer {
public:
    explicit Writer(std::span<const std::string> pictures) : pictures_(pictures) {}

    void operator()(const Heading& heading) { text_ += "## " + unmarked(heading.text) + "\n\n"; }
    void operator()(const Paragraph& paragraph) {
        const std::string text = unmarked(paragraph.text);
        text_ += (paragraph.tone == Tone::Lead        ? "**" + text + "**"
                  : paragraph.tone == Tone::Predicted ? "*" + text + "*"
                  : paragraph.tone == Tone::Caution   ? "> **" + say("Caution:") + "** " + text
                                                      : text) +
                 "\n\n";
    }
    void operator()(const Prose& prose) {
        const std::string indent(static_cast<std::size_t>(std::max(prose.level, 0)) * 3, ' ');
        switch (prose.form) {
            case ProseForm::Bullet:
                text_ += indent + "- ";
                break;
            case ProseForm::Numbered:
                text_ += indent + std::to_string(prose.number) + ". ";
                break;
            case ProseForm::Subheading:
                text_ += "### ";
                break;
            case ProseForm::Quote:
                text_ += "> ";
                break;
            case ProseForm::Code:
                text_ += "```\n" + prose.text() + "\n```\n\n";
                return;
            case ProseForm::Paragraph:
                break;
        }
        for (const Span& span : prose.spans) {
            const std::string mark =
                std::string(span.strong ? "**" : "") + (span.emphasis ? "*" : "");
            const std::string text =
                span.code ? "`" + span.text + "`"
                          : mark + unmarked(span.text) + std::string(mark.rbegin(), mark.rend());
            text_ += span.link.empty() ? text : "[" + text + "](" + span.link + ")";
        }
        text_ += "\n\n";
    }
    void operator()(const Numbers& numbers) {
        text_ += "| " + say("Figure") + " | " + say("Value") + " | " + say("Spread") +
                 " |\n|---|---|---|\n";
        for (const Number& number : numbers.numbers) {
            text_ += "| " + unmarked(number.title) + " | **" + unmarked(number.value) + "** | " +
                     unmarked(number.spread) + " |\n";
        }
        text_ += '\n';
    }
    void operator()(const Table& table) {
        text_ += unmarked(table.caption) + ":\n\n|";
        for (const std::string& title : table.heading) {
            text_ += ' ' + unmarked(title) + " |";
        }
        text_ += "\n|";
        for (std::size_t i = 0; i < table.heading.size(); ++i) {
            text_ += "---|";
        }
        text_ += '\n';
        for (const std::vector<Cell>& row : table.rows) {
            text_ += '|';
            for (const Cell& cell : row) {
                text_ += ' ' + unmarked(cell.text) +
                         (cell.change.empty() ? "" : " (" + unmarked(cell.change) + ")") + " |";
            }
            text_ += '\n';
        }
        text_ += '\n';
    }
    void operator()(const ChartPlace& place) {
        text_ += "![" + unmarked(place.alt) + "](" +
                 (place.chart < pictures_.size() ? pictures_[place.chart] : std::string()) +
                 ")\n\n*" + unmarked(place.title) + "*\n\n";
        for (const std::string& note : place.notes) {
            text_ += unmarked(note) + "\n\n";
        }
    }
    void operator()(const PageBreak& /*next*/) { text_ += "---\n\n"; }

    std::string text() && { return std::move(text_); }

private:
    std::span<const std::string> pictures_;
    std::string text_;
};

}  // namespace

std::string markdown_of(const Content& content,
                        std::span<const std::string> pictures,
                        const std::string& made) {
    const Speaking speaking(content.language);
    Writer writer(pictures);
    for (const Item& item : content.items) {
        std::visit(writer, item);
    }
    return "# " + unmarked(content.title) + "\n\n" + unmarked(content.question) + "\n\n" +
           std::move(writer).text() + "---\n\n" + unmarked(made) + " " +
           say("This text carries no records: the HTML and ODT forms do, and can be verified.") +
           "\n";
}

}  // namespace throughline::report
