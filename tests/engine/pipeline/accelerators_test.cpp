// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/dataset/folder_scan.h"
#include "engine/pipeline/pipeline.h"
#include "engine/spec/choices.h"
#include "tests/engine/pipeline/delivered_images.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::pipeline {
namespace {

constexpr std::chrono::nanoseconds kSecond = std::chrono::seconds(1);

SteadyTime at(std::int64_t nanoseconds) {
    return kNever + Nanoseconds(nanoseconds);
}

TEST(StepBarrier, NobodyGoesOnBeforeTheSlowestHasCome) {
    StepBarrier barrier(3);
    std::array<SteadyTime, 3> told{};
    {
        std::vector<std::jthread> parties;
        for (std::size_t i = 0; i < told.size(); ++i) {
            parties.emplace_back([&, i] {
                for (std::int64_t step = 1; step <= 1000; ++step) {
                    told[i] = barrier.meet(at(step * 100 + static_cast<std::int64_t>(i)), {});
                    if (told[i] != at(step * 100 + 2)) {
                        return;
                    }
                }
            });
        }
    }
    for (const SteadyTime ended : told) {
        EXPECT_EQ(ended, at(1000 * 100 + 2));
    }
}

TEST(StepBarrier, PartyThatLeavesIsNotWaitedFor) {
    StepBarrier barrier(2);
    std::jthread leaves([&] { barrier.leave(); });
    EXPECT_EQ(barrier.meet(at(7), {}), at(7));
}

/// Other machines that come a while after this one.
class LateGate final : public StepGate {
public:
    SteadyTime meet(const GradientExchange& what,
                    const std::stop_token& /*stop*/,
                    const ExchangeBegins& begins) override {
        ++met;
        bytes = what.bytes;
        begins();
        at = steady_now() + std::chrono::milliseconds(5);
        return at;
    }
    void leave() override { ++left; }

    int met = 0;
    int left = 0;
    std::uint64_t bytes = 0;
    SteadyTime at = kNever;
};

// Goal: other machines are met once a step, for all accelerators of this one, by the last of them.
TEST(StepBarrier, TheLastMeetsOtherMachinesForAll) {
    LateGate gate;
    StepBarrier barrier(2, &gate, {.bytes = 400});
    std::array<SteadyTime, 2> met{};
    std::atomic<int> begun = 0;
    {
        std::jthread other([&] { met[1] = barrier.meet(steady_now(), {}, [&begun] { ++begun; }); });
        met[0] = barrier.meet(steady_now(), {}, [&begun] { ++begun; });
    }
    EXPECT_EQ(gate.met, 1);
    EXPECT_GE(begun, 1) << "the last knows in any case; who wakes up too late had no exchange";
    EXPECT_LE(begun, 2);
    EXPECT_EQ(gate.bytes, 400U);
    for (const SteadyTime one : met) {
        EXPECT_EQ(one, gate.at);
    }
    barrier.leave();
    EXPECT_EQ(gate.left, 0);
    barrier.leave();
    EXPECT_EQ(gate.left, 1);
}

TEST(StepBarrier, StopEndsTheWait) {
    StepBarrier barrier(2);
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    EXPECT_EQ(barrier.meet(at(7), stop.get_token()), at(7));
}

TEST(DeliveryWatch, TellsWholeRoundsOnly) {
    DeliveryWatch watch(2);
    watch.delivered();
    EXPECT_FALSE(watch.await(steady_now() + kSecond / 1'000, {}));
    EXPECT_GT(watch.first_at(), kNever);
    // Rounds go on until one falls into the wait.
    std::jthread consumer([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            watch.delivered();
        }
    });
    EXPECT_TRUE(watch.await(steady_now() + 600 * kSecond, {}));
}

TEST(DeliveryWatch, LastConsumersEndWakesTheWaiter) {
    DeliveryWatch watch(2);
    watch.ended();
    std::jthread consumer([&] { watch.ended(); });
    EXPECT_FALSE(watch.await(steady_now() + 600 * kSecond, {}));
}

class Accelerators : public testing::TestWithParam<bool> {
protected:
    static constexpr std::uint32_t kImages = 40;
    void SetUp() override {
        fixtures::write_jpegs(files_.path(), kImages);
        auto folder = dataset::scan_folder(files_.path(), {});
        ASSERT_TRUE(folder) << folder.error().what;
        images_.emplace(*std::move(folder));
    }

    PipelineOptions options(spec::Stages stages,
                            std::uint32_t accelerators,
                            double batch_seconds) const {
        PipelineOptions options;
        options.images = &*images_;
        options.stages = stages;
        options.epochs_max = stages == spec::Stages::Full ? 1 : 0;
        options.batch_images = 4;
        options.batch_slots = accelerators + 1;
        options.decode = {.width_px = 16, .height_px = 16};
        options.consumer = {.kind = spec::ConsumerKind::Paced,
                            .batch_seconds = batch_seconds,
                            .accelerators = accelerators,
                            .barrier = GetParam()};
        return options;
    }

    /// Consumers alone over about a second: images/s from a round's end to a round's end.
    double rate_of(std::uint32_t accelerators, double batch_seconds) {
        auto pipeline =
            Pipeline::start(options(spec::Stages::Consumer, accelerators, batch_seconds), {});
        EXPECT_TRUE(pipeline);
        const auto round_after = [&](SteadyTime at) {
            do {
                EXPECT_TRUE((*pipeline)->await_batch(steady_now() + 20 * kSecond, {}));
            } while (steady_now() < at);
            return (*pipeline)->snapshot();
        };
        const Snapshot first = round_after(steady_now() + kSecond / 20);
        const Snapshot last = round_after(first.at + kSecond);
        const WorkTimes times = last.consume - first.consume;
        busy_percent_ = 100.0 * in_seconds(times.busy) / in_seconds(times.wall());
        return static_cast<double>(last.images_delivered - first.images_delivered) /
               in_seconds(last.at - first.at);
    }

    fixtures::TemporaryFolder files_;
    std::optional<dataset::ImageSet> images_;
    double busy_percent_ = 0.0;
};

// Goal: several emulated accelerators take what they should, with the step barrier and without, and
// do not drift. Method: real clocks; over a second at most one round of batches too many or too few
// at each end, which a machine that wakes threads late can cost. The benchmark measures to 0.5 %.
TEST_P(Accelerators, TakeTheRateOfTheirPresetEach) {
    const auto two_rounds = [](std::uint32_t accelerators) { return 2.0 * 4.0 * accelerators; };
    EXPECT_NEAR(rate_of(1, 0.01), 400.0, two_rounds(1));
    EXPECT_GT(busy_percent_, 90.0);
    EXPECT_NEAR(rate_of(4, 0.02), 800.0, two_rounds(4));
    EXPECT_NEAR(rate_of(8, 0.04), 800.0, two_rounds(8));
}

// Goal: steps that cannot be complete do not hold up the end. Method: 10 batches for 3
// accelerators, so that two of the last step never get one.
TEST_P(Accelerators, EpochThatDoesNotDivideEvenlyEnds) {
    auto pipeline = Pipeline::start(options(spec::Stages::Full, 3, 0.001), {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ((*pipeline)->snapshot().images_delivered, kImages);
}

// Goal: where the page cache is emptied between epochs, a step begun with the last batches of one
// epoch ends with the first of the next.
TEST_P(Accelerators, StepMaySpanTwoEpochs) {
    auto with = options(spec::Stages::Full, 3, 0.001);
    with.epochs_max = 2;
    with.hold_between_epochs = true;
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(drain_epoch(**pipeline));
    (*pipeline)->next_epoch();
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ((*pipeline)->snapshot().images_delivered, 2 * kImages);
}

/// Other machines that come, and have exchanged, when they are told.
class ToldGate final : public StepGate {
public:
    SteadyTime meet(const GradientExchange& /*what*/,
                    const std::stop_token& /*stop*/,
                    const ExchangeBegins& begins) override {
        met = true;
        until(1);
        begins();
        until(2);
        return steady_now();
    }
    void leave() override {}
    void go_on(int told) {
        told_ = told;
        told_.notify_all();
    }

    std::atomic<bool> met = false;

private:
    void until(int wanted) {
        for (int told = told_; told < wanted; told = told_) {
            told_.wait(told);
        }
    }
    std::atomic<int> told_ = 0;
};

// Goal: a wait that lasts is told as far as it has come, and what it is for: one of seconds in a
// run of seconds would else be told wholly or not at all.
TEST_P(Accelerators, WaitThatHasNotEndedIsReadAsFarAsItIs) {
    ToldGate gate;
    auto with = options(spec::Stages::Full, 1, 0.001);
    with.step_gate = &gate;
    with.exchange = {.bytes = 400};
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    constexpr Nanoseconds kAWhile = std::chrono::milliseconds(20);
    const auto until = [&](Nanoseconds WorkTimes::* what) {
        Snapshot now = (*pipeline)->snapshot();
        while (GetParam() && now.meet.*what < kAWhile) {
            now = (*pipeline)->snapshot();
        }
        return now;
    };
    while (GetParam() && !gate.met) {
        std::this_thread::yield();
    }
    const Snapshot waiting = until(&WorkTimes::starved);
    EXPECT_EQ(waiting.meet.blocked, Nanoseconds{}) << "nobody exchanges yet";
    gate.go_on(1);
    const Snapshot exchanging = until(&WorkTimes::blocked);
    const Snapshot later = (*pipeline)->snapshot();
    EXPECT_EQ(later.meet.starved, exchanging.meet.starved) << "all have come";
    EXPECT_EQ(gate.met, GetParam()) << "without a barrier nobody meets";
    gate.go_on(2);
    EXPECT_FALSE((*pipeline)->finish().failure);
}

TEST_P(Accelerators, StopEndsThemWhileTheyHoldBatches) {
    auto pipeline = Pipeline::start(options(spec::Stages::Consumer, 4, 3600.0), {});
    ASSERT_TRUE(pipeline);
    EXPECT_FALSE((*pipeline)->finish().failure);
    EXPECT_TRUE((*pipeline)->ended());
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutBarrier,
                         Accelerators,
                         testing::Bool(),
                         [](const auto& with) { return with.param ? "Barrier" : "NoBarrier"; });

}  // namespace
}  // namespace throughline::pipeline
