// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "app/engine/event_outlet.h"
#include "app/engine/measure_options.h"
#include "engine/measure/machine_lock.h"
#include "engine/measure/run_control.h"
#include "engine/record/record_writer.h"

// What commands that measure into a record share: `run` and `storage`.
namespace throughline::app {

struct MeasureSession {
    measure::RunControl& control;
    EventOutlet& events;
    measure::MachineLock& lock;
};

/// What can be said of the record's path before anything is measured, not after it. Errors: Usage
/// (it is there, or a folder), NotFound, Permission.
Result<void> check_output(const MeasureOptions& options);

/// Everything around a measurement: the signals that end it, the lock that keeps a second one
/// away, the checks of the record's path, commands on stdin. `takes_up`: a record that is there is
/// written on. Returns: the exit code, of `work` where nothing stood in its way.
/// Thread: the first one, before others are made.
int run_session(const MeasureOptions& options,
                bool takes_up,
                const std::function<int(MeasureSession&)>& work);

/// Opens the record, or goes on with `begun`, has `measure` write the study into it, shows what
/// came out and finds the exit code. `end_progress` takes the bar away.
int measure_into_record(const MeasureOptions& options,
                        std::unique_ptr<record::RecordWriter> begun,
                        MeasureSession& session,
                        const std::function<Result<record::Study>(record::RecordWriter&)>& measure,
                        const std::function<void()>& end_progress);

}  // namespace throughline::app
