// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// What scenarios are called below bars.
struct BarNames {
    QStringList names{};  ///< of each column
    /// Of each column what it is called and its bar does not say, for the small print; "": nothing.
    QStringList rest{};
    bool is_numbered = false;  ///< not even what sets them apart has room
};
/// Below those of a slide, where there is room for a few short lines: whole, else without what all
/// of them are called, else by what none of the others is called, else by numbers.
BarNames namesBelowBars(const ScenarioDocument& document);

}  // namespace throughline::ui
