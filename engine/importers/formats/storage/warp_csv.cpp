// SPDX-License-Identifier: Apache-2.0
// The operations that warp records (.csv.zst), one a line: what was moved, from when to when. The
// rate is taken over the time in which all threads were at work, as warp does; of an operation that
// reaches over an end of it counts the share inside.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/warp_result.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/metrics/latency_percentiles.h"

namespace throughline::importers {
namespace warp_csv {
namespace {

constexpr double kBinSeconds = 0.05;
constexpr std::size_t kBinsInASecond = 20;
/// Longer than any request: such a line is damaged.
constexpr double kOperationSecondsMax = 3600.0;
/// How far from the first row another may start; it bounds the memory.
constexpr double kRunSecondsMax = 2.0 * 86'400.0;
constexpr std::size_t kKindsMax = 32;

bool is_header(std::string_view line) {
    return line.starts_with("idx\tthread\top\t") && contains(line, "\tduration_ns");
}

int claim(const Head& head) {
    return head.any_line(is_header) ? kCertain : 0;
}

/// One line, in seconds since 1970.
struct Line {
    std::string thread{};
    double start = 0.0;
    double end = 0.0;
    double seconds = 0.0;  ///< as the file says it, exact to the nanosecond
    double bytes = 0.0;
    double objects = 1.0;
    std::optional<double> first_byte{};
};

/// What was moved in a bin of time.
struct Bin {
    double bytes = 0.0;
    double operations = 0.0;

    void add(const Bin& other, double times) {
        bytes += other.bytes * times;
        operations += other.operations * times;
    }
};

/// An operation moves its bytes evenly while it lasts. Kept are the parts at its ends, and how much
/// more each bin from here on holds, so that a long operation costs no more than a short one.
struct Edge {
    Bin part{};
    Bin slope{};
};

/// All operations of a kind.
class Kind {
public:
    void add(const Line& line) {
        latencies_.record(static_cast<std::uint64_t>(line.seconds * 1e9 + 0.5));
        latency_mean_.add(line.seconds);
        shortest_ = std::min(shortest_, line.seconds);
        longest_ = std::max(longest_, line.seconds);
        sizes_differ_ = sizes_differ_ || (size_ && *size_ != line.bytes);
        size_ = line.bytes;
        if (line.first_byte) {
            first_byte_.add(*line.first_byte - line.start);
        }
        Worker& worker = workers_[line.thread];
        worker.from = std::min(worker.from, line.start);
        worker.until = std::max(worker.until, line.end);
        spread(line);
    }

    void fail() { ++failed_; }

    void put(const std::string& name, Draft& draft) const {
        RunDraft& run = draft.add_run();
        WarpOperation sum{.name = name};
        sum.concurrency = static_cast<double>(workers_.size());
        sum.errors = static_cast<double>(failed_);
        if (latency_mean_.count > 0) {
            take_rates(sum, run);
            take_latencies(sum, run);
        }
        put_warp_figures(sum, run);
    }

private:
    struct Worker {
        double from = std::numeric_limits<double>::infinity();
        double until = -std::numeric_limits<double>::infinity();
    };

    void spread(const Line& line) {
        const auto first = static_cast<std::int64_t>(std::floor(line.start / kBinSeconds));
        const auto last = static_cast<std::int64_t>(std::floor(line.end / kBinSeconds));
        const Bin whole{line.bytes, line.objects};
        if (first == last) {
            edges_[first].part.add(whole, 1.0);
            return;
        }
        const double length = line.end - line.start;
        const double begun = static_cast<double>(first + 1) * kBinSeconds - line.start;
        const double ended = line.end - static_cast<double>(last) * kBinSeconds;
        edges_[first].part.add(whole, begun / length);
        edges_[last].part.add(whole, ended / length);
        edges_[first + 1].slope.add(whole, kBinSeconds / length);
        edges_[last].slope.add(whole, -kBinSeconds / length);
    }

    /// What each bin from `first` to `last` holds.
    std::vector<Bin> bins(std::int64_t first, std::int64_t last) const {
        std::vector<Bin> all;
        all.reserve(static_cast<std::size_t>(last - first + 1));
        Bin level;
        auto edge = edges_.begin();
        for (std::int64_t at = edges_.begin()->first; at <= last; ++at) {
            Bin here;
            if (edge != edges_.end() && edge->first == at) {
                level.add(edge->second.slope, 1.0);
                here = edge->second.part;
                ++edge;
            }
            here.add(level, 1.0);
            if (at >= first) {
                all.push_back({std::max(0.0, here.bytes), std::max(0.0, here.operations)});
            }
        }
        return all;
    }

    /// The bins in which all threads were at work; all of them where there is no such time.
    void take_rates(WarpOperation& sum, RunDraft& run) const {
        double from = -std::numeric_limits<double>::infinity();
        double until = std::numeric_limits<double>::infinity();
        for (const auto& [thread, worker] : workers_) {
            from = std::max(from, worker.from);
            until = std::min(until, worker.until);
        }
        auto first = static_cast<std::int64_t>(std::ceil(from / kBinSeconds));
        auto last = static_cast<std::int64_t>(std::floor(until / kBinSeconds)) - 1;
        if (last - first + 1 < static_cast<std::int64_t>(kBinsInASecond)) {
            run.note(
                "warp.no_steady_time",
                record::Level::Warning,
                to_say("There is no second in which all threads were at work: the rate is over the "
                       "whole time, including its beginning and end."));
            first = edges_.begin()->first;
            last = edges_.rbegin()->first;
        }
        const std::vector<Bin> steady = bins(first, last);
        const double seconds = static_cast<double>(steady.size()) * kBinSeconds;
        Bin total;
        for (const Bin& bin : steady) {
            total.add(bin, 1.0);
        }
        sum.seconds = seconds;
        sum.operations_per_second = total.operations / seconds;
        if (total.bytes > 0.0) {
            sum.bytes_per_second = total.bytes / seconds;
        }
        if (!sizes_differ_ && size_.value_or(0.0) > 0.0) {
            sum.object_bytes = size_;
        }
        put_series(sum.name, first, steady, run);
    }

    /// A sample for each whole second.
    static void put_series(const std::string& name,
                           std::int64_t first,
                           const std::vector<Bin>& steady,
                           RunDraft& run) {
        run.times_are_absolute();
        const auto direction = warp_direction(name);
        const std::string prefix(direction.value_or(""));
        for (std::size_t at = 0; at + kBinsInASecond <= steady.size(); at += kBinsInASecond) {
            Bin second;
            for (std::size_t i = at; i < at + kBinsInASecond; ++i) {
                second.add(steady[i], 1.0);
            }
            metrics::MetricValues values;
            if (direction) {
                values.emplace(prefix + "_iops", second.operations);
                values.emplace(prefix + "_bytes_per_second", second.bytes);
            } else {
                values.emplace("entries_per_second", second.operations);
            }
            const auto until = first + static_cast<std::int64_t>(at + kBinsInASecond);
            run.sample(static_cast<double>(until) * kBinSeconds, 1.0, std::move(values));
        }
    }

    void take_latencies(WarpOperation& sum, RunDraft& run) const {
        sum.latency_mean_s = latency_mean_.mean();
        sum.latency_min_s = shortest_;
        sum.latency_max_s = longest_;
        sum.first_byte_mean_s = first_byte_.mean();
        const auto direction = warp_direction(sum.name);
        if (!direction) {
            return;
        }
        const std::string name = std::string(*direction) + "_latency";
        run.histogram(name, latencies_);
        for (const auto& percentile : metrics::kLatencyPercentiles) {
            if (latencies_.can_tell(percentile.quantile)) {
                run.figure(name + "_" + percentile.suffix,
                           latencies_.quantile_seconds(percentile.quantile));
            }
        }
    }

    std::map<std::int64_t, Edge> edges_{};  ///< by the number of the bin since 1970
    std::map<std::string, Worker> workers_{};
    metrics::LatencyHistogram latencies_{};
    RunningMean latency_mean_{};
    RunningMean first_byte_{};
    double shortest_ = std::numeric_limits<double>::infinity();
    double longest_ = 0.0;
    std::optional<double> size_{};
    bool sizes_differ_ = false;
    std::size_t failed_ = 0;
};

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) { draft_.tool("warp"); }

    void take(const TextLine& line) {
        if (is_header(line.text)) {
            columns_ = Columns(split(line.text, '\t'));
        } else if (line.text.starts_with("# ")) {
            take_comment(trim(line.text.substr(1)));
        } else if (columns_.size() > 0 && !trim(line.text).empty()) {
            take_row(line);
        }
    }

    void finish() {
        for (const auto& [name, kind] : kinds_) {
            kind.put(name, draft_);
        }
    }

private:
    /// warp writes its command line behind the rows.
    void take_comment(std::string_view text) {
        if (contains(text, "warp ")) {
            draft_.environment("command", text);
        }
    }

    void take_row(const TextLine& line) {
        const auto cells = split(line.text, '\t');
        if (cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const NamedCells row(columns_, cells);
        const std::string name(row.text("op"));
        if (kinds_.size() == kKindsMax && kinds_.find(name) == kinds_.end()) {
            draft_.drop_row(line.number, "more kinds of operations than warp has");
            return;
        }
        if (!row.text("error").empty()) {
            kinds_[name].fail();
            draft_.take_rows();
            return;
        }
        const auto start = parse_moment(row.text("start"));
        const auto nanoseconds = row("duration_ns");
        const auto bytes = row("bytes");
        if (!start || !nanoseconds || *nanoseconds < 0.0 ||
            *nanoseconds > kOperationSecondsMax * 1e9 || !bytes || *bytes < 0.0) {
            draft_.drop_row(line.number, "its start, duration or size cannot be read");
            return;
        }
        origin_ = origin_.value_or(start->seconds);
        if (std::abs(start->seconds - *origin_) > kRunSecondsMax) {
            draft_.drop_row(line.number, "it starts more than two days from the first operation");
            return;
        }
        Line operation{
            .thread = std::string(row.text("client_id")) + "/" + std::string(row.text("thread")),
            .start = start->seconds,
            .end = start->seconds + *nanoseconds * kNano,
            .seconds = *nanoseconds * kNano,
            .bytes = *bytes,
            .objects = row("n_objects").value_or(1.0)};
        if (const auto first = parse_moment(row.text("first_byte"))) {
            operation.first_byte = first->seconds;
        }
        kinds_[name].add(operation);
        draft_.take_rows();
    }

    Draft& draft_;
    Columns columns_{};
    std::map<std::string, Kind> kinds_{};
    std::optional<double> origin_{};  ///< start of the first row
};

}  // namespace
}  // namespace warp_csv

const Format kWarpCsv{.id = "warp-csv",
                      .title = "warp, operation by operation",
                      .claim = &warp_csv::claim,
                      .read = &read_lines<warp_csv::Reader>};

}  // namespace throughline::importers
