// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/point_runner.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/analysis/distribution.h"
#include "engine/analysis/disturbance.h"
#include "engine/base/clock.h"
#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/dataset/size_classes.h"
#include "engine/measure/emulation_notes.h"
#include "engine/measure/gpu_interval.h"
#include "engine/measure/loader_figures.h"
#include "engine/measure/repeat_runner.h"
#include "engine/metrics/registry.h"
#include "engine/metrics/statistics.h"
#include "engine/record/failed_run.h"
#include "engine/record/gpu_decode_note.h"
#include "engine/record/record.h"

namespace throughline::measure {

using record::RunStatus;

PointRunner::PointRunner(const PreparedStudy& prepared,
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
    point_.pipeline.step_gate = control.step_gate();
    point_.volume = volume_of(prepared.volumes, settings_);
    point_.store = store_of(prepared.stores, settings_);
    if (prepared.gpu) {
        point_.pipeline.consumer.gpu.access = *prepared.gpu;
    }
}

bool PointRunner::measure(const Turn& turn) {
    if (turn.repeat == 1) {
        begin();
    }
    sink_.go_on_with(number());
    disturbed_ = is_disturbed_now() || disturbed_;
    const RepeatContext context{
        .run = number(),
        .repeat = turn.repeat,
        .run_started = started_at_,
        .source = source_,
        .point = point_,
        .sink = sink_,
        .control = control_,
        .on_phase = [&](const char* phase, double seconds) { tell(phase, turn, seconds); },
        .on_begun =
            [&](SteadyTime at) {
                if (options_.on_begun) {
                    options_.on_begun({.run = number(),
                                       .repeat = turn.repeat,
                                       .at = at,
                                       .into_run = at - started_at_});
                }
            }};
    RepeatOutcome outcome = run_repeat(context);
    const RunStatus status = outcome.status;
    take(std::move(outcome), turn.repeat);
    disturbed_ = is_disturbed_now() || disturbed_;
    if (status == RunStatus::Done && turn.repeat < point_.repeats) {
        return true;
    }
    end(status);
    return false;
}

int PointRunner::number() const {
    return static_cast<int>(index_) + 1;
}

bool PointRunner::is_disturbed_now() const {
    return options_.disturbed && options_.disturbed();
}

void PointRunner::begin() {
    sink_.write(
        record::RunStarted{.run = number(), .settings = settings_, .at = utc_now_iso8601()});
    note_emulated(
        {prepared_.presets, prepared_.volumes, prepared_.stores}, settings_, number(), sink_);
    if (const auto batch = prepared_.batches.find(index_); batch != prepared_.batches.end()) {
        sink_.note(number(), "gpu.batch", record::Level::Info, batch->second, "batch.images");
    }
    started_at_ = steady_now();
}

double PointRunner::seconds_of_phase(std::string_view phase, double phase_seconds) {
    const bool measured = phase == record::name_of(record::Phase::Measured);
    const bool between_epochs = phase == record::name_of(record::Phase::Drain);
    const double expected = prepared_.repeat_seconds[index_];
    const SteadyTime now = steady_now();
    if (!measured && !between_epochs) {
        measured_until_ = kNever;
    } else if (measured && (phase_seconds > 0.0 || measured_until_ == kNever)) {
        // Whole epochs have no time of their own: each of them goes on with what was expected.
        measured_until_ = now + from_seconds(phase_seconds > 0.0 ? phase_seconds : expected);
    }
    return measured_until_ == kNever ? expected : std::max(0.0, in_seconds(measured_until_ - now));
}

void PointRunner::tell(const char* phase, const Turn& turn, double phase_seconds) {
    if (!options_.on_progress) {
        return;
    }
    options_.on_progress(
        {.phase = phase,
         .run = number(),
         .runs = static_cast<int>(prepared_.points.size()),
         .repeat = turn.repeat,
         .seconds_left = seconds_of_phase(phase, phase_seconds) + turn.seconds_after,
         .settings = &settings_});
}

void PointRunner::take(RepeatOutcome outcome, int repeat) {
    latency_.add(outcome.read_latency);
    store_.first_byte.add(outcome.store.first_byte);
    store_.body.add(outcome.store.body);
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

void PointRunner::note_gpus(const RepeatOutcome& outcome) const {
    for (const consumer::GpuState& gpu : outcome.gpus) {
        sink_.note(number(), record::kGpuNote, record::Level::Info, gpu.description);
        if (!gpu.proxy_of.empty()) {
            sink_.note(number(),
                       "gpu.proxy",
                       record::Level::Warning,
                       say_english("a proxy ran instead of %1: as many multiplications by kernels "
                                   "of our own, without cuDNN; its rate is not that of the network",
                                   gpu.proxy_of),
                       "consumer.network");
        }
        note_decoding(gpu);
        if (!gpu.pin_problem.empty()) {
            sink_.note(number(),
                       "gpu.pageable",
                       record::Level::Warning,
                       say_english("batches were copied from pageable memory, which is slower: %1",
                                   gpu.pin_problem));
        }
        if (!gpu.exchange_problem.empty()) {
            sink_.note(number(),
                       "gpu.alone",
                       record::Level::Warning,
                       say_english("GPU %1 trained without gradient exchange: %2",
                                   std::to_string(gpu.device),
                                   gpu.exchange_problem));
        }
        if (gpu.steps_alone > 0) {
            sink_.note(number(),
                       "gpu.apart",
                       record::Level::Info,
                       say_english("GPU %1 trained %2 without the others, which had no batch: the "
                                   "weights of the GPUs differ since, its rate does not depend on "
                                   "them",
                                   std::to_string(gpu.device),
                                   counted(gpu.steps_alone, "step")));
        }
        if (!gpu.remarks.empty()) {
            sink_.note(number(), "gpu.remarks", record::Level::Info, gpu.remarks);
        }
    }
}

void PointRunner::note_decoding(const consumer::GpuState& gpu) const {
    if (gpu.decoder.empty()) {
        return;
    }
    sink_.note(number(),
               record::kGpuDecodeNote,
               record::Level::Info,
               say_english("the GPU decoded %1 in batches and %2 one by one",
                           counted(gpu.decoded_together, "image"),
                           format_count(gpu.decoded_singly)),
               gpu.decode_way);
    if (gpu.decoded_by_processor > 0) {
        sink_.note(number(),
                   "gpu.decode_outsize",
                   record::Level::Warning,
                   say_english("the processor decoded %1 for the GPU: the files are many times "
                               "larger than most of the data set, or have more than 67 megapixels",
                               counted(gpu.decoded_by_processor, "image")),
                   "decode.device");
    }
    if (gpu.decode_failed > 0) {
        sink_.note(number(),
                   "gpu.decode_failed",
                   record::Level::Warning,
                   say_english("the GPU could not decode %1, whose pixels were black",
                               counted(gpu.decode_failed, "image")),
                   "decode.device");
    }
}

void PointRunner::note_ceilings(const RepeatOutcome& outcome, int repeat) const {
    for (const consumer::GpuState& gpu : outcome.gpus) {
        if (!gpu.ceiling_problem.empty()) {
            sink_.note(number(),
                       "gpu.unsteady",
                       record::Level::Warning,
                       say_english("repeat %1: the ceiling is unsteady: %2",
                                   std::to_string(repeat),
                                   gpu.ceiling_problem));
        }
        if (const std::string drift = ceiling_drift(gpu); !drift.empty()) {
            sink_.note(number(),
                       "gpu.drift",
                       record::Level::Warning,
                       say_english("repeat %1: the ceiling of GPU %2 changed: %3",
                                   std::to_string(repeat),
                                   std::to_string(gpu.device),
                                   drift));
        }
    }
}

void PointRunner::note_facts(const RepeatOutcome& outcome) const {
    if (!outcome.loader.empty()) {
        sink_.note(number(), kLoaderNote, record::Level::Info, outcome.loader);
    }
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
        sink_.note(number(), "placement.failed", record::Level::Warning, outcome.placement_problem);
    }
    if (outcome.cache_bytes_used > 0) {
        sink_.note(
            number(),
            "cache.images",
            record::Level::Info,
            say_english("the image cache held %1 at the end",
                        format_quantity(static_cast<double>(outcome.cache_bytes_used), "bytes")));
    }
    if (outcome.preloaded_images > 0 && outcome.preloaded_images < source_.images->size()) {
        sink_.note(
            number(),
            "decode.sample",
            record::Level::Info,
            say_english("decode alone ran on a random sample of %1 of %2 images held in memory",
                        format_count(outcome.preloaded_images),
                        format_count(source_.images->size())));
    }
}

void PointRunner::write_histogram(const char* metric,
                                  const metrics::LatencyHistogram& histogram) const {
    if (histogram.count() > 0) {
        sink_.write(record::HistogramLine{.run = number(),
                                          .metric = metric,
                                          .scheme = metrics::LatencyHistogram::kScheme,
                                          .counts = histogram.sparse()});
    }
}

void PointRunner::end(RunStatus status) {
    if (disturbed_) {
        sink_.note(number(), analysis::kBesideCode, record::Level::Warning, kBesideText);
    }
    write_histogram("read_latency", latency_);
    write_histogram("http_first_byte", store_.first_byte);
    write_histogram("http_body", store_.body);
    write_file_sizes();
    for (const auto& [key, values] : values_) {
        ended_.metrics[key] = summary_of(key, values);
    }
    if (status == RunStatus::Stopped && !ended_.metrics.contains("images_per_second")) {
        ended_.absent.try_emplace("images_per_second",
                                  to_say("stopped before anything was measured"));
    }
    record::withhold_failed(status, record::Origin::Measured, ended_.metrics, ended_.absent);
    ended_.run = number();
    ended_.status = status;
    sink_.write(ended_);
}

record::Summary PointRunner::summary_of(const std::string& key,
                                        const std::vector<double>& values) const {
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

void PointRunner::write_file_sizes() const {
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

}  // namespace throughline::measure
