// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/importers/draft/draft.h"
#include "engine/importers/formats/fio/fio_job.h"

// The one home of what fio's figures and options become, whatever fio wrote them as.
namespace throughline::importers {

/// The outputs of a file in their order: a run for each group of jobs, since those of a group ran
/// together; outputs that go on (--status-interval) are one, with its series.
void add_fio_outputs(std::span<const FioOutput> outputs, Draft& draft);

}  // namespace throughline::importers
