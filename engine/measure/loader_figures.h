// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/measure/pipeline_interval.h"
#include "engine/measure/process_snapshot.h"
#include "engine/measure/repeat.h"

// Used in this folder only. What is known of a data loader that is not ours.
namespace throughline::measure {

/// Code of the note that says which data loader delivered the batches in place of ours, and its
/// version.
constexpr const char* kLoaderNote = "loader.facts";

/// The snapshot with what the loader's processes had used by now, where there is one.
ProcessSnapshot with_loader(ProcessSnapshot snapshot, const pipeline::Pipeline* pipeline);
/// Of the time between the two: what the loader used joins what this process did.
void add_loader(const ProcessSnapshot& from, const ProcessSnapshot& to, PipelineInterval& interval);

/// The time in which it was asked for a batch, and in which no batch had room, with its CPU time.
pipeline::WorkTimes loader_times(const PipelineInterval& interval);

/// Adds the reasons of figures that nobody but the loader could tell.
void explain_loader(const PipelineInterval& measured, RepeatOutcome& outcome);

/// "torch.utils.data.DataLoader 2.12.0, ready after 3.4 s"; "" where the batches are ours.
std::string loader_text(const pipeline::Pipeline& pipeline);

}  // namespace throughline::measure
