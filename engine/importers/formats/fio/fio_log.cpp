// SPDX-License-Identifier: Apache-2.0
// fio's log files, *_bw.1.log and so on: "time [ms], value, direction, block size[, offset[, …]]".
// What the values are is not in the file: the kind comes from its name, the unit of latencies from
// the JSON beside it, else they are asked.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/formats/fio/fio_log_beside.h"
#include "engine/importers/formats/fio/fio_log_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/latency_percentiles.h"

namespace throughline::importers {
namespace fio_log {
namespace {

/// Bins of a histogram log up to fio 2 and since fio 3; each step of log_hist_coarseness halves
/// them. Time, direction and block size stand before.
constexpr std::array<std::size_t, 2> kHistogramBins{1216, 1856};
constexpr std::size_t kHistogramCoarsest = 6;
constexpr std::size_t kColumnsBeforeBins = 3;
constexpr double kEpochMs = 1e12;  ///< times above are ms since 1970 (log_unix_epoch)
constexpr const char* kOfCompletionLog = to_say(
    "the log is of the completion latency (clat), which leaves the submission out; fio's "
    "lat log is of the whole latency");

std::size_t integer_cells(std::string_view line) {
    std::size_t cells = 1;
    for (const char byte : line) {
        if (byte == ',') {
            ++cells;
        } else if ((byte < '0' || byte > '9') && byte != ' ' && byte != '\r') {
            return 0;
        }
    }
    return cells;
}

int claim(const Head& head) {
    constexpr std::size_t kLinesLooked = 50;
    std::size_t rows = 0;
    const std::size_t looked = std::min(kLinesLooked, head.lines.size());
    for (std::size_t i = 0; i < looked; ++i) {
        const FioLogRow row = parse_fio_log_row(head.lines[i]);
        rows += row.is_row(false) || row.is_row(true) ? 1 : 0;
    }
    if (rows == 0 || 2 * rows <= looked) {
        return 0;
    }
    return rows == looked ? kLikely : kPossible;  // text of a console may lie between
}

int claim_histogram(const Head& head) {
    if (head.lines.empty()) {
        return 0;
    }
    const std::size_t cells = integer_cells(head.lines.front());
    for (const std::size_t bins : kHistogramBins) {
        for (std::size_t coarseness = 0; coarseness <= kHistogramCoarsest; ++coarseness) {
            if (cells == kColumnsBeforeBins + (bins >> coarseness)) {
                return kLikely;
            }
        }
    }
    return 0;
}

enum class Kind { Bandwidth, Iops, Total, Completion, Submission };

std::optional<Kind> kind_named(std::string_view name) {
    struct Named {
        std::string_view name;
        Kind kind;
    };
    for (const auto& [known, kind] : {Named{"bw", Kind::Bandwidth},
                                      Named{"iops", Kind::Iops},
                                      Named{"clat", Kind::Completion},
                                      Named{"slat", Kind::Submission},
                                      Named{"lat", Kind::Total}}) {
        if (name == known) {
            return kind;
        }
    }
    return std::nullopt;
}

/// "randrw_clat.1.log.gz" -> clat. The number of the process and the endings do not matter.
std::optional<Kind> kind_of_file(const std::string& path) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    for (const char* const mark : {"_bw", "_iops", "_clat", "_slat", "_lat"}) {
        const std::size_t at = name.rfind(mark);
        const std::size_t behind = at + std::string_view(mark).size();
        if (at != std::string::npos && (behind == name.size() || name[behind] == '.')) {
            return kind_named(std::string_view(mark).substr(1));
        }
    }
    return std::nullopt;
}

class LogImport {
public:
    LogImport(Input& input, Draft& draft) : input_(input), draft_(draft) {}

    Result<void> import() {
        if (auto settled = settle_kind(); !settled) {
            return settled;
        }
        const double to_ns = is_latency() ? unit_.value_or(kNano) / kNano : 0.0;
        const FioLogRows rows = read_fio_log(input_.text, to_ns, draft_);
        if (input_.text.failure() || rows.parts.empty()) {
            return {};  // a failure is said by the caller
        }
        draft_.tool("fio", draft_.assumed("tool_version").value_or(""));
        if (!kind_ || (is_latency() && !unit_)) {
            ask_kind(rows.parts.front());
            return {};
        }
        if (rows.tangled) {
            draft_.warn(
                "fio.tangled",
                say("the times go back more than 60 times, so these are not consecutive runs: "
                    "nothing was imported"));
            return {};
        }
        const bool windows = rows.parts.front().block == 0;
        if (windows && !rows.two_values) {
            settle_maxima();
        }
        if (maxima_ && (!is_latency() || kind_ == Kind::Submission)) {
            draft_.warn("fio.maxima",
                        is_latency()
                            ? say("the log contains the largest submission of each window "
                                  "(log_max_value=1), and only their mean is a figure here: "
                                  "nothing was imported")
                            : say("the log contains the largest value of each window "
                                  "(log_max_value=1), not the rate of the run: nothing was "
                                  "imported"));
            return {};
        }
        for (std::size_t i = 0; i < rows.parts.size(); ++i) {
            RunDraft& run = draft_.add_run();
            put_part(rows.parts[i], run);
            if (rows.parts.size() > 1) {
                say_part(i + 1, rows.parts.size(), run);
            }
        }
        return {};
    }

private:
    bool is_latency() const { return kind_ != Kind::Bandwidth && kind_ != Kind::Iops; }

    Result<void> settle_kind() {
        kind_ = kind_of_file(input_.path);
        if (const auto assumed = draft_.assumed("log_type")) {
            kind_ = kind_named(*assumed);
            if (!kind_) {
                return no_answer("log_type", *assumed, say("one of bw, iops, lat, clat, slat"));
            }
        }
        const auto values = draft_.assumed("log_values");
        if (values && *values != "mean" && *values != "max") {
            return no_answer("log_values", *values, say("mean or max"));
        }
        beside_ = look_beside_fio_log(input_.path);
        if (!is_latency()) {
            return {};
        }
        const auto assumed = draft_.assumed("latency_unit");
        if (assumed && *assumed != "ns" && *assumed != "us") {
            return no_answer("latency_unit", *assumed, say("ns or us"));
        }
        unit_ = assumed ? std::optional(*assumed == "ns" ? kNano : kMicro) : beside_.latency_unit;
        return {};
    }

    static Error no_answer(std::string_view key, std::string_view answer, std::string_view wanted) {
        return usage_error(say("assumption %1=%2: write %3", key, answer, wanted));
    }

    /// Whether the windows hold their means or their largest values.
    void settle_maxima() {
        if (const auto values = draft_.assumed("log_values")) {
            maxima_ = *values == "max";
        } else if (beside_.maxima) {
            maxima_ = *beside_.maxima;
        } else {
            ask_values();
        }
    }

    void ask_values() {
        draft_.ask("log_values",
                   "mean or max? The log does not say whether fio ran with log_max_value=1, and no "
                   "JSON of fio lies beside it; taken as means of windows");
    }

    /// Values without a unit are not figures: nothing is imported until it is answered.
    void ask_kind(const FioLogPart& part) {
        if (!kind_) {
            draft_.ask("log_type",
                       "the name does not say what the values are: bw, iops, lat, clat "
                       "or slat");
            draft_.warn("fio.log_type", say("the file does not say what its values are"));
            return;
        }
        const double mean = part.series.rows(0) > 0 ? part.series.mean(0) : part.series.mean(1);
        const bool likely_ns = mean > 1e5;
        draft_.ask("latency_unit",
                   likely_ns ? say("latencies are in us before fio 2.99 and in ns since, and no "
                                   "JSON of fio lies "
                                   "beside the log; the values look like ns")
                             : say("latencies are in us before fio 2.99 and in ns since, and no "
                                   "JSON of fio lies "
                                   "beside the log; the values look like us or ns"));
        if (part.block == 0 && !beside_.maxima) {
            ask_values();
        }
        draft_.warn("fio.latency_unit", say("the unit of the latencies is not known"));
    }

    static void say_part(std::size_t number, std::size_t count, RunDraft& run) {
        run.note("fio.appended",
                 record::Level::Warning,
                 say_english("the times of the log jump back: this is part %1 of %2, a run that "
                             "fio appended, or a job of the same run (per_job_logs=0)",
                             std::to_string(number),
                             std::to_string(count)));
    }

    std::string metric_of(unsigned direction) const {
        const std::string name = direction == 0 ? "read" : "write";
        switch (*kind_) {
            case Kind::Bandwidth:
                return name + "_bytes_per_second";
            case Kind::Iops:
                return name + "_iops";
            case Kind::Completion:
                return name + (maxima_ ? "_completion_latency_max" : "_completion_latency_mean");
            case Kind::Submission:
                return name + "_submission_latency_mean";
            case Kind::Total:
                return maxima_ ? name + "_latency_max" : name + "_latency_mean";
        }
        return {};
    }

    double factor() const {
        switch (*kind_) {
            case Kind::Bandwidth:
                return kKiB;
            case Kind::Iops:
                return 1.0;
            default:
                return unit_.value_or(kNano);
        }
    }

    void put_part(const FioLogPart& part, RunDraft& run) {
        run.set("block_size",
                part.block > 0 ? std::optional(static_cast<double>(part.block)) : std::nullopt);
        // Windows of log_avg_msec have no block size; of single requests each is a row.
        const bool requests = part.block != 0 && is_latency();
        const double interval = usual_gap_s(part.series);
        bool absolute = false;
        bool any_partial = false;
        for (unsigned direction = 0; direction < 2; ++direction) {
            const std::string metric = metric_of(direction);
            for (const FioLogPoint& point : part.series.points(direction)) {
                absolute = absolute || point.t_ms > kEpochMs;
                // What stands at time 0 fills no window.
                const bool partial = point.t_ms == 0.0 && !requests;
                any_partial = any_partial || partial;
                run.sample(point.t_ms * kMilli,
                           interval,
                           {{metric, point.value * factor()}},
                           partial ? record::Phase::Warmup : record::Phase::Measured);
            }
            if (is_latency() && !requests && part.series.rows(direction) > 0) {
                put_windows(part, direction, run);
            }
        }
        if (absolute) {
            run.times_are_absolute();
        }
        if (any_partial) {
            run.note(
                "fio.first_row",
                record::Level::Info,
                to_say(
                    "the value at time 0 covers no interval: kept, but left out of the figures"));
        }
        if (requests) {
            put_request_figures(part, run);
        }
        say_joined(part, run);
    }

    void say_joined(const FioLogPart& part, RunDraft& run) const {
        if (part.series.windowed()) {
            run.note("import.joined",
                     record::Level::Info,
                     say_english("%1 rows were joined into the means of windows of %2 ms",
                                 std::to_string(part.rows()),
                                 shortest_text(part.series.window_ms())));
        }
        if (part.series.rows(2) > 0) {
            run.note("fio.trim", record::Level::Info, to_say("rows of trims were left out"));
        }
    }

    /// A mean over windows is not one over requests: a slow window has few of them.
    void put_windows(const FioLogPart& part, unsigned direction, RunDraft& run) const {
        const std::string metric = metric_of(direction);
        if (maxima_) {
            double largest = 0.0;
            for (const FioLogPoint& point : part.series.points(direction)) {
                largest = std::max(largest, point.value);
            }
            run.figure(metric, largest * factor());
            run.note("fio.maxima",
                     record::Level::Info,
                     to_say("the log contains the largest value of each window (log_max_value=1), "
                            "not means"));
        } else {
            run.means_of_windows(metric);
        }
    }

    /// Each row is one request, so that the latencies' own distribution is known.
    void put_request_figures(const FioLogPart& part, RunDraft& run) const {
        for (unsigned direction = 0; direction < 2; ++direction) {
            const auto& histogram = part.histogram.at(direction);
            if (part.series.rows(direction) == 0) {
                continue;
            }
            run.figure(metric_of(direction), part.series.mean(direction) * factor());
            if (*kind_ == Kind::Submission) {
                continue;
            }
            const bool of_completion = kind_ == Kind::Completion;
            const std::string name = direction == 0 ? "read" : "write";
            const std::string latency = name + (of_completion ? "_completion_latency" : "_latency");
            for (const metrics::LatencyPercentile& wanted : metrics::kLatencyPercentiles) {
                if (!histogram.can_tell(wanted.quantile)) {
                    continue;
                }
                run.figure(latency + '_' + wanted.suffix,
                           histogram.quantile_seconds(wanted.quantile));
                if (of_completion) {
                    run.absent(name + "_latency_" + wanted.suffix, kOfCompletionLog);
                }
            }
            run.figure(latency + "_max", histogram.max_seconds());
            run.histogram(latency, histogram);
        }
    }

    static double usual_gap_s(const FioLogSeries& series) {
        if (series.windowed()) {
            return series.window_ms() * kMilli;
        }
        std::vector<double> gaps;
        for (unsigned direction = 0; direction < 2; ++direction) {
            const auto points = series.points(direction);
            for (std::size_t i = 1; i < points.size(); ++i) {
                if (const double gap = points[i].t_ms - points[i - 1].t_ms; gap > 0.0) {
                    gaps.push_back(gap);
                }
            }
        }
        if (gaps.empty()) {
            return 0.0;
        }
        const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
        std::nth_element(gaps.begin(), middle, gaps.end());
        return *middle * kMilli;
    }

    Input& input_;
    Draft& draft_;
    std::optional<Kind> kind_{};
    std::optional<double> unit_{};
    FioLogBeside beside_{};
    bool maxima_ = false;
};

Result<void> read(Input& input, Draft& draft) {
    return LogImport(input, draft).import();
}

Result<void> read_histogram(Input& input, Draft& draft) {
    const TextLine* const line = input.text.next();
    const std::size_t columns = line == nullptr ? 0 : integer_cells(line->text);
    draft.tool("fio");
    draft.info("fio.histogram_log",
               say("a histogram log of fio (%1 columns): fio's own tools read it; import the JSON "
                   "beside it, which holds the same distribution as percentiles",
                   std::to_string(columns)));
    return {};
}

}  // namespace
}  // namespace fio_log

const Format kFioLog{
    .id = "fio-log", .title = "fio log", .claim = &fio_log::claim, .read = &fio_log::read};
const Format kFioHistogramLog{.id = "fio-histogram-log",
                              .title = "fio histogram log",
                              .claim = &fio_log::claim_histogram,
                              .read = &fio_log::read_histogram};

}  // namespace throughline::importers
