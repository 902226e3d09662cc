// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// What decides the number of an answer without having been measured (whatif::assumptions_of), and
/// what a second stage costs that is nearly as slow (whatif::overlap_text), in one line: the same
/// on the page and on its slide. "": nothing.
QString assumedText(const whatif::Answer& answer);

/// What was not measured of all that is answered, each with the names before it that it is said of:
/// what holds for several is said once.
QStringList assumedOfAll(const ScenarioDocument& document);
QStringList assumedOfAll(const ScenarioDocument& document,
                         const std::function<QString(int column)>& nameOf);

}  // namespace throughline::ui
