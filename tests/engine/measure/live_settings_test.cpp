// SPDX-License-Identifier: Apache-2.0
// Settings changed while a study is measured: by real commands, in real runs.
#include <gtest/gtest.h>

#include "engine/measure/control_reader.h"
#include "engine/measure/settling.h"
#include "engine/record/touched.h"
#include "tests/engine/measure/run_study.h"

namespace throughline::measure {
namespace {

using LiveSettings = RunStudy;

std::string set_command(const std::string& key, const std::string& value) {
    return R"({"id":5,"command":"set","key":")" + key + R"(","value":)" + value + "}";
}
bool is_ok(const std::string& reply) {
    return reply.find(R"("ok":true)") != std::string::npos;
}

TEST_F(LiveSettings, DecodersAreChangedAndWhatDidNotSettleIsInNoFigure) {
    set("duration_seconds=3.6");
    set("decode.threads=1");
    std::string reply;
    StudyOptions options;
    options.on_sample = [&](const record::Sample& sample) {
        if (sample.phase == record::Phase::Measured && reply.empty()) {
            reply = carry_out(set_command("decode.threads", "2"), control_);
        }
    };
    const record::Study study = measure(options);

    EXPECT_TRUE(is_ok(reply)) << reply;
    const auto& run = study.runs[0];
    EXPECT_TRUE(has_note(run, "setting.changed"));
    EXPECT_EQ(spec::integer_of(run.started.settings, "decode.threads"), 1);
    double images = 0.0;
    double seconds = 0.0;
    double unsettled_s = 0.0;
    for (const auto& sample : run.samples) {
        if (sample.phase == record::Phase::Measured) {
            EXPECT_FALSE(sample.unsettled);
            images += sample.metrics.at("images_per_second") * sample.dt_s;
            seconds += sample.dt_s;
        } else if (sample.unsettled) {
            unsettled_s += sample.dt_s;
        }
    }
    EXPECT_GE(unsettled_s, 0.9);
    EXPECT_GE(seconds, 1.0);
    EXPECT_NEAR(images / seconds, metric(run, "images_per_second"), 1e-6 * images);
    EXPECT_TRUE(record::is_touched(run));
    EXPECT_FALSE(record::is_result(run));
    EXPECT_EQ(study.verdict->grade, record::Grade::None) << study.verdict->sentence;
}

TEST_F(LiveSettings, NextPointOfASweepStartsWithItsOwnNumber) {
    set("duration_seconds=1.2");
    sweep("decode.threads=1,2");
    int asked = 0;
    StudyOptions options;
    options.on_sample = [&](const record::Sample& sample) {
        if (sample.run == 1 && asked++ == 0) {
            EXPECT_TRUE(is_ok(carry_out(set_command("decode.threads", "3"), control_)));
        }
    };
    const record::Study study = measure(options);
    ASSERT_EQ(study.runs.size(), 2U);
    EXPECT_TRUE(has_note(study.runs[0], "setting.changed"));
    EXPECT_FALSE(has_note(study.runs[1], "setting.changed"));
    for (const auto& sample : study.runs[1].samples) {
        EXPECT_FALSE(sample.unsettled);
    }
}

TEST_F(LiveSettings, StagesWithoutDecodersRefuseAndSayWhy) {
    set("stages=storage");
    set("duration_seconds=1.2");
    std::string reply;
    StudyOptions options;
    options.on_sample = [&](const record::Sample&) {
        reply = carry_out(set_command("decode.threads", "2"), control_);
    };
    measure(options);
    EXPECT_NE(reply.find("no decoders run in these stages"), std::string::npos) << reply;
}

TEST_F(LiveSettings, WhatIsNotLiveOrOutOfItsLimitsIsRefused) {
    set("duration_seconds=1.2");
    std::vector<std::string> replies;
    StudyOptions options;
    options.on_sample = [&](const record::Sample&) {
        replies = {carry_out(set_command("storage.queue_depth", "8"), control_),
                   carry_out(set_command("decode.threads", "0"), control_),
                   carry_out(set_command("decode.threads", "1000"), control_),
                   carry_out(set_command("decode.threads", "\"many\""), control_),
                   carry_out(set_command("decode.thread", "2"), control_),
                   carry_out(R"({"id":5,"command":"set","key":"decode.threads"})", control_)};
    };
    const record::Study study = measure(options);
    ASSERT_EQ(replies.size(), 6U);
    for (const std::string& reply : replies) {
        EXPECT_FALSE(is_ok(reply)) << reply;
    }
    EXPECT_FALSE(has_note(study.runs[0], "setting.changed"));
}

TEST(SettlingTest, LastsUntilTheBatchesUnderWayHaveGoneThrough) {
    constexpr std::chrono::milliseconds kSecond{1'000};
    Settling settling;
    EXPECT_FALSE(settling.over(kNever + kSecond, 100));
    settling.begin(kNever, 10, 4);
    EXPECT_FALSE(settling.over(kNever + kSecond / 2, 20));  // the least
    EXPECT_FALSE(settling.over(kNever + 2 * kSecond, 13));
    EXPECT_TRUE(settling.over(kNever + 2 * kSecond, 14));
    EXPECT_TRUE(settling.over(kNever + 5 * kSecond, 11));  // the most
}

}  // namespace
}  // namespace throughline::measure
