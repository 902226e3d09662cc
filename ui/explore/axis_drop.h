// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <optional>

#include "ui/explore/plot_side.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {

/// Takes quantities that are dragged onto a chart. It lies over the plot while one is, and shows
/// where it would be put: the lower edge is x, the left half y, the right half the second y.
/// Thread: GUI.
class AxisDrop : public QWidget {
    Q_OBJECT
public:
    /// Whether a quantity may be put there.
    using Allowed = std::function<bool(const QString& key, PlotSide side)>;

    /// What dropping there does: "Put on x".
    using Words = std::function<QString(PlotSide side)>;

    AxisDrop(PlotView* plot, Allowed allowed, Words words);

    /// Where a place of the chart belongs to, and how far that reaches.
    PlotSide sideAt(const QPointF& pixel) const;
    QRectF zoneOf(PlotSide side) const;

Q_SIGNALS:
    void entered();  ///< a quantity is over the chart
    void dropped(const QString& key, PlotSide side);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool drag(QEvent* event);
    void leave();

    PlotView* plot_;  // the parent
    Allowed allowed_;
    Words words_;
    std::optional<PlotSide> over_;  ///< where it would be put; empty: nowhere
};

}  // namespace throughline::ui
