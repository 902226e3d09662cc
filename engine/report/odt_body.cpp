// SPDX-License-Identifier: Apache-2.0
#include "engine/report/odt_body.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/say.h"
#include "engine/record/sha256.h"
#include "engine/report/marks.h"
#include "engine/report/odt_styles.h"
#include "engine/report/odt_table.h"
#include "engine/report/odt_text.h"
#include "engine/report/svg_aspect.h"

namespace throughline::report {
namespace {

constexpr std::string_view kDigestSpan = "<text:span text:style-name=\"Digest\">";
constexpr std::string_view kSpanEnd = "</text:span>";
constexpr const char* kBreakPrefix = "NextPage_";  ///< of a style that begins a page

std::string paragraph_style_of(Tone tone) {
    switch (tone) {
        case Tone::Lead:
            return "Lead_20_answer";
        case Tone::Caution:
            return "Caution";
        case Tone::Small:
            return "Small_20_print";
        case Tone::Better:
            return "Better";
        case Tone::Worse:
            return "Worse";
        case Tone::Predicted:
            return "Prediction";
        case Tone::Plain:
            break;
    }
    return "Text_20_body";
}

std::string styled(const char* style, const std::string& text) {
    return "<text:span text:style-name=\"" + std::string(style) + "\">" + text +
           std::string(kSpanEnd);
}

std::string looks_of(const Span& span) {
    std::string text = odf_text(span.text);
    text = span.code ? styled("Source_20_Text", text) : text;
    text = span.emphasis ? styled("Emphasis", text) : text;
    text = span.strong ? styled("Strong_20_Emphasis", text) : text;
    return span.link.empty()
               ? text
               : "<text:a xlink:type=\"simple\" xlink:href=\"" + xml_escaped(span.link) +
                     "\" text:style-name=\"Internet_20_link\">" + text + "</text:a>";
}

std::string spans_of(const Prose& prose) {
    std::string text;
    for (const Span& span : prose.spans) {
        text += looks_of(span);
    }
    return text;
}

/// A number that the word processor counts: "Table 3".
std::string counted_caption(const char* sequence,
                            const std::string& word,
                            int number,
                            std::string_view title) {
    const std::string name(sequence);
    const std::string before = std::to_string(number - 1);
    return word + " <text:sequence text:ref-name=\"ref" + name + before + "\" text:name=\"" + name +
           "\" text:formula=\"ooow:" + name + "+1\" style:num-format=\"1\">" +
           std::to_string(number) + "</text:sequence>" +
           (title.empty() ? std::string() : ": " + odf_text(title));
}

/// How high the first page's items but its charts are, about, in hundredths of a millimetre.
class HeightEstimate {
public:
    void operator()(const Heading& /*heading*/) { add(1'550); }
    void operator()(const Paragraph& paragraph) {
        switch (paragraph.tone) {
            case Tone::Lead:
                return add_lines(paragraph.text, 56, 710, 150);
            case Tone::Small:
                return add_lines(paragraph.text, 122, 380, 200);
            case Tone::Caution:
                return add_lines(paragraph.text, 92, 440, 200);
            default:
                return add_lines(paragraph.text, 100, 440, 200);
        }
    }
    void operator()(const Prose& prose) { add_lines(prose.text(), 95, 440, 250); }
    void operator()(const Numbers& numbers) {
        constexpr std::size_t kAcross = 3;
        add(1'780 * static_cast<int>((numbers.numbers.size() + kAcross - 1) / kAcross));
    }
    void operator()(const Table& table) {
        add(1'700);
        for (const std::vector<Cell>& row : table.rows) {
            const bool two = std::ranges::any_of(row, [&](const Cell& cell) {
                return !cell.change.empty() || letter_count(cell.text) * row.size() > 90;
            });
            add(two ? 880 : 520);
        }
    }
    void operator()(const ChartPlace& place) {
        add(1'150);
        for (const std::string& note : place.notes) {
            add_lines(note, 122, 365, 100);
        }
    }
    void operator()(const PageBreak& /*next*/) {}

    int height() const { return height_; }

private:
    void add(int height) { height_ += height; }
    void add_lines(std::string_view text, std::size_t letters, int line, int gap) {
        add(gap + line * static_cast<int>(letter_count(text) / letters + 1));
    }

    int height_ = 2'200;  ///< title and question
};

/// How high the first page's charts may be so that it is one page, in hundredths of a millimetre;
/// none where it has no chart, or is too long without one.
std::optional<double> first_chart_height(const Content& content) {
    constexpr int kPage = 24'800;  // with what an estimate may be wrong by
    constexpr int kLeast = 6'000;  // a lower chart nobody reads
    HeightEstimate estimate;
    int charts = 0;
    for (const Item& item : content.items) {
        if (std::holds_alternative<PageBreak>(item)) {
            break;
        }
        charts += std::holds_alternative<ChartPlace>(item) ? 1 : 0;
        std::visit(estimate, item);
    }
    const int room = kPage - estimate.height();
    return charts == 0 || room < kLeast * charts
               ? std::nullopt
               : std::optional(static_cast<double>(room) / charts);
}

/// Writes the text of one document.
class OdtWriter {
public:
    OdtWriter(std::span<const std::string> drawings, const Content& content)
        : drawings_(drawings), chart_height_(first_chart_height(content)) {}

    void operator()(const Heading& heading) { heading_line(odf_text(heading.text), 1); }
    void operator()(const Paragraph& paragraph) {
        const std::string mark = paragraph.tone == Tone::Caution
                                     ? styled("Strong_20_Emphasis", say("Caution:") + " ")
                                     : "";
        line(paragraph_style_of(paragraph.tone), mark + odf_text(paragraph.text));
    }
    void operator()(const Prose& prose) {
        switch (prose.form) {
            case ProseForm::Paragraph:
                line("Text_20_body", spans_of(prose));
                break;
            case ProseForm::Subheading:
                heading_line(spans_of(prose), 2);
                break;
            case ProseForm::Quote:
                line("Quotations", spans_of(prose));
                break;
            case ProseForm::Code:
                line("Preformatted_20_Text", odf_text(prose.text()));
                break;
            case ProseForm::Bullet:
            case ProseForm::Numbered:
                begin_item(prose);
                line("List_20_item", spans_of(prose));  // its item stays open for a list within
                break;
        }
    }
    void operator()(const Numbers& numbers) {
        if (!numbers.numbers.empty()) {
            ++number_tables_;
            add(odt_table_of(numbers, number_tables_, std::exchange(breaks_, false)));
        }
    }
    void operator()(const Table& table) {
        ++tables_;
        line("Table_20_caption", counted_caption("Table", say("Table"), tables_, table.caption));
        add(odt_table_of(table, tables_));
    }
    void operator()(const ChartPlace& place) {
        ++charts_;
        const std::string drawing =
            place.chart < drawings_.size() ? drawings_[place.chart] : std::string();
        line("Chart", frame_of(place, svg_aspect(drawing)));
        line("Chart_20_caption", counted_caption("Chart", say("Chart"), charts_, place.title));
        for (const std::string& note : place.notes) {
            line("Chart_20_note", odf_text(note));
        }
    }
    void operator()(const PageBreak& /*next*/) {
        breaks_ = true;
        chart_height_.reset();
    }

    void add(const Item& item) {
        const auto* prose = std::get_if<Prose>(&item);
        if (prose == nullptr ||
            (prose->form != ProseForm::Bullet && prose->form != ProseForm::Numbered)) {
            close_lists(0);
        }
        std::visit(*this, item);
    }
    /// A paragraph of what is XML already.
    void line(const std::string& style, const std::string& xml) {
        text_ += "<text:p text:style-name=\"" + placed(style) + "\">" + xml + "</text:p>\n";
    }
    void close_lists(std::size_t left) {
        for (; lists_.size() > left; lists_.pop_back()) {
            text_ += "</text:list-item></text:list>\n";
        }
    }

    const std::string& text() const { return text_; }
    std::string automatic_styles() const {
        std::string all;
        for (const std::string& style : breaking_) {
            all += "<style:style style:name=\"" + (kBreakPrefix + style) +
                   "\" style:family=\"paragraph\" style:parent-style-name=\"" + style +
                   "\"><style:paragraph-properties fo:break-before=\"page\"/></style:style>\n";
        }
        return all + table_styles_;
    }

private:
    struct OpenList {
        bool numbered = false;
        int next = 1;
    };

    /// The style, or where a page begins here one of its own that begins it.
    std::string placed(const std::string& style) {
        if (!std::exchange(breaks_, false)) {
            return style;
        }
        breaking_.insert(style);
        return kBreakPrefix + style;
    }
    void heading_line(const std::string& xml, int level) {
        const std::string number = std::to_string(level);
        text_ += "<text:h text:style-name=\"" + placed("Heading_20_" + number) +
                 "\" text:outline-level=\"" + number + "\">" + xml + "</text:h>\n";
    }
    void add(const OdtTable& table) {
        text_ += table.text;
        table_styles_ += table.styles;
    }
    void begin_item(const Prose& prose) {
        constexpr int kDeepest = 9;  // ten levels have a look
        const bool numbered = prose.form == ProseForm::Numbered;
        const auto depth = static_cast<std::size_t>(std::clamp(prose.level, 0, kDeepest)) + 1;
        close_lists(depth);
        if (lists_.size() == depth && lists_.back().numbered != numbered) {
            close_lists(depth - 1);
        }
        const bool goes_on = lists_.size() == depth;
        text_ += goes_on ? "</text:list-item>\n" : "";
        while (lists_.size() < depth) {
            lists_.push_back({.numbered = numbered});
            text_ += "<text:list text:style-name=\"" +
                     std::string(numbered ? "Numbers" : "Bullets") + "\">" +
                     (lists_.size() < depth ? "<text:list-item>" : "");
        }
        int& next = lists_.back().next;
        const bool jumps = numbered && prose.number != next;
        text_ += jumps ? "<text:list-item text:start-value=\"" +
                             std::to_string(std::max(prose.number, 0)) + "\">"
                       : "<text:list-item>";
        next = (jumps ? prose.number : next) + 1;
    }
    std::string frame_of(const ChartPlace& place, double aspect) const {
        constexpr double kHighest = 20'000.0;  // hundredths of a millimetre: caption and footer fit
        const double width =
            std::min<double>(kOdtTextWidth, chart_height_.value_or(kHighest) / aspect);
        const auto rounded = [](double length) {
            return millimetres(static_cast<int>(std::lround(length)));
        };
        return "<draw:frame draw:style-name=\"Chart_20_frame\" draw:name=\"Chart drawing " +
               std::to_string(charts_) + "\" text:anchor-type=\"as-char\" svg:width=\"" +
               rounded(width) + "\" svg:height=\"" + rounded(width * aspect) +
               "\"><draw:image xlink:href=\"" + odt_picture_name(place.chart) +
               "\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"" +
               " draw:mime-type=\"image/svg+xml\"/><svg:title>" + xml_escaped(place.title) +
               "</svg:title><svg:desc>" + xml_escaped(place.alt) + "</svg:desc></draw:frame>";
    }

    std::span<const std::string> drawings_;
    std::optional<double> chart_height_;  ///< of the first page
    std::vector<OpenList> lists_;         ///< the outer first; each with an open item
    std::set<std::string> breaking_;
    std::string text_;
    std::string table_styles_;
    int tables_ = 0;
    int number_tables_ = 0;
    int charts_ = 0;
    bool breaks_ = false;  ///< the next item begins a page
};

}  // namespace

std::string odt_content_xml(const Content& content,
                            std::span<const std::string> drawings,
                            const Seal& seal) {
    OdtWriter writer(drawings, content);
    writer.line("Title", odf_text(content.title));
    writer.line("Subtitle", odf_text(content.question));
    for (const Item& item : content.items) {
        writer.add(item);
    }
    writer.close_lists(0);
    writer.line(
        "Report_20_end",
        say("Made by %1 on %2. The records are part of this file; %3 computes every number "
            "again, as long as no other program has saved the file. Digest of the "
            "attached data (SHA-256): %4",
            odf_text(seal.program),
            odf_text(date_text(seal.date)),
            styled("Source_20_Text", "throughline-engine verify FILE"),
            std::string(kDigestSpan) + record::sha256_hex(seal.proof) + std::string(kSpanEnd)));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-content" +
           std::string(kOdfNamespaces) + ">\n<office:automatic-styles>\n" +
           std::string(kOdtTableStyles) + writer.automatic_styles() +
           "</office:automatic-styles>\n<office:body>\n<office:text>\n"
           "<text:sequence-decls>\n"
           "<text:sequence-decl text:display-outline-level=\"0\" text:name=\"Table\"/>\n"
           "<text:sequence-decl text:display-outline-level=\"0\" text:name=\"Chart\"/>\n"
           "</text:sequence-decls>\n" +
           writer.text() + "</office:text>\n</office:body>\n</office:document-content>\n";
}

std::optional<double> odt_first_chart_aspect(const Content& content) {
    const auto height = first_chart_height(content);
    return height ? std::optional(*height / kOdtTextWidth) : std::nullopt;
}

std::string odt_picture_name(std::size_t index) {
    return "Pictures/chart-" + std::to_string(index + 1) + ".svg";
}

std::vector<std::string> odt_figures(std::string_view content_xml) {
    std::vector<std::string> figures;
    while (const auto figure = between(content_xml, kOdtFigureStart, kSpanEnd)) {
        figures.emplace_back(*figure);
    }
    return figures;
}

std::string odt_digest(std::string_view content_xml) {
    return std::string(
        first_between(content_xml, kDigestSpan, kSpanEnd).value_or(std::string_view()));
}

}  // namespace throughline::report
