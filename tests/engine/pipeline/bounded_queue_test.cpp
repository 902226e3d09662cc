// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/bounded_queue.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <numeric>
#include <thread>

#include "engine/base/clock.h"

namespace throughline::pipeline {
namespace {

TEST(BoundedQueue, HandsOverInOrder) {
    BoundedQueue<int> queue(4);
    const std::array<int, 3> in{1, 2, 3};
    queue.push(in);
    std::array<int, 4> out{};
    EXPECT_EQ(queue.try_pop(out), 3U);
    EXPECT_EQ(out[0], 1);
    EXPECT_EQ(out[2], 3);
}

TEST(BoundedQueue, CloseLetsConsumersDrain) {
    BoundedQueue<int> queue(4);
    TimeAccount account;
    account.begin();
    queue.push(7);
    queue.close();
    int value = 0;
    EXPECT_EQ(queue.pop(std::span(&value, 1), 1, account, WorkState::Starved), 1U);
    EXPECT_EQ(queue.pop(std::span(&value, 1), 1, account, WorkState::Starved), 0U);
}

TEST(BoundedQueue, AbortDropsWhatIsQueuedAndWakesWaiters) {
    BoundedQueue<int> queue(4);
    std::size_t got = 99;
    {
        std::jthread waiter([&] {
            TimeAccount account;
            account.begin();
            int value = 0;
            got = queue.pop(std::span(&value, 1), 1, account, WorkState::Starved);
        });
        queue.abort();
    }
    EXPECT_EQ(got, 0U);
}

TEST(BoundedQueue, WaiterForSeveralIsNotServedOneByOne) {
    BoundedQueue<int> queue(8);
    std::size_t got = 0;
    {
        std::jthread waiter([&] {
            TimeAccount account;
            account.begin();
            std::array<int, 8> out{};
            got = queue.pop(out, 4, account, WorkState::Blocked);
        });
        for (int i = 0; i < 4; ++i) {
            queue.push(i);
        }
    }
    EXPECT_GE(got, 1U);  // 4 when it waited, fewer when it came late and found some
    EXPECT_LE(got, 4U);
}

TEST(BoundedQueue, FillIntegralGrowsOnlyWhileSomethingIsQueued) {
    BoundedQueue<int> queue(2);
    EXPECT_EQ(queue.fill_integral(), 0.0);
    queue.push(1);
    const double later = queue.fill_integral();
    EXPECT_GT(later, 0.0);
    int value = 0;
    ASSERT_EQ(queue.try_pop(std::span(&value, 1)), 1U);
    const double emptied = queue.fill_integral();
    EXPECT_GE(emptied, later);
    EXPECT_EQ(queue.fill_integral(), emptied);
}

// Goal: no element is lost or doubled between many threads. Method: sum of 0..n-1 arrives.
TEST(BoundedQueue, EveryElementArrivesOnce) {
    constexpr int kValues = 20'000;
    BoundedQueue<int> queue(kValues);
    std::atomic<long long> sum{0};
    {
        std::vector<std::jthread> consumers;
        for (int i = 0; i < 3; ++i) {
            consumers.emplace_back([&] {
                TimeAccount account;
                account.begin();
                std::array<int, 7> out{};
                while (const std::size_t n = queue.pop(out, 3, account, WorkState::Starved)) {
                    sum += std::accumulate(out.begin(), out.begin() + static_cast<long>(n), 0LL);
                }
            });
        }
        {
            std::vector<std::jthread> producers;
            for (int i = 0; i < 2; ++i) {
                producers.emplace_back([&, i] {
                    for (int value = i; value < kValues; value += 2) {
                        queue.push(value);
                    }
                });
            }
        }
        queue.close();
    }
    EXPECT_EQ(sum.load(), static_cast<long long>(kValues) * (kValues - 1) / 2);
}

struct Numbered {
    std::uint64_t number = 0;
    std::uint64_t sequence() const noexcept { return number; }
};

TEST(BoundedQueue, InSequenceWaitsForTheOneWhoseTurnItIs) {
    BoundedQueue<Numbered> queue(4, true);
    std::array<Numbered, 4> out{};
    queue.push({.number = 2});
    queue.push({.number = 1});
    EXPECT_EQ(queue.try_pop(out), 0U);
    EXPECT_EQ(queue.size(), 0U);
    queue.push({.number = 0});
    EXPECT_EQ(queue.size(), 3U);
    EXPECT_EQ(queue.try_pop(std::span(out).first(2)), 2U);
    queue.push({.number = 5});  // its place is that of 1, which has gone
    EXPECT_EQ(queue.try_pop(out), 1U);
    EXPECT_EQ(out[0].number, 2U);
    queue.push({.number = 3});
    queue.push({.number = 4});
    EXPECT_EQ(queue.try_pop(out), 3U);
    EXPECT_EQ(out[2].number, 5U);
}

// Goal: the order is kept whatever the threads do. Method: four producers push their share of the
// numbers in handfuls, never further ahead than the queue is long.
TEST(BoundedQueue, InSequenceKeepsTheOrderBetweenManyThreads) {
    constexpr std::uint64_t kValues = 20'000;
    constexpr std::size_t kCapacity = 64;
    BoundedQueue<Numbered> queue(kCapacity, true);
    std::atomic<std::uint64_t> next_out{0};
    std::vector<std::jthread> producers;
    for (std::uint64_t i = 0; i < 4; ++i) {
        producers.emplace_back([&, i] {
            for (std::uint64_t value = i; value < kValues; value += 4) {
                while (value >= next_out.load() + kCapacity) {
                    std::this_thread::yield();
                }
                queue.push({.number = value});
            }
        });
    }
    TimeAccount account;
    account.begin();
    std::array<Numbered, 7> out{};
    std::uint64_t expected = 0;
    while (expected < kValues) {
        const std::size_t count = queue.pop(out, 1, account, WorkState::Starved);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(out[i].number, expected++);
        }
        next_out.store(expected);
    }
}

TEST(TimeAccount, StatesAddUpToTheLifeOfTheWorker) {
    TimeAccount account;
    const SteadyTime before = steady_now();
    account.begin();
    {
        const InState starved(account, WorkState::Starved);
    }
    {
        const InState blocked(account, WorkState::Blocked);
    }
    account.end();
    const SteadyTime after = steady_now();
    const WorkTimes times = account.read(after);
    EXPECT_GT(times.wall(), Nanoseconds::zero());
    EXPECT_LE(times.wall(), after - before);
    EXPECT_EQ(times.wall(), times.busy + times.starved + times.blocked);
}

TEST(TimeAccount, CountsAWaitThatStillLasts) {
    TimeAccount account;
    account.begin();
    account.enter(WorkState::Starved);
    const SteadyTime now = steady_now();
    const WorkTimes early = account.read(now);
    const WorkTimes late = account.read(now + std::chrono::seconds(1));
    EXPECT_EQ(late.starved - early.starved, std::chrono::seconds(1));
    EXPECT_EQ(late.busy, early.busy);
}

}  // namespace
}  // namespace throughline::pipeline
