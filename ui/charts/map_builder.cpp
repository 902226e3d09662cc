// SPDX-License-Identifier: GPL-3.0-or-later
// Heat maps of runs: see plot_builder.h.
#include <algorithm>
#include <functional>

#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/words.h"
#include "ui/charts/x_axis.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

/// What is averaged with what, and where the cells lie.
struct MapOfRuns {
    PlotChoice along;
    PlotChoice upwards;
    XAxis x;
    XAxis y;
    std::function<bool(const RunForPlot&)> stages_fit;
    bool own_only = false;  ///< published figures are never averaged with one's own
    /// Nor what authors estimate with what they, or anybody else, measured.
    bool measured_only = false;
};

/// Whether the run has a place in the map and a value there.
bool hasPlace(const RunForPlot& run, const MapOfRuns& map) {
    return !map.x.texts.isEmpty() && !map.y.texts.isEmpty() && xOf(run, map.along, map.x) &&
           xOf(run, map.upwards, map.y) && numberOf(run, map.along.y);
}

MapOfRuns layOutMap(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    MapOfRuns map;
    RunsChart names;
    names.xAsNames = true;
    const std::string& rows = std::get<MapChart>(choice.chart).rows;
    map.along = choice;
    map.along.chart = names;
    map.upwards = map.along;
    map.upwards.x = rows;
    map.x = xAxis(studies, map.along, rows);
    map.y = xAxis(studies, map.upwards, choice.x);
    map.stages_fit =
        stagesThatFit(studies, choice.x == "stages" || rows == "stages" || concernsGrids(choice));
    map.own_only = std::ranges::any_of(
        studies, [](const auto& study) { return study.origin != record::Origin::Published; });
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            map.measured_only = map.measured_only || (!isEstimate(*run) && hasPlace(*run, map));
        }
    }
    return map;
}

/// Why a run is in no cell; empty when it is in one.
QString reasonLeftOut(const MapOfRuns& map, const StudyForPlot& study, const RunForPlot& run) {
    if (const QString why = whyNoResult(run); !why.isEmpty()) {
        return why;
    }
    const QString stages = settingName("stages", settingText(run, "stages"));
    if (!map.stages_fit(run)) {
        return tr("%1, not averaged with the full pipeline").arg(stages);
    }
    if (map.own_only && study.origin == record::Origin::Published) {
        return tr("published, not averaged with your own runs");
    }
    if (!bearsOn(run, map.along.x) || !bearsOn(run, map.upwards.x)) {
        return tr("%1, which does not use one of the settings").arg(stages);
    }
    if (!hasPlace(run, map)) {
        return tr("one of the three quantities is missing");
    }
    if (map.measured_only && isEstimate(run)) {
        return tr("authors\u2019 estimate, not averaged with measurements");
    }
    return {};
}

/// A cell and how many runs it is the mean of.
struct Cell {
    PlotPoint point;
    int runs = 0;

    void add(const RunForPlot& run, double x, double y, double value) {
        ++runs;
        const double mean = runs == 1 ? value : point.z + (value - point.z) / runs;
        point = {.x = x,
                 .y = y,
                 .z = mean,
                 .note = runs == 1 ? tr("Run %1").arg(run.number) : tr("Mean of %1 runs").arg(runs),
                 .id = runs == 1 ? run.id : 0};
    }
};

/// "Images per second, 4.50 k images/s to 9.29 k images/s": the scale of the colours.
QString scaleName(const PlotAxis& z, const std::vector<PlotPoint>& points) {
    const auto [least, most] =
        std::ranges::minmax_element(points, [](auto& a, auto& b) { return a.z < b.z; });
    if (least->z == most->z) {
        return tr("%1, %2 in every cell").arg(z.title, valueText(z, least->z));
    }
    return tr("%1, %2 to %3").arg(z.title, valueText(z, least->z), valueText(z, most->z));
}

}  // namespace

std::vector<std::string> mapRows(const std::vector<StudyForPlot>& studies,
                                 const PlotChoice& choice) {
    std::vector<const RunForPlot*> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            if (numberOf(*run, choice.y) && isSetting(*run, choice.x) && bearsOn(*run, choice.x)) {
                runs.push_back(run);
            }
        }
    }
    std::vector<std::string> keys = variedKeys(runs);
    std::erase(keys, choice.x);
    return keys;
}

BuiltPlot mapOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    const MapOfRuns map = layOutMap(studies, choice);
    BuiltPlot built;
    built.model.x = map.x.axis;
    built.model.y = map.y.axis;
    built.model.z = axisOf(choice.y);
    std::map<std::pair<double, double>, Cell> cells;
    MissingCount missing;
    std::size_t total = 0;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            ++total;
            if (const QString why = reasonLeftOut(map, study, *run); !why.isEmpty()) {
                missing.add(why, run->id);
                continue;
            }
            const double x = *xOf(*run, map.along, map.x);
            const double y = *xOf(*run, map.upwards, map.y);
            cells[{x, y}].add(*run, x, y, *numberOf(*run, choice.y));
        }
    }
    PlotSeries series;
    series.kind = SeriesKind::Cells;
    series.group = studies.size() == 1 ? studies.front().uuid : QString();
    bool several = false;
    for (const auto& [place, cell] : cells) {
        series.points.push_back(cell.point);
        several = several || cell.runs > 1;
    }
    if (!series.points.empty()) {
        series.name = scaleName(*built.model.z, series.points);
        built.model.series.push_back(std::move(series));
    }
    built.missing = missing.sentences(total, studies);
    if (several) {
        built.missing << tr(
            "Some cells are means of runs that differ in more than these two settings.");
    }
    return built;
}

}  // namespace throughline::ui
