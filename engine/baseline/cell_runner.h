// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/baseline/cell.h"
#include "engine/baseline/io_queue.h"
#include "engine/baseline/steady.h"
#include "engine/metrics/busy_programs.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::baseline {

/// What happened in one window of a cell, over all jobs.
struct WindowFigures {
    double end_s = 0.0;  ///< since the cell began
    double length_s = 0.0;
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> fetched_bytes{};  ///< by the kernel for this process
    double cpu_s = 0.0;                            ///< of all threads of this process
};

struct CellOutcome {
    std::vector<WindowFigures> windows{};
    std::vector<metrics::HostSnapshot>
        host{};                           ///< when each of them began, and when the last ended
    std::size_t first_measured = 0;       ///< the figures are of this window and those after it
    Steadiness last{};                    ///< of the last windows
    metrics::LatencyHistogram latency{};  ///< of the measured windows, as is all below
    std::uint64_t failed = 0;             ///< requests, of all windows
    int first_errno = 0;
    std::vector<metrics::BusyProgram> busiest{};  ///< others on the processors, largest first
    bool stopped = false;
    bool budget_spent = false;  ///< of what may be written
    storage::ReaderFacts facts{};
    std::optional<Error> failure{};  ///< of a job, which ended the cell
};

struct CellOptions {
    Timing timing{};
    QueueOptions queue{};
    std::vector<std::string> devices{};  ///< whose counters are taken
    std::uint64_t seed = 1;
    /// Bytes that the cell may write; none are begun beyond them.
    std::uint64_t write_bytes_max = UINT64_MAX;
    /// After each window: the rate so far in requests/s.
    std::function<void(double)> on_window{};
};

/// Measures one cell: jobs keep their queues full from the first to the last moment.
/// Blocks: for seconds_least() to seconds_most(), and until what is in flight has come.
CellOutcome run_cell(const Cell& cell,
                     const TargetFile& file,
                     const CellOptions& options,
                     const std::stop_token& stop);

/// Memory that it takes.
std::uint64_t memory_of(const Cell& cell, const Timing& timing) noexcept;

}  // namespace throughline::baseline
