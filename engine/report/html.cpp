// SPDX-License-Identifier: Apache-2.0
#include "engine/report/html.h"

#include <array>

#include "engine/record/sha256.h"

namespace throughline::report {
namespace {

constexpr std::string_view kProofStart =
    "<script type=\"application/json\" id=\"throughline-proof\">";
constexpr std::string_view kProofEnd = "</script>";
constexpr std::string_view kDigestStart = "<code id=\"throughline-digest\">";
constexpr std::string_view kDigestEnd = "</code>";
constexpr std::string_view kDrawingStart = "<!--drawing-->";
constexpr std::string_view kDrawingEnd = "<!--/drawing-->";
constexpr std::string_view kFigureStart = "<data ";
constexpr std::string_view kFigureEnd = "</data>";

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#1a1f26;--soft:#5b6470;--line:#d5dae0;--paper:#fff}
:root{--warn:#8a5300;--good:#00603f;--bad:#a3290f}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a2abb6;--line:#3a424d}
:root{--paper:#1e232b;--warn:#f0b04a;--good:#5fd0a0;--bad:#ff9d80}}
body{font:15px/1.45 "DejaVu Sans",Verdana,sans-serif;color:var(--ink);background:var(--paper)}
body{max-width:60rem;margin:2rem auto;padding:0 1.5rem}
h1{font-size:1.9rem;margin:0 0 .2rem}
h2{font-size:1.25rem;margin:2rem 0 .5rem}
.question{font-size:1.1rem;color:var(--soft);margin:0 0 1.2rem}
.lead{font-size:1.5rem;font-weight:bold;margin:.2rem 0}
.small,footer{font-size:.85rem;color:var(--soft)}
.caution{color:var(--warn)}
.caution::before{content:"\26A0\00A0"}
.better{color:var(--good)}
.worse{color:var(--bad)}
.numbers{display:flex;flex-wrap:wrap;gap:.8rem;margin:1rem 0;padding:0}
.numbers div{border:1px solid var(--line);border-radius:6px;padding:.6rem .9rem}
.numbers div{min-width:11rem;flex:1;break-inside:avoid}
.numbers dt{font-size:.85rem;color:var(--soft)}
.numbers dd{margin:0}
.numbers dd.value{font-size:1.35rem;font-weight:bold}
.numbers dd.spread{font-size:.8rem;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.85rem;margin:.8rem 0}
caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line)}
th,td{vertical-align:top}
td{overflow-wrap:break-word}
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

const char* class_of(Tone tone) {
    constexpr std::array kClasses{"", "lead", "caution", "small", "better", "worse"};
    return kClasses[static_cast<std::size_t>(tone)];
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
    void operator()(const Numbers& numbers) {
        text_ += "<dl class=\"numbers\">\n";
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
                text_ +=
                    "<td>" + (cell.source ? figure(cell.text, *cell.source) : escaped(cell.text));
                if (!cell.change.empty()) {
                    const std::string name = class_of(cell.tone);
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
        text_ += "<figure role=\"img\" aria-label=\"" + escaped(place.alt) + "\">\n" +
                 std::string(kDrawingStart) +
                 (place.chart < drawings_.size() ? drawings_[place.chart] : std::string()) +
                 std::string(kDrawingEnd) + "\n<figcaption>" + escaped(place.title);
        for (const std::string& note : place.notes) {
            text_ += "<br>" + escaped(note);
        }
        text_ += "</figcaption></figure>\n";
    }
    void operator()(const PageBreak& /*next*/) { text_ += "<div class=\"next\"></div>\n"; }

    std::string text() && { return std::move(text_); }

private:
    static std::string figure(const std::string& text, const Source& source) {
        return "<data value=\"" + escaped(source.key) + "\" title=\"run " +
               std::to_string(source.run) + " of study " + escaped(source.study) + "\">" +
               escaped(text) + std::string(kFigureEnd);
    }

    std::span<const std::string> drawings_;
    std::string text_;
};

/// What stands between two marks, and moves `rest` behind them.
std::optional<std::string_view> between(std::string_view& rest,
                                        std::string_view start,
                                        std::string_view end) {
    const std::size_t from = rest.find(start);
    const std::size_t to = from == std::string_view::npos ? std::string_view::npos
                                                          : rest.find(end, from + start.size());
    if (to == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view found = rest.substr(from + start.size(), to - from - start.size());
    rest.remove_prefix(to + end.size());
    return found;
}

}  // namespace

std::string html_of(const Content& content,
                    std::span<const std::string> drawings,
                    const Seal& seal) {
    Page page(drawings);
    for (const Item& item : content.items) {
        std::visit(page, item);
    }
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"generator\" content=\"" +
           escaped(seal.program) + "\">\n<title>" + escaped(content.title) + "</title>\n<style>" +
           std::string(kStyle) + "</style>\n</head>\n<body>\n<main>\n<h1>" +
           escaped(content.title) + "</h1>\n<p class=\"question\">" + escaped(content.question) +
           "</p>\n" + std::move(page).text() + "</main>\n<footer>Made by " + escaped(seal.program) +
           " on " + escaped(seal.date) +
           ". The records are part of this file; <code>throughline-engine verify FILE</code> "
           "computes every number again. Digest of the attached data (SHA-256): " +
           std::string(kDigestStart) + record::sha256_hex(seal.proof) + std::string(kDigestEnd) +
           "</footer>\n" + std::string(kProofStart) + seal.proof + std::string(kProofEnd) +
           "\n</body>\n</html>\n";
}

Result<HtmlParts> html_parts(std::string_view page) {
    HtmlParts parts;
    std::string_view rest = page;
    const auto proof = between(rest, kProofStart, kProofEnd);
    rest = page;
    const auto digest = between(rest, kDigestStart, kDigestEnd);
    if (!proof || !digest) {
        return format_error(
            "it is no report of this program, or the data that prove it were cut out");
    }
    parts.proof = *proof;
    parts.digest = *digest;
    rest = page;
    while (const auto drawing = between(rest, kDrawingStart, kDrawingEnd)) {
        parts.drawings.emplace_back(*drawing);
    }
    rest = page;
    while (auto element = between(rest, kFigureStart, kFigureEnd)) {
        parts.figures.emplace_back(
            element->substr(std::min(element->find('>'), element->size() - 1) + 1));
    }
    return parts;
}

}  // namespace throughline::report
