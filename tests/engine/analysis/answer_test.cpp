// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/analysis/derive.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/emulation.h"
#include "engine/record/touched.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Groups of three are joined by a narrow no-break space.
#define NNBSP "\u202F"

std::map<std::string, double> rate(double images_per_second) {
    return {{"images_per_second", images_per_second}};
}

Answer derived_answer(record::Study study) {
    derive(study);
    return answer_of(study);
}

/// Storage and decode alone, then the whole pipeline.
record::Study study_with(double storage, double decode, double full) {
    return record::study_of({record::run_of(1, "storage", 2, rate(storage)),
                             record::run_of(2, "decode", 2, rate(decode)),
                             record::run_of(3, "full", 2, rate(full))});
}

std::size_t words_of(const std::string& text) {
    return 1 + static_cast<std::size_t>(std::ranges::count(text, ' '));
}

TEST(Answer, NamesTheStageAndTwoNumbers) {
    const Answer decode = derived_answer(study_with(8159.0, 1990.0, 1930.0));
    EXPECT_EQ(decode.limit, Limit::Decode);
    EXPECT_EQ(decode.headline, "Decoding is the bottleneck.");
    EXPECT_EQ(decode.figures,
              "The pipeline delivers 1" NNBSP "930 images/s; storage alone delivers 8" NNBSP
              "159.");
    EXPECT_EQ(decode.doubt, "");

    const Answer storage = derived_answer(study_with(1990.0, 8159.0, 1930.0));
    EXPECT_EQ(storage.limit, Limit::Storage);
    EXPECT_EQ(storage.headline, "Storage is the bottleneck.");
    EXPECT_THAT(storage.figures, HasSubstr("decoding alone delivers"));
}

// Goal: a bar of the pipeline that is longer than that of its bottleneck is no riddle.
TEST(Answer, APipelineAboveItsCeilingIsExplained) {
    EXPECT_THAT(derived_answer(study_with(8492.0, 1420.0, 1528.0)).grounds,
                HasSubstr("The pipeline came out 7.6 % above that stage alone"));
    EXPECT_THAT(derived_answer(study_with(8492.0, 1420.0, 1400.0)).grounds,
                Not(HasSubstr("above that stage")));
}

TEST(Answer, ARateBelowEveryCeilingBlamesNoStage) {
    const Answer answer = derived_answer(study_with(8159.0, 1990.0, 990.0));
    EXPECT_EQ(answer.limit, Limit::Unsure);
    EXPECT_EQ(answer.headline, "No single bottleneck was found.");
    EXPECT_EQ(answer.figures,
              "The pipeline delivers 990 images/s; decoding alone delivers 1" NNBSP "990.");
}

// Goal: "what starves your GPU?" is answered about the GPU.
TEST(Answer, WithAnAcceleratorItSaysHowLongThatWaits) {
    record::Study study = record::study_of({record::run_of(1, "storage", 2, rate(8159.0)),
                                            record::run_of(2, "decode", 2, rate(660.0)),
                                            record::run_of(3, "full", 2, rate(639.0)),
                                            record::run_of(4, "consumer", 2, rate(2000.0))});
    for (record::RunData& one : study.runs) {
        one.started.settings["consumer.kind"] = std::string("paced");
        one.started.settings["consumer.preset"] = std::string("some-source-17");
    }
    record::RunData& run = study.runs[2];
    run.metrics["accelerator_utilisation"] = record::Summary{.value = 31.0};
    run.notes.push_back({.run = 3, .code = record::kPaceNote, .item = "A100"});

    Answer answer = derived_answer(study);
    EXPECT_EQ(answer.limit, Limit::Decode);
    EXPECT_EQ(answer.headline, "The emulated A100 waits 69 % of the time.");
    EXPECT_EQ(answer.figures,
              "The pipeline delivers 639 of the 2" NNBSP
              "000 images/s that the emulated A100 can take.");

    for (record::RunData& one : study.runs) {
        one.started.settings["consumer.accelerators"] = std::int64_t{2};
    }
    answer = derived_answer(study);
    EXPECT_EQ(answer.headline, "The 2 emulated A100s wait 69 % of the time.");
    EXPECT_THAT(answer.figures, HasSubstr("that the 2 emulated A100s can take"));
    for (record::RunData& one : study.runs) {
        one.started.settings["consumer.accelerators"] = std::int64_t{1};
    }
    run.notes.back().item = "some-source-17";  // as older records have it
    EXPECT_EQ(derived_answer(study).headline, "The emulated accelerator waits 69 % of the time.");
}

// A limit that is emulated is never taken for the computer's own.
TEST(Answer, AnEmulatedVolumeIsNamedWhetherItLimitsOrNot) {
    record::Study study = study_with(8159.0, 1990.0, 1930.0);
    EXPECT_EQ(emulated_text(study), "");
    for (record::RunData& run : study.runs) {
        run.started.settings["storage.volume"] = std::string("aws-gp2:100GiB");
    }
    EXPECT_EQ(emulated_text(study), "an emulated volume");
    record::Study paced = study;
    paced.runs[2].started.settings["consumer.kind"] = std::string("paced");
    EXPECT_EQ(emulated_text(paced), "an emulated accelerator and an emulated volume");
    Answer answer = derived_answer(study);
    EXPECT_EQ(answer.limit, Limit::Decode);
    EXPECT_THAT(answer.grounds, HasSubstr("Read from the emulated volume aws-gp2:100GiB."));

    study = study_with(1990.0, 8159.0, 1930.0);
    for (record::RunData& run : study.runs) {
        run.started.settings["storage.volume"] = std::string("study-st1");
    }
    answer = derived_answer(study);
    EXPECT_EQ(answer.limit, Limit::Storage);
    EXPECT_EQ(answer.headline, "The emulated volume study-st1 is the bottleneck.");
    EXPECT_EQ(emulated_storage_of(study.runs[1]).name, "") << "decode alone reads nothing";
    study.runs.pop_back();
    EXPECT_THAT(derived_answer(study).grounds,
                HasSubstr("Read from the emulated volume study-st1."));
    study.runs.push_back(record::run_of(3, "full", 2, rate(900.0)));
    EXPECT_EQ(emulated_reads_text(study), "Some runs read from the emulated volume study-st1.");
    study.runs[2].started.settings["storage.volume"] = std::string("study-gp2");
    EXPECT_EQ(emulated_reads_text(study), "Read from emulated volumes.");
}

TEST(Answer, AnEmulatedStoreIsNamedAsSuch) {
    record::Study study = study_with(1990.0, 8159.0, 1930.0);
    for (record::RunData& run : study.runs) {
        run.started.settings["storage.store"] = std::string("aws-s3");
    }
    EXPECT_EQ(emulated_text(study), "an emulated store");
    EXPECT_EQ(derived_answer(study).headline, "The emulated store aws-s3 is the bottleneck.");
    EXPECT_EQ(emulated_reads_text(study), "Read from the emulated store aws-s3.");
    EXPECT_EQ(emulated_mark(emulated_in(study)), "emulated store");
    study.runs[2].started.settings["storage.store"] = std::string();
    study.runs[2].started.settings["storage.volume"] = std::string("study-st1");
    EXPECT_EQ(emulated_mark(emulated_in(study)), "emulated storage") << "the one and the other";
    EXPECT_EQ(emulated_reads_text(study), "Read from emulated storage.");
}

// Goal: the mark is of the runs, whatever a study is called.
TEST(Emulation, IsMarkedByWhatTheRunsWereSetTo) {
    record::Study study = study_with(8159.0, 1990.0, 1930.0);  // storage, decode, full
    EXPECT_FALSE(emulated_in(study));
    EXPECT_EQ(marked_title("my disk", {}), "my disk");
    for (record::RunData& run : study.runs) {
        run.started.settings["storage.volume"] = std::string("aws-gp2:100GiB");
        run.started.settings["consumer.kind"] = std::string("paced");
    }
    study.header.title = "my disk";
    EXPECT_EQ(marked_title(study), "my disk (emulated accelerator and volume)");
    EXPECT_EQ(emulated_mark(emulated_in(study.runs[0].started.settings)), "emulated volume")
        << "storage alone feeds nothing";
    EXPECT_EQ(emulated_mark(emulated_in(study.runs[1].started.settings)), "")
        << "decode alone neither reads nor feeds";
    study.header.title.clear();
    EXPECT_EQ(marked_title(study), "emulated accelerator and volume");
}

TEST(Answer, WhatOthersDisturbedIsSaidInsteadOfACause) {
    record::Study study = study_with(8159.0, 1990.0, 1930.0);
    study.header.environment["cpu.cores"] = std::int64_t{2};
    study.runs[2].metrics["other_cpu_cores"] = record::Summary{.value = 0.9};
    study.runs[2].notes.push_back({.run = 3,
                                   .code = record::kDisturbedCode,
                                   .level = record::Level::Warning,
                                   .text = "other programs used some",
                                   .item = "ffmpeg 20 %, cc1plus 12 %"});
    const Answer answer = derived_answer(study);
    EXPECT_EQ(answer.limit, Limit::Unsure);
    EXPECT_EQ(answer.headline, "Not a clean measurement.");
    EXPECT_THAT(answer.figures, StartsWith("The pipeline delivers 1" NNBSP "930 images/s"));
    EXPECT_THAT(answer.doubt, StartsWith("Other programs used"));
    EXPECT_THAT(answer.doubt, HasSubstr("ffmpeg"));
}

TEST(Answer, WithoutCeilingsTheTimeAccountsSpeak) {
    auto figures = rate(500.0);
    figures.insert({{"stage_busy{stage=storage}", 95.0},
                    {"stage_blocked{stage=storage}", 5.0},
                    {"stage_busy{stage=decode}", 40.0},
                    {"stage_starved{stage=decode}", 60.0},
                    {"stage_busy{stage=consumer}", 1.0}});
    const Answer answer = derived_answer(record::study_of({record::run_of(1, "full", 2, figures)}));
    EXPECT_EQ(answer.limit, Limit::Storage);
    EXPECT_EQ(answer.figures,
              "The pipeline delivers 500 images/s; decoding waits for storage 60 % of the time.");
}

TEST(Answer, CountersOfAnotherProgramAreNamedByTheirTitle) {
    auto figures = rate(1390.0);
    figures["gpu_utilisation"] = 97.0;
    const Answer answer = derived_answer(record::study_of({record::run_of(1, "full", 2, figures)}));
    EXPECT_EQ(answer.headline, "The GPU is the bottleneck.");
    EXPECT_EQ(answer.figures, "1" NNBSP "390 images/s. GPU utilisation is 97 %.");

    figures["gpu_utilisation"] = 40.0;
    figures["disk_utilisation"] = 99.0;
    const Answer disk = derived_answer(record::study_of({record::run_of(1, "full", 2, figures)}));
    EXPECT_EQ(disk.headline, "Storage is the bottleneck.");
    EXPECT_THAT(disk.figures, HasSubstr("Disk utilisation is 99 %."));
}

TEST(Answer, WhatWasNotMeasuredHasNoVerdict) {
    const Answer none = derived_answer(record::study_of({}));
    EXPECT_EQ(none.limit, Limit::None);
    EXPECT_EQ(none.headline, "No verdict.");
    EXPECT_EQ(none.figures, "Nothing was measured.");

    const Answer alone =
        derived_answer(record::study_of({record::run_of(1, "storage", 2, rate(8000.0)),
                                         record::run_of(2, "decode", 2, rate(500.0))}));
    EXPECT_EQ(alone.headline, "Only single stages were measured.");
    EXPECT_EQ(alone.figures,
              "Decoding alone delivers 500; storage alone delivers 8" NNBSP "000 images/s.");
}

// Goal: figures read without their samples get no better verdict than with them.
TEST(Answer, WhatTheRecordCouldNotJudgeStaysWithoutAVerdict) {
    record::Study study = study_with(8159.0, 1990.0, 1930.0);
    study.verdict = record::Verdict{.sentence = "No verdict: run 3 has only 2 measured samples."};
    const Answer answer = derived_answer(study);
    EXPECT_EQ(answer.limit, Limit::None);
    EXPECT_EQ(answer.grade, record::Grade::None);
    EXPECT_EQ(answer.figures, "Run 3 has only 2 measured samples.");

    study.verdict->sentence = "Not a clean measurement: others. No verdict: run 3 is too short.";
    EXPECT_EQ(derived_answer(study).figures, "Run 3 is too short.");
}

// Goal: figures are read without the headline, which a GPU's waiting takes.
TEST(Answer, OfAGpuTheStageIsNamedInTheFigures) {
    auto figures = rate(500.0);
    figures.insert({{"stage_busy{stage=storage}", 12.0},
                    {"stage_blocked{stage=storage}", 88.0},
                    {"stage_busy{stage=decode}", 97.0},
                    {"stage_starved{stage=decode}", 1.0},
                    {"stage_busy{stage=consumer}", 60.0},
                    {"gpu_busy{gpu=0}", 25.0}});
    record::Study study = record::study_of({record::run_of(1, "full", 2, figures)});
    study.runs[0].started.settings["consumer.kind"] = std::string("gpu");
    Answer answer = derived_answer(study);
    EXPECT_EQ(answer.headline, "The GPU waits 75 % of the time.");
    EXPECT_EQ(answer.figures,
              "The pipeline delivers 500 images/s; the decode threads are busy 97 % of the time.");

    study.runs[0].metrics["ceiling_images_per_second{stage=consumer}"] =
        record::Summary{.value = 2000.0};
    answer = answer_of(study);
    EXPECT_EQ(answer.figures,
              "The pipeline delivers 500 of the 2" NNBSP "000 images/s that the GPU can take.");

    study.runs[0].metrics["gpu_busy{gpu=0}"] = record::Summary{.value = 100.6};
    answer = answer_of(study);
    EXPECT_EQ(answer.limit, Limit::Consumer);
    EXPECT_THAT(answer.figures, HasSubstr("the GPU computes 100 % of the time"));
}

TEST(Answer, AnImpossibleRateIsNoAnswer) {
    const Answer answer = derived_answer(study_with(8159.0, 1990.0, 2500.0));
    EXPECT_EQ(answer.headline, "No verdict.");
    EXPECT_THAT(answer.figures, HasSubstr("impossible"));
}

TEST(Answer, HeadlinesAreShort) {
    for (const auto& study : {study_with(8159.0, 1990.0, 1930.0),
                              study_with(1990.0, 8159.0, 1930.0),
                              study_with(8159.0, 1990.0, 990.0),
                              record::study_of({})}) {
        EXPECT_LE(words_of(derived_answer(study).headline), 6U);
    }
}

}  // namespace
}  // namespace throughline::analysis
