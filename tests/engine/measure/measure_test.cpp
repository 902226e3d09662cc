// SPDX-License-Identifier: Apache-2.0
// Real studies on small folders: real files, real reader, real record.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <future>
#include <thread>

#include "engine/analysis/distribution.h"
#include "engine/analysis/disturbance.h"
#include "engine/base/clock.h"
#include "engine/base/pause.h"
#include "engine/measure/control_reader.h"
#include "engine/measure/study_runner.h"
#include "engine/metrics/registry.h"
#include "engine/record/record_json.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"
#include "tests/engine/measure/other_reader.h"
#include "tests/engine/measure/run_study.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::measure {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

TEST_F(RunStudy, FullRunRecordsRatesAccountsAndLatencies) {
    const record::Study study = measure();

    ASSERT_EQ(study.runs.size(), 1U);
    const auto& run = study.runs[0];
    EXPECT_EQ(run.status, record::RunStatus::Done);
    EXPECT_GT(metric(run, "images_per_second"), 0.0);
    EXPECT_GT(metric(run, "read_latency_p50"), 0.0);
    EXPECT_GE(metric(run, "read_latency_max"), metric(run, "read_latency_p50"));
    for (const std::string stage : {"storage", "decode", "consumer"}) {
        const double sum = metric(run, metrics::labelled("stage_busy", "stage", stage).c_str()) +
                           metric(run, metrics::labelled("stage_starved", "stage", stage).c_str()) +
                           metric(run, metrics::labelled("stage_blocked", "stage", stage).c_str());
        EXPECT_NEAR(sum, 100.0, 1e-6) << stage;
    }
    EXPECT_TRUE(study.footer);
    EXPECT_TRUE(study.verdict);
}

/// Run and repeat of each stretch of samples, in the order of the record.
std::vector<std::pair<int, int>> order_of(const std::string& record) {
    std::vector<std::pair<int, int>> order;
    std::ifstream in(record);
    for (std::string text; std::getline(in, text);) {
        const auto parsed = record::parse_line(text);
        const auto* sample =
            parsed && parsed->line ? std::get_if<record::Sample>(&*parsed->line) : nullptr;
        if (sample != nullptr && (order.empty() || order.back().first != sample->run ||
                                  order.back().second != sample->repeat)) {
            order.emplace_back(sample->run, sample->repeat);
        }
    }
    return order;
}

TEST_F(RunStudy, RepeatsAreMeasuredPointByPointOrInRounds) {
    set("repeats=2");
    sweep("decode.threads=1,2");
    static_cast<void>(measure());
    EXPECT_EQ(order_of(record_),
              (std::vector<std::pair<int, int>>{{1, 1}, {1, 2}, {2, 1}, {2, 2}}));

    set("repeat_order=rounds");
    std::vector<double> left;
    StudyOptions options;
    options.on_progress = [&](const StudyProgress& progress) {
        if (std::string_view(progress.phase) == "warmup") {
            left.push_back(progress.seconds_left);
        }
    };
    const record::Study study = measure(options);
    EXPECT_EQ(order_of(record_),
              (std::vector<std::pair<int, int>>{{1, 1}, {2, 1}, {1, 2}, {2, 2}}));
    ASSERT_EQ(study.runs.size(), 2U);
    for (const record::RunData& run : study.runs) {
        EXPECT_EQ(run.status, record::RunStatus::Done);
        EXPECT_EQ(run.metrics.at("images_per_second").n, 2);
        EXPECT_TRUE(run.metrics.at("images_per_second").low);
    }
    EXPECT_THAT(left, ElementsAre(DoubleEq(2.0), DoubleEq(1.5), DoubleEq(1.0), DoubleEq(0.5)));
}

TEST_F(RunStudy, StoppedInTheSecondRoundKeepsWhatTheFirstMeasured) {
    set("repeats=2");
    set("repeat_order=rounds");
    sweep("decode.threads=1,2");
    StudyOptions options;
    options.on_sample = [&](const record::Sample& sample) {
        if (sample.repeat == 2) {
            control_.stop();
        }
    };
    const record::Study study = measure(options);
    ASSERT_EQ(study.runs.size(), 2U);
    for (const record::RunData& run : study.runs) {
        EXPECT_EQ(run.status, record::RunStatus::Stopped);
        EXPECT_GT(metric(run, "images_per_second"), 0.0);
    }
}

// Goal: a rate over a run is the sum of counts over the sum of times. Method: recompute it from
// the measured samples.
TEST_F(RunStudy, RateOfARunIsCountOverTimeOfItsMeasuredSamples) {
    set("duration_seconds=2.2");
    const record::Study study = measure();

    double images = 0.0;
    double seconds = 0.0;
    for (const auto& sample : study.runs[0].samples) {
        if (sample.phase == record::Phase::Measured) {
            images += sample.metrics.at("images_per_second") * sample.dt_s;
            seconds += sample.dt_s;
        }
    }
    EXPECT_GE(study.runs[0].samples.size(), 3U);
    EXPECT_NEAR(images / seconds, metric(study.runs[0], "images_per_second"), 1e-6 * images);
    EXPECT_GE(seconds, 2.0);
}

TEST_F(RunStudy, CeilingsAreMeasuredOnceEachBeforeTheRunsThatNeedThem) {
    set("ceilings=true");
    sweep("decode.threads=1,2");
    const record::Study study = measure();

    std::vector<std::string> stages;
    for (const auto& run : study.runs) {
        stages.push_back(spec::text_of(run.started.settings, "stages"));
    }
    EXPECT_EQ(stages, (std::vector<std::string>{"storage", "decode", "full", "decode", "full"}));
}

// Which stage limits is the machine's business, and on a noisy one the ceilings may not hold; that
// the verdict is drawn from them is ours.
TEST_F(RunStudy, VerdictIsDrawnFromTheMeasuredCeilings) {
    set("ceilings=true");
    set("duration_seconds=3.2");
    const record::Study study = measure();
    ASSERT_TRUE(study.verdict);
    for (const char* key : {"ceiling_images_per_second{stage=storage}",
                            "ceiling_images_per_second{stage=decode}",
                            "fed_share"}) {
        EXPECT_TRUE(study.verdict->evidence.contains(key)) << study.verdict->sentence;
    }
    const bool disturbed = analysis::is_disturbed(study);
    const auto grade = disturbed ? record::Grade::Indicated : record::Grade::Measured;
    EXPECT_EQ(study.verdict->sentence.starts_with("Not a clean measurement: "), disturbed);
    EXPECT_TRUE(study.verdict->grade == grade ||
                study.verdict->sentence.find("The ceilings are not valid") != std::string::npos)
        << study.verdict->sentence;
}

// A percentile that only a slower read than any could tell is not there, with the reason.
TEST_F(RunStudy, PercentilesNeedEnoughReads) {
    set("duration_seconds=0");  // one epoch of a small set
    const record::Study study = measure();
    const auto& run = study.runs.at(0);
    EXPECT_TRUE(run.metrics.contains("read_latency_p50"));
    EXPECT_FALSE(run.metrics.contains("read_latency_p999"));
    ASSERT_TRUE(run.absent.contains("read_latency_p999"));
    EXPECT_NE(run.absent.at("read_latency_p999").find("reads were completed"), std::string::npos);
}

TEST_F(RunStudy, TheRecordSaysHowLargeTheFilesAre) {
    set("duration_seconds=0");
    const record::Study study = measure();

    const analysis::Distributions spread = analysis::distributions_of(study.runs.at(0).histograms);

    ASSERT_TRUE(spread.contains("file_size"));
    EXPECT_EQ(spread.at("file_size").count, 48U);  // every image of the set once
    EXPECT_TRUE(spread.contains("read_latency"));
}

TEST_F(RunStudy, RepeatsGiveAnIntervalAroundTheMean) {
    set("repeats=3");
    const record::Study study = measure();
    const auto& rate = study.runs[0].metrics.at("images_per_second");
    EXPECT_EQ(rate.n, 3);
    ASSERT_TRUE(rate.low && rate.high);
    EXPECT_LE(*rate.low, rate.value);
    EXPECT_GE(*rate.high, rate.value);
}

TEST_F(RunStudy, WholeEpochWhenDurationIsZero) {
    set("duration_seconds=0");
    const record::Study study = measure();
    const auto& run = study.runs[0];
    EXPECT_NEAR(metric(run, "images_per_second") * metric(run, "epoch_time"), 48.0, 0.01);
}

TEST_F(RunStudy, OneEpochOfEveryStageEnds) {
    set("duration_seconds=0");
    set("ceilings=true");
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 3U);
    for (const auto& run : study.runs) {
        EXPECT_EQ(run.status, record::RunStatus::Done);
        EXPECT_NEAR(metric(run, "images_per_second") * metric(run, "epoch_time"), 48.0, 0.01);
    }
}

TEST_F(RunStudy, BufferedColdRunEvictsBetweenEpochsAndStaysCold) {
    set("storage.direct=false");
    set("duration_seconds=0.5");
    const record::Study study = measure();
    const auto& run = study.runs[0];
    if (has_note(run, "cache.unverified")) {
        GTEST_SKIP() << "this file system does not answer RWF_NOWAIT";
    }
    EXPECT_FALSE(has_note(run, "cache.not_cold"));
    EXPECT_TRUE(std::any_of(run.samples.begin(), run.samples.end(), [](const record::Sample& s) {
        return s.phase == record::Phase::Drain;
    })) << "48 small images last less than half a second, so an epoch must have ended";
}

// Goal: what the page cache served is told from what this program fetched; another process that
// keeps the device busy neither hides it nor goes unmentioned.
TEST_F(RunStudy, WarmRunIsServedByThePageCacheWhileAnotherProcessReadsTheDevice) {
    set("storage.direct=false");
    set("page_cache=warm");
    const OtherReader other(place_.file("other.bin"));
    const record::Study study = measure();
    const record::RunData& run = study.runs[0];
    EXPECT_TRUE(has_note(run, "cache.warm") || has_note(run, "cache.unverified"));
    if (!run.metrics.contains("cache_served_share")) {
        ASSERT_NE(run.absent.at("cache_served_share"), "");
        GTEST_SKIP() << run.absent.at("cache_served_share");
    }
    EXPECT_GT(metric(run, "cache_served_share"), 99.0);
    if (!other.reads() || !run.metrics.contains("other_read_bytes_per_second")) {
        GTEST_SKIP() << "no device here that another process can read past the page cache";
    }
    EXPECT_GT(metric(run, "other_read_bytes_per_second"), 1e6);
    EXPECT_TRUE(has_note(run, "device.foreign_reads"));
}

// A millisecond between the stop and the end of the threads is no measurement.
TEST_F(RunStudy, AStopInTheWarmUpLeavesNothingMeasured) {
    set("warmup_seconds=30");
    set("batch.images=1");
    StudyOptions options;
    options.on_sample = [&](const record::Sample&) { control_.stop(); };

    const record::Study study = measure(options);

    ASSERT_EQ(study.runs.size(), 1U);
    EXPECT_EQ(study.runs[0].status, record::RunStatus::Stopped);
    EXPECT_FALSE(study.runs[0].metrics.contains("images_per_second"));
    EXPECT_TRUE(study.runs[0].absent.contains("images_per_second"));
    for (const record::Sample& sample : study.runs[0].samples) {
        EXPECT_NE(sample.phase, record::Phase::Measured);
    }
}

TEST_F(RunStudy, AwkwardFilesBecomeNotesAndTheRunIsDone) {
    fixtures::write_awkward_files(images_.path());
    const record::Study study = measure();
    const auto& run = study.runs[0];
    EXPECT_EQ(run.status, record::RunStatus::Done);
    EXPECT_GE(metric(run, "failed_images"), 4.0);
    for (const char* code : {"decode.corrupt",
                             "decode.truncated",
                             "decode.empty",
                             "decode.not_jpeg",
                             "image.cmyk",
                             "image.progressive",
                             "image.grey"}) {
        EXPECT_TRUE(has_note(run, code)) << code;
    }
}

// Goal: one file that no reader can take neither costs memory nor goes unmentioned.
TEST_F(RunStudy, AFileTooLargeToReadIsLeftOutOfThePlanAndNamed) {
    const std::string path = images_.file("huge.jpg");
    fixtures::write_bytes(path, {});
    ASSERT_EQ(::truncate(path.c_str(), std::int64_t{60} << 30U), 0) << "a sparse file";
    const auto prepared = prepare_study(spec_, {});
    ASSERT_TRUE(prepared) << prepared.error().what;
    EXPECT_LT(prepared->plan.memory_bytes, 1U << 30U);

    const record::Study study = measure();
    EXPECT_EQ(study.runs.at(0).status, record::RunStatus::Done);
    EXPECT_EQ(metric(study.runs[0], "failed_images"), 0.0);
    ASSERT_EQ(study.notes.size(), 1U);
    EXPECT_EQ(study.notes[0].code, "dataset.left_out");
    EXPECT_EQ(study.notes[0].item, "huge.jpg");
}

TEST_F(RunStudy, FolderOfBrokenImagesFailsTheRunAndSaysSo) {
    const fixtures::TemporaryFolder broken;
    for (int i = 0; i < 20; ++i) {
        fixtures::write_bytes(broken.file("b" + std::to_string(i) + ".jpg"),
                              std::vector<std::byte>(100, std::byte{1}));
    }
    set("dataset.path=" + broken.path());
    const record::Study study = measure();
    EXPECT_EQ(study.runs[0].status, record::RunStatus::Failed);
    EXPECT_TRUE(has_note(study.runs[0], "run.failed"));
    EXPECT_FALSE(study.runs[0].metrics.contains("images_per_second"));
    EXPECT_TRUE(study.runs[0].absent.contains("images_per_second"));
}

TEST_F(RunStudy, StopKeepsWhatWasMeasuredAndEndsWithinASecond) {
    set("duration_seconds=600");
    sweep("decode.threads=1,2");
    SteadyTime asked_at = kNever;
    std::jthread stopper([&] {
        pause_for(std::chrono::milliseconds(1500), {});
        asked_at = steady_now();
        carry_out(R"({"id":1,"command":"stop"})", control_);
    });
    const record::Study study = measure();
    const SteadyTime ended_at = steady_now();
    stopper.join();

    ASSERT_EQ(study.runs.size(), 1U);
    EXPECT_EQ(study.runs[0].status, record::RunStatus::Stopped);
    EXPECT_GT(metric(study.runs[0], "images_per_second"), 0.0);
    EXPECT_LT(ended_at - asked_at, std::chrono::seconds(1));
}

TEST_F(RunStudy, SweepOverFoldersIsOneStudy) {
    const fixtures::TemporaryFolder other;
    fixtures::write_jpegs(other.path(), 16);
    sweep("dataset.path=" + images_.path() + "," + other.path());
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 2U);
    EXPECT_EQ(spec::text_of(study.runs[1].started.settings, "dataset.path"), other.path());
}

TEST_F(RunStudy, PacedConsumerSetsThePace) {
    set("consumer.kind=paced");
    set("consumer.batch_seconds=0.05");
    set("duration_seconds=1");
    const record::Study study = measure();
    // 8 images every 50 ms; a starved start may only make it slower.
    EXPECT_LT(metric(study.runs[0], "images_per_second"), 160.0 * 1.02);
    EXPECT_GT(metric(study.runs[0], "stage_busy{stage=consumer}"), 50.0);
}

std::string note_of(const record::RunData& run, std::string_view code) {
    for (const auto& note : run.notes) {
        if (note.code == code) {
            return note.text;
        }
    }
    return {};
}

// Goal: a preset is a source's figure, scaled to this batch, and the record says whose.
// Method: 0.224 s for 400 images is 4.48 ms for the 8 images of this batch.
TEST_F(RunStudy, PresetGivesThePaceAndIsNamedInTheRecord) {
    set("consumer.kind=paced");
    set("consumer.preset=mlperf-storage-003");
    set("stages=consumer");
    const record::Study study = measure();
    const auto& run = study.runs[0];
    EXPECT_DOUBLE_EQ(spec::real_of(run.started.settings, "consumer.batch_seconds"),
                     0.224 / 400 * 8);
    EXPECT_NEAR(metric(run, "images_per_second"), 1785.7, 0.02 * 1785.7);
    const std::string note = note_of(run, "consumer.preset");
    EXPECT_NE(note.find("MLPerf Storage v2.0"), std::string::npos) << note;
    EXPECT_NE(note.find("batch of 400"), std::string::npos) << note;
    EXPECT_NE(note.find("not an MLPerf result"), std::string::npos) << note;
}

TEST_F(RunStudy, EmulatedAcceleratorsHaveAUtilisation) {
    set("consumer.kind=paced");
    set("consumer.batch_seconds=0.02");
    set("consumer.accelerators=3");
    set("consumer.barrier=true");
    set("stages=consumer");
    record::Study alone = measure();
    // Beside load an accelerator is woken late, which makes it slower and never faster: on a
    // machine that had the time for it once in some tries it keeps its pace.
    for (int tries = 1; tries < 8 && metric(alone.runs[0], "images_per_second") < 1176.0; ++tries) {
        alone = measure();
    }
    EXPECT_GT(metric(alone.runs[0], "accelerator_utilisation"), 90.0);
    EXPECT_NEAR(metric(alone.runs[0], "images_per_second"), 1200.0, 24.0);
    EXPECT_NEAR(metric(alone.runs[0], "accelerator_utilisation"),
                metric(alone.runs[0], "images_per_second") / 1200.0 * 100.0,
                1e-6);
    EXPECT_NEAR(metric(alone.runs[0], "step_time"), 0.02, 1e-9);
    set("consumer.batch_seconds=0.0001");
    set("stages=full");
    const record::Study starved = measure();
    EXPECT_LT(metric(starved.runs[0], "accelerator_utilisation"), 90.0);
    EXPECT_NEAR(metric(starved.runs[0], "accelerator_utilisation"),
                metric(starved.runs[0], "images_per_second") / (3 * 8 / 0.0001) * 100.0,
                1e-6);
}

std::string refusal_of(const std::vector<std::string>& assignments) {
    const fixtures::TemporaryFolder images;
    fixtures::write_jpegs(images.path(), 2);
    spec::StudySpec spec = spec::default_spec();
    EXPECT_TRUE(spec::apply_set(spec, "dataset.path=" + images.path()));
    for (const auto& assignment : assignments) {
        EXPECT_TRUE(spec::apply_set(spec, assignment)) << assignment;
    }
    auto prepared = prepare_study(spec, {});
    return prepared ? "accepted" : prepared.error().what;
}

TEST(PrepareStudy, UnknownPresetNamesSomeThatMayHaveBeenMeant) {
    const std::string why = refusal_of({"consumer.kind=paced", "consumer.preset=h200"});
    EXPECT_NE(why.find("no accelerator preset 'h200'; did you mean "), std::string::npos) << why;
    EXPECT_NE(why.find("catalog presets"), std::string::npos) << why;
}

TEST(PrepareStudy, PresetAndAnotherBatchTimeContradictEachOther) {
    const std::string why = refusal_of(
        {"consumer.kind=paced", "consumer.preset=mlperf-storage-003", "consumer.batch_seconds=1"});
    EXPECT_NE(why.find("set one of them"), std::string::npos) << why;
}

TEST(PrepareStudy, MissingFolderIsNamed) {
    spec::StudySpec spec = spec::default_spec();
    ASSERT_TRUE(spec::apply_set(spec, "dataset.path=/no/such/folder"));
    auto prepared = prepare_study(spec, {});
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().code, ErrorCode::NotFound);
    EXPECT_NE(prepared.error().what.find("/no/such/folder"), std::string::npos);
}

TEST(PrepareStudy, PipelineThatDoesNotFitIntoMemoryIsRefusedBeforeItIsTaken) {
    const fixtures::TemporaryFolder images;
    fixtures::write_jpegs(images.path(), 2);
    spec::StudySpec spec = spec::default_spec();
    for (const std::string& assignment : {"dataset.path=" + images.path(),
                                          std::string("batch.images=4096"),
                                          std::string("batch.slots=64"),
                                          std::string("decode.width_px=4096"),
                                          std::string("decode.height_px=4096")}) {
        ASSERT_TRUE(spec::apply_set(spec, assignment)) << assignment;
    }
    auto prepared = prepare_study(spec, {});
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().code, ErrorCode::Limit);
    EXPECT_NE(prepared.error().what.find("available"), std::string::npos) << prepared.error().what;
}

TEST(Control, EndOfInputLetsAPausedStudyGoOn) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const UniqueFd read_end(ends[0]);
    RunControl control;
    std::promise<void> answered;
    const ControlReader reader(
        read_end.get(), control, [&answered](const std::string&) { answered.set_value(); });
    ASSERT_TRUE(write_all(ends[1], "{\"id\":1,\"command\":\"pause\"}\n"));
    answered.get_future().wait();
    EXPECT_TRUE(control.paused());
    ::close(ends[1]);
    control.wait_while_paused();  // for ever, if nobody resumed
    EXPECT_FALSE(control.paused());
}

TEST(Control, EveryCommandIsAnsweredWithItsId) {
    RunControl control;
    EXPECT_EQ(carry_out(R"({"id":7,"command":"pause"})", control),
              R"({"id":7,"ok":true,"type":"reply"})");
    EXPECT_TRUE(control.paused());
    EXPECT_EQ(carry_out(R"({"id":8,"command":"resume"})", control),
              R"({"id":8,"ok":true,"type":"reply"})");
    EXPECT_FALSE(control.paused());
    EXPECT_NE(carry_out("not json", control).find("\"ok\":false"), std::string::npos);
    EXPECT_NE(carry_out(R"({"id":9,"command":"dance"})", control).find("unknown command"),
              std::string::npos);
    EXPECT_NE(carry_out(R"({"id":9,"command":"set","key":"decode.threads","value":3})", control)
                  .find("no run is being measured"),
              std::string::npos);
    EXPECT_FALSE(control.stop_requested());
}

}  // namespace
}  // namespace throughline::measure
