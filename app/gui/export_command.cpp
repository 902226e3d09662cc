// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/export_command.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

#include "app/gui/export_choice.h"
#include "app/gui/export_runs.h"
#include "app/gui/words.h"
#include "engine/store/library.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/library_chart.h"
#include "ui/charts/members.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/provenance.h"
#include "ui/charts/raw_data.h"
#include "ui/charts/study_for_plot.h"
#include "ui/charts/study_views.h"
#include "ui/plot/plot_export.h"

namespace throughline::ui {

namespace {

constexpr double kScaleMin = 1.0;
constexpr double kScaleMax = 3.0;
constexpr int kSideMax = 10'000;

Result<PlotPage> pageOf(const QCommandLineParser& parser) {
    PlotPage page;
    const QString size = parser.value(QStringLiteral("size"));
    if (!size.isEmpty()) {
        const QStringList sides = size.split(u'x');
        const auto named = pageSizeOf(size);
        page.size = named               ? *named
                    : sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt())
                                        : QSize();
        const bool is_size = page.size.width() > 0 && page.size.height() > 0 &&
                             std::max(page.size.width(), page.size.height()) <= kSideMax;
        if (!is_size) {
            return usageError(tr("--size %1: choose %2, or WIDTHxHEIGHT with sides up to %3")
                                  .arg(size, pageSizeNames().join(QStringLiteral(", ")))
                                  .arg(kSideMax));
        }
        if (page.size.width() < kPageSizeMin.width() ||
            page.size.height() < kPageSizeMin.height()) {
            return usageError(tr("--size %1: at least %2x%3; smaller charts are illegible")
                                  .arg(size)
                                  .arg(kPageSizeMin.width())
                                  .arg(kPageSizeMin.height()));
        }
    }
    if (parser.isSet(QStringLiteral("scale"))) {
        bool is_number = false;
        page.scale = parser.value(QStringLiteral("scale")).toDouble(&is_number);
        if (!is_number || page.scale < kScaleMin || page.scale > kScaleMax) {
            return usageError(tr("--scale: give a number from 1 to 3"));
        }
    }
    return page;
}

/// Of a page with as many charts, so that each can be read.
int heightOf(std::size_t charts, const ChosenCharts& chosen) {
    constexpr int kChartPx = 320;
    constexpr int kWordsPx = 120;
    const int across = chartsAcross(charts, chosen.arrangement);
    return kWordsPx + kChartPx * ((static_cast<int>(charts) + across - 1) / across);
}

/// All of them, of which one at least has anything to show. What is missing goes to standard error.
Result<std::vector<BuiltPlot>> builtCharts(store::Library& library,
                                           const std::vector<StudyForPlot>& studies,
                                           const ChosenCharts& chosen,
                                           std::size_t cells) {
    const PointIds shown = chosen.runs ? idsOf(*chosen.runs, studies) : allRunsOf(studies);
    std::vector<BuiltPlot> charts;
    QStringList missing;
    for (const PlotChoice& choice : chosen.choices) {
        auto chart = chartFromLibrary(
            library, studies, choice, {.runs = shown, .hidden = chosen.hidden}, cells);
        if (!chart) {
            return std::move(chart).error();
        }
        missing += chart->notes();
        charts.push_back(*std::move(chart));
    }
    missing.removeDuplicates();  // of charts with the same quantity
    if (std::ranges::none_of(charts,
                             [](const BuiltPlot& chart) { return chart.model.hasPoints(); })) {
        return Error{.code = ErrorCode::NotFound,
                     .what = tr("nothing to plot: no run has the requested quantities. %1 Choose "
                                "others with --x and --y.")
                                 .arg(missing.join(QChar(u' ')))
                                 .toStdString()};
    }
    for (const QString& sentence : missing) {
        complain(sentence);
    }
    return charts;
}

/// With what is in view of each, below `title` or one that is made for them.
Result<void> writeCharts(const QString& file,
                         const std::vector<BuiltPlot>& charts,
                         const std::vector<StudyForPlot>& studies,
                         const ChosenCharts& chosen,
                         PlotPage page,
                         const QString& title) {
    ChartExport out{.plots = {}, .page = std::move(page)};
    std::vector<const PlotModel*> models;
    QStringList remarks;
    const bool concerns_published = std::ranges::any_of(
        chosen.choices,
        [&](const PlotChoice& choice) { return concernsPublished(studies, choice); });
    if (!chosen.unpublished.isEmpty() && concerns_published) {
        remarks << chosen.unpublished;
    }
    std::vector<std::optional<PlotRange>> ranges;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto& zoom = chosen.zooms[i];
        ranges.push_back(zoom ? std::optional(rangeInData(*zoom, charts[i].model)) : std::nullopt);
    }
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const BuiltPlot& chart = charts[i];
        models.push_back(&chart.model);
        remarks += chart.missing;
        out.plots.push_back({.model = &chart.model,
                             .range = ranges[i] ? &*ranges[i] : nullptr,
                             .title = chartTitle(chart.model)});
    }
    out.page.title = !title.isEmpty()          ? title
                     : !chosen.title.isEmpty() ? chosen.title
                                               : out.plots.front().title;
    out.page.footer = provenanceOf(studies, models, caveatsOf(studies, models) + remarks);
    out.page.across = chartsAcross(charts.size(), chosen.arrangement);
    return saveChart(file, out);
}

}  // namespace

void addExportOptions(QCommandLineParser& parser) {
    const auto value = [&](const char* name, const char* meaning, const char* of) {
        parser.addOption(QCommandLineOption(QLatin1String(name), tr(meaning), QLatin1String(of)));
    };
    value("library", "The library (your own).", "DB");
    value("runs",
          "What to plot: studies by number or by the first digits of their uuid, or single runs as "
          "STUDY/RUN, separated by commas (those of --view).",
          "LIST");
    addChoiceOptions(parser);
    value("size",
          "slide, column, page, or WIDTHxHEIGHT in 1/96 inch, 300x240 or more (a slide, higher for "
          "more than two charts). A column becomes as high as its texts need.",
          "SIZE");
    value("scale", "Pixels per 1/96 inch of a PNG, 1 to 3 (2).", "N");
    value("title", "Title (made from the quantities).", "TEXT");
    parser.addOption(QCommandLineOption({QStringLiteral("o"), QStringLiteral("output")},
                                        tr("File to write: .png, .svg, .pdf or .csv."),
                                        QStringLiteral("FILE")));
}

Result<void> exportChart(const QCommandLineParser& parser) {
    const QString file = parser.value(QStringLiteral("output"));
    if (file.isEmpty() || !parser.positionalArguments().isEmpty()) {
        return usageError(tr("-o FILE is required; only options are allowed"));
    }
    if (!chartFormatOf(file)) {
        return usageError(tr("'%1': a chart is written as .png, .svg, .pdf or .csv").arg(file));
    }
    if (parser.isSet(QStringLiteral("raw")) && chartFormatOf(file) != ChartFormat::Csv) {
        return usageError(tr("'%1': raw data is written as .csv").arg(file));
    }
    auto page = pageOf(parser);
    if (!page) {
        return std::move(page).error();
    }
    // Only what is published can be plotted without a library that is there.
    const std::string path = parser.value(QStringLiteral("library")).toStdString();
    auto library = parser.isSet(QStringLiteral("runs")) || !path.empty()
                       ? store::Library::open_existing(path)
                       : store::Library::open(path);
    if (!library) {
        return std::move(library).error();
    }
    auto studies = chosenStudies(**library, parser);
    if (!studies) {
        return std::move(studies).error();
    }
    const auto chosen = chosenCharts(parser, *studies);
    if (!chosen) {
        return chosen.error();
    }
    studies = filtered(*studies, chosen->only);
    if (parser.isSet(QStringLiteral("raw"))) {
        return saveRawData(
            **library,
            {.studies = *studies,
             .charts = chosen->choices,
             .shown = chosen->runs ? idsOf(*chosen->runs, *studies) : allRunsOf(*studies)},
            file);
    }
    // A picture shows no more than its pixels; a table has each sample.
    const std::size_t cells = chartFormatOf(file) == ChartFormat::Csv ? SIZE_MAX : kCellsOfWholeRun;
    const auto charts = builtCharts(**library, *studies, *chosen, cells);
    if (!charts) {
        return charts.error();
    }
    if (!parser.isSet(QStringLiteral("size"))) {
        page->size.setHeight(std::max(page->size.height(), heightOf(charts->size(), *chosen)));
    }
    const QString title = parser.value(QStringLiteral("title"));
    return writeCharts(file, *charts, *studies, *chosen, *std::move(page), title);
}

}  // namespace throughline::ui
