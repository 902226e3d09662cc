// SPDX-License-Identifier: GPL-3.0-or-later
// Heat maps of runs: see plot_builder.h.
#include <QCoreApplication>
#include <algorithm>
#include <functional>

#include "ui/explore/missing_count.h"
#include "ui/explore/plot_builder.h"
#include "ui/explore/x_axis.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Explore", text);
}

/// Stages alone and the whole pipeline are never averaged: where there are full runs and the stages
/// are on no axis, only those fit.
std::function<bool(const RunForPlot&)> stagesThatFit(const std::vector<StudyForPlot>& studies,
                                                     const PlotChoice& choice) {
    bool full = false;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            full = full || settingText(run, "stages") == QLatin1String("full");
        }
    }
    const bool any = !full || choice.x == "stages" || choice.rows == "stages";
    return [any](const RunForPlot& run) {
        const QString stages = settingText(run, "stages");
        return any || stages.isEmpty() || stages == QLatin1String("full");
    };
}

}  // namespace

std::vector<std::string> mapRows(const std::vector<StudyForPlot>& studies,
                                 const PlotChoice& choice) {
    std::vector<const RunForPlot*> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (isMeant(study, run, choice) && numberOf(run, choice.y) &&
                isSetting(run, choice.x) && bearsOn(run, choice.x)) {
                runs.push_back(&run);
            }
        }
    }
    std::vector<std::string> keys = variedKeys(runs);
    std::erase(keys, choice.x);
    return keys;
}

BuiltPlot mapOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    BuiltPlot built;
    PlotChoice along = choice;
    along.xAsNames = true;
    PlotChoice upwards = along;
    along.y2.clear();
    upwards.x = choice.rows;
    upwards.y2.clear();
    const XAxis x = xAxis(studies, along, upwards.x);
    const XAxis y = xAxis(studies, upwards, along.x);
    built.model.x = x.axis;
    built.model.y = y.axis;
    built.model.z = axisOf(choice.y);
    std::map<std::pair<double, double>, PlotPoint> cells;
    std::map<std::pair<double, double>, int> counts;
    MissingCount missing;
    std::size_t total = 0;
    const bool ownOnly = std::any_of(studies.begin(), studies.end(), [](const auto& study) {
        return study.origin != run::Origin::Published;
    });
    const auto stagesFit = stagesThatFit(studies, choice);
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (!isMeant(study, run, choice)) {
                continue;
            }
            ++total;
            if (run.status != run::RunStatus::Done) {
                missing.add(tr("did not finish"));
                continue;
            }
            if (!stagesFit(run)) {
                missing.add(tr("measure %1, which is not averaged with the full pipeline")
                                .arg(settingName("stages", settingText(run, "stages"))));
                continue;
            }
            if (ownOnly && study.origin == run::Origin::Published) {
                missing.add(tr("are published, which are not averaged with your own"));
                continue;
            }
            if (!bearsOn(run, choice.x) || !bearsOn(run, choice.rows)) {
                missing.add(tr("measure %1, where one of the settings plays no part")
                                .arg(settingName("stages", settingText(run, "stages"))));
                continue;
            }
            const auto at = xOf(run, along, x);
            const auto up = xOf(run, upwards, y);
            const auto value = numberOf(run, choice.y);
            if (!at || !up || !value || x.texts.isEmpty() || y.texts.isEmpty()) {
                missing.add(tr("have not all three quantities"));
                continue;
            }
            const std::pair place(*at, *up);
            PlotPoint& cell = cells[place];
            const int count = ++counts[place];
            const double mean = count == 1 ? *value : cell.z + (*value - cell.z) / count;
            const QString runs =
                count == 1 ? tr("Run %1").arg(run.number) : tr("Mean of %1 runs").arg(count);
            cell = {.x = *at, .y = *up, .z = mean, .note = runs, .id = count == 1 ? run.id : 0};
        }
    }
    PlotSeries series;
    series.joined = false;
    series.markers = false;
    series.cells = true;
    series.group = studies.size() == 1 ? studies.front().uuid : QString();
    bool several = false;
    for (const auto& [place, cell] : cells) {
        series.points.push_back(cell);
        several = several || counts[place] > 1;
    }
    if (!series.points.empty()) {
        const auto [least, most] = std::minmax_element(
            series.points.begin(), series.points.end(), [](auto& a, auto& b) { return a.z < b.z; });
        series.name = tr("%1, %2 to %3")
                          .arg(built.model.z->title,
                               valueText(*built.model.z, least->z),
                               valueText(*built.model.z, most->z));
        built.model.series.push_back(std::move(series));
    }
    built.missing = missing.sentences(total);
    if (several) {
        built.missing << tr(
            "Some cells are the mean of several runs, which differ in more than "
            "these two settings.");
    }
    return built;
}

}  // namespace throughline::ui
