// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/cell_record.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/baseline/known_limits.h"
#include "engine/measure/other_cpu.h"
#include "engine/measure/storage_figures.h"
#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/statistics.h"
#include "engine/record/failed_run.h"

namespace throughline::baseline {
namespace {

using record::Level;

const char* bytes_key(const Cell& cell) {
    return cell.writes ? "requested_write_bytes_per_second" : "requested_read_bytes_per_second";
}
const char* requests_key(const Cell& cell) {
    return cell.writes ? "write_requests_per_second" : "read_requests_per_second";
}

struct Totals {
    double seconds = 0.0;
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> fetched = 0;
    double cpu_s = 0.0;
};

Totals totals_of(const CellOutcome& outcome) {
    Totals totals;
    for (std::size_t i = outcome.first_measured; i < outcome.windows.size(); ++i) {
        const WindowFigures& window = outcome.windows[i];
        totals.seconds += window.length_s;
        totals.requests += window.requests;
        totals.bytes += window.bytes;
        totals.cpu_s += window.cpu_s;
        totals.fetched = totals.fetched && window.fetched_bytes
                             ? std::optional(*totals.fetched + *window.fetched_bytes)
                             : std::nullopt;
    }
    return totals;
}

/// The mean is over sums; its interval is over the windows.
record::Summary rate_of(const CellOutcome& outcome,
                        double value,
                        const std::function<double(const WindowFigures&)>& count) {
    std::vector<double> rates;
    for (std::size_t i = outcome.first_measured; i < outcome.windows.size(); ++i) {
        rates.push_back(count(outcome.windows[i]) / outcome.windows[i].length_s);
    }
    if (rates.size() < 2) {
        return {.value = value};
    }
    const auto interval = metrics::within_limits(metrics::mean_interval_95(rates), false);
    return {.value = value, .low = interval.low, .high = interval.high};
}

void put_latencies(const CellRecord& about,
                   const metrics::LatencyHistogram& latency,
                   record::RunEnded& ended) {
    const std::string prefix = about.cell.writes ? "write_latency_" : "read_latency_";
    ended.metrics[prefix + "mean"] = {.value = latency.mean_seconds()};
    ended.metrics[prefix + "max"] = {.value = latency.max_seconds()};
    for (const metrics::LatencyPercentile& percentile : metrics::kLatencyPercentiles) {
        if (latency.can_tell(percentile.quantile)) {
            ended.metrics[prefix + percentile.suffix] = {
                .value = latency.quantile_seconds(percentile.quantile)};
        } else {
            ended.absent[prefix + percentile.suffix] =
                latency.count() == 1
                    ? say_english("only 1 request completed in the measured time")
                    : say_english("only %1 requests completed in the measured time",
                                  std::to_string(latency.count()));
        }
    }
}

/// The page cache must not flatter unsaid.
void note_cached(const CellRecord& about,
                 const metrics::MetricValues& values,
                 measure::RunSink& sink) {
    constexpr double kServedMin = 5.0;
    const auto served = values.find("cache_served_share");
    if (served != values.end() && served->second > kServedMin) {
        sink.note(about.run,
                  "cache.served",
                  Level::Warning,
                  say_english("%1: %2 % of the bytes came from the page cache",
                              text_of(about.cell),
                              format_significant(served->second, 2)));
    }
}

/// Rates of the host over the measured windows, and of reads what the page cache served.
void put_host(const CellRecord& about,
              const CellOutcome& outcome,
              const Totals& totals,
              measure::RunSink& sink,
              record::RunEnded& ended) {
    metrics::MetricValues values =
        metrics::host_rates(outcome.host[outcome.first_measured], outcome.host.back());
    values["process_cpu_cores"] = totals.cpu_s / totals.seconds;
    measure::add_other_cpu(values);
    measure::note_other_cpu({.run = about.run,
                             .values = values,
                             .busiest = outcome.busiest,
                             .seconds = outcome.windows.back().end_s},
                            sink);
    if (!about.cell.writes) {
        measure::StorageFacts facts{.seconds = totals.seconds,
                                    .requested_bytes = totals.bytes,
                                    .reads = totals.requests + outcome.failed,
                                    .reads_failed = outcome.failed,
                                    .fetched_bytes = totals.fetched,
                                    .uncounted_reason = about.target.uncounted_reason,
                                    .resident_share = about.resident_share,
                                    .has_devices = !about.target.devices.empty(),
                                    .no_device_reason = about.target.no_device_reason};
        if (!facts.fetched_bytes) {
            facts.uncounted_reason =
                to_say("the kernel does not report what it fetched for this process");
        }
        measure::add_storage_figures(facts, values, ended.absent);
        if (const std::string others = measure::foreign_reads_text(values); !others.empty()) {
            sink.note(about.run, record::kForeignReadsCode, Level::Warning, others);
        }
    }
    for (const auto& [key, value] : values) {
        ended.metrics[key] = {.value = value};
    }
    note_cached(about, values, sink);
}

void write_samples(const CellRecord& about, const CellOutcome& outcome, measure::RunSink& sink) {
    for (std::size_t i = 0; i < outcome.windows.size(); ++i) {
        const WindowFigures& window = outcome.windows[i];
        record::Sample sample{
            .run = about.run,
            .t_s = window.end_s,
            .dt_s = window.length_s,
            .phase = i < outcome.first_measured ? record::Phase::Warmup : record::Phase::Measured,
            .metrics = metrics::host_rates(outcome.host[i], outcome.host[i + 1])};
        sample.metrics[bytes_key(about.cell)] = static_cast<double>(window.bytes) / window.length_s;
        sample.metrics[requests_key(about.cell)] =
            static_cast<double>(window.requests) / window.length_s;
        sink.write(sample);
    }
}

void write_notes(const CellRecord& about, const CellOutcome& outcome, measure::RunSink& sink) {
    const auto note = [&](const char* code, Level level, const std::string& text) {
        sink.note(about.run, code, level, text);
    };
    if (!outcome.facts.name.empty()) {
        note("reader.facts",
             Level::Info,
             about.cell.writes ? outcome.facts.name : storage::describe(outcome.facts));
    }
    for (const std::string& fallback : outcome.facts.fallbacks) {
        note("reader.fallback", Level::Warning, fallback);
    }
    if (outcome.failure) {
        note("run.failed", Level::Error, describe(*outcome.failure));
    }
    if (outcome.failed > 0) {
        note("storage.failed_requests",
             Level::Error,
             say_english("failed requests: %1, the first with: %2",
                         std::to_string(outcome.failed),
                         describe(errno_error(text_of(about.cell), outcome.first_errno))));
    }
    if (outcome.budget_spent) {
        note("storage.write_limit",
             Level::Info,
             say_english("the cell ended when it had written as much as it may"));
    }
    if (!outcome.last.steady && !outcome.stopped && !outcome.failure) {
        note("storage.unsteady",
             Level::Warning,
             outcome.windows.size() < about.timing.windows_before + about.timing.windows_steady
                 ? say_english("%1: too short to tell whether its rate was steady",
                               text_of(about.cell))
                 : unsteady_text(text_of(about.cell), outcome.last, about.timing));
    }
}

}  // namespace

double request_rate(const CellOutcome& outcome) {
    const Totals totals = totals_of(outcome);
    return totals.seconds > 0.0 ? static_cast<double>(totals.requests) / totals.seconds : 0.0;
}

record::RunStatus write_cell(const CellRecord& about,
                             const CellOutcome& outcome,
                             measure::RunSink& sink) {
    const Totals totals = totals_of(outcome);
    record::RunEnded ended{.run = about.run};
    write_samples(about, outcome, sink);
    if (totals.requests > 0) {
        const auto rate = [&](std::uint64_t count) {
            return static_cast<double>(count) / totals.seconds;
        };
        ended.metrics[bytes_key(about.cell)] =
            rate_of(outcome, rate(totals.bytes), [](const WindowFigures& window) {
                return static_cast<double>(window.bytes);
            });
        ended.metrics[requests_key(about.cell)] =
            rate_of(outcome, rate(totals.requests), [](const WindowFigures& window) {
                return static_cast<double>(window.requests);
            });
        put_latencies(about, outcome.latency, ended);
        put_host(about, outcome, totals, sink, ended);
        if (about.cell.direct) {  // else it is the page cache's, too
            put_limits(known_limits(about.target, about.volume), ended);
        }
        sink.write(
            record::HistogramLine{.run = about.run,
                                  .metric = about.cell.writes ? "write_latency" : "read_latency",
                                  .scheme = metrics::LatencyHistogram::kScheme,
                                  .counts = outcome.latency.sparse()});
    }
    write_notes(about, outcome, sink);
    const bool failed = outcome.failure || (totals.requests == 0 && !outcome.stopped);
    ended.status = failed            ? record::RunStatus::Failed
                   : outcome.stopped ? record::RunStatus::Stopped
                                     : record::RunStatus::Done;
    if (totals.requests == 0) {
        const std::string why =
            outcome.stopped ? say_english("stopped before anything was measured")
            : outcome.budget_spent
                ? say_english(
                      "the cell had written as much as it may before its measured time: "
                      "choose a larger --file-bytes")
                : say_english("no request completed in the measured time");
        ended.absent[requests_key(about.cell)] = why;
        ended.absent[bytes_key(about.cell)] = why;
    }
    record::withhold_failed(ended.status, record::Origin::Measured, ended.metrics, ended.absent);
    sink.write(ended);
    return ended.status;
}

void write_metadata(int run, const Result<MetadataOutcome>& outcome, measure::RunSink& sink) {
    record::RunEnded ended{.run = run};
    if (!outcome) {
        const bool stopped = outcome.error().code == ErrorCode::Stopped;
        ended.status = stopped ? record::RunStatus::Stopped : record::RunStatus::Failed;
        ended.absent["create_per_second"] = describe(outcome.error());
        if (!stopped) {
            sink.note(run, "run.failed", Level::Error, describe(outcome.error()));
        }
    } else {
        for (const auto& [key, value] : outcome->metrics) {
            ended.metrics[key] = {.value = value};
        }
        sink.note(run, "reader.facts", Level::Info, storage::describe(outcome->facts));
        sink.note(
            run,
            "metadata.cached",
            Level::Info,
            say_english("stat, open and list were mostly answered by the kernel's caches, as the "
                        "files had just been made; they were read after they had been dropped from "
                        "the page cache"));
        if (outcome->evict_failures > 0) {
            sink.note(run,
                      "cache.not_cold",
                      Level::Warning,
                      say_english("files that could not be dropped from the page cache before "
                                  "they were read: %1",
                                  std::to_string(outcome->evict_failures)));
        }
    }
    sink.write(ended);
}

}  // namespace throughline::baseline
