// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/study/run_selection.h"

namespace throughline::ui {

/// `runs` runs of the full pipeline at 1, 2, … decode threads, each repeated five times: run r at
/// 100 r `rate` images/s, give or take 5 %, with a read latency that falls as the rate grows. No
/// run has a GPU, and says so.
ChosenStudy chosenStudy(const std::string& title, int runs, double rate, bool star = false);

}  // namespace throughline::ui
