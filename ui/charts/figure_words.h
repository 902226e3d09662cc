// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

namespace throughline::ui {

/// The name of a figure in the window, "Device read rate (vda)": that of the registry, which files
/// and reports have, but for those that the bars of a verdict have plainer words for. Of a key that
/// the registry lacks: the key.
QString figureTitle(std::string_view key);

/// What it means, in the same words; "" of a key that the registry lacks.
QString figureMeaning(std::string_view key);

/// Whether a window shows it as a factor, "18 ×": the headroom, which files have in %.
bool isShownAsFactor(std::string_view key);

/// "18.4 ×" of a headroom of 1735 %.
QString factorText(double percent);
/// "−12.4 ×", "+0.5 ×" of a difference between two in percentage points.
QString factorDifferenceText(double points);

}  // namespace throughline::ui
