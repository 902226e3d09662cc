// SPDX-License-Identifier: Apache-2.0
#include "engine/runner/repeat_figures.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include "engine/base/format.h"
#include "engine/metrics/latency_percentiles.h"

namespace throughline::runner {
namespace {

double processors() {
    return std::thread::hardware_concurrency();
}

/// Whoever measures a machine that others use measures what they leave.
void note_other_cpu(const RepeatContext& context, const metrics::MetricValues& values) {
    constexpr double kOtherShareMax = 0.15;
    const auto other = values.find("other_cpu_cores");
    if (other != values.end() && other->second > kOtherShareMax * processors()) {
        context.sink.note(context.run,
                          run::kDisturbedCode,
                          run::Level::Warning,
                          "others used " + format_significant(other->second, 2) + " of the " +
                              format_significant(processors(), 2) +
                              " processors while this was measured: alone the machine is "
                              "faster");
    }
}

void fill_read_latency(pipeline::Stages stages, RepeatOutcome& outcome) {
    const auto& latency = outcome.read_latency;
    if (latency.count() == 0) {
        if (stages != pipeline::Stages::Decode && stages != pipeline::Stages::Consumer) {
            outcome.absent["read_latency_mean"] = "no read was completed while measuring";
        }
        return;
    }
    auto& metrics = outcome.metrics;
    metrics["read_latency_mean"] = latency.mean_seconds();
    for (const metrics::LatencyPercentile& percentile : metrics::kLatencyPercentiles) {
        const std::string key = std::string("read_latency_") + percentile.suffix;
        if (latency.can_tell(percentile.quantile)) {
            metrics[key] = latency.quantile_seconds(percentile.quantile);
        } else {
            outcome.absent[key] =
                "only " + std::to_string(latency.count()) + " reads were completed";
        }
    }
    metrics["read_latency_max"] = latency.max_seconds();
}

void fill_cache_share(const RepeatContext& context,
                      const RepeatFacts& facts,
                      RepeatOutcome& outcome) {
    const PipelineInterval& measured = facts.measured;
    const auto stages = context.point.pipeline.stages;
    if (stages == pipeline::Stages::Decode || stages == pipeline::Stages::Consumer) {
        return;
    }
    const auto device_bytes = facts.host.device_read_bytes();
    if (!device_bytes) {
        const std::string reason =
            "no block device to count on: " + context.source.target.no_device_reason;
        for (const char* key :
             {"cache_served_share", "read_bytes_per_second", "read_iops", "disk_utilisation"}) {
            outcome.absent[key] = reason;
        }
        return;
    }
    if (measured.bytes_requested == 0) {
        outcome.absent["cache_served_share"] = "nothing was read while measuring";
        return;
    }
    const auto asked = static_cast<double>(measured.bytes_requested);
    // Of this process alone, where the kernel says: others may read from the device. A file
    // system that reads in threads of the kernel accounts nothing to us; then the device
    // counts.
    double fetched = *device_bytes;
    if (measured.storage_bytes && (*measured.storage_bytes > 0 || fetched < asked / 2)) {
        fetched = static_cast<double>(*measured.storage_bytes);
    }
    outcome.metrics["cache_served_share"] = 100.0 * std::max(0.0, 1.0 - fetched / asked);
    constexpr double kForeignShare = 0.05;
    const double foreign = (*device_bytes - std::max(fetched, asked)) / asked;
    if (foreign > kForeignShare) {
        context.sink.note(context.run,
                          "device.foreign_reads",
                          run::Level::Warning,
                          "the device delivered " + format_significant(100.0 * foreign, 2) +
                              " % more bytes than this run asked for: read-ahead, or other "
                              "processes read from it");
    }
}

/// The other half of a GPU's pair, and which figures it has not.
void fill_gpus(const PipelineInterval& measured, RepeatOutcome& outcome) {
    for (std::size_t i = 0; i < measured.gpus.size() && i < outcome.gpus.size(); ++i) {
        auto missing = missing_gpu_figures(measured.gpus[i], outcome.gpus[i].side_problem);
        for (const auto& [key, reason] : missing) {
            outcome.metrics.erase(key);
        }
        outcome.absent.merge(missing);
    }
    const auto key = metrics::labelled("ceiling_images_per_second", "stage", "consumer");
    for (const consumer::GpuState& gpu : outcome.gpus) {
        if (gpu.ceiling_images_per_second) {
            outcome.metrics[key] += *gpu.ceiling_images_per_second;
            outcome.stretches[key] = gpu.ceiling_groups;  // a run has one GPU
        }
    }
}

}  // namespace

void add_other_cpu(metrics::MetricValues& values) {
    const auto busy = values.find("cpu_utilisation");
    const auto own = values.find("process_cpu_cores");
    if (busy != values.end() && own != values.end()) {
        values["other_cpu_cores"] =
            std::max(0.0, busy->second / 100.0 * processors() - own->second);
    }
}

void note_few_batches(const RepeatContext& context, const PipelineInterval& measured) {
    constexpr std::uint64_t kBatchesMin = 10;
    if (context.point.pipeline.stages != pipeline::Stages::Storage && measured.ns > 0 &&
        measured.batches < kBatchesMin) {
        context.sink.note(context.run,
                          "measure.few_batches",
                          run::Level::Warning,
                          "only " + std::to_string(measured.batches) +
                              " batches were finished in the measured time; measure longer, "
                              "or set batch.images lower");
    }
}

void fill_figures(const RepeatContext& context, const RepeatFacts& facts, RepeatOutcome& outcome) {
    const PipelineInterval& measured = facts.measured;
    const auto stages = context.point.pipeline.stages;
    outcome.metrics = pipeline_rates(measured, context.point.pipeline);
    outcome.metrics.merge(pipeline_totals(measured, context.point.pipeline));
    outcome.metrics.merge(facts.host.rates());
    add_other_cpu(outcome.metrics);
    note_other_cpu(context, outcome.metrics);
    if (measured.images == 0) {
        outcome.metrics.erase("images_per_second");
        outcome.absent["images_per_second"] = "no image was delivered in the measured time";
    }
    if (facts.first_batch_s) {
        outcome.metrics["time_to_first_batch"] = *facts.first_batch_s;
    }
    if (facts.whole_epochs) {
        outcome.metrics["epoch_time"] =
            seconds_from_ns(measured.ns) / static_cast<double>(context.point.pipeline.epochs_max);
    }
    fill_gpus(measured, outcome);
    fill_read_latency(stages, outcome);
    fill_cache_share(context, facts, outcome);
}

}  // namespace throughline::runner
