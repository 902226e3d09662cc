// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/report/chart_data.h"
#include "engine/report/content.h"
#include "engine/report/definition.h"

namespace throughline::report {

/// The contents of a report. `studies`: those of the definition, in its order, with what
/// analysis::derive() adds; `charts`: one for each chart block. Pure: the same for the same.
/// Errors: Usage: no study, a chart too few.
Result<Content> compose(const Definition& definition,
                        std::span<const record::Study> studies,
                        std::span<const ChartData> charts);

/// What of these contents is shown in a room: what proves them stays in the report. Pure.
Content deck_of(const Content& content);

}  // namespace throughline::report
