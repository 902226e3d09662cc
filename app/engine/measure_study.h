// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/record/record_writer.h"
#include "engine/record/study.h"
#include "engine/spec/spec.h"

namespace throughline::app {

/// How a study is measured by a command that was typed.
struct MeasureOptions {
    std::string output{};    ///< the record; "" = none is kept
    bool overwrite = false;  ///< replace one that is there
    bool events = false;     ///< the record's lines on stdout, and nothing else there
    bool control = false;    ///< JSON commands are read from stdin
    bool force = false;      ///< beside another measurement of this user
    bool dry_run = false;    ///< the estimate alone
    bool silent = false;     ///< no table on stdout
    /// Is given what was measured, before it is shown. Not where nothing was.
    std::function<void(const record::Study&)> on_end{};
};

/// Everything between a checked spec and the exit code. `begun`: the record that is taken up.
/// Shows progress on stderr, the table on stdout; SIGINT and SIGTERM end it, keeping the record.
/// Blocks: for the time of the study.
int measure_study(const MeasureOptions& options,
                  const spec::StudySpec& spec,
                  std::optional<record::RecordWriter::TakenUp> begun = {});

}  // namespace throughline::app
