// SPDX-License-Identifier: Apache-2.0
// fio's log files, *_bw.1.log and so on: "time [ms], value, direction, block size[, offset[, …]]".
// What the values are is not in the file: the kind comes from its name, the unit of latencies from
// the JSON beside it, else they are asked.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "engine/importers/fio_log_series.h"
#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/units.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/metrics/latency_percentiles.h"

namespace throughline::importers {
namespace {

constexpr std::size_t kColumnsMax = 8;
constexpr std::size_t kHistogramColumns = 100;
constexpr double kEpochMs = 1e12;  ///< times above are ms since 1970 (log_unix_epoch)

/// A line taken apart; columns 0 = no line of a log.
struct Row {
    std::array<std::int64_t, kColumnsMax> field{};
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

Row parse_row(std::string_view line) {
    Row row;
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at < end && row.columns < kColumnsMax) {
        while (at < end && (*at == ' ' || *at == '\t')) {
            ++at;
        }
        const bool hex = end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
        std::int64_t& field = row.field.at(row.columns);
        const auto parsed =
            hex ? std::from_chars(at + 2, end, field, 16) : std::from_chars(at, end, field, 10);
        if (parsed.ec != std::errc()) {
            return {};
        }
        ++row.columns;
        at = parsed.ptr;
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) {
            ++at;
        }
        if (at < end) {
            if (*at != ',') {
                return {};
            }
            ++at;
        }
    }
    return at < end ? Row{} : row;
}

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
        const Row row = parse_row(head.lines[i]);
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
    return integer_cells(head.lines.front()) > kHistogramColumns ? kLikely : 0;
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

/// The unit of latencies by fio's JSON in the same folder, when all of them agree.
std::optional<double> unit_beside(const std::string& path) {
    constexpr int kFilesMax = 50;
    const std::size_t slash = path.find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
    std::optional<double> unit;
    std::error_code error;
    int looked = 0;
    std::filesystem::directory_iterator entries(folder, error);
    for (const std::filesystem::directory_iterator end; !error && entries != end;
         entries.increment(error)) {
        if (entries->path().extension() != ".json" || ++looked > kFilesMax) {
            continue;
        }
        auto text = TextSource::open(entries->path().string());
        if (!text || !contains((*text)->head(), "\"fio version\"")) {
            continue;
        }
        const bool in_ns = contains((*text)->head(), "lat_ns\"");
        if (!in_ns && !contains((*text)->head(), "lat\"")) {
            continue;
        }
        const double here = in_ns ? kNano : kMicro;
        if (unit && *unit != here) {
            return std::nullopt;
        }
        unit = here;
    }
    return unit;
}

class LogImport {
public:
    LogImport(Input& input, Draft& draft) : input_(input), draft_(draft) {}

    Result<void> import() {
        if (auto settled = settle_kind(); !settled) {
            return settled;
        }
        read_rows();
        if (input_.text.failure()) {
            return {};  // said by the caller
        }
        if (total_rows() == 0) {
            return {};
        }
        draft_.tool("fio", draft_.assumed("tool_version").value_or(""));
        if (!kind_ || (is_latency() && !unit_)) {
            ask_kind();
            return {};
        }
        RunDraft& run = draft_.add_run();
        run.set("block_size",
                block_ > 0 ? std::optional(static_cast<double>(block_)) : std::nullopt);
        put_series(run);
        return {};
    }

private:
    bool is_latency() const { return kind_ != Kind::Bandwidth && kind_ != Kind::Iops; }

    Result<void> settle_kind() {
        kind_ = kind_of_file(input_.path);
        if (const auto assumed = draft_.assumed("log_type")) {
            kind_ = kind_named(*assumed);
            if (!kind_) {
                return Error{.code = ErrorCode::Usage,
                             .what = "assumption log_type=" + std::string(*assumed) +
                                     ": one of bw, iops, lat, clat, slat"};
            }
        }
        if (!is_latency()) {
            return {};
        }
        const auto assumed = draft_.assumed("latency_unit");
        if (assumed && *assumed != "ns" && *assumed != "us") {
            return Error{.code = ErrorCode::Usage,
                         .what = "assumption latency_unit=" + std::string(*assumed) + ": ns or us"};
        }
        unit_ =
            assumed ? std::optional(*assumed == "ns" ? kNano : kMicro) : unit_beside(input_.path);
        return {};
    }

    /// Whether the file has two values a row, by its first rows: a single one of them may look like
    /// the other kind.
    void settle_columns() {
        constexpr std::size_t kLinesLooked = 50;
        std::size_t one = 0;
        std::size_t two = 0;
        std::string_view head = input_.text.head();
        for (std::size_t i = 0; i < kLinesLooked && !head.empty(); ++i) {
            const std::size_t end = head.find('\n');
            const Row row = parse_row(head.substr(0, end));
            one += row.is_row(false) ? 1 : 0;
            two += row.is_row(true) ? 1 : 0;
            head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
        }
        two_values_ = two > one;
    }

    void read_rows() {
        settle_columns();
        while (const TextLine* const line = input_.text.next()) {
            const Row row = parse_row(line->text);
            // A cut last line may still parse, with a value that lacks digits.
            if (!row.is_row(two_values_) || (!line->complete && row.columns < columns_)) {
                if (!trim(line->text).empty()) {
                    draft_.drop_row(line->number, "no row of a fio log");
                }
                continue;
            }
            columns_ = row.columns;
            const auto value = static_cast<double>(row.field[1]);
            const std::int64_t block = row.field[two_values_ ? 4 : 3];
            series_.add(static_cast<double>(row.field[0]), value, row.direction(two_values_));
            block_ = block_ == 0 || block_ == block ? block : -1;
            if (const unsigned direction = row.direction(two_values_);
                is_latency() && direction < 2) {
                histogram_[direction].record(latency_ns(value));
            }
        }
        draft_.take_rows(total_rows());
    }

    std::uint64_t latency_ns(double value) const {
        constexpr double kLargest = 9e18;  // still fits the type
        return static_cast<std::uint64_t>(
            std::min(value * unit_.value_or(kNano) / kNano, kLargest));
    }

    std::uint64_t total_rows() const { return series_.rows(0) + series_.rows(1) + series_.rows(2); }

    /// Values without a unit are no figures: nothing is imported until it is answered.
    void ask_kind() {
        if (!kind_) {
            draft_.ask("log_type",
                       "the name does not say what the values are: bw, iops, lat, clat "
                       "or slat");
            draft_.warn("fio.log_type", "the file does not say what its values are");
            return;
        }
        const double mean = series_.rows(0) > 0 ? series_.mean(0) : series_.mean(1);
        const bool likely_ns = mean > 1e5;
        draft_.ask(
            "latency_unit",
            std::string("latencies are in us before fio 2.99 and in ns since, and no JSON of "
                        "fio lies beside the log; the values look like ") +
                (likely_ns ? "ns" : "us or ns"));
        draft_.warn("fio.latency_unit", "the unit of the latencies is not known");
    }

    std::string metric_of(unsigned direction) const {
        const std::string name = direction == 0 ? "read" : "write";
        switch (*kind_) {
            case Kind::Bandwidth:
                return name + "_bytes_per_second";
            case Kind::Iops:
                return name + "_iops";
            case Kind::Completion:
                return name + "_completion_latency_mean";
            case Kind::Submission:
                return name + "_submission_latency_mean";
            case Kind::Total:
                return name + "_latency_mean";
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

    /// Windows of log_avg_msec have no block size; of single requests each is a row.
    bool rows_are_requests() const { return block_ != 0 && is_latency(); }

    void put_series(RunDraft& run) {
        const double interval = usual_gap_s();
        bool absolute = false;
        bool any_partial = false;
        for (unsigned direction = 0; direction < 2; ++direction) {
            const std::string metric = metric_of(direction);
            for (const FioLogPoint& point : series_.points(direction)) {
                absolute = absolute || point.t_ms > kEpochMs;
                // What stands at time 0 fills no window.
                const bool partial = point.t_ms == 0.0 && !rows_are_requests();
                any_partial = any_partial || partial;
                run.sample(point.t_ms * kMilli,
                           interval,
                           {{metric, point.value * factor()}},
                           partial ? run::Phase::Warmup : run::Phase::Measured);
            }
        }
        if (absolute) {
            run.times_are_absolute();
        }
        if (any_partial) {
            run.note("fio.first_row",
                     run::Level::Info,
                     "what stands at time 0 fills no interval: kept, but not in the figures");
        }
        if (rows_are_requests()) {
            put_request_figures(run);
        }
        if (series_.windowed()) {
            run.note("import.joined",
                     run::Level::Info,
                     std::to_string(total_rows()) +
                         " rows were joined into the means of windows of " +
                         number_text(series_.window_ms()) + " ms");
        }
        if (series_.rows(2) > 0) {
            run.note("fio.trim", run::Level::Info, "rows of trims were left out");
        }
    }

    /// Each row is one request, so that the latencies' own distribution is known.
    void put_request_figures(RunDraft& run) {
        for (unsigned direction = 0; direction < 2; ++direction) {
            const auto& histogram = histogram_[direction];
            if (series_.rows(direction) == 0) {
                continue;
            }
            run.figure(metric_of(direction), series_.mean(direction) * factor());
            if (*kind_ == Kind::Submission) {
                continue;
            }
            const std::string latency = direction == 0 ? "read_latency_" : "write_latency_";
            for (const metrics::LatencyPercentile& wanted : metrics::kLatencyPercentiles) {
                if (histogram.can_tell(wanted.quantile)) {
                    run.figure(latency + wanted.suffix,
                               histogram.quantile_seconds(wanted.quantile));
                }
            }
            run.figure(latency + "max", histogram.max_seconds());
            run.histogram(direction == 0 ? "read_latency" : "write_latency", histogram);
        }
    }

    double usual_gap_s() const {
        if (series_.windowed()) {
            return series_.window_ms() * kMilli;
        }
        std::vector<double> gaps;
        for (unsigned direction = 0; direction < 2; ++direction) {
            const auto points = series_.points(direction);
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
    FioLogSeries series_{};
    std::array<metrics::LatencyHistogram, 2> histogram_{};
    std::int64_t block_ = 0;  ///< -1: it differs
    std::size_t columns_ = 0;
    bool two_values_ = false;
};

Result<void> read(Input& input, Draft& draft) {
    return LogImport(input, draft).import();
}

Result<void> read_histogram(Input& input, Draft& draft) {
    const TextLine* const line = input.text.next();
    const std::size_t columns = line == nullptr ? 0 : integer_cells(line->text);
    draft.tool("fio");
    draft.info("fio.histogram_log",
               "a histogram log of fio (" + std::to_string(columns) +
                   " columns): fio's own tools read it; import the JSON beside it, which holds the "
                   "same distribution as percentiles");
    return {};
}

}  // namespace

const Format kFioLog{.id = "fio-log", .title = "fio log", .claim = &claim, .read = &read};
const Format kFioHistogramLog{.id = "fio-histogram-log",
                              .title = "fio histogram log",
                              .claim = &claim_histogram,
                              .read = &read_histogram};

}  // namespace throughline::importers
