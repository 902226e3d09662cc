// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace throughline::ui {

/// That of applyUiScale(), 1 before: how many times as large as the platform's the type is.
/// Thread: GUI.
double uiScale();

}  // namespace throughline::ui
