// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

#include "ui/charts/plot_choice.h"

namespace throughline::ui {

/// What can be said of a chart, by control or option, beside its kind.
enum class ChoicePart : std::uint8_t {
    X,
    Y,
    Y2,
    LogX,
    LogY,
    Bars,
    Relative,  ///< any YAs but Value
    Efficiency,
    Baseline,
    Ideal,
    Goal,
    Ceilings,
    Stages,  ///< of the whole pipeline only, or the stages alone, too
    Limits,
    ColourBy,
    MarkerBy
};

/// Why a part does not apply to a chart.
struct Misfit {
    QString why;                          ///< a sentence without its end
    std::optional<ChoicePart> because{};  ///< another part of the choice; nothing: its kind
};

/// Why `part` does not apply to the chart of `choice`; nothing where it does, set or not. The one
/// table of which parts go together, for the window's controls and the options of commands.
std::optional<Misfit> misfitOf(ChoicePart part, const PlotChoice& choice);

/// `why` as a sentence of its own, for a tooltip.
QString sentence(const QString& why);

}  // namespace throughline::ui
