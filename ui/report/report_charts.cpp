// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_charts.h"

#include <QCoreApplication>
#include <QSet>

#include "engine/report/proof.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/library_chart.h"
#include "ui/charts/provenance.h"
#include "ui/plot/plot_export.h"

namespace throughline::ui {

namespace {

constexpr QSize kChartSize(960, 440);
constexpr std::int64_t kIdsOfStudy = 1'000'000;  ///< more runs than any study has

/// The studies with ids of runs that differ over all of them.
std::vector<StudyForPlot> studiesForPlot(const std::vector<record::Study>& studies) {
    std::vector<StudyForPlot> all;
    for (const record::Study& study : studies) {
        const auto place = static_cast<int>(all.size());
        all.push_back(studyForPlot(study, place));
        for (RunForPlot& run : all.back().runs) {
            run.id += place * kIdsOfStudy;
        }
    }
    tellStudiesApart(all);
    return all;
}

/// What can be computed again of what is drawn, run by run; the rest is counted.
report::ChartData dataOf(const BuiltPlot& built,
                         const PlotChoice& choice,
                         const std::vector<StudyForPlot>& plotted,
                         const std::vector<record::Study>& studies) {
    report::ChartData data{.title = chartTitle(built.model).toStdString(),
                           .x_key = choice.x,
                           .y_key = choice.y,
                           .x_title = built.model.x.title.toStdString(),
                           .y_title = built.model.y.title.toStdString(),
                           .series = {},
                           .other_points = 0,
                           .notes = {}};
    for (const PlotSeries& series : built.model.series) {
        if (!series.visible) {
            continue;
        }
        report::ChartSeries one{.name = series.name.toStdString(), .points = {}};
        for (const PlotPoint& point : series.points) {
            const RunOfStudy of = findRun(plotted, point.id);
            report::ChartPoint claim{
                .study = of.study != nullptr ? of.study->uuid.toStdString() : std::string(),
                .run = of.run != nullptr ? of.run->number : 0,
                .x = point.x,
                .y = point.y};
            if (of.run != nullptr && report::holds(claim, data, studies)) {
                one.points.push_back(std::move(claim));
            } else {
                ++data.other_points;
            }
        }
        data.series.push_back(std::move(one));
    }
    QStringList notes = built.missing + caveatsOf(plotted, built.model);
    notes.removeDuplicates();
    for (const QString& note : notes) {
        data.notes.push_back(note.toStdString());
    }
    return data;
}

/// The <svg> element of a file, without the shapes that an element before it has defined: their ids
/// are made of their shape, and a page has each id once.
std::string elementOf(const QByteArray& file, QSet<QByteArray>& defined) {
    QByteArray element;
    const QList<QByteArray> lines = file.mid(file.indexOf("<svg")).split('\n');
    for (const QByteArray& line : lines) {
        const bool defines = line.startsWith("<path id=\"") || line.startsWith("<clipPath id=\"");
        if (!defines || !defined.contains(line)) {
            element += line + '\n';
        }
        if (defines) {
            defined.insert(line);
        }
    }
    return element.trimmed().toStdString();
}

}  // namespace

Result<PlotChoice> reportChoice(const std::string& choice,
                                const std::vector<StudyForPlot>& studies) {
    PlotChoice chosen = defaultChoice(studies);
    if (choice.empty()) {
        return chosen;
    }
    const std::size_t slash = choice.find('/');
    if (slash == std::string::npos || slash == 0 || slash + 1 == choice.size()) {
        return usage_error("'" + choice +
                           "': a chart is two keys, such as decode.threads/images_per_second");
    }
    if (!chosen.has<RunsChart>()) {
        chosen = PlotChoice();
    }
    chosen.x = choice.substr(0, slash);
    chosen.y = choice.substr(slash + 1);
    leaveOutStagesAlone(chosen);
    return chosen;
}

Result<std::vector<report::DrawnChart>> drawReportCharts(
    const report::Definition& definition, const std::vector<record::Study>& studies) {
    const std::vector<StudyForPlot> plotted = studiesForPlot(studies);
    std::vector<report::DrawnChart> charts;
    QSet<QByteArray> defined;
    for (const report::Block& block : definition.blocks) {
        if (block.kind != report::BlockKind::Chart) {
            continue;
        }
        const auto choice = reportChoice(block.choice, plotted);
        if (!choice) {
            return choice.error();
        }
        const BuiltPlot built = buildPlot(plotted, *choice, {}, allRunsOf(plotted));
        const ChartExport out{.plots = {{.model = &built.model}},
                              .page = {.title = {}, .footer = {}, .size = kChartSize}};
        charts.push_back({.data = dataOf(built, *choice, plotted, studies),
                          .svg = elementOf(chartBytes(out, ChartFormat::Svg), defined)});
    }
    return charts;
}

}  // namespace throughline::ui
