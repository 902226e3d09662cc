// SPDX-License-Identifier: Apache-2.0
// Runs with a cache in front of their data, by the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/record/read_record.h"
#include "engine/record/study.h"
#include "engine/record/touched.h"
#include "tests/app/small_run.h"

namespace throughline {
namespace {

using testing::HasSubstr;
using tests::EngineProcess;
using tests::Outcome;
using tests::run_engine;

class CacheCommand : public tests::SmallRun {};

// Goal: a copy in which the program stood still has no time, and nothing that begins with it has.
// Method: 32 images from an emulated store, one after another, stopped as a shell does it.
TEST_F(CacheCommand, ACopyInWhichTheProgramStoodStillHasNoTime) {
    EngineProcess engine(run_into_record({"--events",
                                          "--set",
                                          "duration_seconds=0",
                                          "--set",
                                          "warmup_seconds=0",
                                          "--set",
                                          "epochs=2",
                                          "--set",
                                          "cache.kind=disk",
                                          "--set",
                                          "cache.fill=before",
                                          "--set",
                                          "cache.budget_bytes=0",
                                          "--set",
                                          "storage.queue_depth=1",
                                          "--set",
                                          "storage.threads=1",
                                          "--set",
                                          "storage.store=aws-s3:latency=60ms"}));
    ASSERT_TRUE(engine.wait_for_text("\"phase\":\"copying\"", std::chrono::seconds(30)));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    engine.send_signal(SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));
    engine.send_signal(SIGCONT);
    const Outcome measured = engine.finish();
    ASSERT_EQ(measured.exit_code, 0) << measured.err;

    const auto read = record::read_record(record_);
    ASSERT_TRUE(read);
    const record::RunData& run = read->study.runs.at(0);
    const auto note = std::ranges::find(run.notes, record::kPausedCode, &record::Note::code);
    ASSERT_NE(note, run.notes.end());
    EXPECT_THAT(note->text, HasSubstr("while it copied the data set"));
    for (const char* const figure :
         {"sync_time", "time_to_first_batch", "time_to_epoch_end{epoch=2}"}) {
        EXPECT_FALSE(run.metrics.contains(figure)) << figure;
        EXPECT_THAT(run.absent.at(figure), HasSubstr("stood still")) << figure;
    }
    EXPECT_TRUE(run.metrics.contains("epoch_seconds{epoch=2}"))
        << "the epochs themselves are sound";
}

// Goal: a cache in memory is in the plan's memory, one on a disk is not.
TEST_F(CacheCommand, ThePlanHoldsTheCacheInMemory) {
    constexpr std::uintmax_t kData = std::uintmax_t{64} << 20U;
    const std::string blocks = place_.file("blocks");
    std::ofstream(blocks).close();
    std::filesystem::resize_file(blocks, kData);
    const auto plan_with = [&](const std::string& kind, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"--overwrite"};
        for (const std::string& setting : {"dataset.path=" + blocks,
                                           std::string("dataset.format=blocks"),
                                           std::string("dataset.block_bytes=1048576"),
                                           std::string("stages=storage"),
                                           std::string("duration_seconds=0"),
                                           std::string("epochs=3"),
                                           std::string("cache.budget_bytes=0"),
                                           "cache.kind=" + kind}) {
            arguments.insert(arguments.end(), {"--set", setting});
        }
        for (const std::string& setting : more) {
            arguments.insert(arguments.end(), {"--set", setting});
        }
        const Outcome measured = run_engine(run_into_record(arguments));
        EXPECT_EQ(measured.exit_code, 0) << measured.err;
        const auto read = record::read_record(record_);
        EXPECT_TRUE(read);
        return read->study.header.plan;
    };
    const record::Plan without = plan_with("none");
    const record::Plan in_memory = plan_with("memory");
    const record::Plan on_disk = plan_with("disk");
    const auto more = [&](const record::Plan& plan) {
        return static_cast<double>(plan.memory_bytes) - static_cast<double>(without.memory_bytes);
    };
    EXPECT_NEAR(more(in_memory), static_cast<double>(kData), 1e6);
    EXPECT_NEAR(more(on_disk), 0.0, 1e6);
    EXPECT_EQ(without.read_bytes, 3.0 * static_cast<double>(kData));
    EXPECT_EQ(on_disk.read_bytes, static_cast<double>(kData)) << "the others come from the cache";
    const std::string half = "cache.budget_bytes=" + std::to_string(kData / 2);
    EXPECT_EQ(plan_with("disk", {half}).read_bytes, 2.0 * static_cast<double>(kData));
    EXPECT_EQ(plan_with("disk", {half, "cache.policy=lru"}).read_bytes, without.read_bytes)
        << "in the same order each epoch nothing is found again";
}

}  // namespace
}  // namespace throughline
