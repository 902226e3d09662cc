// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/analysis/judgement.h"

// What speaks against a verdict, or has to be said beside it.
namespace throughline::analysis {

/// Why the figures of this run carry no verdict; "" when they do.
std::string objection(const record::Study& study, const record::RunData& run);

/// More of its ceiling in % than this is impossible: the conditions changed between the runs.
inline constexpr double kFedTooMuch = 110.0;

/// Images that could not be delivered, of all repeats together, as its samples are; the summary
/// holds the mean of a repeat. None: not counted.
std::optional<double> failed_images(const record::RunData& run);
/// "3 images could not be delivered."
std::string failure_text(double images);

/// What came from the page cache though the device was to be measured: a sentence, or "".
std::string cache_caveat(const record::RunData& run, Judgement& judgement);

/// What came from the page cache though the device was to be measured, and the errors; each
/// sentence with a space before it.
std::string caveats(const record::Study& study, const record::RunData& run, Judgement& judgement);

}  // namespace throughline::analysis
