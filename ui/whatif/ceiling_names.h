// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Puts a ceiling's label at one of its points: the one at `share` of its length, or as near to
/// that as it is clear of the other ceilings and of their names. All ceilings have values at the
/// same places of x. Thread: any.
void nameCeiling(std::vector<PlotSeries>& ceilings, std::size_t of, double share);

/// For a logarithmic axis y: all values, and above the highest and below the lowest a name; none:
/// there is no value. Thread: any.
std::optional<Span> withRoomForNames(const PlotModel& plot);

}  // namespace throughline::ui
