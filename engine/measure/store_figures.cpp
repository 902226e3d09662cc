// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/store_figures.h"

#include "engine/base/say.h"

namespace throughline::measure {
namespace {

void fill_latency(const std::string& id,
                  const metrics::LatencyHistogram& latency,
                  RepeatOutcome& outcome) {
    if (latency.count() == 0) {
        outcome.absent[id + "_mean"] = to_say("no read of the store was completed while measuring");
        return;
    }
    auto& metrics = outcome.metrics;
    metrics[id + "_mean"] = latency.mean_seconds();
    metrics[id + "_p50"] = latency.quantile_seconds(0.5);
    metrics[id + "_max"] = latency.max_seconds();
    if (latency.can_tell(0.99)) {
        metrics[id + "_p99"] = latency.quantile_seconds(0.99);
    } else {
        outcome.absent[id + "_p99"] =
            say_english("only %1 reads were completed", std::to_string(latency.count()));
    }
}

}  // namespace

void add_store_rates(const PipelineInterval& interval, metrics::MetricValues& values) {
    if (!interval.traffic) {
        return;
    }
    const remote::TrafficCounts& traffic = *interval.traffic;
    const double seconds = in_seconds(interval.length);
    const auto rate = [seconds](std::uint64_t count) {
        return static_cast<double>(count) / seconds;
    };
    const std::uint64_t requests = traffic.requests();
    values["http_requests_per_second"] = rate(requests);
    for (std::size_t i = 0; i < remote::kAnswers; ++i) {
        const auto answer = static_cast<remote::Answer>(i);
        if (traffic.of(answer) > 0) {
            values[metrics::labelled(
                "http_answers_per_second", "answer", remote::answer_name(answer))] =
                rate(traffic.of(answer));
        }
    }
    values["http_throttled_per_second"] = rate(traffic.throttled());
    if (requests > 0) {
        values["http_throttled_share"] =
            100.0 * static_cast<double>(traffic.throttled()) / static_cast<double>(requests);
    }
    values["http_retries_per_second"] = rate(traffic.retries);
    values["http_lost_bytes_per_second"] = rate(traffic.bytes_lost);
    values["http_requests_held_back"] = in_seconds(traffic.lost) / seconds;
    values["http_requests_waiting"] = in_seconds(traffic.waited) / seconds;
    values["http_connections_opened_per_second"] = rate(traffic.connections);
    if (traffic.connections > 0) {
        values["http_connect_mean"] =
            in_seconds(traffic.connecting) / static_cast<double>(traffic.connections);
    }
}

void fill_store_figures(const PipelineInterval& measured, RepeatOutcome& outcome) {
    if (!measured.traffic) {
        return;
    }
    outcome.metrics["http_lost_seconds"] = in_seconds(measured.traffic->lost);
    if (measured.traffic->requests() == 0) {
        outcome.absent["http_throttled_share"] =
            to_say("nothing was asked of the store while measuring");
    }
    if (measured.traffic->connections == 0) {
        outcome.absent["http_connect_mean"] = to_say("no connection was opened while measuring");
    }
    fill_latency("http_first_byte", outcome.store.first_byte, outcome);
    fill_latency("http_body", outcome.store.body, outcome);
}

}  // namespace throughline::measure
