// SPDX-License-Identifier: Apache-2.0
#include "engine/report/html.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/record/sha256.h"
#include "engine/report/marks.h"

namespace throughline::report {
namespace {

constexpr std::string_view kProofStart =
    "<script type=\"application/json\" id=\"throughline-proof\">";
constexpr std::string_view kProofEnd = "</script>";
constexpr std::string_view kLanguageStart = "<html lang=\"";
constexpr std::string_view kDigestStart = "<code id=\"throughline-digest\">";
constexpr std::string_view kDigestEnd = "</code>";
constexpr std::string_view kDrawingStart = "<!--drawing-->";
constexpr std::string_view kDrawingEnd = "<!--/drawing-->";
constexpr std::string_view kFigureStart = "<data ";
constexpr std::string_view kFigureKey = "value=\"";
constexpr std::string_view kFigureTitle = "\" title=\"";
constexpr std::string_view kFigureText = "\">";
constexpr std::string_view kFigureEnd = "</data>";

constexpr std::string_view kStyle = R"(
:root{--ink:#1a1f26;--soft:#5b6470;--line:#d5dae0;--paper:#fff}
:root{--warn:#8a5300;--good:#00603f;--bad:#a3290f}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a2abb6;--line:#3a424d}
:root{--paper:#1e232b;--warn:#f0b04a;--good:#5fd0a0;--bad:#ff9d80}}
body{font:15px/1.45 "DejaVu Sans",Verdana,sans-serif;color:var(--ink);background:var(--paper)}
body{max-width:60rem;margin:2rem auto;padding:0 1.5rem}
h1{font-size:1.9rem;margin:0 0 .2rem}
h3{font-size:1.05rem;margin:1.2rem 0 .4rem}
blockquote{margin:.6rem 0;padding-left:.8rem;border-left:3px solid var(--line)}
pre{overflow-x:auto;font-size:.85rem}
a{color:inherit}
h2{font-size:1.25rem;margin:2rem 0 .5rem}
.question{font-size:1.1rem;color:var(--soft);margin:0 0 1.2rem}
.lead{font-size:1.5rem;font-weight:bold;margin:.2rem 0}
.small,footer{font-size:.85rem;color:var(--soft)}
.caution{color:var(--warn)}
.caution::before{content:"\26A0\00A0"}
.predicted{font-style:italic}
.better{color:var(--good)}
.worse{color:var(--bad)}
.numbers{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}
.numbers{gap:.8rem;margin:1rem 0;padding:0}
.numbers div{border:1px solid var(--line);border-radius:6px;padding:.6rem .9rem}
.numbers div{break-inside:avoid}
@media(min-width:40rem){.numbers.two{grid-template-columns:1fr 1fr}}
.numbers dt{font-size:.85rem;color:var(--soft)}
.numbers dd{margin:0}
.numbers dd.value{font-size:1.35rem;font-weight:bold}
.numbers dd.spread{font-size:.8rem;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.85rem;margin:.8rem 0}
caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line)}
th,td{vertical-align:top}
td{overflow-wrap:break-word}
@media(min-width:40rem){td.short{white-space:nowrap}}
thead{display:table-header-group}
tr{break-inside:avoid}
figure{margin:1rem 0;break-inside:avoid}
figure svg{max-width:100%;height:auto;background:#fff}
figcaption{font-size:.85rem;color:var(--soft)}
.next{break-before:page}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.6rem}
footer{overflow-wrap:anywhere}
@page{size:A4;margin:16mm}
@media print{body{margin:0;max-width:none;font-size:10.5pt;padding:0}}
)";

std::string escaped(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char byte : text) {
        switch (byte) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += byte;
        }
    }
    return safe;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

constexpr std::array<std::string_view, 3> kIds{" id=\"", "href=\"#", "url(#"};

/// The ids of a drawing begin with its number in the page, where each id may stand once.
std::string with_own_ids(std::string drawing, std::size_t number) {
    const std::string prefix = "c" + std::to_string(number + 1) + "-";
    for (const std::string_view id : kIds) {
        replace_all(drawing, id, std::string(id) + prefix);
    }
    return drawing;
}
/// As it was before with_own_ids().
std::string with_drawn_ids(std::string drawing, std::size_t number) {
    const std::string prefix = "c" + std::to_string(number + 1) + "-";
    for (const std::string_view id : kIds) {
        replace_all(drawing, std::string(id) + prefix, id);
    }
    return drawing;
}

const char* class_of(Tone tone) {
    constexpr std::array kClasses{"", "lead", "caution", "small", "better", "worse", "predicted"};
    return kClasses[static_cast<std::size_t>(tone)];
}

/// "run 2 of study 0b…": what a figure is of.
std::string run_title(const Source& source) {
    return say("run %1 of study %2", std::to_string(source.run), escaped(source.study));
}

/// A few words stay in one line.
const char* cell_start(const Cell& cell) {
    constexpr std::size_t kFew = 16;  // bytes
    const bool is_short = cell.text.size() <= kFew && cell.text.find(' ') != cell.text.npos;
    const bool predicted = cell.tone == Tone::Predicted;
    return predicted && is_short ? "<td class=\"predicted short\">"
           : predicted           ? "<td class=\"predicted\">"
           : is_short            ? "<td class=\"short\">"
                                 : "<td>";
}

/// Writes one page.
class Page {
public:
    explicit Page(std::span<const std::string> drawings) : drawings_(drawings) {}

    void operator()(const Heading& heading) { text_ += "<h2>" + escaped(heading.text) + "</h2>\n"; }
    void operator()(const Paragraph& paragraph) {
        const std::string name = class_of(paragraph.tone);
        text_ += (name.empty() ? "<p>" : "<p class=\"" + name + "\">") + escaped(paragraph.text) +
                 "</p>\n";
    }
    void operator()(const Prose& prose) {
        const bool listed = prose.form == ProseForm::Bullet || prose.form == ProseForm::Numbered;
        if (listed) {
            begin_item(prose);
            text_ += inline_of(prose);  // its element stays open: another list may stand in it
            return;
        }
        const std::string tag = prose.form == ProseForm::Subheading ? "h3"
                                : prose.form == ProseForm::Quote    ? "blockquote"
                                : prose.form == ProseForm::Code     ? "pre"
                                                                    : "p";
        text_ += "<" + tag + ">" + inline_of(prose) + "</" + tag + ">\n";
    }
    void operator()(const Numbers& numbers) {
        const bool two = numbers.numbers.size() == 4;  // two by two, as on paper
        text_ += two ? "<dl class=\"numbers two\">\n" : "<dl class=\"numbers\">\n";
        for (const Number& number : numbers.numbers) {
            text_ += "<div><dt>" + escaped(number.title) + "</dt><dd class=\"value\">" +
                     figure(number.value, number.source) + "</dd><dd class=\"spread\">" +
                     escaped(number.spread) + "</dd></div>\n";
        }
        text_ += "</dl>\n";
    }
    void operator()(const Table& table) {
        text_ += "<table><caption>" + escaped(table.caption) + "</caption>\n<thead><tr>";
        for (const std::string& title : table.heading) {
            text_ += "<th scope=\"col\">" + escaped(title) + "</th>";
        }
        text_ += "</tr></thead>\n<tbody>\n";
        for (const std::vector<Cell>& row : table.rows) {
            text_ += "<tr>";
            for (const Cell& cell : row) {
                text_ += cell_start(cell) +
                         (cell.source ? figure(cell.text, *cell.source) : escaped(cell.text));
                if (!cell.change.empty()) {
                    const std::string name =
                        cell.tone == Tone::Predicted ? "" : class_of(cell.tone);
                    text_ += "<br><small" + (name.empty() ? "" : " class=\"" + name + "\"") + ">" +
                             escaped(cell.change) + "</small>";
                }
                text_ += "</td>";
            }
            text_ += "</tr>\n";
        }
        text_ += "</tbody></table>\n";
    }
    void operator()(const ChartPlace& place) {
        text_ += "<figure>\n<div role=\"img\" aria-label=\"" + escaped(place.alt) + "\">" +
                 std::string(kDrawingStart) +
                 (place.chart < drawings_.size() ? with_own_ids(drawings_[place.chart], place.chart)
                                                 : std::string()) +
                 std::string(kDrawingEnd) + "</div>\n<figcaption>" + escaped(place.title);
        for (const std::string& note : place.notes) {
            text_ += "<br>" + escaped(note);
        }
        text_ += "</figcaption></figure>\n";
    }
    void operator()(const PageBreak& /*next*/) { text_ += "<div class=\"next\"></div>\n"; }

    void add(const Item& item) {
        const auto* prose = std::get_if<Prose>(&item);
        if (prose == nullptr ||
            (prose->form != ProseForm::Bullet && prose->form != ProseForm::Numbered)) {
            close_lists(0);
        }
        std::visit(*this, item);
    }
    std::string text() && {
        close_lists(0);
        return std::move(text_);
    }

private:
    void close_lists(std::size_t left) {
        for (; lists_.size() > left; lists_.pop_back()) {
            text_ += "</li></" + lists_.back() + ">\n";
        }
    }
    void begin_item(const Prose& prose) {
        const std::string tag = prose.form == ProseForm::Numbered ? "ol" : "ul";
        const auto depth = static_cast<std::size_t>(std::max(prose.level, 0)) + 1;
        close_lists(depth);
        if (lists_.size() == depth && lists_.back() != tag) {
            close_lists(depth - 1);
        }
        if (lists_.size() == depth) {
            text_ += "</li>\n<li>";
        }
        while (lists_.size() < depth) {
            lists_.push_back(tag);
            const bool innermost = lists_.size() == depth && tag == "ol";
            text_ += innermost ? "\n<ol start=\"" + std::to_string(prose.number) + "\"><li>"
                               : "\n<" + tag + "><li>";
        }
    }
    static std::string inline_of(const Prose& prose) {
        std::string text;
        for (const Span& span : prose.spans) {
            const auto wrap = [&](bool on, const char* start, const char* end) {
                return on ? std::pair(std::string(start), std::string(end))
                          : std::pair(std::string(), std::string());
            };
            const auto strong = wrap(span.strong, "<strong>", "</strong>");
            const auto emphasis = wrap(span.emphasis, "<em>", "</em>");
            const auto code = wrap(span.code, "<code>", "</code>");
            const auto link =
                span.link.empty()
                    ? std::pair(std::string(), std::string())
                    : std::pair("<a href=\"" + escaped(span.link) + "\">", std::string("</a>"));
            text += link.first + strong.first + emphasis.first + code.first + escaped(span.text) +
                    code.second + emphasis.second + strong.second + link.second;
        }
        return text;
    }
    static std::string figure(const std::string& text, const Source& source) {
        return std::string(kFigureStart) + std::string(kFigureKey) + escaped(source.key) +
               std::string(kFigureTitle) + run_title(source) + std::string(kFigureText) +
               escaped(text) + std::string(kFigureEnd);
    }

    std::span<const std::string> drawings_;
    std::vector<std::string> lists_;  ///< open ones, the outer first; each with an open item
    std::string text_;
};

/// The figure of a <data> element, from behind its name to its end.
Figure figure_of(std::string_view element, Language language) {
    Figure figure;
    std::string_view rest = element;
    const auto key = between(rest, kFigureKey, kFigureTitle);
    rest = key ? element.substr(element.find(kFigureTitle)) : element;
    const auto title = between(rest, kFigureTitle, kFigureText);
    const auto numbers = title ? title->find_first_of("0123456789") : std::string_view::npos;
    const auto study = title ? title->rfind(' ') : std::string_view::npos;
    if (key && numbers != std::string_view::npos && study > numbers) {
        const std::string_view run =
            title->substr(numbers, title->find_first_not_of("0123456789", numbers) - numbers);
        figure.source = {.study = without_entities(title->substr(study + 1)),
                         .run = number_in<int>(run).value_or(0),
                         .key = without_entities(*key)};
        const Speaking speaking(language);
        if (run_title(figure.source) != *title) {
            figure.source = {};
        }
    }
    const std::size_t text = element.find('>');
    figure.text =
        without_entities(text == std::string_view::npos ? element : element.substr(text + 1));
    return figure;
}

}  // namespace

std::string html_of(const Content& content,
                    std::span<const std::string> drawings,
                    const Seal& seal) {
    const Speaking speaking(content.language);
    Page page(drawings);
    for (const Item& item : content.items) {
        page.add(item);
    }
    return "<!DOCTYPE html>\n" + std::string(kLanguageStart) + code_of(content.language) +
           "\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           "<meta name=\"generator\" content=\"" +
           escaped(seal.program) + "\">\n<title>" + escaped(content.title) + "</title>\n<style>" +
           std::string(kStyle) + "</style>\n</head>\n<body>\n<main>\n<h1>" +
           escaped(content.title) + "</h1>\n<p class=\"question\">" + escaped(content.question) +
           "</p>\n" + std::move(page).text() + "</main>\n<footer>" +
           say("Made by %1 on %2. The records are part of this file; %3 computes every number "
               "again. Digest of the attached data (SHA-256): %4",
               escaped(seal.program),
               escaped(date_text(seal.date)),
               "<code>throughline-engine verify FILE</code>",
               std::string(kDigestStart) + record::sha256_hex(seal.proof) +
                   std::string(kDigestEnd)) +
           "</footer>\n" + std::string(kProofStart) + seal.proof + std::string(kProofEnd) +
           "\n</body>\n</html>\n";
}

Result<HtmlParts> html_parts(std::string_view page) {
    HtmlParts parts;
    const auto proof = first_between(page, kProofStart, kProofEnd);
    const auto digest = first_between(page, kDigestStart, kDigestEnd);
    if (!proof || !digest) {
        return format_error(
            say("it is no report of this program, or the data that prove it were cut out"));
    }
    parts.proof = *proof;
    parts.digest = *digest;
    std::string_view rest = page;
    while (const auto drawing = between(rest, kDrawingStart, kDrawingEnd)) {
        parts.drawings.push_back(with_drawn_ids(std::string(*drawing), parts.drawings.size()));
    }
    rest = page;
    const auto language = language_of(first_between(page, kLanguageStart, "\"").value_or(""));
    while (auto element = between(rest, kFigureStart, kFigureEnd)) {
        parts.figures.push_back(figure_of(*element, language.value_or(Language::English)));
    }
    return parts;
}

}  // namespace throughline::report
