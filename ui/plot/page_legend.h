// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

#include "ui/plot/plot_model.h"
#include "ui/plot/plot_paint.h"

// The legend of charts on a page.
namespace throughline::ui {

/// What a legend explains. Borrowed from the charts.
struct LegendOf {
    using Curve = std::pair<const PlotModel*, const PlotSeries*>;
    std::vector<Curve> curves{};
    QString note{};  ///< what the labels of most leave out, see PlotModel::legendNote
};

/// The curves of a chart that are shown; none with `names` false, where they are named elsewhere.
LegendOf legendOf(const PlotModel& model, bool names);
/// One that explains all of them: every curve of any, once. Nothing where a curve looks different
/// in two of them, or curves of two of them alike.
std::optional<LegendOf> commonLegend(const std::vector<LegendOf>& legends);

struct LegendRoom {
    QFont font{};
    bool wraps = false;  ///< names go on in a second line; else they are cut
    int linesMax = 1;    ///< what would take more is counted: "and 12 more"
    int linesMost = 0;   ///< unless it fits into as many lines, its names cut
};

struct LegendEntry {
    const PlotModel* model = nullptr;
    const PlotSeries* series = nullptr;  ///< null: a text about others
    QStringList lines{};
    QPointF at{};  ///< top left
};

struct PageLegend {
    std::vector<LegendEntry> entries{};
    double height = 0.0;
};

/// Height of a line, with the gap below it.
double legendLine(const QFont& font);

/// Entries side by side from the top of `box` on, in as many lines as they need and may have.
PageLegend placedLegend(const LegendOf& of, const QRectF& box, const LegendRoom& room);

void paintLegend(QPainter& painter, const PageLegend& legend, const PlotLook& look);

}  // namespace throughline::ui
