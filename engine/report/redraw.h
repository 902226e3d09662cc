// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/chart_data.h"
#include "engine/report/definition.h"
#include "engine/report/verification.h"

namespace throughline::report {

/// Makes the data of a report's charts from its records (.tlrun texts) alone, one for each chart
/// block; for who verifies a report. The engine has none: what a chart shows is known to `ui`.
/// Errors: Usage, Format: a chart that the records do not make, named; others: of the machine that
/// it is done on.
using Redraw = std::function<Result<std::vector<ChartData>>(
    const Definition& definition, const std::vector<std::string>& records)>;

/// Adds to the findings how the charts that a report says it shows differ from those that its
/// records make: titles, keys, series, points, notes. Numbers are the same to 9 digits.
void compare_charts(std::span<const ChartData> said,
                    std::span<const ChartData> made,
                    Verification& result);

}  // namespace throughline::report
