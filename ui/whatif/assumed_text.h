// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// What decides the number of an answer without having been measured (whatif::assumptions_of), in
/// one line: the same on the page, on its slide and in what is copied or exported. "": nothing.
QString assumedText(const whatif::Answer& answer);

/// The same of all that is answered, each with the names before it that it is said of: what holds
/// for several is said once.
QStringList assumedOfAll(const ScenarioDocument& document);
QStringList assumedOfAll(const ScenarioDocument& document,
                         const std::function<QString(int column)>& nameOf);

}  // namespace throughline::ui
