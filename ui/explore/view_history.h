// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ui/charts/shown_charts.h"

namespace throughline::ui {

/// What was shown, step by step: the way back and forth again. Zooms are no steps, a chart takes
/// them back itself (Backspace); but each step has the zoom that was last in view, and going there
/// shows it again.
class ViewHistory {
public:
    static constexpr std::size_t kStepsMax = 100;

    /// A new step, which forgets what lay after it; what shows the same only replaces the step.
    /// Returns the step before a new one; nothing where there is none.
    std::optional<ShownCharts> remember(ShownCharts now);
    /// How far away what shows the same lies next to this step: -1, 0 or 1. Nothing: it is no
    /// neighbour.
    std::optional<int> stepTo(const ShownCharts& shown) const;
    /// Replaces the step where it shows the same: the zoom alone is another.
    void update(ShownCharts now);
    bool canGoBack() const noexcept { return at_ > 0; }
    bool canGoForth() const noexcept { return at_ + 1 < steps_.size(); }
    /// One step back (-1) or forth (1). Null: there is none.
    const ShownCharts* go(int step);

private:
    std::vector<ShownCharts> steps_;
    std::size_t at_ = 0;
};

}  // namespace throughline::ui
