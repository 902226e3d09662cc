// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

#include "engine/report/proof.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/study_views.h"
#include "ui/plot/plot_export.h"

namespace throughline::ui {

namespace {

constexpr int kDrawingWidth = 960;
constexpr double kPlotShare = 0.22;  ///< of a drawing's width: how high its curves are at least

/// What can be computed again of what is drawn, run by run; the rest is counted.
report::ChartData dataOf(const BuiltPlot& built,
                         const PlotChoice& choice,
                         const ReportSources& sources) {
    report::ChartData data{.title = chartTitle(built.model).toStdString(),
                           .x_key = choice.x,
                           .y_key = choice.y,
                           .x_title = built.model.x.title.toStdString(),
                           .y_title = built.model.y.title.toStdString(),
                           .series = {},
                           .other_points = 0,
                           .notes = {}};
    const report::RunIndex runs(sources.studies);
    for (const PlotSeries& series : built.model.series) {
        if (!series.visible) {
            continue;
        }
        report::ChartSeries one{.name = series.name.toStdString(), .points = {}};
        for (const PlotPoint& point : series.points) {
            const RunOfStudy of = findRun(sources.plotted, point.id);
            const auto name = static_cast<qsizetype>(point.x);
            report::ChartPoint claim{
                .study = of.study != nullptr ? of.study->uuid.toStdString() : std::string(),
                .run = of.run != nullptr ? of.run->number : 0,
                .x = point.x,
                .x_name = built.model.x.categories.value(name).toStdString(),
                .y = point.y};
            if (of.run != nullptr && runs.holds(claim, data)) {
                one.points.push_back(std::move(claim));
            } else {
                ++data.other_points;
            }
        }
        data.series.push_back(std::move(one));
    }
    QStringList notes = built.notes();
    notes.removeDuplicates();
    for (const QString& note : notes) {
        data.notes.push_back(note.toStdString());
    }
    return data;
}

bool hasFigure(const RunForPlot& run, const std::string& key) {
    return std::ranges::any_of(run.metrics, [&](const auto& figure) {
        return figure.first == key || figure.first.starts_with(key + "{");
    });
}

/// At how many places of a chart a published run and one of our own stand.
int placesOfBoth(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    std::set<QString> published;
    std::set<QString> own;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            if (hasCurve(*run, choice) && hasFigure(*run, choice.y) && !isListedLimit(*run)) {
                (study.origin == record::Origin::Published ? published : own)
                    .insert(settingText(*run, choice.x));
            }
        }
    }
    own.erase(QString());
    return static_cast<int>(std::ranges::count_if(
        own, [&](const QString& place) { return published.contains(place); }));
}

/// The chart of the studies' ready views in which most places have both a published figure and one
/// of our own; the first, where none has.
std::optional<PlotChoice> chartOfBoth(const std::vector<StudyForPlot>& studies) {
    std::optional<PlotChoice> best;
    int most = 0;
    for (const StudyView& view : studyViews()) {
        for (const PlotChoice& chart : view.choicesWith(studies)) {
            if (const int places = placesOfBoth(studies, chart); places > most) {
                most = places;
                best = chart;
            }
        }
    }
    return best;
}

/// Those of one kind alone: "ready" is the chart in which most can be compared; else, or with a
/// number, one of the first ready view whose published studies are among these.
Result<SavedView> readyView(const std::string& choice, const std::vector<StudyForPlot>& studies) {
    const QString word = QString::fromStdString(choice);
    const QString number = word.section(u':', 1);
    const int wanted = number.isEmpty() ? 1 : number.toInt();
    if (const auto both = number.isEmpty() ? chartOfBoth(studies) : std::nullopt) {
        return SavedView{.title = {}, .choice = *both, .studies = {}};
    }
    for (const StudyView& view : studyViews()) {
        const QStringList published = publishedUuids(view.sources);
        const bool here = std::ranges::any_of(studies, [&](const StudyForPlot& study) {
            return view.sources.isEmpty()
                       ? concernsGrids(view.choice) && !meantRuns(study, view.choice).empty()
                       : published.contains(study.uuid);
        });
        const std::vector<PlotChoice> charts = view.choicesWith(studies);
        if (here && wanted >= 1 && wanted <= static_cast<int>(charts.size())) {
            return SavedView{.title = view.title,
                             .choice = charts[static_cast<std::size_t>(wanted) - 1],
                             .studies = {}};
        }
    }
    if (number.isEmpty()) {
        return usage_error(
            QCoreApplication::translate(
                "Report",
                "This report sets a published study beside runs of your own. Plot a published "
                "study from the list, too, or measure one with “A study again”.")
                .toStdString());
    }
    return usage_error(
        QCoreApplication::translate(
            "Report",
            "“%1”: there is no such ready chart of the studies of this report; a published study "
            "or a storage baseline must be among them")
            .arg(QString::fromStdString(choice))
            .toStdString());
}

/// "panel:ID": of its charts the first that own runs are in, else the first with anything.
Result<SavedView> panelView(const std::string& id, const std::vector<StudyForPlot>& studies) {
    const auto view = studyViewNamed(QString::fromStdString(id));
    const std::vector<PlotChoice> charts =
        view ? view->choicesWith(studies) : std::vector<PlotChoice>();
    if (charts.empty()) {
        return usage_error(QCoreApplication::translate(
                               "Report", "“%1”: the studies of this report have nothing of it")
                               .arg(QString::fromStdString(id))
                               .toStdString());
    }
    const auto hasOwn = [&](const PlotChoice& chart) {
        return std::ranges::any_of(studies, [&](const StudyForPlot& study) {
            return study.origin == record::Origin::Measured &&
                   std::ranges::any_of(study.runs, [&](const RunForPlot& run) {
                       return hasCurve(run, chart) && hasFigure(run, chart.y);
                   });
        });
    };
    const auto own = std::ranges::find_if(charts, hasOwn);
    return SavedView{
        .title = view->title, .choice = own == charts.end() ? charts.front() : *own, .studies = {}};
}

/// Those that a block is about; all, where it names none.
std::vector<StudyForPlot> studiesOfBlock(const report::Block& block,
                                         const std::vector<StudyForPlot>& all) {
    const std::vector<std::string>& about = block.studies;
    std::vector<StudyForPlot> meant;
    std::ranges::copy_if(all, std::back_inserter(meant), [&about](const StudyForPlot& study) {
        return about.empty() || std::ranges::find(about, study.uuid.toStdString()) != about.end();
    });
    return meant;
}

/// The <svg> element of a file.
std::string elementOf(const QByteArray& file) {
    return file.mid(file.indexOf("<svg")).trimmed().toStdString();
}

}  // namespace

Result<SavedView> viewOfBlock(const report::Block& block,
                              const std::vector<StudyForPlot>& studies) {
    if (!block.text.empty()) {
        return parseSavedView(QByteArray::fromStdString(block.text),
                              QStringLiteral("view of the report"));
    }
    if (block.choice == "ready" || block.choice.starts_with("ready:")) {
        return readyView(block.choice, studies);
    }
    if (const std::string_view panel = "panel:"; block.choice.starts_with(panel)) {
        return panelView(block.choice.substr(panel.size()), studies);
    }
    PlotChoice chosen = defaultChoice(studies);
    if (!block.choice.empty()) {
        const std::size_t slash = block.choice.find('/');
        if (slash == std::string::npos || slash == 0 || slash + 1 == block.choice.size()) {
            return usage_error(
                QCoreApplication::translate(
                    "Report", "“%1”: a chart is two keys, such as decode.threads/images_per_second")
                    .arg(QString::fromStdString(block.choice))
                    .toStdString());
        }
        if (!chosen.has<RunsChart>()) {
            chosen = PlotChoice();
        }
        chosen.x = block.choice.substr(0, slash);
        chosen.y = block.choice.substr(slash + 1);
        leaveOutStagesAlone(chosen);
    }
    return SavedView{.title = {}, .choice = std::move(chosen), .studies = {}};
}

Result<ReportChart> reportChart(const report::Block& block, const ReportSources& sources) {
    std::vector<StudyForPlot> plotted = studiesOfBlock(block, sources.plotted);
    const auto view = viewOfBlock(block, plotted);
    if (!view) {
        return view.error();
    }
    for (StudyForPlot& study : plotted) {
        const auto slot = view->colourSlots.find(study.uuid);
        if (slot != view->colourSlots.end()) {
            study.colourSlot = slot->second;
        }
    }
    auto charts = chartsOfView(*sources.library, plotted, *view);
    if (!charts) {
        return std::move(charts).error();
    }
    ChartOfView& chart = charts->front();
    report::ChartData data = dataOf(chart.built, view->choice, sources);
    const bool empty = std::ranges::none_of(
        data.series, [](const report::ChartSeries& series) { return !series.points.empty(); });
    if (empty && data.other_points == 0) {
        return usage_error(
            QCoreApplication::translate("Report", "the chart “%1” would be empty: %2")
                .arg(QString::fromStdString(data.title), chart.built.model.emptyText)
                .toStdString());
    }
    return ReportChart{.chart = std::move(chart), .data = std::move(data)};
}

std::string drawingOf(const ChartOfView& chart, Language language, double aspect) {
    const Speaking speaking(language);
    const QSize size(kDrawingWidth, static_cast<int>(std::floor(kDrawingWidth * aspect + 1e-6)));
    const ChartExport out{
        .plots = {{.model = &chart.built.model, .range = chart.range ? &*chart.range : nullptr}},
        .page = {.title = {}, .footer = {}, .size = size, .chartMin = kDrawingWidth * kPlotShare}};
    return elementOf(chartBytes(out, ChartFormat::Svg));
}

Result<std::vector<ReportChart>> reportCharts(const report::Definition& definition,
                                              const ReportSources& sources) {
    const Speaking speaking(definition.language);
    std::vector<ReportChart> charts;
    for (const report::Block& block : definition.blocks) {
        if (block.kind != report::BlockKind::Chart) {
            continue;
        }
        auto chart = reportChart(block, sources);
        if (!chart) {
            Error error = std::move(chart).error();
            error.what = QCoreApplication::translate("Report", "chart %1: %2")
                             .arg(charts.size() + 1)
                             .arg(QString::fromStdString(error.what))
                             .toStdString();
            return error;
        }
        charts.push_back(*std::move(chart));
    }
    return charts;
}

}  // namespace throughline::ui
