// SPDX-License-Identifier: Apache-2.0
// Several GPUs in one run: fake ones, which hang as real ones do where one of them does not come to
// an exchange of gradients.
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "tests/app/gpu_run.h"

namespace throughline::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SeveralGpus : public GpuRun {
protected:
    SeveralGpus() {
        ::setenv("THROUGHLINE_FAKE_GPU_DEVICES", "3", 1);
        ::setenv("THROUGHLINE_FAKE_GPU_EXCHANGE", exchange_.c_str(), 1);
    }
    Outcome train(int gpus, std::vector<std::string> more = {}) const {
        more.insert(more.end(),
                    {"consumer.network=trivial",
                     "consumer.phase=training",
                     "batch.slots=12",
                     "consumer.accelerators=" + std::to_string(gpus)});
        return measure(more);
    }
    /// How often each GPU went together with the others.
    std::vector<std::uint64_t> together(std::size_t gpus) const {
        constexpr std::size_t kDevicesMax = 16;
        std::array<std::uint64_t, 2 * kDevicesMax> numbers{};
        const auto file = read_whole_file(exchange_);
        EXPECT_TRUE(file && file->size() == sizeof numbers);
        if (file && file->size() == sizeof numbers) {
            std::memcpy(numbers.data(), file->data(), sizeof numbers);
        }
        return {numbers.begin() + kDevicesMax,
                numbers.begin() + static_cast<std::ptrdiff_t>(kDevicesMax + gpus)};
    }

    std::string exchange_ = place_.file("exchange");
};

TEST_F(SeveralGpus, TakeBatchesSideBySide) {
    ASSERT_EQ(measure({"consumer.accelerators=2", "consumer.device=1"}).exit_code, 0);
    const record::RunData run = study().runs.at(0);
    EXPECT_NEAR(metric(run, "ceiling_images_per_second{stage=consumer}"), 2 * kRate, 2.0);
    for (const char* key : {"gpu_busy{gpu=1}", "gpu_busy{gpu=2}"}) {
        EXPECT_GT(metric(run, key), 0.0) << key;
    }
    EXPECT_FALSE(run.metrics.contains("gpu_all_reduce{gpu=1}")) << "nothing is trained";
    EXPECT_NEAR(metric(run, "accelerator_utilisation"),
                (metric(run, "gpu_busy{gpu=1}") + metric(run, "gpu_busy{gpu=2}")) / 2.0,
                1e-6);
}

// Goal: all go the same number of steps together, however the run ends: by its time, in which
// batches are under way, or because there are no more.
TEST_F(SeveralGpus, TrainTogetherStepByStep) {
    for (const int gpus : {2, 3}) {
        const Outcome outcome = train(gpus);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const record::RunData run = study().runs.at(0);
        for (int gpu = 0; gpu < gpus; ++gpu) {
            const std::string number = "{gpu=" + std::to_string(gpu) + "}";
            EXPECT_NEAR(metric(run, "gpu_all_reduce" + number),
                        metric(run, "gpu_busy" + number) / 10.0,
                        0.2);
        }
        EXPECT_THAT(note(run, "gpu.facts"),
                    HasSubstr("gradients are exchanged between " + std::to_string(gpus) + " GPUs"));
        const auto steps = together(static_cast<std::size_t>(gpus));
        EXPECT_GT(steps.front(), 10U);
        EXPECT_EQ(steps, std::vector(steps.size(), steps.front()));
        std::filesystem::remove(exchange_);
    }
}

// 32 images are 8 batches: of three GPUs two go a third time, without the one that has none.
TEST_F(SeveralGpus, LastBatchesOfAnEpochGoAlone) {
    const Outcome outcome = train(3, {"duration_seconds=0", "warmup_seconds=0"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(study().runs.at(0).status, record::RunStatus::Done);
    const auto steps = together(3);
    EXPECT_LE(steps.front(), 2U);
    EXPECT_EQ(steps, std::vector(3, steps.front()));
    EXPECT_THAT(note(study().runs.at(0), "gpu.apart"),
                AllOf(HasSubstr("without the others, which had no batch"),
                      HasSubstr("the weights of the GPUs differ")));
}

TEST_F(SeveralGpus, EndOfAColdEpochHoldsNobodyUp) {
    const Outcome outcome =
        train(3, {"page_cache=cold", "storage.direct=false", "duration_seconds=1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_GT(metric(study().runs.at(0), "images_per_second"), 100.0) << "no epoch takes seconds";
}

TEST_F(SeveralGpus, WithoutTheLibraryEachTrainsAloneAndIsSaidTo) {
    ::setenv("THROUGHLINE_FAKE_GPU_ALONE", "1", 1);
    const Outcome outcome = train(2);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const record::RunData run = study().runs.at(0);
    EXPECT_THAT(note(run, "gpu.alone"),
                AllOf(HasSubstr("trained without gradient exchange"),
                      HasSubstr("the fake has no library for this")));
    EXPECT_FALSE(run.metrics.contains("gpu_all_reduce{gpu=0}"));
    EXPECT_THAT(run.absent.at("gpu_all_reduce{gpu=1}"), HasSubstr("no library"));
}

TEST_F(SeveralGpus, CrashOfOneEndsTheRun) {
    ::setenv("THROUGHLINE_GPU_PATIENCE_MS", "2000", 1);
    fault("wait:crash");
    EXPECT_EQ(train(2).exit_code, 1);
    EXPECT_THAT(note(study().runs.at(0), "run.failed"), HasSubstr("signal 11"));
}

// Goal: the one that failed is told, not the one that waits for it. Method: the first waits until
// all have come, and may take longer than the patience.
TEST_F(SeveralGpus, OneThatCannotBeOpenedIsNamed) {
    ::setenv("THROUGHLINE_FAKE_GPU_TAKEN", "1", 1);
    EXPECT_EQ(train(2).exit_code, 1);
    EXPECT_THAT(note(study().runs.at(0), "run.failed"),
                AllOf(HasSubstr("GPU 1: "), HasSubstr("another program has the fake to itself")));
}

TEST_F(SeveralGpus, MoreThanThereAreIsRefused) {
    const Outcome outcome = train(4);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err,
                HasSubstr("consumer.device=0 and consumer.accelerators=4: there is no such GPU as "
                          "number 3; usable: 0 (Fake GPU), 1 (Fake GPU), 2 (Fake GPU)"));
}

}  // namespace
}  // namespace throughline::tests
