// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/repeat_figures.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/measure/loader_figures.h"
#include "engine/measure/other_cpu.h"
#include "engine/measure/storage_figures.h"
#include "engine/measure/store_figures.h"
#include "engine/metrics/latency_percentiles.h"
#include "engine/spec/choices.h"

namespace throughline::measure {
namespace {

/// Reads that were under way while the process stood still lasted as long as it did.
void drop_paused_reads(const RepeatContext& context,
                       const RepeatFacts& facts,
                       RepeatOutcome& outcome) {
    const auto& options = context.point.pipeline;
    for (const double pause_s : facts.pauses_s) {
        outcome.read_latency.drop_longest(
            std::uint64_t{options.reader.queue_depth} * options.reader_threads,
            static_cast<std::uint64_t>(pause_s * 1e9));
    }
}

void fill_read_latency(spec::Stages stages, RepeatOutcome& outcome) {
    const auto& latency = outcome.read_latency;
    if (latency.count() == 0) {
        if (stages != spec::Stages::Decode && stages != spec::Stages::Consumer) {
            outcome.absent["read_latency_mean"] = to_say("no read was completed while measuring");
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
                say_english("only %1 reads were completed", std::to_string(latency.count()));
        }
    }
    metrics["read_latency_max"] = latency.max_seconds();
}

/// With a cache in front, the kernel's count is of the reads of both, or of those of one alone
/// while the readers' are of both.
StorageFacts facts_of(const RepeatContext& context,
                      const PipelineInterval& interval,
                      std::optional<double> resident_share) {
    StorageFacts facts = storage_facts(interval, context.source, resident_share);
    if (context.point.tier) {
        facts.uncounted_reason =
            context.point.tier->options.folder.empty()
                ? to_say(
                      "the program's own cache in memory was read as well, and no count of this "
                      "run tells its reads from those of the page cache")
                : to_say(
                      "the program's own cache was read as well, and the kernel counts both "
                      "together");
    }
    return facts;
}

void fill_storage(const RepeatContext& context, const RepeatFacts& facts, RepeatOutcome& outcome) {
    const auto stages = context.point.pipeline.stages;
    if (stages == spec::Stages::Decode || stages == spec::Stages::Consumer) {
        return;
    }
    add_storage_figures(
        facts_of(context, facts.measured, facts.resident_share), outcome.metrics, outcome.absent);
    if (const std::string text = foreign_reads_text(outcome.metrics); !text.empty()) {
        context.sink.note(context.run, record::kForeignReadsCode, record::Level::Warning, text);
    }
}

/// Figures of threads' processor time that the system did not tell.
void fill_missing_cpu(const PipelineInterval& measured, RepeatOutcome& outcome) {
    const std::pair<const char*, const pipeline::WorkTimes&> stages[] = {
        {"storage", measured.read}, {"decode", measured.decode}, {"consumer", measured.consume}};
    for (const auto& [stage, times] : stages) {
        for (const char* key : {"process_cpu_cores", "cpu_seconds_per_image"}) {
            if (!times.cpu) {
                outcome.absent[metrics::labelled(key, "stage", stage)] =
                    to_say("the system does not report the processor time of a thread");
            }
        }
    }
}

/// The other half of a GPU's pair, and which figures it has not.
void fill_gpus(const PipelineInterval& measured, RepeatOutcome& outcome) {
    for (std::size_t i = 0; i < measured.gpus.size() && i < outcome.gpus.size(); ++i) {
        auto missing = missing_gpu_figures(measured.gpus[i], outcome.gpus[i]);
        for (const auto& [key, reason] : missing) {
            outcome.metrics.erase(key);
        }
        outcome.absent.merge(missing);
    }
    GpuCeilings ceilings = gpu_ceilings(outcome.gpus);
    outcome.metrics.merge(ceilings.metrics);
    outcome.absent.merge(ceilings.absent);
    if (!ceilings.stretches.empty()) {
        outcome.stretches[metrics::labelled("ceiling_images_per_second", "stage", "consumer")] =
            std::move(ceilings.stretches);
    }
}

/// To the stage that reads, which it is a part of.
void add_daemon_cpu(const PipelineInterval& interval, metrics::MetricValues& values) {
    const auto cores = daemon_cores(values);
    const auto read = values.find(metrics::labelled("process_cpu_cores", "stage", "storage"));
    if (!cores || read == values.end()) {
        return;
    }
    read->second += *cores;
    const auto image = values.find(metrics::labelled("cpu_seconds_per_image", "stage", "storage"));
    if (image != values.end() && interval.images_delivered > 0) {
        image->second +=
            *cores * in_seconds(interval.length) / static_cast<double>(interval.images_delivered);
    }
}

}  // namespace

void add_other_cpu(const PipelineInterval& interval, metrics::MetricValues& values) {
    add_daemon_cpu(interval, values);
    add_other_cpu(values);
}

void add_own_reads(const RepeatContext& context,
                   const PipelineInterval& interval,
                   metrics::MetricValues& values) {
    const auto stages = context.point.pipeline.stages;
    if (stages == spec::Stages::Full || stages == spec::Stages::Storage) {
        std::map<std::string, std::string, std::less<>> absent;  // said once, of the run
        add_storage_figures(facts_of(context, interval, {}), values, absent);
    }
}

std::string pause_text(double pause_s, double into_run_s, double left_out_s) {
    // A pause may be a quarter of a second: "0 s" would deny it.
    const auto text = [](double seconds) {
        constexpr double kWholeSecondsFrom = 10.0;
        return seconds < kWholeSecondsFrom ? format_significant(seconds, 2) + " s"
                                           : format_duration(seconds);
    };
    return say_english(
        "the program stood still for %1, %2 into the run; %3 are left out of the "
        "figures",
        text(pause_s),
        format_duration(into_run_s),
        text(left_out_s));
}

RepeatOutcome failed_with(Error error) {
    RepeatOutcome outcome;
    const bool stopped = error.code == ErrorCode::Stopped;
    outcome.status = stopped ? record::RunStatus::Stopped : record::RunStatus::Failed;
    if (!stopped) {
        outcome.failure = std::move(error);
    }
    return outcome;
}

Error thread_refused(int cause) {
    Error refused = errno_error(say("start a thread; the limit on threads (ulimit -u, pids.max "
                                    "of the control group) or "
                                    "on memory (ulimit -v) is too low for this run"),
                                cause);
    refused.code = ErrorCode::Limit;
    return refused;
}

void note_unaligned(const RepeatContext& context, Nanoseconds patience) {
    context.sink.note(context.run,
                      "measure.unaligned",
                      record::Level::Warning,
                      say_english("no batch was finished for %1; the rate is rounded to "
                                  "whole batches",
                                  format_duration(in_seconds(patience))));
}

void note_threads_changed(const RepeatContext& context,
                          std::uint32_t before,
                          std::uint32_t after,
                          SteadyTime at) {
    context.sink.note(
        context.run,
        record::kTouchedCode,
        record::Level::Warning,
        say_english("decode.threads was changed from %1 to %2 at %3 s: the figures of this run "
                    "cover both, so verdict, curves and what-if leave it out",
                    std::to_string(before),
                    std::to_string(after),
                    format_significant(in_seconds(at - context.run_started), 4)),
        "decode.threads");
}

void note_threads_stay(const RepeatContext& context, const Error& refused) {
    context.sink.note(context.run,
                      "setting.unchanged",
                      record::Level::Warning,
                      say_english("decode.threads stays: %1", describe(refused)),
                      "decode.threads");
}

void note_few_batches(const RepeatContext& context, const PipelineInterval& measured) {
    constexpr std::uint64_t kBatchesMin = 10;
    if (context.point.pipeline.stages != spec::Stages::Storage &&
        measured.length > Nanoseconds::zero() && measured.batches < kBatchesMin) {
        context.sink.note(context.run,
                          "measure.few_batches",
                          record::Level::Warning,
                          say_english("only %1 batches were finished in the measured time; measure "
                                      "longer, or lower batch.images",
                                      std::to_string(measured.batches)));
    }
}

void fill_figures(const RepeatContext& context, const RepeatFacts& facts, RepeatOutcome& outcome) {
    const PipelineInterval& measured = facts.measured;
    const auto stages = context.point.pipeline.stages;
    outcome.metrics = pipeline_rates(measured, context.point.pipeline);
    outcome.metrics.merge(pipeline_totals(measured, context.point.pipeline));
    outcome.metrics.merge(facts.host.rates());
    add_other_cpu(measured, outcome.metrics);
    note_other_cpu({.run = context.run,
                    .values = outcome.metrics,
                    .busiest = facts.busiest,
                    .seconds = in_seconds(facts.measured.length)},
                   context.sink);
    if (measured.images_delivered == 0) {
        outcome.metrics.erase("images_per_second");
        outcome.absent["images_per_second"] = to_say("no image was delivered in the measured time");
    }
    if (facts.paused_at_start && stages != spec::Stages::Storage) {  // which has no batches
        outcome.absent["time_to_first_batch"] =
            to_say("the program stood still before the first batch");
    } else if (facts.first_batch_s) {
        outcome.metrics["time_to_first_batch"] = *facts.first_batch_s;
    }
    if (facts.whole_epochs && !facts.pauses_s.empty()) {
        outcome.absent["epoch_time"] = to_say("the program stood still in it");
    } else if (facts.whole_epochs) {
        outcome.metrics["epoch_time"] =
            in_seconds(measured.length) / static_cast<double>(context.point.pipeline.epochs_max);
    }
    fill_missing_cpu(measured, outcome);
    fill_gpus(measured, outcome);
    drop_paused_reads(context, facts, outcome);
    fill_read_latency(stages, outcome);
    fill_store_figures(measured, outcome);
    fill_storage(context, facts, outcome);
    if (pipeline::by_loader(context.point.pipeline)) {
        explain_loader(measured, outcome);
    }
}

}  // namespace throughline::measure
