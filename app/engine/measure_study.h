// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/engine/measure_options.h"
#include "engine/record/record_writer.h"
#include "engine/spec/spec.h"

namespace throughline::app {

/// Everything between a checked spec and the exit code. `begun`: the record that is taken up.
/// Shows progress on stderr, the table on stdout; SIGINT and SIGTERM end it, keeping the record.
/// Blocks: for the time of the study.
int measure_study(const MeasureOptions& options,
                  const spec::StudySpec& spec,
                  std::optional<record::RecordWriter::TakenUp> begun = {});

}  // namespace throughline::app
