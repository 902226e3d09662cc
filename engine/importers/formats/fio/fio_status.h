// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/importers/draft/draft.h"
#include "engine/importers/formats/fio/fio_job.h"

// With --status-interval fio prints a whole output again and again: totals since the start.
namespace throughline::importers {

/// Whether `next` is a later output of the run that `before` is of: the same jobs with the same
/// options, no total that fell, and as much more time measured as passed between the two. Else it
/// is another run whose output was appended to the same file.
bool fio_goes_on(const FioOutput& before, const FioOutput& next);

/// The outputs of a run as samples of the run of one group.
void add_status_series(std::span<const FioOutput> outputs, int group, RunDraft& run);

}  // namespace throughline::importers
