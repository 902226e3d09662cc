// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/traffic.h"

#include <numeric>

namespace throughline::remote {

std::uint64_t TrafficCounts::requests() const noexcept {
    return std::accumulate(answers.begin(), answers.end(), std::uint64_t{0});
}

std::uint64_t TrafficCounts::throttled() const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kAnswers; ++i) {
        sum += remedy_of(static_cast<Answer>(i)) == Remedy::SlowDown ? answers[i] : 0;
    }
    return sum;
}

TrafficCounts& TrafficCounts::operator+=(const TrafficCounts& other) noexcept {
    for (std::size_t i = 0; i < kAnswers; ++i) {
        answers[i] += other.answers[i];
    }
    retries += other.retries;
    bytes += other.bytes;
    bytes_lost += other.bytes_lost;
    lost += other.lost;
    waited += other.waited;
    connections += other.connections;
    connecting += other.connecting;
    return *this;
}

TrafficCounts operator-(TrafficCounts left, const TrafficCounts& right) noexcept {
    for (std::size_t i = 0; i < kAnswers; ++i) {
        left.answers[i] -= right.answers[i];
    }
    left.retries -= right.retries;
    left.bytes -= right.bytes;
    left.bytes_lost -= right.bytes_lost;
    left.lost -= right.lost;
    left.waited -= right.waited;
    left.connections -= right.connections;
    left.connecting -= right.connecting;
    return left;
}

TrafficCounts Traffic::counts() const noexcept {
    const auto read = [](const Count& count) { return count.load(std::memory_order_relaxed); };
    TrafficCounts counts;
    for (std::size_t i = 0; i < kAnswers; ++i) {
        counts.answers[i] = read(answers_[i]);
    }
    counts.retries = read(retries_);
    counts.bytes = read(bytes_);
    counts.bytes_lost = read(bytes_lost_);
    counts.lost = Nanoseconds(static_cast<std::int64_t>(read(lost_ns_)));
    counts.waited = brake_.waited(steady_now());
    counts.connections = read(connections_);
    counts.connecting = Nanoseconds(static_cast<std::int64_t>(read(connecting_ns_)));
    return counts;
}

}  // namespace throughline::remote
