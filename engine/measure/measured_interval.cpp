// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/measured_interval.h"

#include <sys/resource.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/measure/loader_figures.h"
#include "engine/measure/store_figures.h"
#include "engine/metrics/accelerator_utilisation.h"
#include "engine/metrics/proc_samplers.h"
#include "engine/spec/choices.h"

namespace throughline::measure {
namespace {

using metrics::labelled;
using metrics::MetricValues;

Nanoseconds ns_of(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

void add_stage(MetricValues& values,
               std::string_view stage,
               const pipeline::WorkTimes& times,
               double seconds) {
    const auto wall = static_cast<double>(times.wall().count());
    if (wall <= 0.0) {
        return;
    }
    const auto share = [wall](Nanoseconds time) {
        return 100.0 * static_cast<double>(time.count()) / wall;
    };
    values[labelled("stage_busy", "stage", stage)] = share(times.busy);
    values[labelled("stage_starved", "stage", stage)] = share(times.starved);
    values[labelled("stage_blocked", "stage", stage)] = share(times.blocked);
    if (times.cpu) {
        values[labelled("process_cpu_cores", "stage", stage)] = in_seconds(*times.cpu) / seconds;
    }
}

}  // namespace

PipelineInterval& PipelineInterval::operator+=(const PipelineInterval& other) {
    Counts::operator+=(other);
    length += other.length;
    process_cpu += other.process_cpu;
    context_switches += other.context_switches;
    if (storage_bytes && other.storage_bytes) {
        *storage_bytes += *other.storage_bytes;
    } else {
        storage_bytes.reset();
    }
    gpus.resize(std::max(gpus.size(), other.gpus.size()));
    for (std::size_t i = 0; i < other.gpus.size(); ++i) {
        gpus[i] += other.gpus[i];
    }
    if (other.loader) {
        const Nanoseconds before = loader ? loader->cpu : Nanoseconds::zero();
        loader = LoaderInterval{.cpu = before + other.loader->cpu,
                                .resident_bytes = other.loader->resident_bytes};
    }
    if (other.traffic) {
        traffic = traffic.value_or(remote::TrafficCounts{});
        *traffic += *other.traffic;
    }
    return *this;
}

ProcessSnapshot take_process_snapshot(const pipeline::Pipeline* pipeline,
                                      const remote::Traffic* traffic) {
    ProcessSnapshot snapshot;
    if (pipeline != nullptr) {
        snapshot.pipeline = pipeline->snapshot();
    }
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) {
        snapshot.process_cpu = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
        snapshot.context_switches = static_cast<std::uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw);
    }
    if (traffic != nullptr) {
        snapshot.traffic = traffic->counts();
    }
    snapshot.storage_bytes = metrics::bytes_fetched_by_this_process();
    return with_loader(std::move(snapshot), pipeline);
}

namespace {

std::vector<GpuInterval> gpu_intervals(const pipeline::Snapshot& from,
                                       const pipeline::Snapshot& to) {
    std::vector<GpuInterval> gpus;
    for (std::size_t i = 0; i < to.gpus.size(); ++i) {
        const consumer::GpuState before =
            i < from.gpus.size() ? from.gpus[i] : consumer::GpuState{};
        gpus.push_back(gpu_interval_between(before, to.gpus[i], to.at - from.at));
    }
    return gpus;
}

}  // namespace

PipelineInterval interval_between(const ProcessSnapshot& from, const ProcessSnapshot& to) {
    PipelineInterval interval{to.pipeline - from.pipeline};
    interval.length = to.pipeline.at - from.pipeline.at;
    interval.process_cpu = to.process_cpu - from.process_cpu;
    interval.context_switches = to.context_switches - from.context_switches;
    interval.storage_bytes.reset();
    if (from.storage_bytes && to.storage_bytes) {
        interval.storage_bytes = *to.storage_bytes - *from.storage_bytes;
    }
    if (from.traffic && to.traffic) {
        interval.traffic = *to.traffic - *from.traffic;
    }
    interval.gpus = gpu_intervals(from.pipeline, to.pipeline);
    add_loader(from, to, interval);
    return interval;
}

namespace {

/// What the accelerators computed: GPUs by events; emulated ones by their schedule, since a thread
/// that wakes up late was busy for longer than the accelerator that it stands for. A consumer that
/// computes nothing: the time of its thread.
double compute_seconds(const PipelineInterval& interval, const pipeline::PipelineOptions& options) {
    const consumer::ConsumerOptions consumer = consumer_options_of(options);
    if (consumer.kind == spec::ConsumerKind::Paced) {
        return static_cast<double>(interval.images_delivered) * consumer.batch_seconds /
               options.batch_images;
    }
    Nanoseconds step_time = interval.gpus.empty() ? interval.consume.busy : Nanoseconds::zero();
    for (const GpuInterval& gpu : interval.gpus) {  // whose steps overlap with copies
        step_time += gpu.step_time;
    }
    return in_seconds(step_time);
}

/// As MLPerf Storage defines it.
void add_accelerators(MetricValues& values,
                      const PipelineInterval& interval,
                      const pipeline::PipelineOptions& options) {
    const double seconds = in_seconds(interval.length);
    for (const GpuInterval& gpu : interval.gpus) {
        values.merge(gpu_rates(gpu, seconds));
    }
    if (options.consumer.kind == spec::ConsumerKind::Paced || !interval.gpus.empty()) {
        values["accelerator_utilisation"] = *metrics::accelerator_utilisation_percent(
            {.compute_seconds = compute_seconds(interval, options),
             .running_seconds = seconds,
             .accelerators = options.consumer.accelerators});
    }
}

}  // namespace

namespace {

void add_loader_rates(MetricValues& values, const PipelineInterval& interval, double seconds) {
    add_stage(values, "loader", loader_times(interval), seconds);
    if (interval.loader) {
        values["loader_memory"] = static_cast<double>(interval.loader->resident_bytes);
    }
    if (interval.bytes_requested > 0) {  // as it tells
        values["requested_read_bytes_per_second"] =
            static_cast<double>(interval.bytes_requested) / seconds;
    }
}

}  // namespace

namespace {

/// What consumers that train in step waited for each other, and for the exchange.
void put_meetings(const PipelineInterval& interval,
                  const pipeline::PipelineOptions& options,
                  MetricValues& values) {
    const double wall_s = in_seconds(interval.consume.wall());
    if (!options.consumer.barrier || wall_s <= 0.0) {
        return;
    }
    values["step_wait"] = 100.0 * in_seconds(interval.meet.starved) / wall_s;
    if (options.step_gate != nullptr && options.exchange.bytes > 0 &&
        options.stages == spec::Stages::Full) {
        values["step_exchange"] = 100.0 * in_seconds(interval.meet.blocked) / wall_s;
    }
}

}  // namespace

MetricValues pipeline_rates(const PipelineInterval& interval,
                            const pipeline::PipelineOptions& options) {
    using spec::Stages;
    const Stages stages = options.stages;
    MetricValues values;
    const double seconds = in_seconds(interval.length);
    if (seconds <= 0.0) {
        return values;
    }
    values["images_per_second"] = static_cast<double>(interval.images_delivered) / seconds;
    const bool loader = by_loader(options);
    if (!loader || interval.loader) {
        values["process_cpu_cores"] = in_seconds(interval.process_cpu) / seconds;
    }
    if (loader) {
        add_loader_rates(values, interval, seconds);
    }
    const bool reading = !loader && (stages == Stages::Full || stages == Stages::Storage);
    if (reading) {
        values["requested_read_bytes_per_second"] =
            static_cast<double>(interval.bytes_requested) / seconds;
        values["read_requests_per_second"] = static_cast<double>(interval.reads) / seconds;
        add_stage(values, "storage", interval.read, seconds);
        add_store_rates(interval, values);
    }
    if (!loader && (stages == Stages::Full || stages == Stages::Decode)) {
        add_stage(values, "decode", interval.decode, seconds);
    }
    if (stages != Stages::Storage) {
        add_stage(values, "consumer", interval.consume, seconds);
        put_meetings(interval, options, values);
        values[labelled("queue_fill", "queue", "batches")] =
            100.0 * interval.batches_fill_ns / static_cast<double>(interval.length.count());
    }
    if (stages == Stages::Full || stages == Stages::Consumer) {
        add_accelerators(values, interval, options);
    }
    if (stages == Stages::Decode) {
        for (const GpuInterval& gpu : interval.gpus) {  // that decodes
            values.merge(gpu_rates(gpu, seconds));
        }
    }
    if (stages == Stages::Full && !loader) {
        values[labelled("queue_fill", "queue", "encoded")] =
            100.0 * interval.encoded_fill_ns / static_cast<double>(interval.length.count());
        if (options.cache != pipeline::CacheKind::None && interval.images_read > 0) {
            values["cache_hit_share"] = 100.0 * static_cast<double>(interval.images_cached) /
                                        static_cast<double>(interval.images_read);
        }
    }
    return values;
}

MetricValues pipeline_totals(const PipelineInterval& interval,
                             const pipeline::PipelineOptions& options) {
    using spec::Stages;
    const Stages stages = options.stages;
    MetricValues values;
    const bool loader = by_loader(options);
    if (!loader) {
        values["failed_images"] = static_cast<double>(interval.images_failed);
    }
    if (interval.images_delivered == 0) {
        return values;
    }
    const auto images = static_cast<double>(interval.images_delivered);
    const auto per_image = [&](const char* stage, const pipeline::WorkTimes& times) {
        if (times.cpu) {
            values[labelled("cpu_seconds_per_image", "stage", stage)] =
                in_seconds(*times.cpu) / images;
        }
    };
    if (loader) {
        per_image("loader", loader_times(interval));
    } else {
        values["context_switches_per_image"] =
            static_cast<double>(interval.context_switches) / images;
    }
    if (!loader && (stages == Stages::Full || stages == Stages::Storage)) {
        per_image("storage", interval.read);
        if (interval.verify_ns > 0) {
            values[labelled("cpu_seconds_per_image", "stage", "verify")] =
                static_cast<double>(interval.verify_ns) * 1e-9 / images;
        }
    }
    if (!loader && (stages == Stages::Full || stages == Stages::Decode)) {
        per_image("decode", interval.decode);
        values["progressive_images"] = static_cast<double>(interval.images_progressive);
        if (interval.jpegs_decoded > 0) {
            values["image_pixels"] = static_cast<double>(interval.pixels_decoded) /
                                     static_cast<double>(interval.jpegs_decoded);
        }
        if (interval.augment_timed > 0) {
            values["augment_seconds_per_image"] = static_cast<double>(interval.augment_ns) * 1e-9 /
                                                  static_cast<double>(interval.augment_timed);
        }
    }
    if (stages != Stages::Storage && interval.batches > 0) {
        per_image("consumer", interval.consume);
        values["step_time"] =
            compute_seconds(interval, options) / static_cast<double>(interval.batches);
    }
    return values;
}

}  // namespace throughline::measure
