// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/store_limits.h"

#include "engine/analysis/run_lookup.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::analysis {
namespace {

/// Below it refusals are single ones, which cost nothing to speak of.
constexpr double kThrottledShare = 1.0;
constexpr double kUsedUpShare = 0.8;

std::string throttled_text(double share, double refused, double requests) {
    return " " + say("The store throttles: it refused %1 of the requests (%2 of %3 per second). "
                     "Ask for fewer and larger objects, spread them over more prefixes, or lower "
                     "the requests in flight.",
                     percent_text(share),
                     count_text(refused),
                     count_text(requests));
}

/// What the time of the requests goes to, where all that may be in flight are.
std::string used_up_text(double slots, double first_byte_s, double body_s) {
    const double both = first_byte_s + body_s;
    const std::string waiting = percent_text(100.0 * first_byte_s / both);
    const std::string each = format_duration(both);
    if (first_byte_s >= body_s) {
        return " " + say("Latency holds it back with too few requests in flight: each of the %1 "
                         "takes %2, and %3 of that is waiting for the first byte. Raise "
                         "the queue depth, or read with more storage threads.",
                         count_text(slots),
                         each,
                         waiting);
    }
    return " " + say("The link, or what the store gives of its own, is full: each of the %1 "
                     "requests in flight takes %2, and only %3 of that is waiting for the first "
                     "byte. More requests would share the same bytes per second; a faster link, or "
                     "smaller images, would help.",
                     count_text(slots),
                     each,
                     waiting);
}

}  // namespace

std::string store_text(const record::RunData& run, bool limits, Judgement& judgement) {
    const auto requests = judgement.use(run, "http_requests_per_second");
    if (!requests || *requests <= 0.0) {
        return {};
    }
    const auto share = judgement.use(run, "http_throttled_share");
    if (share && *share >= kThrottledShare) {
        return throttled_text(
            *share, judgement.use(run, "http_throttled_per_second").value_or(0.0), *requests);
    }
    const auto first_byte_s = judgement.use(run, "http_first_byte_mean");
    const auto body_s = judgement.use(run, "http_body_mean");
    const double slots = setting_number_of(run, "storage.queue_depth").value_or(0.0) *
                         setting_number_of(run, "storage.threads").value_or(1.0);
    // Read in blocks, a first byte is that of the first block, a body that of them all.
    const bool in_blocks = setting_number_of(run, "storage.block_bytes").value_or(0.0) > 0.0;
    if (!limits || in_blocks || !first_byte_s || !body_s || slots <= 0.0) {
        return {};
    }
    // Of HDFS: a name node's word where a block lies is part of a read's time to the first byte.
    const double redirects =
        metric_of(run, metrics::labelled("http_answers_per_second", "answer", "307")).value_or(0.0);
    const double in_flight = (*requests - redirects) * (*first_byte_s + *body_s);
    return in_flight >= kUsedUpShare * slots ? used_up_text(slots, *first_byte_s, *body_s)
                                             : std::string();
}

}  // namespace throughline::analysis
