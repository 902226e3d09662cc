// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/study_runner.h"

#include <map>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>

#include "engine/analysis/derive.h"
#include "engine/analysis/distribution.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/verdict.h"
#include "engine/base/clock.h"
#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/base/uuid.h"
#include "engine/dataset/size_classes.h"
#include "engine/measure/carry_out.h"
#include "engine/measure/emulation_notes.h"
#include "engine/measure/environment.h"
#include "engine/measure/estimate.h"
#include "engine/measure/point_options.h"
#include "engine/measure/repeat_runner.h"
#include "engine/measure/run_sink.h"
#include "engine/measure/silence.h"
#include "engine/metrics/registry.h"
#include "engine/metrics/statistics.h"
#include "engine/record/failed_run.h"
#include "engine/record/touched.h"

namespace throughline::measure {
namespace {

using record::RunStatus;

constexpr const char* kBesideText = "another measurement ran on this machine meanwhile (--force)";

record::Header header_of(const PreparedStudy& prepared, bool disturbed) {
    record::Header header;
    header.study = make_uuid();
    header.title = prepared.spec.title.empty() ? title_of(prepared.spec, prepared.presets)
                                               : prepared.spec.title;
    header.origin = record::Origin::Measured;
    header.started_at = utc_now_iso8601();
    header.spec_json = spec::spec_to_json(prepared.spec);
    header.environment = environment(prepared.sources);
    if (disturbed) {
        header.environment["disturbed"] = true;
    }
    for (const auto& metric : metrics::all_metrics()) {
        if (metric.kind == metrics::Kind::Measured) {
            header.metrics.push_back({metric.id, metric.unit, metric.title});
        }
    }
    header.plan = prepared.plan;
    return header;
}

/// Seconds that a point is expected to take.
double seconds_of(const spec::Settings& point) {
    return (spec::real_of(point, "warmup_seconds") + spec::real_of(point, "duration_seconds")) *
           static_cast<double>(spec::integer_of(point, "repeats"));
}

/// … that the points to do behind `index` are.
double seconds_after_point(const PreparedStudy& prepared, std::size_t index) {
    double seconds = 0.0;
    for (const std::size_t i : prepared.todo) {
        seconds += i > index ? seconds_of(prepared.points[i]) : 0.0;
    }
    return seconds;
}

/// One run: all repeats of one configuration.
class PointRunner {
public:
    PointRunner(const PreparedStudy& prepared,
                const StudyOptions& options,
                RunControl& control,
                RunSink& sink,
                std::size_t index)
        : prepared_(prepared),
          options_(options),
          control_(control),
          sink_(sink),
          index_(index),
          settings_(prepared.points[index]),
          source_(prepared.sources.of(settings_)),
          point_(point_options(settings_, source_)) {
        point_.pipeline.reader.watch = &control.answers();
        point_.volume = volume_of(prepared.volumes, settings_);
        if (prepared.gpu) {
            point_.pipeline.consumer.gpu.access = *prepared.gpu;
        }
    }

    RunStatus measure() {
        sink_.write(
            record::RunStarted{.run = number(), .settings = settings_, .at = utc_now_iso8601()});
        note_emulated({prepared_.presets, prepared_.volumes}, settings_, number(), sink_);
        if (const auto batch = prepared_.batches.find(index_); batch != prepared_.batches.end()) {
            sink_.note(number(), "gpu.batch", record::Level::Info, batch->second, "batch.images");
        }
        const bool disturbed = options_.disturbed && options_.disturbed();
        const SteadyTime started_at = steady_now();
        RunStatus status = RunStatus::Done;
        for (int repeat = 1; repeat <= point_.repeats && status == RunStatus::Done; ++repeat) {
            const RepeatContext context{.run = number(),
                                        .repeat = repeat,
                                        .run_started = started_at,
                                        .source = source_,
                                        .point = point_,
                                        .sink = sink_,
                                        .control = control_,
                                        .on_phase = [&](const char* phase, double seconds) {
                                            tell(phase, repeat, seconds);
                                        }};
            RepeatOutcome outcome = run_repeat(context);
            status = outcome.status;
            take(std::move(outcome), repeat);
        }
        if (disturbed || (options_.disturbed && options_.disturbed())) {
            sink_.note(number(), analysis::kBesideCode, record::Level::Warning, kBesideText);
        }
        end(status);
        return status;
    }

private:
    int number() const { return static_cast<int>(index_) + 1; }

    void tell(const char* phase, int repeat, double phase_seconds) const {
        if (!options_.on_progress) {
            return;
        }
        const double per_repeat = point_.warmup_seconds + point_.duration_seconds;
        const bool measured = std::string_view(phase) == "measured";
        const double here = measured ? phase_seconds : per_repeat;
        options_.on_progress({.phase = phase,
                              .run = number(),
                              .runs = static_cast<int>(prepared_.points.size()),
                              .repeat = repeat,
                              .seconds_left = here + per_repeat * (point_.repeats - repeat) +
                                              seconds_after_point(prepared_, index_),
                              .settings = &settings_});
    }

    void take(RepeatOutcome outcome, int repeat) {
        latency_.add(outcome.read_latency);
        for (const auto& [key, value] : outcome.metrics) {
            values_[key].push_back(value);
        }
        stretches_.insert(outcome.stretches.begin(), outcome.stretches.end());
        for (auto& [key, reason] : outcome.absent) {
            ended_.absent[key] = std::move(reason);
        }
        if (outcome.failure) {
            sink_.note(number(), "run.failed", record::Level::Error, describe(*outcome.failure));
        }
        if (repeat == 1) {
            note_facts(outcome);
            note_gpus(outcome);
        }
        note_ceilings(outcome, repeat);
    }

    void note_gpus(const RepeatOutcome& outcome) const {
        for (const consumer::GpuState& gpu : outcome.gpus) {
            sink_.note(number(), "gpu.facts", record::Level::Info, gpu.description);
            if (!gpu.proxy_of.empty()) {
                sink_.note(number(),
                           "gpu.proxy",
                           record::Level::Warning,
                           "a proxy ran instead of " + gpu.proxy_of +
                               ": as many multiplications by kernels of our own, without cuDNN; "
                               "its rate is not that of the network",
                           "consumer.network");
            }
            if (!gpu.pin_problem.empty()) {
                sink_.note(number(),
                           "gpu.pageable",
                           record::Level::Warning,
                           "batches were copied from pageable memory, which is slower: " +
                               gpu.pin_problem);
            }
        }
    }

    /// Every repeat measures its own.
    void note_ceilings(const RepeatOutcome& outcome, int repeat) const {
        for (const consumer::GpuState& gpu : outcome.gpus) {
            if (!gpu.ceiling_problem.empty()) {
                sink_.note(number(),
                           "gpu.unsteady",
                           record::Level::Warning,
                           "repeat " + std::to_string(repeat) +
                               ": the ceiling is unsteady: " + gpu.ceiling_problem);
            }
        }
    }

    void note_facts(const RepeatOutcome& outcome) const {
        if (outcome.reader_facts && !outcome.reader_facts->name.empty()) {
            const auto& facts = *outcome.reader_facts;
            sink_.note(number(), "reader.facts", record::Level::Info, storage::describe(facts));
            for (const auto& fallback : facts.fallbacks) {
                sink_.note(number(), "reader.fallback", record::Level::Warning, fallback);
            }
        }
        if (!outcome.placement.empty()) {
            sink_.note(number(), "placement.facts", record::Level::Info, outcome.placement);
        }
        if (!outcome.placement_problem.empty()) {
            sink_.note(
                number(), "placement.failed", record::Level::Warning, outcome.placement_problem);
        }
        if (outcome.cache_bytes_used > 0) {
            sink_.note(number(),
                       "cache.images",
                       record::Level::Info,
                       "the image cache held " +
                           format_quantity(static_cast<double>(outcome.cache_bytes_used), "bytes") +
                           " at the end");
        }
        if (outcome.preloaded_images > 0 && outcome.preloaded_images < source_.images->size()) {
            sink_.note(number(),
                       "decode.sample",
                       record::Level::Info,
                       "decode alone ran on a random sample of " +
                           format_count(outcome.preloaded_images) + " of " +
                           format_count(source_.images->size()) + " images held in memory");
        }
    }

    void end(RunStatus status) {
        if (latency_.count() > 0) {
            sink_.write(record::HistogramLine{.run = number(),
                                              .metric = "read_latency",
                                              .scheme = metrics::LatencyHistogram::kScheme,
                                              .counts = latency_.sparse()});
        }
        write_file_sizes();
        for (const auto& [key, values] : values_) {
            ended_.metrics[key] = summary_of(key, values);
        }
        if (status == RunStatus::Stopped && !ended_.metrics.contains("images_per_second")) {
            ended_.absent.try_emplace("images_per_second", "stopped before anything was measured");
        }
        record::withhold_failed(status, record::Origin::Measured, ended_.metrics, ended_.absent);
        ended_.run = number();
        ended_.status = status;
        sink_.write(ended_);
    }

    /// Over the repeats; a single one may have an interval of its own, over its stretches.
    record::Summary summary_of(const std::string& key, const std::vector<double>& values) const {
        const auto stretches = stretches_.find(key);
        const bool own =
            values.size() == 1 && stretches != stretches_.end() && stretches->second.size() > 1;
        const metrics::MetricInfo* info = metrics::find_metric(key);
        const auto interval =
            metrics::within_limits(metrics::mean_interval_95(own ? stretches->second : values),
                                   info != nullptr && std::string_view(info->unit) == "%");
        record::Summary summary{.value = own ? values.front() : interval.mean,
                                .n = static_cast<int>(values.size())};
        if (interval.n > 1) {
            summary.low = interval.low;
            summary.high = interval.high;
        }
        return summary;
    }

    /// How many small reads the data set asks of the storage.
    void write_file_sizes() const {
        record::HistogramLine line{
            .run = number(), .metric = "file_size", .scheme = analysis::kLog2Scheme, .counts = {}};
        const dataset::SizeClasses classes = dataset::size_classes(*source_.images);
        for (std::size_t k = 0; k < classes.size(); ++k) {
            if (classes[k] > 0) {
                line.counts.emplace_back(static_cast<std::uint32_t>(k), classes[k]);
            }
        }
        sink_.write(line);
    }

    const PreparedStudy& prepared_;
    const StudyOptions& options_;
    RunControl& control_;
    RunSink& sink_;
    std::size_t index_;
    const spec::Settings& settings_;
    const Source& source_;
    PointOptions point_;
    metrics::LatencyHistogram latency_;
    std::map<std::string, std::vector<double>> values_;
    std::map<std::string, std::vector<double>> stretches_;
    record::RunEnded ended_;
};

/// `next`: the point that waits.
void pause_if_asked(const PreparedStudy& prepared,
                    RunControl& control,
                    const StudyOptions& options,
                    std::size_t next) {
    if (!control.paused()) {
        return;
    }
    if (options.on_progress) {
        options.on_progress({.phase = "paused",
                             .run = static_cast<int>(next) + 1,
                             .runs = static_cast<int>(prepared.points.size()),
                             .seconds_left = seconds_of(prepared.points[next]) +
                                             seconds_after_point(prepared, next)});
    }
    control.wait_while_paused();
}

void begin_record(const PreparedStudy& prepared, bool disturbed, RunSink& sink) {
    sink.write(header_of(prepared, disturbed));
    for (const auto& [path, source] : prepared.sources.all()) {
        for (const auto& warning : source.target.warnings) {
            sink.note({}, "dataset.target", record::Level::Warning, warning, path);
        }
        for (const auto& [reason, left_out] : source.images->left_out()) {
            sink.write(record::Note{.code = "dataset.left_out",
                                    .level = record::Level::Warning,
                                    .text = counted(left_out.count, "entry is", "entries are") +
                                            " left out of the data set (" + reason + ")",
                                    .item = left_out.first,
                                    .count = left_out.count});
        }
        for (const auto& unreadable : source.images->unreadable()) {
            sink.note({}, "dataset.unreadable", record::Level::Warning, describe(unreadable), path);
        }
    }
}

/// Who reads the events is shown what stands in the record already, without its samples.
void take_up_record(const PreparedStudy& prepared, RunSink& sink, record::RecordWriter& writer) {
    const record::Study& begun = *prepared.begun;
    writer.show(begun.header);
    for (const record::RunData& run : begun.runs) {
        if (record::is_result(run)) {
            writer.show(run.started);
            writer.show(record::RunEnded{.run = run.started.run,
                                         .status = run.status,
                                         .metrics = run.metrics,
                                         .absent = run.absent});
        }
    }
    const std::string changed =
        prepared.since_begun.empty() ? "" : "; since it began, " + prepared.since_begun;
    sink.note({},
              record::kTakenUpCode,
              changed.empty() ? record::Level::Info : record::Level::Warning,
              "the study was resumed at " + utc_now_iso8601() + " for " +
                  counted(prepared.todo.size(), "run that was", "runs that were") + " missing" +
                  changed);
}

/// What must hold between a point's settings and what its data set turned out to be.
Result<void> check_sources(const std::vector<spec::Settings>& points, const StudySources& sources) {
    for (const auto& settings : points) {
        const Source& source = sources.of(settings);
        const auto options = point_options(settings, source).pipeline;
        if (auto fits = pipeline::check_options(options); !fits) {
            return fits;
        }
    }
    return {};
}

/// Begins the record, or goes on with the one that is taken up, and says what would disturb.
void note_surroundings(const PreparedStudy& prepared,
                       const StudyOptions& options,
                       RunSink& sink,
                       record::RecordWriter& writer) {
    const bool disturbed = options.disturbed && options.disturbed();
    if (prepared.begun) {
        take_up_record(prepared, sink, writer);
    } else {
        begin_record(prepared, disturbed, sink);
    }
    if (disturbed) {
        sink.note({}, analysis::kBesideCode, record::Level::Warning, kBesideText);
    }
    if (!options.unlocked.empty()) {
        sink.note({},
                  "study.unlocked",
                  record::Level::Warning,
                  "measured without a lock; another measurement at the same time would not have "
                  "been noticed: " +
                      options.unlocked);
    }
}

Result<void> measure_points(const PreparedStudy& prepared,
                            const StudyOptions& options,
                            RunControl& control,
                            record::RecordWriter& writer,
                            RunSink& sink) {
    for (const std::size_t i : prepared.todo) {
        pause_if_asked(prepared, control, options, i);
        if (control.stop_requested()) {
            break;
        }
        PointRunner(prepared, options, control, sink, i).measure();
        writer.flush();
        if (auto failure = writer.failure(); !failure) {
            return failure;
        }
    }
    return {};
}

}  // namespace

Result<PreparedStudy> prepare_study(const spec::StudySpec& spec,
                                    std::stop_token stop,
                                    const CatalogSource& catalog,
                                    const GpuSource& gpus,
                                    const ScanProgress& on_scan) {
    if (auto valid = spec::validate(spec); !valid) {
        return std::move(valid).error();
    }
    PreparedStudy prepared;
    prepared.spec = spec;
    prepared.points = spec::expand(spec);
    auto presets = apply_presets(prepared.points, catalog);
    if (!presets) {
        return std::move(presets).error();
    }
    prepared.presets = *std::move(presets);
    auto volumes = choose_volumes(prepared.points, catalog);
    if (!volumes) {
        return std::move(volumes).error();
    }
    prepared.volumes = *std::move(volumes);
    auto gpu = find_gpu(prepared.points, gpus);
    if (!gpu) {
        return std::move(gpu).error();
    }
    prepared.gpu = *std::move(gpu);
    if (prepared.gpu) {
        auto batches = choose_batches(prepared.points, *prepared.gpu, stop);
        if (!batches) {
            return std::move(batches).error();
        }
        prepared.batches = *std::move(batches);
    }
    auto sources = StudySources::load(prepared.points, stop, on_scan);
    if (!sources) {
        return std::move(sources).error();
    }
    prepared.sources = *std::move(sources);
    if (auto fits = check_sources(prepared.points, prepared.sources); !fits) {
        return std::move(fits).error();
    }
    if (auto usable = check_readers(prepared.points, prepared.sources); !usable) {
        return std::move(usable).error();
    }
    if (auto fits = check_memory(prepared.points, prepared.sources); !fits) {
        return std::move(fits).error();
    }
    prepared.todo.resize(prepared.points.size());
    std::iota(prepared.todo.begin(), prepared.todo.end(), 0);
    prepared.plan = estimate(prepared.points, prepared.sources, std::move(stop));
    return prepared;
}

Result<record::Study> run_study(const PreparedStudy& prepared,
                                const StudyOptions& options,
                                RunControl& control,
                                record::RecordWriter& writer) {
    // Shared, as a thread that is left behind still has them.
    const auto sink = std::make_shared<RunSink>(writer, options.on_sample, prepared.begun);
    const auto measured = std::make_shared<Result<void>>();
    note_surroundings(prepared, options, *sink, writer);
    const auto measure = [&prepared, &options, &control, &writer, sink, measured] {
        *measured = measure_points(prepared, options, control, writer, *sink);
    };
    if (!carry_out(measure, control, silence_told_to(*sink, options.on_notice))) {
        leave_behind(*sink, options.on_notice, control);
    } else if (!*measured) {
        return measured->error();
    }
    record::Study study = sink->study();
    analysis::derive(study);
    const record::Verdict verdict = analysis::judge(study);
    sink->write(verdict);
    study.verdict = verdict;
    return study;
}

}  // namespace throughline::measure
