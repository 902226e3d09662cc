// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/volume.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include "engine/base/check.h"

namespace throughline::volume {
namespace {

// What is not used is kept for so many holds: a read that is handed in a little late loses nothing,
// and over a second a volume gives at most 0.6 % more than its rate (the source of kHoldSeconds saw
// no hold below 100.5 %).
constexpr double kRoomHolds = 2.0;
// Without holds: as much as a timer is late.
constexpr double kRoomSecondsMin = 1e-3;
// A wait so short comes of the arithmetic.
constexpr double kRoundingSeconds = 1e-9;

}  // namespace

double Volume::Bucket::tokens_at(double now_s) const noexcept {
    return std::min(capacity, tokens + rate * (now_s - at_s));
}

double Volume::Bucket::wait_for(double cost, double now_s) const noexcept {
    return std::max(0.0, (cost - tokens_at(now_s)) / rate);
}

void Volume::Bucket::take(double cost, double now_s) noexcept {
    tokens = std::min(std::max(capacity, cost), tokens + rate * (now_s - at_s)) - cost;
    at_s = now_s;
}

std::optional<double> Volume::Limit::credits_at(double now_s) const noexcept {
    return credits ? std::optional(std::max(0.0, credits->tokens_at(now_s) - below_credits))
                   : std::nullopt;
}

Volume::Limit Volume::limit_of(const model::Burst& burst,
                               std::optional<double> credits,
                               const Room& kept,
                               double now_s) {
    const bool has_credits = burst.burst > burst.baseline && burst.bucket > 0.0;
    const double most = has_credits ? burst.burst : burst.baseline;
    THROUGHLINE_CHECK(most > 0.0 && burst.baseline > 0.0);
    const double room = most * kept.seconds + kept.one;  // full: nobody has read yet
    Limit limit{.rate = {.rate = most, .capacity = room, .tokens = room, .at_s = now_s}};
    if (has_credits) {
        // Without credits it is a volume of its baseline, which keeps as much of that.
        limit.below_credits = burst.baseline * kept.seconds + kept.one_credited;
        limit.credits =
            Bucket{.rate = burst.baseline,
                   .capacity = burst.bucket + limit.below_credits,
                   .tokens = std::clamp(credits.value_or(burst.bucket), 0.0, burst.bucket) +
                             limit.below_credits,
                   .at_s = now_s};
    }
    return limit;
}

Volume::Volume(const Rules& rules, const StartCredits& start, double now_s)
    : rules_(rules), counter_(rules.io), passed_s_(now_s), last_s_(now_s) {
    const double room_s = std::max(kRoomHolds * rules.hold_s, kRoomSecondsMin);
    const Room of_ios{.seconds = room_s, .one = 1.0, .one_credited = 1.0};
    const Room of_bytes{.seconds = room_s,
                        .one_credited = static_cast<double>(rules.io.token_bytes)};
    ios_ = limit_of(rules.limits.iops, start.ios, of_ios, now_s);
    bytes_ = limit_of(rules.limits.bytes_per_s, start.bytes, of_bytes, now_s);
    const auto if_known = [&](const model::Burst& burst, const Room& room) {
        return burst.baseline > 0.0 ? std::optional(limit_of(burst, {}, room, now_s))
                                    : std::nullopt;
    };
    reads_ = if_known(steady(rules.reads_per_s), of_ios);
    instance_ios_ = if_known(rules.instance.iops, of_ios);
    instance_bytes_ = if_known(rules.instance.bytes_per_s, of_bytes);
}

/// visit(bucket, what the request takes of it, what it holds).
template <class Visit>
void Volume::for_each_bucket(const Cost& cost, Visit&& visit) {
    const auto visit_both = [&](Limit& limit, double of_rate, double of_credits, Holds credits) {
        visit(limit.rate, of_rate, Holds::Rate);
        if (limit.credits) {
            visit(*limit.credits, of_credits, credits);
        }
    };
    visit_both(ios_, cost.ios, cost.ios, Holds::Credits);
    visit_both(bytes_, cost.bytes, cost.byte_credits, Holds::Credits);
    if (reads_) {
        visit(reads_->rate, cost.reads, Holds::Rate);
    }
    if (instance_ios_) {
        visit_both(*instance_ios_, cost.ios, cost.ios, Holds::InstanceCredits);
    }
    if (instance_bytes_) {
        visit_both(*instance_bytes_, cost.bytes, cost.bytes, Holds::InstanceCredits);
    }
}

double Volume::answer_at(const Request& request, double now_s) {
    last_s_ = std::max(last_s_, now_s);
    const auto ios =
        static_cast<double>(counter_.count(request)) * (request.write ? rules_.io.write_cost : 1.0);
    const auto bytes = static_cast<double>(request.bytes);
    const Cost cost{.ios = ios,
                    .reads = request.write ? 0.0 : ios,
                    .bytes = bytes,
                    .byte_credits = rules_.io.token_bytes == 0
                                        ? bytes
                                        : ios * static_cast<double>(rules_.io.token_bytes)};
    // In the order in which they come: what a request waits for is not taken from under it.
    const double from_s = std::max(last_s_, passed_s_);
    double wait = 0.0;
    double busy_s = 0.0;
    for_each_bucket(cost, [&](Bucket& bucket, double taken, Holds holds) {
        const double needed = bucket.wait_for(taken, from_s);
        wait = std::max(wait, needed);
        if (holds == Holds::Rate || needed > 0.0) {
            busy_s = std::max(busy_s, taken / bucket.rate);
        }
        if (holds != Holds::Rate && needed > 0.0) {
            auto& gone_s = holds == Holds::Credits ? counted_.credits_gone_s
                                                   : counted_.instance_credits_gone_s;
            gone_s = gone_s.value_or(from_s);
        }
    });
    passed_s_ = from_s + wait;
    for_each_bucket(cost,
                    [&](Bucket& bucket, double taken, Holds) { bucket.take(taken, passed_s_); });
    counted_.ios += ios;
    counted_.bytes += bytes;
    counted_.requests += 1.0;
    counted_.busy_s += busy_s;
    double held_s = passed_s_ - last_s_;
    if (held_s < kRoundingSeconds) {
        held_s = 0.0;
    } else {
        counted_.held += 1.0;
        if (rules_.hold_s > 0.0) {
            held_s = std::ceil((held_s - kRoundingSeconds) / rules_.hold_s) * rules_.hold_s;
        }
    }
    return last_s_ + held_s + rules_.latency_s;
}

Counted Volume::counted(double now_s) const noexcept {
    Counted counted = counted_;
    const double at_s = std::max(now_s, passed_s_);
    counted.io_credits = ios_.credits_at(at_s);
    counted.byte_credits = bytes_.credits_at(at_s);
    for (const auto& limit : {instance_ios_, instance_bytes_}) {
        if (const auto credits = limit ? limit->credits_at(at_s) : std::nullopt) {
            const double share = *credits / (limit->credits->capacity - limit->below_credits);
            counted.instance_credits = std::min(share, counted.instance_credits.value_or(share));
        }
    }
    return counted;
}

Counted replay(Volume& volume, const Replay& load, std::span<double> slices) {
    std::priority_queue<double, std::vector<double>, std::greater<>> answers;
    for (std::uint32_t i = 0; i < load.depth; ++i) {
        answers.push(0.0);
    }
    const double per_slice =
        load.seconds / static_cast<double>(std::max<std::size_t>(1, slices.size()));
    std::uint64_t begun = 0;
    while (answers.top() < load.seconds) {
        const double now_s = answers.top();
        answers.pop();
        if (begun >= load.depth && !slices.empty()) {  // the first ones answer nothing
            const auto slice = static_cast<std::size_t>(now_s / per_slice);
            slices[std::min(slice, slices.size() - 1)] += 1.0;
        }
        ++begun;
        answers.push(volume.answer_at({.bytes = load.bytes, .write = load.write}, now_s) +
                     load.service_s);
    }
    return volume.counted(load.seconds);
}

}  // namespace throughline::volume
