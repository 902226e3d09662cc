// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/view_history.h"

#include <utility>

namespace throughline::ui {

void ViewHistory::remember(ShownCharts now) {
    if (!steps_.empty() && steps_[at_].showsSame(now)) {
        steps_[at_] = std::move(now);
        return;
    }
    if (!steps_.empty()) {
        steps_.resize(at_ + 1);
    }
    steps_.push_back(std::move(now));
    if (steps_.size() > kStepsMax) {
        steps_.erase(steps_.begin());
    }
    at_ = steps_.size() - 1;
}

void ViewHistory::update(ShownCharts now) {
    if (!steps_.empty() && steps_[at_].showsSame(now)) {
        steps_[at_] = std::move(now);
    }
}

const ShownCharts* ViewHistory::go(int step) {
    if (step < 0 ? !canGoBack() : !canGoForth()) {
        return nullptr;
    }
    at_ = step < 0 ? at_ - 1 : at_ + 1;
    return &steps_[at_];
}

}  // namespace throughline::ui
