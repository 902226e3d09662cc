// SPDX-License-Identifier: Apache-2.0
// What a GPU's own accounts say: copying, decoding, exchanging gradients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/analysis/answer.h"
#include "engine/analysis/derive.h"
#include "engine/analysis/verdict.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using Figures = std::map<std::string, double>;

/// A pipeline of 2,000 images/s beside ceilings of 20,000 and more, where they are asked for. A
/// GPU's consumer is busy while a batch is under way; what the GPU does is another matter.
record::Study gpu_study(const Figures& gpu, bool ceilings, const char* device = "cpu") {
    Figures metrics{{"images_per_second", 2000.0},
                    {"stage_busy{stage=storage}", 15.0},
                    {"stage_blocked{stage=storage}", 85.0},
                    {"stage_busy{stage=decode}", 20.0},
                    {"stage_starved{stage=decode}", 5.0},
                    {"stage_busy{stage=consumer}", 100.0},
                    {"cpu_utilisation", 40.0}};
    metrics.insert(gpu.begin(), gpu.end());
    std::vector<record::RunData> runs;
    if (ceilings) {
        runs = {record::run_of(1, "storage", 2, {{"images_per_second", 90'000.0}}),
                record::run_of(2, "decode", 2, {{"images_per_second", 30'000.0}}),
                record::run_of(3, "consumer", 2, {{"images_per_second", 20'000.0}})};
    }
    runs.push_back(record::run_of(4, "full", 2, metrics));
    for (record::RunData& run : runs) {
        run.started.settings["consumer.kind"] = std::string("gpu");
        run.started.settings["consumer.network"] = std::string("transfer");
        run.started.settings["consumer.phase"] = std::string("inference");
        run.started.settings["decode.device"] = std::string(device);
    }
    record::Study study = record::study_of(std::move(runs));
    derive(study);
    return study;
}

record::Verdict verdict_with(const Figures& gpu, bool ceilings, const char* device = "cpu") {
    return judge(gpu_study(gpu, ceilings, device));
}

record::Verdict gpu_verdict(double busy, double copying, bool ceilings) {
    return verdict_with({{"gpu_busy{gpu=0}", busy}, {"gpu_copying{gpu=0}", copying}}, ceilings);
}

TEST(JudgeGpu, TheCopyToTheGpuIsNamedWhereItLimits) {
    const record::Verdict indicated = gpu_verdict(10.0, 99.9, false);
    EXPECT_EQ(indicated.grade, record::Grade::Indicated);
    EXPECT_THAT(
        indicated.sentence,
        StartsWith(
            "The time accounts indicate that the copy to the GPU is the bottleneck: it takes "
            "100 % of the time, and the GPU computes 10 %"));
    EXPECT_DOUBLE_EQ(indicated.evidence.at("gpu_copying"), 99.9);

    const record::Verdict beside_ceilings = gpu_verdict(10.0, 99.9, true);
    EXPECT_EQ(beside_ceilings.grade, record::Grade::Indicated);
    EXPECT_THAT(
        beside_ceilings.sentence,
        AllOf(StartsWith("The time accounts indicate that the copy to the GPU is the bottleneck"),
              HasSubstr("is 10 % of the lowest ceiling (consumer, "),
              HasSubstr("no ceiling includes the copy")));
    EXPECT_THAT(gpu_verdict(10.0, 50.0, true).sentence, StartsWith("No stage alone explains"));
}

TEST(JudgeGpu, AGpuLimitsWhereItComputesAllTheTime) {
    EXPECT_THAT(
        gpu_verdict(97.0, 20.0, false).sentence,
        StartsWith(
            "The time accounts indicate that the consumer is the bottleneck: it is busy 97 %"));
    EXPECT_THAT(gpu_verdict(99.0, 95.0, false).sentence,
                HasSubstr("the consumer is the bottleneck"));
    EXPECT_THAT(gpu_verdict(40.0, 20.0, false).sentence, HasSubstr("no single bottleneck"))
        << "the consumer's thread has a batch under way all the time";
}

TEST(JudgeGpu, DecodingOnTheGpuIsNamedWhereItLimits) {
    const Figures gpu{{"gpu_busy{gpu=0}", 40.0}, {"gpu_decoding{gpu=0}", 99.0}};
    const record::Verdict indicated = verdict_with(gpu, false, "gpu");
    EXPECT_EQ(indicated.grade, record::Grade::Indicated);
    EXPECT_THAT(indicated.sentence,
                StartsWith("The time accounts indicate that decoding on the GPU is the bottleneck: "
                           "it takes 99 % of the time, and the GPU computes 40 %"));
    EXPECT_DOUBLE_EQ(indicated.evidence.at("gpu_decoding"), 99.0);
    EXPECT_THAT(verdict_with(gpu, true, "gpu").sentence,
                AllOf(HasSubstr("decoding on the GPU is the bottleneck"),
                      HasSubstr("is 10 % of the lowest ceiling (consumer, "),
                      HasSubstr("no ceiling includes decoding and the network at once"),
                      Not(HasSubstr("no counter"))));

    const Answer answer = answer_of(gpu_study(gpu, true, "gpu"));
    EXPECT_EQ(answer.limit, Limit::GpuDecode);
    EXPECT_STREQ(name_of(answer.limit), "gpu_decode");
    EXPECT_EQ(answer.headline, "The GPU waits 60 % of the time.");
    EXPECT_THAT(answer.figures, StartsWith("The pipeline delivers"));
    EXPECT_EQ(answer.grounds, "Indicated by the time accounts of the GPU.");
}

TEST(JudgeGpu, DecodingAndTheNetworkThatBothTakeAllTheTimeCompete) {
    const Figures both{{"gpu_busy{gpu=0}", 97.0}, {"gpu_decoding{gpu=0}", 95.0}};
    EXPECT_THAT(verdict_with(both, true, "gpu").sentence,
                AllOf(StartsWith("No stage alone explains"),
                      HasSubstr("the GPU decodes 95 % and computes 97 % of the time, so the two "
                                "compete for it")));
    const Figures idle{{"gpu_busy{gpu=0}", 30.0}, {"gpu_decoding{gpu=0}", 40.0}};
    EXPECT_THAT(verdict_with(idle, true, "gpu").sentence, HasSubstr("no counter shows"));
}

/// Of two GPUs that train together, with the share of each.
Figures exchanging(double busy, double first, double second) {
    return {{"gpu_busy{gpu=0}", busy},
            {"gpu_busy{gpu=1}", busy},
            {"gpu_all_reduce{gpu=0}", first},
            {"gpu_all_reduce{gpu=1}", second}};
}

// Goal: the GPU that waits for the other counts for less: its waiting is not the exchange.
TEST(JudgeGpu, TheExchangeOfGradientsIsNamedWhereItLimits) {
    const record::Verdict most = verdict_with(exchanging(98.0, 60.0, 70.0), true);
    EXPECT_EQ(most.grade, record::Grade::Indicated);
    EXPECT_THAT(most.sentence,
                AllOf(StartsWith("The time accounts indicate that the exchange of gradients "
                                 "between the GPUs is the bottleneck: it takes 60 % of the time, "
                                 "and the GPUs compute 38 %"),
                      HasSubstr("no ceiling includes the exchange")));
    const Answer answer = answer_of(gpu_study(exchanging(98.0, 60.0, 70.0), true));
    EXPECT_EQ(answer.limit, Limit::Exchange);
    EXPECT_EQ(answer.headline, "The exchange of gradients is the bottleneck.");

    EXPECT_THAT(verdict_with(exchanging(98.0, 20.0, 70.0), true).sentence,
                AllOf(HasSubstr("the consumer is the bottleneck: exchanging gradients takes 20 % "
                                "of the time, and the GPUs compute 78 %"),
                      HasSubstr("no ceiling includes the exchange")));
    EXPECT_THAT(verdict_with(exchanging(50.0, 30.0, 30.0), true).sentence,
                StartsWith("No stage alone explains"))
        << "GPUs that have nothing to do are not held back by an exchange";
    EXPECT_THAT(verdict_with(exchanging(98.0, 4.0, 4.0), false).sentence,
                HasSubstr("the consumer is the bottleneck: it is busy 98 %"));
}

/// Nodes with emulated accelerators that exchange gradients after each step.
record::Study study_in_step(
    double exchange, double computing, double starved, bool ceilings, double wait = 3.0) {
    record::Study study = gpu_study({{"step_exchange", exchange},
                                     {"step_wait", wait},
                                     {"accelerator_utilisation", computing},
                                     {"stage_starved{stage=consumer}", starved}},
                                    ceilings);
    for (record::RunData& run : study.runs) {
        run.started.settings["consumer.kind"] = std::string("paced");
    }
    derive(study);
    return study;
}

// Goal: the network that gradients go over is named where it takes the accelerators' time, and only
// where they do not wait for data.
TEST(JudgeSteps, TheExchangeBetweenNodesIsNamedWhereItLimits) {
    for (const bool ceilings : {true, false}) {
        const record::Study study = study_in_step(60.0, 35.0, 1.0, ceilings);
        const record::Verdict verdict = judge(study);
        EXPECT_EQ(verdict.grade, record::Grade::Indicated);
        EXPECT_THAT(verdict.sentence,
                    StartsWith("The time accounts indicate that the exchange of gradients between "
                               "the nodes is the bottleneck: it takes 60 % of the time, and the "
                               "accelerators compute 35 %"));
        EXPECT_DOUBLE_EQ(verdict.evidence.at("step_exchange"), 60.0);
        const Answer answer = answer_of(study);
        EXPECT_EQ(answer.limit, Limit::Exchange);
        EXPECT_EQ(answer.headline, "The exchange of gradients is the bottleneck.");
        EXPECT_EQ(answer.grounds, "Indicated by the time accounts of the accelerators.");
    }
    EXPECT_THAT(judge(study_in_step(20.0, 75.0, 1.0, false)).sentence,
                HasSubstr("the accelerators are the bottleneck: exchanging gradients between the "
                          "nodes takes 20 % of the time, and they compute 75 %"));
    EXPECT_THAT(judge(study_in_step(30.0, 20.0, 45.0, false)).sentence, Not(HasSubstr("exchang")))
        << "accelerators that wait for data are held back by these";
    EXPECT_THAT(judge(study_in_step(4.0, 95.0, 1.0, false)).sentence, Not(HasSubstr("exchang")));
}

// Goal: neither the exchange nor the accelerators are blamed for a wait for the slowest that is
// longer than both.
TEST(JudgeSteps, AWaitForTheSlowestIsNoFaultOfTheExchange) {
    for (const bool ceilings : {true, false}) {
        for (const auto& [wait, computing] : {std::pair{60.0, 10.0}, std::pair{45.0, 40.0}}) {
            const record::Study study = study_in_step(15.0, computing, 5.0, ceilings, wait);
            EXPECT_THAT(judge(study).sentence,
                        AllOf(Not(HasSubstr("exchang")),
                              Not(HasSubstr("the accelerators are the bottleneck"))));
            const Limit limit = answer_of(study).limit;
            EXPECT_NE(limit, Limit::Exchange) << wait;
            EXPECT_NE(limit, Limit::Consumer) << wait;
        }
    }
    EXPECT_THAT(judge(study_in_step(15.0, 50.0, 1.0, false, 30.0)).sentence,
                HasSubstr("the accelerators are the bottleneck"))
        << "they compute most of the time";
}

// Goal: threads of the host are not named where the GPU decodes.
TEST(JudgeGpu, ACeilingOfDecodingSaysThatTheGpuDecoded) {
    record::Study study = gpu_study({}, true, "gpu");
    study.runs[1].metrics["images_per_second"] = record::Summary{.value = 2050.0};
    study.runs.back().metrics.erase("fed_share");
    derive(study);
    EXPECT_THAT(judge(study).sentence,
                AllOf(StartsWith("Decode is the bottleneck"),
                      HasSubstr("images/s by the GPU)"),
                      Not(HasSubstr("thread"))));
}

}  // namespace
}  // namespace throughline::analysis
