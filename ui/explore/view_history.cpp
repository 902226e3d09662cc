// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/view_history.h"

#include <iterator>
#include <utility>

namespace throughline::ui {

std::optional<ShownCharts> ViewHistory::remember(ShownCharts now) {
    if (!steps_.empty() && steps_[at_].showsSame(now)) {
        steps_[at_] = std::move(now);
        return std::nullopt;
    }
    std::optional<ShownCharts> before;
    if (!steps_.empty()) {
        before = steps_[at_];
        steps_.resize(at_ + 1);
    }
    steps_.push_back(std::move(now));
    if (steps_.size() > kStepsMax) {
        steps_.erase(steps_.begin());
    }
    at_ = steps_.size() - 1;
    return before;
}

std::optional<int> ViewHistory::stepTo(const ShownCharts& shown) const {
    for (const int step : {0, -1, 1}) {
        const bool is_there = step == 0 ? !steps_.empty() : step < 0 ? canGoBack() : canGoForth();
        if (is_there &&
            steps_[static_cast<std::size_t>(static_cast<int>(at_) + step)].showsSame(shown)) {
            return step;
        }
    }
    return std::nullopt;
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
