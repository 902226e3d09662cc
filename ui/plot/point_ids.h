// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>

namespace throughline::ui {

/// Points by PlotPoint::id, so that the same runs can be picked out in any chart of them. 0, which
/// is nobody's, is never in it.
using PointIds = std::set<std::int64_t>;

/// What becomes of the points that were picked out before.
enum class PickHow : std::uint8_t { Replace, Add, Toggle };
PointIds combined(PointIds before, const PointIds& picked, PickHow how);

}  // namespace throughline::ui
