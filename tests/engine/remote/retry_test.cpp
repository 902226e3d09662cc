// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/retry.h"

#include <gtest/gtest.h>

#include <queue>
#include <vector>

#include "engine/base/random.h"
#include "engine/remote/retry_queue.h"
#include "engine/remote/traffic.h"

namespace throughline::remote {
namespace {

TEST(RetryWait, DoublesUpToItsCapAndIsJittered) {
    const RetryPolicy policy;
    const auto wait = [&](Remedy remedy, std::uint32_t attempt, double random) {
        return in_seconds(*retry_wait(policy, remedy, attempt, random, 0.0));
    };

    EXPECT_DOUBLE_EQ(wait(Remedy::TryAgain, 1, 0.5), 0.0125);
    EXPECT_DOUBLE_EQ(wait(Remedy::SlowDown, 1, 0.5), 0.5);
    EXPECT_DOUBLE_EQ(wait(Remedy::SlowDown, 4, 0.5), 4.0);
    EXPECT_DOUBLE_EQ(wait(Remedy::SlowDown, 9, 0.5), 30.0);
    EXPECT_DOUBLE_EQ(wait(Remedy::SlowDown, 9, 0.0), 0.0);
}

TEST(RetryWait, GivesUpAfterItsAttemptsAndWhereItIsOfNoUse) {
    const RetryPolicy policy;

    EXPECT_TRUE(retry_wait(policy, Remedy::TryAgain, 9, 0.5, 0.0));
    EXPECT_FALSE(retry_wait(policy, Remedy::TryAgain, 10, 0.5, 0.0));
    EXPECT_FALSE(retry_wait(policy, Remedy::GiveUp, 1, 0.5, 0.0));
}

TEST(RetryWait, WaitsAsLongAsTheServerAsksWithinItsCap) {
    const RetryPolicy policy;

    EXPECT_DOUBLE_EQ(in_seconds(*retry_wait(policy, Remedy::SlowDown, 1, 0.0, 7.0)), 7.0);
    EXPECT_DOUBLE_EQ(in_seconds(*retry_wait(policy, Remedy::SlowDown, 1, 0.0, 1e6)), 60.0);
}

TEST(RetryBudget, EndsRetriesThatDoNotHelpAndComesBackWithSuccess) {
    Brake brake;
    const SteadyTime now = steady_now();
    int retries = 0;
    while (brake.may_try_again()) {
        ++retries;
    }

    EXPECT_EQ(retries, Brake::kTokens / Brake::kRetryTokens);
    for (int i = 0; i < Brake::kRetryTokens; ++i) {
        brake.answered(Remedy::None, now);
    }
    EXPECT_TRUE(brake.may_try_again());
    EXPECT_FALSE(brake.may_try_again());
}

/// Requesters that each have one request at a time, against a store that serves `cap` a second.
class Overload {
public:
    Overload(std::uint32_t requesters, double cap) : cap_(cap), tokens_(cap / 20.0) {
        for (std::uint32_t i = 0; i < requesters; ++i) {
            events_.push({.at = start_, .requester = i});
        }
        attempts_.resize(requesters, 0);
    }

    /// Served per second from `from_s` to `to_s`; the store refuses nothing after `free_from_s`.
    void run(double to_s, double free_from_s) {
        while (in_seconds(events_.top().at - start_) < to_s) {
            const Event event = events_.top();
            events_.pop();
            step(event, free_from_s);
        }
    }
    std::uint64_t served(double from_s, double to_s) const {
        std::uint64_t count = 0;
        for (const double at : served_at_) {
            count += at >= from_s && at < to_s ? 1 : 0;
        }
        return count;
    }

private:
    struct Event {
        SteadyTime at;
        std::uint32_t requester;
        bool sent = false;
        SteadyTime sleeps_until = kNever;  ///< unless the store is calm
        bool operator<(const Event& other) const { return at > other.at; }
    };
    static constexpr double kServiceSeconds = 0.02;

    void step(const Event& event, double free_from_s) {
        if (event.sleeps_until > event.at && brake_.calm_at() > event.at) {
            sleep(event.requester, event.sleeps_until);
            return;
        }
        if (!event.sent) {
            const Brake::Turn turn = brake_.turn(event.at);
            events_.push({.at = turn.at, .requester = event.requester, .sent = turn.taken});
            return;
        }
        const double now = in_seconds(event.at - start_);
        tokens_ = std::min(cap_ / 20.0, tokens_ + (now - filled_at_) * cap_);
        filled_at_ = now;
        const SteadyTime done = event.at + from_seconds(kServiceSeconds);
        if (now >= free_from_s || tokens_ >= 1.0) {
            tokens_ -= 1.0;
            attempts_[event.requester] = 0;
            served_at_.push_back(now);
            brake_.answered(Remedy::None, event.at);
            events_.push({.at = done, .requester = event.requester});
            return;
        }
        brake_.answered(Remedy::SlowDown, event.at);
        const auto wait = retry_wait(
            policy_, Remedy::SlowDown, ++attempts_[event.requester], random_.uniform(), 0.0);
        sleep(event.requester, done + *wait);
    }
    void sleep(std::uint32_t requester, SteadyTime until) {
        events_.push({.at = std::min(until, brake_.calm_at()),
                      .requester = requester,
                      .sleeps_until = until});
    }

    RetryPolicy policy_{.attempts_max = 1'000'000};
    SteadyTime start_ = SteadyTime(std::chrono::hours(1));
    Brake brake_;
    Random random_{7};
    double cap_;
    double tokens_;
    double filled_at_ = 0.0;
    std::vector<std::uint32_t> attempts_;
    std::vector<double> served_at_;
    std::priority_queue<Event> events_;
};

TEST(Brake, KeepsGoodputNearTheCapAtThreeTimesTheLoad) {
    Overload overload(60, 1000.0);  // of 20 ms each: 3,000 a second

    overload.run(40.0, 1e9);

    EXPECT_GE(static_cast<double>(overload.served(10.0, 40.0)) / 30.0, 0.9 * 1000.0);
}

TEST(Brake, IsBackWithinFiveSecondsAfterTheStoreStopsRefusing) {
    Overload overload(60, 1000.0);

    overload.run(40.0, 20.0);

    EXPECT_GE(static_cast<double>(overload.served(25.0, 30.0)) / 5.0, 0.95 * 3000.0);
}

TEST(Brake, DoesNothingWhereNothingIsRefused) {
    Brake brake;
    const SteadyTime now = steady_now();
    for (int i = 0; i < 1000; ++i) {
        brake.answered(i % 10 == 0 ? Remedy::SlowDown : Remedy::None, now);
    }

    EXPECT_EQ(brake.turn(now).at, now);
    EXPECT_FALSE(brake.limit());
}

/// 50 answers, each `each` after the one before and its request's turn, every third a refusal.
/// Returns when the last came.
SteadyTime make_it_bite(Brake& brake, SteadyTime now, Nanoseconds each) {
    for (std::uint32_t i = 0; i < Brake::kWindow; ++i) {
        brake.turn(now);
        now += each;
        brake.answered(i % 3 == 0 ? Remedy::SlowDown : Remedy::None, now);
    }
    return now;
}

SteadyTime serve(Brake& brake, SteadyTime now, int count, Nanoseconds each) {
    for (int i = 0; i < count; ++i) {
        brake.turn(now);
        brake.answered(Remedy::None, now += each);
    }
    return now;
}

// Goal: the pause between two runs is not taken for a store that served next to nothing.
TEST(Brake, IdleTimeDoesNotCountAsServedSlowly) {
    Brake brake;
    SteadyTime now = serve(brake, steady_now(), 300, std::chrono::milliseconds(3));
    now = serve(brake, now + std::chrono::seconds(10), 300, std::chrono::milliseconds(1));
    make_it_bite(brake, now, std::chrono::milliseconds(1));

    ASSERT_TRUE(brake.limit());
    EXPECT_GT(*brake.limit(), 300.0);
}

/// 50 answers, the last 10 of them refusals: as many as are allowed.
SteadyTime refuse_a_fifth(Brake& brake) {
    SteadyTime now = serve(brake, steady_now(), 40, std::chrono::milliseconds(3));
    for (int i = 0; i < 10; ++i) {
        brake.turn(now);
        brake.answered(Remedy::SlowDown, now += std::chrono::milliseconds(3));
    }
    EXPECT_FALSE(brake.limit());
    return now;
}

// Goal: refusals before a pause do not make the first one after it bound all that is sent.
TEST(Brake, RefusalsBeforeAPauseAreForgotten) {
    Brake brake;
    SteadyTime now = refuse_a_fifth(brake) + std::chrono::seconds(5);
    now = serve(brake, now, 2, std::chrono::milliseconds(1));
    for (int i = 0; i < 11; ++i) {
        brake.turn(now);
        brake.answered(Remedy::SlowDown, now);
    }

    EXPECT_FALSE(brake.limit());
}

// Goal: where all wait for the store, that is no pause: it is the store that serves nothing.
TEST(Brake, WaitingForTheStoreIsNoPause) {
    Brake brake;
    SteadyTime now = refuse_a_fifth(brake);
    brake.begin_waiting(now);
    now += std::chrono::seconds(5);
    brake.turn(now);
    brake.end_waiting(now);
    brake.answered(Remedy::SlowDown, now);

    ASSERT_TRUE(brake.limit());
    EXPECT_LT(*brake.limit(), 20.0);
}

// Goal: answers that each take longer than a pause have a rate, too.
TEST(Brake, SlowAnswersAreBoundByTheirRate) {
    Brake brake;
    make_it_bite(brake, steady_now(), std::chrono::milliseconds(600));

    ASSERT_TRUE(brake.limit());
    EXPECT_GT(*brake.limit(), 1.0);
    EXPECT_LT(*brake.limit(), 1.3);
}

// Goal: how many requests wait for the store is known while they wait, not when they began to.
TEST(Brake, CountsTheTimeThatRequestsWait) {
    Brake brake;
    const SteadyTime now = steady_now();
    const auto after = [now](int seconds) { return now + std::chrono::seconds(seconds); };
    EXPECT_EQ(brake.waited(now), Nanoseconds::zero());
    brake.begin_waiting(now);
    brake.begin_waiting(after(1));
    EXPECT_EQ(brake.waited(after(2)), std::chrono::seconds(3));
    brake.end_waiting(after(3));
    EXPECT_EQ(brake.waited(after(4)), std::chrono::seconds(6));
    brake.end_waiting(after(4));

    EXPECT_EQ(brake.waited(after(9)), std::chrono::seconds(6));
}

// Goal: faults that are no refusals hold nothing back; refusals and the brake's turns do.
TEST(RetryQueue, TellsWaitsForTheStoreFromOthers) {
    Traffic traffic;
    RetryQueue queue({}, traffic, 8, 1);
    const SteadyTime now = steady_now();
    const auto waited = [&](int seconds) {
        return traffic.brake().waited(now + std::chrono::seconds(seconds));
    };
    ASSERT_TRUE(queue.failed({.number = 0, .remedy = Remedy::TryAgain, .sent_at = now}, now));
    EXPECT_EQ(waited(9), Nanoseconds::zero());
    ASSERT_TRUE(queue.failed(
        {.number = 1, .remedy = Remedy::SlowDown, .sent_at = now, .retry_after_s = 2.0}, now));
    EXPECT_EQ(waited(1), std::chrono::seconds(1));
    const SteadyTime later = now + std::chrono::seconds(2);
    while (queue.take_due(later)) {
    }
    EXPECT_EQ(queue.size(), 0U);
    EXPECT_EQ(waited(9), std::chrono::seconds(2));

    const SteadyTime bites = make_it_bite(traffic.brake(), later, std::chrono::milliseconds(600));
    const Nanoseconds before = traffic.brake().waited(bites);
    queue.begin(0, bites);
    queue.begin(1, bites);
    while (queue.take_due(bites)) {
    }
    EXPECT_GE(queue.size(), 1U);
    EXPECT_GE(traffic.brake().waited(bites + std::chrono::seconds(1)) - before,
              std::chrono::seconds(1));
    queue.clear();
}

// Goal: who waits at a low rate does not wait on at that rate when it has grown.
TEST(Brake, TurnsAreTakenNoFurtherAheadThanTheRateHolds) {
    Brake brake;
    const SteadyTime bites = make_it_bite(brake, steady_now(), std::chrono::milliseconds(300));
    ASSERT_TRUE(brake.limit());
    ASSERT_LT(*brake.limit(), 4.0);
    const SteadyTime grows = bites + from_seconds(Brake::kHoldSeconds);
    int put_off = 0;
    for (int i = 0; i < 32; ++i) {
        const Brake::Turn turn = brake.turn(bites);
        EXPECT_LE(turn.at, grows);
        put_off += turn.taken ? 0 : 1;
    }
    EXPECT_GT(put_off, 16);

    const SteadyTime later = grows + std::chrono::seconds(2);
    for (int i = 0; i < 32; ++i) {
        EXPECT_LE(brake.turn(later).at, later + std::chrono::milliseconds(100));
    }
}

}  // namespace
}  // namespace throughline::remote
