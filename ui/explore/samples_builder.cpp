// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of runs over time: see plot_builder.h.
#include <QCoreApplication>

#include "ui/explore/curve_looks.h"
#include "ui/explore/curves.h"
#include "ui/explore/level_lines.h"
#include "ui/explore/looks.h"
#include "ui/explore/missing_count.h"
#include "ui/explore/plot_builder.h"
#include "ui/explore/x_axis.h"

namespace throughline::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Explore", text);
}

/// The condition of imported runs that says so.
constexpr const char* kStepAxisKey = "step_axis";

struct SampleLine {
    const RunForPlot& run;
    const std::string& key;
    bool second;  ///< on the second y axis
};

/// One curve of samples; without points while they are not in the cache.
void addSampleSeries(PlotModel& model,
                     PlotSeries series,
                     const SampleLine& line,
                     const SampleCache& samples,
                     MissingCount& missing) {
    if (line.second) {
        series.onSecondAxis = true;
        series.name = tr("%1, %2").arg(series.name, model.y2->title);
    }
    const auto at = samples.find({line.run.id, sampleKeyOf(line.run, line.key)});
    if (at != samples.end()) {
        series.points = pointsOfSamples(at->second, line.run.id);
        series.band = !at->second.isRaw();
        const QString& why = at->second.error;
        if (series.visible && series.points.empty()) {
            missing.add(tr("have no samples of %1").arg(axisOf(line.key).title) +
                        (why.isEmpty() ? QString() : QStringLiteral(": ") + why));
        } else if (series.visible && !why.isEmpty()) {
            missing.add(tr("cannot show %1 in more detail: %2").arg(axisOf(line.key).title, why));
        }
    }
    model.series.push_back(std::move(series));
}

/// What the samples of a run are numbered by where its file has no times ("rows of the log").
QString stepsOf(const RunForPlot& run) {
    return settingText(run, kStepAxisKey);
}

/// Seconds, as soon as one of the runs that are shown has them: rows have no place among them.
bool isOverTime(const std::vector<StudyForPlot>& studies, const std::set<std::int64_t>& shown) {
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (shown.count(run.id) > 0 && stepsOf(run).isEmpty()) {
                return true;
            }
        }
    }
    return false;
}

/// The axis of rows: by what they are called, where all runs call them so.
PlotAxis stepAxis(const std::vector<StudyForPlot>& studies, const std::set<std::int64_t>& shown) {
    QStringList names;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (shown.count(run.id) > 0 && !names.contains(stepsOf(run))) {
                names << stepsOf(run);
            }
        }
    }
    QString name = names.size() == 1 ? names.front() : tr("rows of the files");
    name[0] = name[0].toUpper();
    return {.key = kStepAxisKey, .title = name, .integral = true, .alwaysLinear = true};
}

}  // namespace

std::string sampleKeyOf(const RunForPlot& run, std::string_view key) {
    if (run.metrics.find(key) != run.metrics.end() || key.find('{') != std::string_view::npos) {
        return std::string(key);
    }
    const std::string prefix = std::string(key) + "{";
    const auto at = run.metrics.lower_bound(prefix);
    return at != run.metrics.end() && at->first.starts_with(prefix) ? at->first : std::string(key);
}

BuiltPlot plotOfSamples(const std::vector<StudyForPlot>& studies,
                        const PlotChoice& choice,
                        const SampleCache& samples,
                        const std::set<std::int64_t>& shown) {
    BuiltPlot built;
    const bool over_time = shown.empty() || isOverTime(studies, shown);
    built.model.x = over_time ? axisOf(kTimeKey) : stepAxis(studies, shown);
    built.model.y = yAxis(choice.y, choice.logY);
    if (!choice.y2.empty()) {
        built.model.y2 = yAxis(choice.y2, false);
    }
    MissingCount missing;
    const LooksByCondition looks(studies, choice);
    for (const StudyForPlot& study : studies) {
        for (const Curve& curve : curvesOfSingleRuns(meantRuns(study, choice))) {
            const RunForPlot& run = *curve.runs.front();
            PlotSeries series = seriesOfCurve(study, curve, studies.size() > 1);
            series.run = run.id;
            looks.apply(series, run);
            series.visible = shown.count(run.id) > 0;
            if (series.visible && over_time && !stepsOf(run).isEmpty()) {
                missing.add(tr("have no times but %1, which cannot stand beside seconds")
                                .arg(stepsOf(run)));
                built.model.series.push_back(std::move(series));
                continue;
            }
            addSampleSeries(built.model, series, {run, choice.y, false}, samples, missing);
            if (built.model.y2) {
                addSampleSeries(built.model, series, {run, choice.y2, true}, samples, missing);
            }
        }
    }
    if (looks.keys().empty()) {
        tellApart(built.model.series);
    }
    built.model.levels = limitLines(studies, choice);
    built.missing = missing.sentences(shown.size()) + looks.remarks();
    return built;
}

}  // namespace throughline::ui
