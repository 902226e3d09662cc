// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as stacked bars of their stages: see plot_builder.h.
#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "ui/charts/curves.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/stage_parts.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

/// A bar: a run and what it is called below.
struct Bar {
    const StudyForPlot* study;
    const RunForPlot* run;
    QString name;
};

struct BarsOfRuns {
    std::vector<Bar> bars;
    MissingCount missing;
    std::size_t total = 0;
};

/// What tells a run from the others: x first, then what else was varied.
std::vector<std::string> namingKeys(const std::vector<const RunForPlot*>& runs,
                                    const std::string& x) {
    std::vector<std::string> keys = variedKeys(runs);
    std::erase_if(keys, [&](const std::string& key) { return key == x; });
    if (std::ranges::any_of(runs, [&](auto* run) { return isSetting(*run, x); })) {
        keys.insert(keys.begin(), x);
    }
    return keys;
}

void addBarsOf(BarsOfRuns& all,
               const StudyForPlot& study,
               const std::vector<const RunForPlot*>& runs,
               const PlotChoice& choice,
               bool several) {
    const std::vector<std::string> keys = namingKeys(runs, choice.x);
    std::map<QString, int> named;
    for (const RunForPlot* run : runs) {
        ++named[nameOfRun(*run, keys)];
    }
    std::vector<Bar> bars;
    for (const RunForPlot* run : runs) {
        QString name = nameOfRun(*run, keys);
        if (name.isEmpty() || named[name] > 1) {
            const QString number = tr("run %1").arg(run->number);
            name = name.isEmpty() ? number : QStringLiteral("%1, %2").arg(name, number);
        }
        bars.push_back({&study, run, curveName(study, {.name = name, .runs = {run}}, several)});
    }
    // Runs without a number of x come last, in the order they have.
    const auto place = [&](const Bar& bar) {
        return numberOf(*bar.run, choice.x).value_or(std::numeric_limits<double>::infinity());
    };
    std::ranges::stable_sort(bars, [&](const Bar& a, const Bar& b) { return place(a) < place(b); });
    all.bars.insert(all.bars.end(), bars.begin(), bars.end());
}

BarsOfRuns barsOfRuns(const std::vector<StudyForPlot>& studies,
                      const PlotChoice& choice,
                      const std::vector<StagePart>& parts) {
    const auto stages_fit = stagesThatFit(studies, choice.x == "stages");
    BarsOfRuns all;
    std::vector<std::pair<const StudyForPlot*, std::vector<const RunForPlot*>>> fitting;
    for (const StudyForPlot& study : studies) {
        std::vector<const RunForPlot*> runs;
        for (const RunForPlot* run : meantRuns(study, choice)) {
            ++all.total;
            const bool has = std::ranges::any_of(parts, [&](const StagePart& part) {
                return measuredOf(*run, part.key).has_value();
            });
            if (!has) {
                const QString title =
                    withinSentence(stageSubjectTitle(std::get<StacksChart>(choice.chart).subject));
                all.missing.add(tr("no %1").arg(title), run->id);
            } else if (!stages_fit(*run)) {
                const QString stages = settingName("stages", settingText(*run, "stages"));
                all.missing.add(tr("%1, not mixed with the full pipeline").arg(stages), run->id);
            } else {
                runs.push_back(run);
            }
        }
        if (!runs.empty()) {
            fitting.emplace_back(&study, std::move(runs));
        }
    }
    for (const auto& [study, runs] : fitting) {
        addBarsOf(all, *study, runs, choice, fitting.size() > 1);
    }
    return all;
}

PlotSeries seriesOfPart(const StagePart& part, const std::vector<Bar>& bars) {
    PlotSeries series;
    series.name = part.name;
    series.colourSlot = part.colourSlot;
    series.fill = part.fill;
    series.stack = part.stack;
    series.kind = SeriesKind::Bars;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        if (const auto value = measuredOf(*bars[i].run, part.key)) {
            series.points.push_back(
                {.x = static_cast<double>(i),
                 .y = value->value,
                 .note = tr("Run %1 of %2").arg(bars[i].run->number).arg(titleOf(*bars[i].study)),
                 .id = bars[i].run->id});
        }
    }
    return series;
}

}  // namespace

BuiltPlot plotOfStacks(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    const std::string& subject = std::get<StacksChart>(choice.chart).subject;
    const std::vector<StagePart> parts = stageParts(studies, subject);
    const BarsOfRuns all = barsOfRuns(studies, choice, parts);
    BuiltPlot built;
    built.model.x = {.key = choice.x, .title = tr("Runs")};
    if (std::ranges::any_of(all.bars, [&](const Bar& bar) {
            return isSetting(*bar.run, choice.x) || numberOf(*bar.run, choice.x);
        })) {
        built.model.x.title = tr("Runs by %1").arg(withinSentence(axisOf(choice.x).title));
    }
    for (const Bar& bar : all.bars) {
        built.model.x.categories << bar.name;
    }
    built.model.y = stageAxis(subject);
    for (const StagePart& part : parts) {
        PlotSeries series = seriesOfPart(part, all.bars);
        if (!series.points.empty()) {
            built.model.series.push_back(std::move(series));
        }
    }
    built.missing = all.missing.sentences(all.total, studies);
    return built;
}

}  // namespace throughline::ui
