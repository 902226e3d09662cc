// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace throughline::ui {

/// So many times as large as another is a value beside which a linear axis has the other at its
/// bottom.
inline constexpr double kFarApart = 20.0;

}  // namespace throughline::ui
