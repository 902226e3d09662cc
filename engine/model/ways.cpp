// SPDX-License-Identifier: Apache-2.0
#include "engine/model/ways.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <list>
#include <numeric>
#include <queue>
#include <utility>

#include "engine/base/random.h"

namespace throughline::model {
namespace {

constexpr std::size_t kItems = 4096;
// Until the shares are steady, and what the steady one is the mean of.
constexpr std::size_t kSettling = 7;
constexpr std::size_t kSteady = 8;

/// A cache of whole items, played through.
class PlayedCache {
public:
    PlayedCache(std::size_t capacity, bool is_lru) : capacity_(capacity), is_lru_(is_lru) {}

    /// Whether it was there; it is afterwards.
    bool take(std::size_t item) {
        auto& place = places_[item];
        if (place != order_.end()) {
            if (is_lru_) {
                order_.splice(order_.end(), order_, place);
            }
            return true;
        }
        if (order_.size() == capacity_) {
            places_[order_.front()] = order_.end();
            order_.pop_front();
        }
        place = order_.insert(order_.end(), item);
        return false;
    }

private:
    std::size_t capacity_;
    bool is_lru_;
    std::list<std::size_t> order_{};  ///< what goes next first
    std::vector<std::list<std::size_t>::iterator> places_ =
        std::vector<std::list<std::size_t>::iterator>(kItems, order_.end());
};

std::vector<double> played_hit_ratios(bool is_lru, double cached) {
    const auto capacity = static_cast<std::size_t>(cached * static_cast<double>(kItems));
    if (capacity == 0) {
        return {0.0};
    }
    PlayedCache cache(capacity, is_lru);
    Random random(1);
    std::vector<std::size_t> order(kItems);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> shares;
    for (std::size_t epoch = 0; epoch < kSettling + kSteady; ++epoch) {
        for (std::size_t i = kItems - 1; i > 0; --i) {
            std::swap(order[i], order[random.below(i + 1)]);
        }
        const auto hits = std::count_if(
            order.begin(), order.end(), [&](std::size_t item) { return cache.take(item); });
        shares.push_back(static_cast<double>(hits) / static_cast<double>(kItems));
    }
    const auto steady = shares.begin() + static_cast<std::ptrdiff_t>(kSettling);
    *steady = std::accumulate(steady, shares.end(), 0.0) / static_cast<double>(kSteady);
    shares.resize(kSettling + 1);
    return shares;
}

// What is played of requests; longer epochs end as these do.
constexpr double kSteadyRounds = 8.0;
constexpr double kLeastPlayed = 64.0;
constexpr double kSlotsPlayed = 4096.0;
constexpr std::size_t kPlays = 32;
constexpr std::size_t kPlaysLeast = 2;
constexpr std::size_t kSlotsOfAllPlays = 2048;  // many slots differ as much as many plays

/// The mean of some epochs in which each slot that is free takes the next request.
double played_rounds(std::size_t requests, std::size_t slots, double c2) {
    const std::size_t plays = std::clamp(kSlotsOfAllPlays / slots, kPlaysLeast, kPlays);
    const double spread = std::sqrt(std::log1p(c2));
    Random random(1);
    double sum = 0.0;
    for (std::size_t play = 0; play < plays; ++play) {
        std::priority_queue<double, std::vector<double>, std::greater<>> ends;
        double last = 0.0;
        for (std::size_t i = 0; i < requests; ++i) {
            double begun = 0.0;
            if (ends.size() == slots) {
                begun = ends.top();
                ends.pop();
            }
            const double end = begun + std::exp(spread * random.normal() - spread * spread / 2.0);
            last = std::max(last, end);
            ends.push(end);
        }
        sum += last;
    }
    return sum / static_cast<double>(plays);
}

/// How long the first bytes of so many times the data are waited for, in units of that of all of
/// it.
double waited_time(const WaysInputs& in, double times) {
    if (in.requests <= 0.0 || times <= 0.0 || times == 1.0) {
        return times;
    }
    return request_rounds(times * in.requests, in.at_once, in.first_byte_c2) /
           request_rounds(in.requests, in.at_once, in.first_byte_c2);
}

/// What requests for so many times the data take, in units of what those for all of it take.
double asked_time(const WaysInputs& in, double times) {
    return in.first_byte_share * waited_time(in, times) + (1.0 - in.first_byte_share) * times;
}

WayTimes way_of(double first_batch_s, double before_s, std::vector<double> epochs_s) {
    WayTimes way{.first_batch_s = before_s + first_batch_s,
                 .first_epoch_s = before_s + epochs_s.front(),
                 .later_epoch_s = epochs_s.back(),
                 .hit_ratio = 0.0,
                 .epochs_s = std::move(epochs_s)};
    return way;
}

}  // namespace

std::vector<double> tier_hit_ratios(TierPolicy policy, double cached) {
    if (cached >= 1.0) {
        return {0.0, 1.0};
    }
    if (policy == TierPolicy::Keep) {
        return {0.0, std::max(cached, 0.0)};
    }
    return played_hit_ratios(policy == TierPolicy::Lru, std::max(cached, 0.0));
}

double WayTimes::until_s(double epochs) const noexcept {
    const double before_s = first_epoch_s - epochs_s.front();
    double sum = 0.0;
    double left = std::max(epochs, 0.0);
    for (std::size_t i = 0; i + 1 < epochs_s.size() && left > 0.0; ++i) {
        sum += std::min(left, 1.0) * epochs_s[i];
        left -= std::min(left, 1.0);
    }
    return before_s + sum + left * epochs_s.back();
}

double request_rounds(double requests, double at_once, double c2) {
    const double slots = std::clamp(std::floor(at_once), 1.0, kSlotsPlayed);
    const double steady = std::max(kSteadyRounds * slots, kLeastPlayed);
    const double played = std::min(std::ceil(requests), steady);
    const double rounds = played_rounds(
        static_cast<std::size_t>(played), static_cast<std::size_t>(slots), std::max(c2, 0.0));
    return rounds + std::max(requests - played, 0.0) / slots;
}

double mixed_epoch_s(const WaysInputs& in, double hits) {
    const double taken_s = std::min(in.stream_s, in.local_s);
    const auto slower_s = [&](double share) {
        const double stored_s = in.stream_s * in.stream_reads;
        const double waited_s = in.first_byte_share * waited_time(in, 1.0 - share) * stored_s;
        const double link_s = (1.0 - in.first_byte_share) * (1.0 - share) * stored_s;
        return std::max(taken_s, waited_s + std::max(link_s, share * in.local_s * in.local_reads));
    };
    return slower_s(hits) + (1.0 - hits) * (in.stream_s - slower_s(0.0)) +
           hits * (in.local_s - slower_s(1.0));
}

WaysInputs scaled(WaysInputs in, double times) {
    const double asked = asked_time(in, times);
    const double streamed = in.stream_reads * asked + (1.0 - in.stream_reads) * times;
    in.stream_s *= streamed;
    in.fill_s *= streamed;
    in.copy_s *= asked;
    in.local_s *= times;
    in.requests *= times;
    return in;
}

WaysTimes predict_ways(const WaysInputs& in) {
    std::vector<double> epochs_s;
    const std::vector<double> hits = tier_hit_ratios(in.policy, in.cached);
    for (const double hit : hits) {
        epochs_s.push_back(mixed_epoch_s(in, hit));
    }
    epochs_s.front() = in.fill_s;
    if (epochs_s.size() == 1) {
        epochs_s.push_back(in.stream_s);  // nothing is kept
    }
    WaysTimes times{.copied = way_of(in.local_first_s, in.copy_s, {in.local_s}),
                    .streamed = way_of(in.stream_first_s, 0.0, {in.stream_s}),
                    .cached = way_of(in.stream_first_s, 0.0, std::move(epochs_s))};
    times.cached.hit_ratio = hits.back();
    return times;
}

}  // namespace throughline::model
