// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// A chart and what it cannot show.
struct BuiltPlot {
    PlotModel model;
    QStringList missing;    ///< "3 of 12 runs have no Read IOPS: …", one sentence each
    QStringList caveats{};  ///< what has to be known of the runs in it, see caveatsOf()

    QStringList notes() const { return caveats + missing; }
};

/// "Images per second by decode threads".
QString chartTitle(const PlotModel& model);

}  // namespace throughline::ui
