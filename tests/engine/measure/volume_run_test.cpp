// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/analysis/answer.h"
#include "engine/analysis/emulation.h"
#include "tests/engine/measure/blocks_run.h"

// Runs whose reads are emulated on a volume: real reads of a real file.
namespace throughline::measure {
namespace {

using testing::HasSubstr;

class VolumeRun : public BlocksRun {};

// gp2 of 100 GiB: 3,000 IOPS from credits, then 300; 128 MiB/s.
TEST_F(VolumeRun, ReadsAtTheRateOfTheVolumeThatIsEmulated) {
    for (const auto& [bytes, rate] : {std::pair{4096, 3000.0}, std::pair{65536, 2048.0}}) {
        blocks_of(static_cast<std::uint64_t>(bytes));
        set("storage.volume=aws-gp2:100GiB");
        const auto result = run();
        // Never faster than the volume; a busy machine may be slower.
        for (const char* id : {"read_requests_per_second", "volume_counted_ios_per_second"}) {
            EXPECT_LT(metric(result, id), 1.04 * rate) << bytes;
            EXPECT_GT(metric(result, id), 0.8 * rate) << bytes;
        }
        EXPECT_GT(metric(result, "volume_utilisation"), 75.0) << bytes;
        EXPECT_FALSE(has_note(result, "volume.not_limiting"));
        if (metric(result, "volume_utilisation") > 96.0) {  // a busy machine may use less
            EXPECT_THAT(note_text(result, "volume.limit"),
                        HasSubstr(bytes == 4096 ? "limited by its IOPS" : "by its bandwidth"));
        }
        EXPECT_THAT(note_text(result, record::kVolumeNote),
                    HasSubstr("emulates the volume aws-gp2:100GiB (AWS EBS gp2): 300 IOPS"));
    }
}

TEST_F(VolumeRun, CreditsEndAtTheComputedSecondAndTheirBalanceIsInEverySample) {
    blocks_of(4096);
    set("storage.volume=aws-gp2:100GiB");
    set("storage.volume_credits=2700");  // / (3,000 - 300) = 1 s
    set("duration_seconds=3");
    const auto result = run();
    EXPECT_THAT(note_text(result, "volume.credits_gone"),
                testing::AnyOf(HasSubstr("gone 1.0"), HasSubstr("gone 0.99")));
    ASSERT_FALSE(result.samples.empty());
    for (const auto& sample : result.samples) {
        ASSERT_TRUE(sample.metrics.contains("volume_io_credits"));
        EXPECT_LE(sample.metrics.find("volume_io_credits")->second, 2700.0);
    }
    EXPECT_LT(metric(result, "volume_io_credits"), 30.0) << "spent as soon as they are earned";
    EXPECT_NEAR(
        result.samples.back().metrics.find("read_requests_per_second")->second, 300.0, 30.0);
}

TEST_F(VolumeRun, BlockingReadersAndSeveralThreadsShareTheVolume) {
    blocks_of(4096);
    set("storage.volume=aws-gp2:100GiB");
    set("storage.reader=pread");
    set("storage.threads=4");
    set("storage.volume_credits=empty");
    const auto result = run();
    EXPECT_NEAR(metric(result, "read_requests_per_second"), 300.0, 15.0);
}

TEST_F(VolumeRun, AVolumeFasterThanTheDiskSaysThatItDidNotLimit) {
    blocks_of(4096);
    set("storage.volume=aws-io2bx:1000GiB");
    set("storage.queue_depth=1");
    const auto result = run();
    EXPECT_LT(metric(result, "volume_utilisation"), 95.0);
    EXPECT_THAT(note_text(result, "volume.not_limiting"), HasSubstr("not the volume"));
    EXPECT_EQ(metric(result, "volume_io_credits"), -1.0) << "absent: it has none";
}

TEST_F(VolumeRun, AWholePipelineSaysEmulatedWhereItsStorageIsJudged) {
    set("dataset.path=" + images_.path());
    set("dataset.format=auto");
    set("stages=full");
    set("duration_seconds=4");
    set("storage.volume=aws-gp2:1GiB");
    set("storage.volume_credits=empty");
    const record::Study study = measure();
    EXPECT_EQ(analysis::emulated_text(study), "an emulated volume");
    const analysis::Answer answer = analysis::answer_of(study);
    EXPECT_THAT(answer.headline + answer.figures + answer.grounds,
                HasSubstr("emulated volume aws-gp2:1GiB"));
    EXPECT_NEAR(metric(study.runs.front(), "images_per_second"), 100.0, 15.0);
}

TEST_F(VolumeRun, WhatCannotBeDelayedIsRefused) {
    set("storage.volume=aws-gp2:100GiB");
    set("storage.reader=mmap");
    auto refused = prepare_study(spec_, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr("storage.reader=mmap: a mapped file"));
    set("storage.reader=pread");
    set("storage.direct=false");
    refused = prepare_study(spec_, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr("needs storage.direct=true"));
    set("storage.direct=true");
    set("storage.volume=");
    set("storage.volume_credits=empty");
    refused = prepare_study(spec_, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr("needs storage.volume"));
}

}  // namespace
}  // namespace throughline::measure
