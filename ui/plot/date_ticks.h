// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/plot/axis_ticks.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

// Of axes with PlotAxis::isDate: seconds since 1970, UTC.

/// At most `count_max` ticks at whole minutes, hours, days, months or years.
AxisTicks dateTicks(const Span& places, int count_max);

/// "2026-11-21 14:03"
QString dateText(double seconds);
/// "2026-11-21T14:03:59Z": ISO 8601.
QString dateForTables(double seconds);

}  // namespace throughline::ui
