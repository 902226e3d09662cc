// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "ui/plot/axis_range.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// One thing that is said in a meeting, and the chart that shows it.
struct PresentPage {
    QString id{};        ///< the same page has the same when all are collected again
    QString headline{};  ///< who limits, what a scenario reaches, what a chart is of
    QString figures{};   ///< two numbers
    QString caution{};   ///< why to doubt it; mostly empty
    QString source{};    ///< in small print: how sure it is, where it is from
    PlotModel model{};
    std::optional<PlotRange> range{};  ///< none: everything
    QStringList footer{};              ///< of an exported page: provenance, remarks
};

}  // namespace throughline::ui
