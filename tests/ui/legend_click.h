// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include "ui/plot/plot_legend.h"

namespace throughline::ui {

inline void clickRow(PlotLegend* legend, QListWidgetItem* row, Qt::KeyboardModifiers keys = {}) {
    legend->scrollToItem(row);
    const QPoint at = legend->visualItemRect(row).center();
    QTest::mouseClick(legend->viewport(), Qt::LeftButton, keys, at);
}

/// Shows this curve alone, or all.
inline void clickCurve(PlotLegend* legend, int series) {
    clickRow(legend, legend->entry(series));
}

/// Adds the curve or takes it away.
inline void toggleCurve(PlotLegend* legend, int series) {
    clickRow(legend, legend->entry(series), Qt::ControlModifier);
}

}  // namespace throughline::ui
