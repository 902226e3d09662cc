// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace throughline::ui {

/// Where a quantity can be put: what the three pickers of the explorer choose.
enum class PlotSide : std::uint8_t { X, Y, SecondY };

/// How a quantity travels while it is dragged: its key in UTF-8.
inline constexpr const char* kFieldMimeType = "application/x-throughline-field";

}  // namespace throughline::ui
