// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/measure/host_account.h"
#include "engine/measure/measured_interval.h"
#include "engine/measure/repeat.h"
#include "engine/metrics/busy_programs.h"

// Used in this folder only.
namespace throughline::measure {

/// What one repeat leaves behind to be made into figures.
struct RepeatFacts {
    const PipelineInterval& measured;  ///< summed over the measured time; its length is above 0
    const HostAccount& host;
    std::optional<double> first_batch_s{};
    /// Of the data set, in the page cache when the repeat began, 0 to 1; none: not known.
    std::optional<double> resident_share{};
    /// What other programs took of the processors in the measured time, largest first.
    std::vector<metrics::BusyProgram> busiest{};
    std::vector<double> pauses_s{};  ///< for which the process stood still in the measured time
    bool paused_at_start = false;    ///< it did before the first batch
    bool whole_epochs = false;       ///< the repeat ran through all of them, unchanged
};

/// Fills metrics and reasons of absent ones in, and writes notes about what disturbed them.
/// `outcome` has its read latency already.
void fill_figures(const RepeatContext& context, const RepeatFacts& facts, RepeatOutcome& outcome);

/// "the program stood still for 10 s, 12 s into the run; 10.4 s are left out of the figures".
std::string pause_text(double pause_s, double into_run_s, double left_out_s);

/// Says that the rate is rounded, since no batch came.
void note_unaligned(const RepeatContext& context, Nanoseconds patience);

/// Says that decode.threads was changed while the run was measured, or why it was not.
void note_threads_changed(const RepeatContext& context,
                          std::uint32_t before,
                          std::uint32_t after,
                          SteadyTime at);
void note_threads_stay(const RepeatContext& context, const Error& refused);

/// Of a repeat that could not begin, or was stopped before.
RepeatOutcome failed_with(Error error);

/// Why a run failed that the system gave no thread. `cause`: an errno.
Error thread_refused(int cause);

/// Says when too few batches were finished for their rate to mean much.
void note_few_batches(const RepeatContext& context, const PipelineInterval& measured);

/// Adds what the kernel fetched for this program and for others in one interval of a run that
/// reads, and takes out what failed requests have spoilt; see add_storage_figures().
void add_own_reads(const RepeatContext& context,
                   const PipelineInterval& interval,
                   metrics::MetricValues& values);

/// Adds other_cpu_cores, where the figures that it follows from are there. The program behind a
/// FUSE mount (mount_daemon_cpu_cores) is none of the others: its time is added to that of the
/// stage that reads.
void add_other_cpu(const PipelineInterval& interval, metrics::MetricValues& values);

}  // namespace throughline::measure
