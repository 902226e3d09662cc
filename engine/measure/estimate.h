// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <vector>

#include "engine/measure/study_sources.h"
#include "engine/record/record.h"

namespace throughline::measure {

struct Estimate {
    record::Plan plan{};
    std::vector<double> repeat_seconds{};  ///< of each point, of one repeat
};

/// What the study will take: time from the spec, or from the probe where whole epochs are measured;
/// bytes from a short probe of each data set (tens of files read and decoded); memory of the
/// largest point, exact. Blocks: a fraction of a second. A probe that fails leaves its part of the
/// bytes out.
Estimate estimate(const std::vector<spec::Settings>& points,
                  const StudySources& sources,
                  std::stop_token stop);

/// Refuses a study of which every point reads by io_uring where that cannot be used, and names the
/// way without it. Errors: those of make_reader().
Result<void> check_readers(const std::vector<spec::Settings>& points, const StudySources& sources);

/// Refuses a study whose pipeline would not fit into memory, before any of it is taken.
/// Errors: Limit with what is needed, what is available and the largest file.
Result<void> check_memory(const std::vector<spec::Settings>& points, const StudySources& sources);

}  // namespace throughline::measure
