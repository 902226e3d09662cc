// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace throughline::ui {

/// What a chart's menu asks of a study; the one who holds the library does it.
enum class StudyAct : std::uint8_t { Open, ToggleBaseline, WhatIf, TakeOut };

}  // namespace throughline::ui
