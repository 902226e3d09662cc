// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// What scenarios are called below bars.
struct BarNames {
    QStringList names{};  ///< of each column
    QString common{};     ///< what all scenarios are called and their bars do not say; "": none
    bool is_numbered = false;  ///< not even what sets them apart has room
};
/// Below those of a slide, where there is room for a few short lines: whole, else by what sets them
/// apart, else by numbers.
BarNames namesBelowBars(const ScenarioDocument& document);

}  // namespace throughline::ui
