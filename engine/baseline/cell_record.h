// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/baseline/cell_runner.h"
#include "engine/baseline/metadata.h"
#include "engine/measure/chosen_volume.h"
#include "engine/measure/run_sink.h"
#include "engine/storage/path_target.h"

// Used in this folder only.
namespace throughline::baseline {

/// What a run's lines are made of.
struct CellRecord {
    int run = 0;
    const Cell& cell;
    const Timing& timing;
    const storage::PathTarget& target;  ///< of the file
    /// Of the file, in the page cache when the cell began, 0 to 1; none: not known.
    std::optional<double> resident_share{};
    const measure::ChosenVolume* volume = nullptr;  ///< that its reads are emulated on
};

/// Writes samples, latencies, notes and the end of a run. Returns how it ended.
record::RunStatus write_cell(const CellRecord& about,
                             const CellOutcome& outcome,
                             measure::RunSink& sink);

/// Requests per second over the measured windows; 0 where there are none.
double request_rate(const CellOutcome& outcome);

/// The end of a run that measured metadata, or failed to.
void write_metadata(int run, const Result<MetadataOutcome>& outcome, measure::RunSink& sink);

}  // namespace throughline::baseline
