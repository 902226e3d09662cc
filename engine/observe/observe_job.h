// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/metrics/proc_samplers.h"
#include "engine/observe/job_log.h"
#include "engine/observe/nudge_job.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"

namespace throughline::observe {

struct ObserveOptions {
    pid_t pid = 0;  ///< the job, or what started it
    double seconds = 30.0;
    /// It was started just now: what it does until its workers are there, at most 15 s, is left
    /// out.
    bool just_started = false;
    std::string title{};    ///< "%1" in it is the program's name; "": "Observed: %1"
    JobLog* log = nullptr;  ///< borrowed; null: none
    /// About once a second: the seconds so far. Takes what the job wrote meanwhile into `log`.
    std::function<void(double)> on_second{};
    /// Likewise: what the threads did within the last second, as a sample of the record will have
    /// it. Empty: nobody looks, and it costs nothing.
    std::function<void(const metrics::MetricValues&)> on_shares{};
    /// Afterwards the job is nudged, too; none: it is only watched.
    std::optional<NudgeOptions> nudge{};
};

/// Watches a job that is not ours and writes what it was seen doing into a record of origin
/// *observed*, with the verdict. The job is neither stopped nor traced, and nothing is taken from
/// it unless it is to be nudged.
/// Thread:  one owner.
/// Blocks:  for `seconds`, or until the job ends or `stop`.
/// Errors:  NotFound where no such process can be seen, or it ended at once; those of the record.
Result<record::Study> observe_job(const ObserveOptions& options,
                                  const std::stop_token& stop,
                                  record::RecordWriter& writer);

}  // namespace throughline::observe
