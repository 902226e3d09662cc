// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/importers/draft/draft.h"
#include "engine/importers/formats/fio/fio_log_series.h"
#include "engine/importers/read/text_source.h"
#include "engine/metrics/latency_histogram.h"

// The rows of fio's logs: "time [ms], value, direction, block size[, offset[, …]]".
namespace throughline::importers {

inline constexpr std::size_t kFioLogColumnsMax = 8;

/// A line taken apart; columns 0 = no line of a log.
struct FioLogRow {
    std::array<std::int64_t, kFioLogColumnsMax> field{};
    std::size_t columns = 0;

    /// log_window_value=both puts a second value before the direction: `two_values`.
    unsigned direction(bool two_values) const {
        return static_cast<unsigned>(field[two_values ? 3 : 2]);
    }
    bool is_row(bool two_values) const {
        const std::int64_t direction = field[two_values ? 3 : 2];
        return columns >= (two_values ? 5U : 4U) && field[0] >= 0 && field[1] >= 0 &&
               direction >= 0 && direction <= 2;
    }
};
FioLogRow parse_fio_log_row(std::string_view line);

/// Rows whose times go forward: the log of one run.
struct FioLogPart {
    FioLogSeries series{};
    /// Of rows that are requests: of reads and writes, in ns.
    std::array<metrics::LatencyHistogram, 2> histogram{};
    std::int64_t block = 0;  ///< 0: windows of log_avg_msec; -1: it differs

    std::uint64_t rows() const { return series.rows(0) + series.rows(1) + series.rows(2); }
};

struct FioLogRows {
    std::vector<FioLogPart> parts{};
    bool two_values = false;  ///< a mean and a maximum in each row
    bool tangled = false;     ///< times fall back too often for runs behind each other
};

/// `to_ns`: what a latency is multiplied with; 0 where the values are no latencies. Where the times
/// fall back a new part begins: fio before 3.0 appended to logs that were there, and with
/// per_job_logs=0 one job's log follows the other's.
FioLogRows read_fio_log(TextSource& text, double to_ns, Draft& draft);

}  // namespace throughline::importers
