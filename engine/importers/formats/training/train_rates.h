// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/importers/draft/draft.h"
#include "engine/importers/draft/step_rows.h"

// Training logs that print a rate every so many steps.
namespace throughline::importers::train {

/// The mean of rates that each cover as many steps: steps over time, not the mean of the rates.
/// Formula: n / sum(1 / rate).
class StepRate {
public:
    void add(double rate) {
        if (rate > 0.0) {
            times_.add(1.0 / rate);
            if (times_.count > 1) {
                later_.add(1.0 / rate);
            }
        }
    }
    std::optional<double> mean() const { return inverse(times_.mean()); }
    /// Without the first row, which holds the start-up.
    std::optional<double> steady() const { return inverse(later_.mean()); }
    std::optional<double> seconds() const { return times_.mean(); }

private:
    static std::optional<double> inverse(std::optional<double> seconds) {
        return seconds ? std::optional(1.0 / *seconds) : std::nullopt;
    }
    RunningMean times_{};
    RunningMean later_{};
};

/// The number right behind `name`: of "wps=31000, ups=1.2" or "| wps 31000 | ups 1.2".
std::optional<double> number_behind(std::string_view line, std::string_view name);

/// When a line was written, if it begins with a date and a time; UTC.
std::optional<double> time_of_line(std::string_view line, Draft& draft);

}  // namespace throughline::importers::train
