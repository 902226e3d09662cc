// SPDX-License-Identifier: Apache-2.0
#include "engine/report/older_form.h"

#include <algorithm>
#include <string_view>

#include "engine/base/say.h"
#include "engine/report/blocks.h"
#include "engine/report/squeezed_text.h"

namespace throughline::report {
namespace {

/// As it is printed; "" where no record has it.
std::string figure_text(std::span<const record::Study> studies,
                        const Source& source,
                        Language language) {
    const Speaking speaking(language);
    for (const record::Study& study : studies) {
        if (study.header.study != source.study) {
            continue;
        }
        for (const record::RunData& run : study.runs) {
            if (run.started.run == source.run) {
                const Cell cell = figure_cell(study, run, source.key);
                return cell.source ? cell.text : std::string();
            }
        }
    }
    return {};
}

}  // namespace

void check_by_source(std::span<const Figure> printed,
                     std::span<const Figure> computed,
                     std::span<const record::Study> studies,
                     Language language,
                     Verification& result) {
    const FigureNames names(studies);
    if (printed.empty() && !computed.empty()) {
        result.find(say("figures"), say("All of them were cut out."));
    }
    for (const Figure& figure : printed) {
        ++result.figures;
        const std::string text = figure_text(studies, figure.source, language);
        if (figure.source.run == 0) {
            result.find(say("figures"), say("It is not said what %1 is of.", figure.text));
        } else if (text.empty()) {
            result.find(names.of(figure.source),
                        say("The report says %1, no record of it has it.", figure.text));
        } else if (text != figure.text) {
            result.find(names.of(figure.source),
                        say("The report says %1, its record %2.", figure.text, text));
        }
    }
}

void check_by_order(std::span<const Figure> printed,
                    std::span<const Figure> computed,
                    const FigureNames& names,
                    Verification& result) {
    if (printed.size() == computed.size()) {
        compare_figures(printed, computed, names, result);
        return;
    }
    result.figures = same_figures(printed, computed);
    result.figures_unfound = computed.size() - result.figures;
}

void check_on_pages(std::span<const std::string> pages,
                    std::span<const Figure> computed,
                    Verification& result) {
    std::u32string whole;
    for (const std::string& page : pages) {
        whole += squeezed(page).text;
    }
    std::size_t at = 0;
    for (const Figure& figure : computed) {
        const std::u32string text = squeezed(figure.text).text;
        const std::size_t found = whole.find(text, at);
        if (found == std::u32string::npos) {
            ++result.figures_unfound;
        } else {
            ++result.figures;
            at = found + text.size();
        }
    }
}

}  // namespace throughline::report
