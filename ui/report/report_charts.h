// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/report/chart_data.h"
#include "engine/report/definition.h"
#include "ui/charts/library_chart.h"
#include "ui/charts/saved_views.h"
#include "ui/report/report_sources.h"

namespace throughline::ui {

/// What a chart block shows: its `text`, a saved view; else its `choice`: "x/y" as in
/// "decode.threads/images_per_second", "ready" or "ready:2" for a ready chart of the block's
/// `studies`, "panel:ID" for a panel of engine/panels, "" for what is shown first of them.
/// Errors: Usage: none of these; Format: of the view.
Result<SavedView> viewOfBlock(const report::Block& block, const std::vector<StudyForPlot>& studies);

/// A chart of a report before it is drawn.
struct ReportChart {
    ChartOfView chart;
    report::ChartData data{};
};
/// Thread: GUI. Errors: as viewOfBlock(); Usage: it would be empty, with the reason.
Result<ReportChart> reportChart(const report::Block& block, const ReportSources& sources);

/// How high a drawing is, of its width, unless it has to be lower.
inline constexpr double kDrawingAspect = 440.0 / 960.0;
/// A whole <svg> element, its numbers as the language writes them, each curve in its legend: where
/// that needs the room, it is higher than `aspect` says.
std::string drawingOf(const ChartOfView& chart, Language language, double aspect = kDrawingAspect);

/// One for each chart block, in their order. The same for the same records. Errors: as
/// reportChart(), naming the block.
Result<std::vector<ReportChart>> reportCharts(const report::Definition& definition,
                                              const ReportSources& sources);

}  // namespace throughline::ui
