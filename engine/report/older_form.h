// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/record/study.h"
#include "engine/report/figures.h"
#include "engine/report/verification.h"

// A report of another Proof::form says the same figures in other words, in another order, or with
// others beside them; its text cannot be compared, its figures can.
namespace throughline::report {

/// Figures that say what they are of, each against its record. `computed`: what this version would
/// print; where that is something, nothing printed is a finding.
void check_by_source(std::span<const Figure> printed,
                     std::span<const Figure> computed,
                     std::span<const record::Study> studies,
                     Language language,
                     Verification& result);

/// Figures that do not say it: where there are as many as this version would print, one by one;
/// else those that stand in the same order are counted, and how many were not found.
void check_by_order(std::span<const Figure> printed,
                    std::span<const Figure> computed,
                    const FigureNames& names,
                    Verification& result);

/// Figures within a text: those that stand in it in their order are counted, and how many were not
/// found.
void check_on_pages(std::span<const std::string> pages,
                    std::span<const Figure> computed,
                    Verification& result);

}  // namespace throughline::report
