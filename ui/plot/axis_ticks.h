// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace throughline::ui {

struct Tick {
    double place = 0.0;
    QString text;
    bool operator==(const Tick&) const = default;
};

/// The ticks of an axis, and the unit that their numbers are in.
struct AxisTicks {
    std::vector<Tick> ticks;  ///< ascending, all within the span
    QString unit;             ///< "k images/s", "MB/s", "ms"; empty: none
};

}  // namespace throughline::ui
