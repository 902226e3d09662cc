// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/importers/draft/imported_file.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/metrics/registry.h"
#include "engine/record/study.h"

namespace throughline::importers {

struct Moment;

/// "read_latency_mean" -> "read_latency_window_mean".
std::string window_mean_of(std::string_view key);

/// One run of an import while it is filled. What is not finite or not there is left out, so that
/// callers pass on what they parsed.
class RunDraft {
public:
    /// Bounds what a run's samples take: about 100 bytes a value.
    static constexpr std::size_t kValuesMax = std::size_t{1} << 20U;

    explicit RunDraft(int number) { data_.started.run = number; }

    /// A condition of the registry: "block_size", "model". Empty texts are left out.
    void set(std::string_view key, std::string_view text);
    void set(std::string_view key, const char* text) { set(key, std::string_view(text)); }
    void set(std::string_view key, std::optional<double> number);

    bool has_condition(std::string_view key) const;

    /// A figure of the run, in the registry's unit.
    void figure(std::string_view key, std::optional<double> value);
    void figure(std::string_view key, const record::Summary& summary);
    void absent(std::string_view key, std::string_view reason);
    bool has_figure(std::string_view key) const;

    /// Whether the times of the samples are seconds since 1970; else since the run started.
    void times_are_absolute() { absolute_ = true; }
    /// When the run started, if the file says: seconds since 1970.
    void started_at(double seconds) { started_at_ = seconds; }

    /// Each sample is the mean since the one before it, however long that is (iostat, vmstat). Else
    /// a sample without its interval is a reading that stands for a few usual gaps at the most.
    void intervals_are_whole() { whole_intervals_ = true; }

    /// The metric's samples are means of windows of unknown numbers of requests: over them there is
    /// a mean of windows (…_window_mean), which is not the mean of the requests.
    void means_of_windows(std::string_view key) { of_windows_.emplace(key); }

    /// `t` ends the interval of `dt` seconds; dt 0: not known, it began at the sample before. The
    /// latency and size of requests of which `values` counts none are left out.
    void sample(double t,
                double dt,
                metrics::MetricValues values,
                record::Phase phase = record::Phase::Measured);
    std::size_t sample_count() const noexcept { return data_.samples.size(); }

    void histogram(std::string_view metric, const metrics::LatencyHistogram& histogram);

    void note(std::string_view code, record::Level level, std::string_view text);
    void status(record::RunStatus status) { data_.status = status; }

private:
    friend class Draft;
    void drop_idle(metrics::MetricValues& values);
    void halve();
    void fill_intervals();
    void finish_times();
    void finish_figures();

    record::RunData data_{};
    bool absolute_ = false;
    bool whole_intervals_ = false;
    std::set<std::string, std::less<>> of_windows_{};
    std::set<std::string, std::less<>> idle_{};  ///< keys that drop_idle() left out
    std::optional<double> started_at_{};
    std::size_t values_ = 0;
    std::size_t stride_ = 1;     ///< samples as they come that make one kept
    std::size_t in_stride_ = 0;  ///< of which the last one kept holds so many
};

/// What an importer fills: the study, and what is to be said about it.
class Draft {
public:
    explicit Draft(const Options& options) : options_(options) {}

    RunDraft& add_run();
    bool has_runs() const noexcept { return !runs_.empty(); }
    bool has_rows() const noexcept { return rows_taken_ > 0; }
    std::size_t run_count() const noexcept { return runs_.size(); }

    void tool(std::string_view name, std::string_view version = {});
    void title(std::string_view title) { title_ = title; }
    /// "host.name", "kernel", "cpu.cores", "command": what the file says of machine and call.
    void environment(std::string_view key, std::string_view text);
    void environment(std::string_view key, std::optional<double> number);

    /// A number or text that the user gave with --assume. A text where a number is needed is
    /// remembered and ends the import with a Usage error.
    std::optional<double> assumed_number(std::string_view key);
    std::optional<std::string_view> assumed(std::string_view key);
    /// The measured metric that an answer names; null without one. What names none ends the import
    /// with a Usage error.
    const metrics::MetricInfo* assumed_metric(std::string_view key);
    /// The answer of a mapping file; one given with --assume stays.
    void map_column(std::string_view name, std::string_view target);
    const std::vector<CsvMapping>& mappings() const noexcept { return options_.mappings; }
    void ask(std::string_view key, std::string_view why);

    /// Local time to UTC, by --assume time_zone; without it a note says that it was taken as UTC.
    double utc_of(double local_seconds);
    double utc_of(const Moment& moment);

    /// The file ends too early: what stands last in it may have gone on.
    void interrupt_last_run();

    void take_rows(std::uint64_t rows = 1) { rows_taken_ += rows; }
    /// A row that does not count, with its place and why; the first ten become notes.
    void drop_row(std::uint64_t line, std::string_view why);
    void note(std::string_view code, record::Level level, std::string_view text);
    void info(std::string_view code, std::string_view text) {
        note(code, record::Level::Info, text);
    }
    /// The same text is said but once.
    void info_once(std::string_view code, std::string_view text);
    void warn(std::string_view code, std::string_view text) {
        note(code, record::Level::Warning, text);
    }

    /// Errors: Usage for an assumption that is not a number where one is needed.
    Result<ImportedFile> finish(std::string_view name);

private:
    void assume_conditions(RunDraft& run);
    /// `workers` of a data loader are our `decode.threads`, so that one chart can hold both.
    void take_loader_threads(RunDraft& run);
    void assume_start(RunDraft& run);
    /// Rows that only have an order, `--assume period_seconds` apart.
    void place_steps(RunDraft& run);
    void refuse(std::string_view key, std::string_view answer, std::string_view why);
    void rename_samples(RunDraft& run);
    void list_metrics(record::Study& study) const;

    const Options& options_;
    Assumptions mapped_columns_{};
    std::deque<RunDraft> runs_{};
    std::string tool_{};
    std::string tool_version_{};
    std::string title_{};
    spec::Settings environment_{};
    std::vector<Question> questions_{};
    std::set<std::string, std::less<>> asked_{};  ///< keys that an answer was looked for
    std::vector<record::Note> notes_{};
    std::uint64_t rows_taken_ = 0;
    std::uint64_t rows_dropped_ = 0;
    bool local_time_noted_ = false;
    std::optional<Error> usage_error_{};
};

}  // namespace throughline::importers
