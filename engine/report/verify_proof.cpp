// SPDX-License-Identifier: Apache-2.0
#include "engine/report/verify_proof.h"

#include <algorithm>

#include "engine/base/say.h"
#include "engine/base/utf8.h"
#include "engine/record/sha256.h"
#include "engine/report/compose.h"
#include "engine/report/proof.h"
#include "engine/report/svg_check.h"

namespace throughline::report {
namespace {

std::string chart_name(std::size_t index) {
    return say("chart %1", std::to_string(index + 1));
}

void check_drawings(const Proof& proof,
                    std::span<const std::string> drawings,
                    Verification& result) {
    result.drawings = drawings.size();
    if (drawings.size() != proof.charts.size()) {
        result.find(say("charts"), say("A drawing was added or cut out."));
        return;
    }
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        if (const std::string fault = svg_fault(drawings[i]); !fault.empty()) {
            result.find(chart_name(i), fault);
        }
        if (record::sha256_hex(drawings[i]) != proof.charts[i].svg_sha256) {
            result.find(chart_name(i), say("The drawing was changed after the report was made."));
        }
    }
}

/// Where the word begins that a byte is of; not far before it, and on its line.
std::size_t start_of_word(std::string_view text, std::size_t at) {
    constexpr std::size_t kFar = 24;
    std::size_t start = std::min(at, text.size());
    while (start > 0 && at - start < kFar && text[start - 1] != '\n' && text[start - 1] != '>' &&
           text[start - 1] != ' ') {
        --start;
    }
    while (start < at && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) {
        ++start;  // within a letter
    }
    return start;
}

/// In quotes: the begin of a line. Whole letters, as far as they are any.
std::string cut_to_show(std::string_view text) {
    constexpr std::size_t kShown = 60;
    if (text.empty()) {
        return say("nothing");
    }
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.empty()) {
        return say("the end of a line");
    }
    std::size_t shown = 0;
    while (shown < line.size() && shown < kShown) {
        shown += std::max<std::size_t>(utf8_letter_bytes(line.substr(shown)), 1);
    }
    return "\"" + std::string(line.substr(0, shown)) + (shown < line.size() ? "\u2026\"" : "\"");
}

}  // namespace

Result<void> check_charts(const Proof& proof,
                          std::span<const record::Study> studies,
                          const Redraw& redraw,
                          Verification& result) {
    const RunIndex runs(studies);
    for (std::size_t i = 0; i < proof.charts.size(); ++i) {
        const ChartData& chart = proof.charts[i].data;
        result.other_points += chart.other_points;
        for (const ChartSeries& series : chart.series) {
            for (const ChartPoint& point : series.points) {
                ++result.points;
                if (!runs.holds(point, chart)) {
                    result.find(chart_name(i),
                                say("Run %1 of \"%2\" is drawn where its record does not have it.",
                                    std::to_string(point.run),
                                    series.name));
                }
            }
        }
    }
    if (!redraw || !result.text_compared) {
        return {};  // another version may choose and name charts in another way
    }
    const auto made = redraw(proof.definition, proof.records);
    if (made) {
        result.redrawn = true;
        compare_charts(data_of(proof), *made, result);
        return {};
    }
    if (made.error().code != ErrorCode::Usage && made.error().code != ErrorCode::Format) {
        return made.error();
    }
    result.find(say("charts"), say("Its records do not make them: %1.", made.error().what));
    return {};
}

void note_proof(const Proof& proof, Verification& result) {
    result.title = proof.definition.title;
    result.date = proof.date;
    result.program = proof.program;
    result.studies = proof.records.size();
    result.text_compared = proof.form == kReportForm;
}

std::vector<ChartData> data_of(const Proof& proof) {
    std::vector<ChartData> charts;
    for (const ProvenChart& chart : proof.charts) {
        charts.push_back(chart.data);
    }
    return charts;
}

Result<std::optional<Remade>> remade_of(const Printed& printed,
                                        const Redraw& redraw,
                                        Verification& result) {
    const bool untouched = record::sha256_hex(printed.proof) == printed.digest;
    if (!untouched) {
        result.find(say("attached data"),
                    say("They are not what the printed digest was computed of."));
    }
    const auto proof = parse_proof(printed.proof);
    auto studies = proof ? studies_of(*proof) : Result<std::vector<record::Study>>(proof.error());
    if (!studies) {
        if (untouched) {
            return studies.error();
        }
        result.find(say("attached data"), studies.error().what + ".");
        return std::optional<Remade>();
    }
    note_proof(*proof, result);
    if (auto checked = check_charts(*proof, *studies, redraw, result); !checked) {
        return std::move(checked).error();
    }
    check_drawings(*proof, printed.drawings, result);
    auto content = compose(proof->definition, *studies, data_of(*proof));
    if (!content) {
        result.find(say("attached data"), content.error().what + ".");
        return std::optional<Remade>();
    }
    return std::optional(Remade{*std::move(content),
                                {proof->date, proof->program, std::string(printed.proof)},
                                *std::move(studies),
                                result.text_compared});
}

void check_figures(std::span<const Figure> printed,
                   std::vector<Figure> computed,
                   const Remade& remade,
                   Verification& result) {
    const std::vector<Figure> named = figures_of(remade.content);
    for (std::size_t i = 0; i < std::min(computed.size(), named.size()); ++i) {
        computed[i].source = named[i].source;
    }
    compare_figures(printed, computed, FigureNames(remade.studies), result);
}

void add_changed_line(std::string_view part,
                      std::string_view text,
                      std::string_view again,
                      Verification& result) {
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(text, again).in1 - text.begin());
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::size_t start = start_of_word(text, at);
    const std::string found = cut_to_show(text.substr(start));
    const std::string expected = cut_to_show(again.substr(std::min(start, again.size())));
    result.find(
        (part.empty() ? "" : std::string(part) + ", ") + say("line %1", std::to_string(line + 1)),
        say("The text was changed after the report was made: it says %1 in place of %2.",
            found,
            expected));
}

}  // namespace throughline::report
