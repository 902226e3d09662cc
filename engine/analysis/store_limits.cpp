// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/store_limits.h"

#include <algorithm>
#include <limits>
#include <optional>

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

double slots_of(const record::RunData& run) {
    return setting_number_of(run, "storage.queue_depth").value_or(0.0) *
           setting_number_of(run, "storage.threads").value_or(1.0);
}

/// Which points of a sweep a store throttles.
struct ThrottledPoints {
    std::size_t count = 0;
    bool best = false;
    const record::RunData* most = nullptr;  ///< of those other than the best
    double most_share = 0.0;                ///< %
    /// Requests in flight: the fewest and most of these, the most of the rest.
    double from = std::numeric_limits<double>::max();
    double to = 0.0;
    double rest_to = 0.0;
};

ThrottledPoints throttled_points(const std::vector<const record::RunData*>& points,
                                 const record::RunData& best) {
    ThrottledPoints found;
    for (const record::RunData* const run : points) {
        const double share = metric_of(*run, "http_throttled_share").value_or(0.0);
        if (share < kThrottledShare) {
            found.rest_to = std::max(found.rest_to, slots_of(*run));
            continue;
        }
        ++found.count;
        found.best = found.best || run == &best;
        found.from = std::min(found.from, slots_of(*run));
        found.to = std::max(found.to, slots_of(*run));
        if (run != &best && share > found.most_share) {
            found.most_share = share;
            found.most = run;
        }
    }
    return found;
}

}  // namespace

std::string throttled_points_text(const std::vector<const record::RunData*>& points,
                                  const record::RunData& best) {
    const ThrottledPoints found = throttled_points(points, best);
    const std::vector<std::string> keys = varied_keys(points);
    if (found.most == nullptr || keys.empty()) {
        return {};
    }
    const std::string share = percent_text(found.most_share);
    if (found.best) {  // of which it is said already that the store throttles
        return " " + say("At other points the store refused up to %1 (%2).",
                         share,
                         point_text(*found.most, keys));
    }
    const bool by_slots = std::ranges::all_of(keys, [](const std::string& key) {
        return key == "storage.queue_depth" || key == "storage.threads";
    });
    if (by_slots && found.rest_to > 0.0 && found.rest_to < found.from) {
        const std::string from = count_text(found.from);
        return " " + (found.from == found.to
                          ? say("The store throttles at %1 requests in flight: it refused %2.",
                                from,
                                share)
                          : say("The store throttles from %1 requests in flight on: it refused %2 "
                                "at %3.",
                                from,
                                share,
                                count_text(slots_of(*found.most))));
    }
    return " " + say("The store throttles at %1 of %2 points: it refused up to %3 (%4).",
                     std::to_string(found.count),
                     std::to_string(points.size()),
                     share,
                     point_text(*found.most, keys));
}

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
    const double slots = slots_of(run);
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
