// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/base/result.h"
#include "engine/model/input_table.h"

namespace throughline::ui {

/// "Storage bandwidth".
QString inputTitle(model::Input input);
/// What it means, what is allowed, and its key in scenario files.
QString inputTip(model::Input input);

/// "250 MB/s", "no limit", "8", "raw", "yes": as cells show it.
QString inputText(model::Input input, const model::InputValue& value);
/// The same without rounding, as an editor begins with it: "0.2504 ms".
QString inputEditText(model::Input input, const model::InputValue& value);

/// Reads "250M", "250 MB/s", "0.2 ms", "25 Gbit/s", "$24.48", "1,281,167", "none": the unit may
/// follow, and bits and bytes per second stand for each other. "0,5" is a half; "1,234" is taken
/// for thousands. Errors: Usage, naming what is allowed; for a unit of something else, for commas
/// that are neither
///         thousands nor a point, and for a number that breaks the input's rule.
Result<model::InputValue> parseInput(model::Input input, const QString& text);

/// The next value of a number field's arrow keys: counts by one, shares by 0.05, everything else
/// along 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10. `large` doubles or halves. Never breaks the rule;
/// a capacity without limit begins at 1 of its unit's usual size.
double steppedInput(model::Input input, double value, int direction, bool large);

/// "+25 %", "−7.3 %", "±0 %": how much more or less.
QString differenceText(double percent, int digits = 4);
/// "$24.50", "under 1 cent", "$0", from $1,000 on without cents; "never ends" for infinity.
QString moneyText(double usd);

}  // namespace throughline::ui
