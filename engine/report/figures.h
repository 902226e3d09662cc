// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/record/study.h"
#include "engine/report/content.h"
#include "engine/report/verification.h"

// The printed numbers of a report one by one, and what they are called in a finding.
namespace throughline::report {

struct Figure {
    Source source{};
    std::string text{};

    bool operator==(const Figure&) const = default;
};

/// All of them in their order.
std::vector<Figure> figures_of(const Content& content);

/// Says which figure is meant.
class FigureNames {
public:
    explicit FigureNames(std::span<const record::Study> studies);
    /// "Images per second, run 5 of "photos"".
    std::string of(const Source& source) const;

private:
    std::map<std::string, std::string, std::less<>> titles_;  ///< by uuid
};

/// What a report says against what its records make. `printed`: without a source (a run of 0) where
/// a form does not say what a number is of; those are told by their order. One that was cut out or
/// added is said to be so, and the others keep their names. Sets Verification::figures.
void compare_figures(std::span<const Figure> printed,
                     std::span<const Figure> computed,
                     const FigureNames& names,
                     Verification& result);

/// How many of the printed ones are computed ones, in the same order.
std::size_t same_figures(std::span<const Figure> printed, std::span<const Figure> computed);

}  // namespace throughline::report
