// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/analysis/answer.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/judgement.h"
#include "engine/analysis/run_lookup.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/condition_words.h"
#include "engine/report/blocks.h"
#include "engine/spec/choices.h"

namespace throughline::report {
namespace {

/// A point of a chart with the run that it is.
struct Found {
    const record::Study* study = nullptr;
    const record::RunData* run = nullptr;
    const ChartSeries* series = nullptr;
    const ChartPoint* point = nullptr;
};

/// A published figure and one of our own at the same place of a chart.
struct Beside {
    Found published;
    Found own;
    double percent = 0.0;  ///< by which ours differs
};

Found found(Studies studies, const ChartSeries& series, const ChartPoint& point) {
    const auto study = std::ranges::find_if(
        studies, [&](const record::Study& one) { return one.header.study == point.study; });
    if (study == studies.end()) {
        return {};
    }
    const auto run = std::ranges::find_if(
        study->runs, [&](const record::RunData& one) { return one.started.run == point.run; });
    return run == study->runs.end() ? Found{} : Found{&*study, &*run, &series, &point};
}

bool is_whole(const Found& one) {
    return spec::is_full(one.run->started.settings);
}

bool same_place(const ChartPoint& one, const ChartPoint& other) {
    return one.x_name == other.x_name && (!one.x_name.empty() || one.x == other.x);
}

/// The published point that one's own is to be held against: the only one at its place, or of
/// several the only one of the same stages with as many accelerators. Null: none, or it cannot be
/// told which.
const Found* counterpart(const std::vector<Found>& published, const Found& mine) {
    const auto accelerators = [](const Found& one) {
        return analysis::setting_number_of(*one.run, "consumer.accelerators");
    };
    std::vector<const Found*> here;
    for (const Found& one : published) {
        if (same_place(*one.point, *mine.point)) {
            here.push_back(&one);
        }
    }
    if (here.size() > 1) {
        std::erase_if(here, [&](const Found* one) {
            return is_whole(*one) != is_whole(mine) || accelerators(*one) != accelerators(mine);
        });
    }
    return here.size() == 1 ? here.front() : nullptr;
}

/// Every point that was measured here, of the whole pipeline where there are such, beside the
/// published one of its place.
std::vector<Beside> beside_in(Studies studies, const ChartData& chart) {
    std::vector<Found> published;
    std::vector<Found> own;
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            const Found one = found(studies, series, point);
            if (one.study != nullptr) {
                const record::Origin origin = one.study->header.origin;
                const bool limit =  // which nobody measured there
                    spec::text_or_empty(one.run->started.settings, "statement") == "limit";
                if (origin == record::Origin::Published && !limit) {
                    published.push_back(one);
                } else if (origin == record::Origin::Measured) {
                    own.push_back(one);
                }
            }
        }
    }
    if (std::ranges::any_of(own, is_whole)) {
        std::erase_if(own, [](const Found& one) { return !is_whole(one); });
    }
    std::vector<Beside> all;
    for (const Found& mine : own) {
        const Found* same = counterpart(published, mine);
        if (same != nullptr && same->point->y != 0.0) {
            all.push_back({*same, mine, (mine.point->y / same->point->y - 1.0) * 100.0});
        }
    }
    return all;
}

/// "EBS gp2", "4".
std::string place_text(const ChartData& chart, const ChartPoint& point) {
    return point.x_name.empty() ? metrics::find_metric(chart.x_key) != nullptr
                                      ? metrics::format_metric(chart.x_key, point.x)
                                      : record::condition_text(chart.x_key, point.x)
                                : point.x_name;
}

Cell cell_of(const Found& one, const std::string& key) {
    Cell cell = figure_cell(*one.study, *one.run, key);
    cell.change = one.series->name;
    return cell;
}

Table beside_table(const ChartData& chart, std::span<const Beside> all) {
    Table table{.caption = say("%1, published and measured here", chart.y_title),
                .heading = {chart.x_title, say("Published"), say("Here"), say("Difference")},
                .rows = {}};
    for (const Beside& one : all) {
        table.rows.push_back({{.text = place_text(chart, *one.own.point)},
                              cell_of(one.published, chart.y_key),
                              cell_of(one.own, chart.y_key),
                              {.text = analysis::change_text(one.percent)}});
    }
    return table;
}

/// What the verdicts of our own studies hold against them.
void add_doubts(Studies studies, Items& items) {
    for (const record::Study& study : studies) {
        if (study.header.origin != record::Origin::Measured || study.runs.empty()) {
            continue;
        }
        const analysis::Answer answer = analysis::answer_of(study);
        if (!analysis::judgement_of(study).clean && !answer.doubt.empty()) {
            items.emplace_back(Paragraph{say("%1: %2", analysis::marked_title(study), answer.doubt),
                                         Tone::Caution});
        }
    }
}

}  // namespace

void add_reproduced(Studies studies, std::span<const ChartData> charts, Items& items) {
    constexpr std::size_t kRowsMax = 8;  // with a chart they fit on the first page
    std::vector<Beside> all;
    const ChartData* chart = nullptr;
    for (const ChartData& one : charts) {
        if (all.empty()) {
            all = beside_in(studies, one);
            chart = &one;
        }
    }
    if (all.empty()) {
        items.emplace_back(Paragraph{
            say("No run of this report stands at a place of the chart where a published figure "
                "does, so nothing can be compared one to one."),
            Tone::Lead});
        add_doubts(studies, items);
        return;
    }
    const auto [least, most] = std::ranges::minmax_element(all, {}, &Beside::percent);
    const std::string low = analysis::change_text(least->percent);
    const std::string high = analysis::change_text(most->percent);
    items.emplace_back(Paragraph{
        all.size() == 1 ? say("Measured here: %1 against the published figure.", low)
        : low == high   ? say("Measured here: %1 against each published figure.", low)
                        : say("Measured here: %1 to %2 against the published figures.", low, high),
        Tone::Lead});
    add_doubts(studies, items);
    items.emplace_back(beside_table(*chart, std::span(all).first(std::min(all.size(), kRowsMax))));
    if (all.size() > kRowsMax) {
        items.emplace_back(Paragraph{say_count(all.size() - kRowsMax,
                                               "%1 more place is in the chart only.",
                                               "%1 more places are in the chart only."),
                                     Tone::Small});
    }
}

}  // namespace throughline::report
