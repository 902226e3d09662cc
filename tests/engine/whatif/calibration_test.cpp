// SPDX-License-Identifier: Apache-2.0
// Studies made up by the model itself, so that the truth is known, and the recorded demo studies.
#include "engine/whatif/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/clock.h"
#include "engine/record/read_record.h"
#include "engine/whatif/study_base.h"
#include "tests/engine/whatif/study_maker.h"

namespace throughline::whatif {
namespace {

using model::Input;
using ::testing::HasSubstr;
using ::testing::Not;

const Calibrated& find(const std::vector<Calibrated>& inputs, Input input) {
    for (const auto& calibrated : inputs) {
        if (calibrated.input == input) {
            return calibrated;
        }
    }
    ADD_FAILURE() << model::key_of(input);
    return inputs.front();
}

TEST(Calibrate, FindsWhatTheMachineIsMadeOf) {
    const std::array studies{full_study({})};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration) << calibration.error().what;

    EXPECT_NEAR(*find(calibration->inputs, Input::StoBw).value, 9e8, 9e8 * 0.03);
    EXPECT_NEAR(*find(calibration->inputs, Input::StoIops).value, 11000.0, 11000.0 * 0.03);
    EXPECT_NEAR(*find(calibration->inputs, Input::StoLatency).value, 1.6e-4, 1.6e-4 * 0.05);
    EXPECT_NEAR(*find(calibration->inputs, Input::CpuSigma).value, 0.03, 0.01);
    ASSERT_EQ(calibration->decode.size(), 1U);
    const auto& decode = calibration->decode.begin()->second;
    EXPECT_NEAR(decode.cost.fixed_s, 2e-4, 5e-5);
    EXPECT_NEAR(decode.cost.per_byte_s, 1e-8, 1e-9);
}

// Goal: half the bytes decode in less time, and the scenario says so without being told.
TEST(Calibrate, AnotherImageSizeBringsItsOwnCpuTime) {
    const std::array studies{full_study({})};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    const auto catalog = catalog::Catalog();
    const double half = calibration->base.inputs.image_bytes / 2.0;
    ASSERT_TRUE(calibration->base.cpu_cost);

    const auto smaller = resolve(
        {.name = "half", .changes = {set_to(Input::ImageBytes, half)}}, calibration->base, catalog);
    const auto given = resolve(
        {.name = "given",
         .changes = {set_to(Input::ImageBytes, half), set_to(Input::CpuSecondsPerImage, 1e-3)}},
        calibration->base,
        catalog);

    ASSERT_TRUE(smaller && given);
    EXPECT_NEAR(smaller->inputs.cpu_s_per_image, 2e-4 + 1e-8 * half, 1e-4);
    EXPECT_LT(smaller->inputs.cpu_s_per_image, calibration->base.inputs.cpu_s_per_image);
    EXPECT_EQ(given->inputs.cpu_s_per_image, 1e-3);
    EXPECT_EQ(with_input(calibration->base, Input::ImageBytes, half), smaller->inputs);
}

// The same bytes in four times the pixels cost more; both are found again.
TEST(Calibrate, PixelsCostTooWhereTheRecordHasThem) {
    const auto cost = [](double bytes, double pixels) { return 6e-9 * bytes + 3e-9 * pixels; };
    StudyMaker maker({.sigma = 0.0});
    const auto add = [&](const char* stages, double bytes, double pixels) {
        for (const int threads : {1, 2}) {
            maker.add(stages, bytes, threads, 32.0);
            maker.last().metrics["images_per_second"] = {.value = threads / cost(bytes, pixels)};
            maker.last().metrics["image_pixels"] = {.value = pixels};
            maker.last().metrics["requested_read_bytes_per_second"] = {
                .value = bytes * threads / cost(bytes, pixels)};
        }
    };
    add("decode", 110000.0, 180000.0);
    add("decode", 111000.0, 500000.0);
    const std::array own{maker.study()};
    const auto calibration = calibrate(own);
    ASSERT_TRUE(calibration) << calibration.error().what;
    EXPECT_THAT(calibration->remark, HasSubstr("bytes and pixels, from 2 data sets"));
    add("decode", 60000.0, 250000.0);
    const std::array all{maker.study()};

    const auto test = back_test(*calibration, all);

    ASSERT_EQ(test.points.size(), 2U);
    EXPECT_LT(*test.worst_error_pct, 0.1);
}

TEST(Calibrate, SeveralGpusTellHowTheyGetInEachOthersWay) {
    StudyMaker maker({});
    maker.add("decode", 110000.0, 2, 32.0);
    for (const int gpus : {1, 2, 4, 8}) {
        maker.add_gpus(gpus, 500.0 * gpus / (1.0 + 0.02 * (gpus - 1)));
    }
    const std::array studies{maker.study()};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    ASSERT_EQ(calibration->consumer.size(), 1U);
    const auto& gpus = calibration->consumer.begin()->second;
    EXPECT_NEAR(*find(gpus, Input::GpuRate).value, 500.0, 1e-6);
    EXPECT_NEAR(*find(gpus, Input::GpuSigma).value, 0.02, 1e-9);
    EXPECT_THAT(find(gpus, Input::GpuKappa).not_measurable, HasSubstr("numbers of GPUs"));
}

TEST(Calibrate, NamesWhatNoRecordCanTell) {
    const std::array studies{full_study({})};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    for (const Input input : {Input::StoEfficiency, Input::CacheMix}) {
        const auto& told = find(calibration->inputs, input);
        EXPECT_FALSE(told.value) << model::key_of(input);
        EXPECT_NE(told.not_measurable, "") << model::key_of(input);
    }
}

// Two threads decode just as many images as the drive gives: what is lost between them is the
// variability, and the run that told it tests nothing any more.
TEST(Calibrate, ARunWithTwoNearlyEqualLimitsTellsTheVariability) {
    StudyMaker maker({.sto_bw = 1.75e8, .sto_iops = 1e6, .sigma = 0.0, .noise = 0.0});
    for (const double bytes : {30000.0, 110000.0}) {
        for (const double depth : {1.0, 32.0}) {
            maker.add("storage", bytes, 1, depth);
        }
        maker.add("decode", bytes, 1, 32.0);
        maker.add("decode", bytes, 2, 32.0);
    }
    maker.add("full", 110000.0, 2, 32.0);
    maker.add("full", 110000.0, 1, 32.0);
    auto study = maker.study();
    const std::array before{study};
    const auto plain = calibrate(before);
    ASSERT_TRUE(plain);
    const auto test = back_test(*plain, before);
    const auto& told = find(plain->inputs, Input::VariabilityC2);
    ASSERT_TRUE(told.value) << told.not_measurable;
    EXPECT_NEAR(*told.value, 0.25, 0.05);
    EXPECT_EQ(test.points.size(), 1U);
}

TEST(PointsOf, KnowsTheProgramsOwnCacheAndSeveralAccelerators) {
    StudyMaker maker({});
    maker.add("full", 110000.0, 2, 32.0);
    auto& settings = maker.last().started.settings;
    settings["cache.kind"] = std::string("encoded");
    settings["cache.budget_bytes"] = std::int64_t{1000000};
    settings["consumer.kind"] = std::string("paced");
    settings["consumer.batch_seconds"] = 0.1;
    settings["consumer.accelerators"] = std::int64_t{3};
    const auto points = points_of(maker.study());
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0].inputs.cache_bytes, 1e6);
    EXPECT_EQ(points[0].inputs.cache_policy, model::CachePolicy::Pinned);
    EXPECT_EQ(points[0].inputs.gpus_per_node, 3.0);
    settings["cache.kind"] = std::string("decoded");
    EXPECT_THAT(points_of(maker.study())[0].unusable, HasSubstr("decoded images"));
    settings["storage.volume"] = std::string("aws-gp2:100GiB");
    EXPECT_THAT(points_of(maker.study())[0].unusable, HasSubstr("was emulated (aws-gp2:100GiB)"));
}

TEST(Calibrate, RangesHoldTheTruth) {
    const std::array studies{full_study({.noise = 0.03})};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    const auto& bandwidth = find(calibration->inputs, Input::StoBw);
    ASSERT_TRUE(bandwidth.range);
    EXPECT_LT(bandwidth.range->low, 9e8 * 1.03);
    EXPECT_GT(bandwidth.range->high, 9e8 * 0.97);
}

TEST(Calibrate, SaysWhatARunCannotTell) {
    StudyMaker maker({});
    maker.add("storage", 110000.0, 1, 32.0);
    maker.add("storage", 110000.0, 1, 16.0);
    maker.add("decode", 110000.0, 2, 32.0);
    const std::array studies{maker.study()};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);

    const auto& storage = calibration->storage.begin()->second.inputs;
    EXPECT_THAT(find(storage, Input::StoIops).not_measurable, HasSubstr("second size"));
    const auto& decode = calibration->decode.begin()->second.inputs;
    EXPECT_THAT(find(decode, Input::CpuSigma).not_measurable, HasSubstr("one number of threads"));
    EXPECT_THAT(find(decode, Input::CpuKappa).not_measurable, HasSubstr("fewer than five"));
    EXPECT_FALSE(find(decode, Input::CpuKappa).value);
}

TEST(PointsOf, KnowWhatWasReadAndHow) {
    StudyMaker maker({});
    maker.add("storage", 110000.0, 1, 32.0);
    maker.add("storage", 110000.0, 1, 32.0);
    auto study = maker.study();
    auto& folder = study.runs[0].started.settings;
    folder["dataset.format"] = std::string("folder");
    auto& shards = study.runs[1].started.settings;
    shards["dataset.format"] = std::string("tfrecord");
    shards["dataset.access"] = std::string("sequential");
    shards["storage.block_bytes"] = std::int64_t{0};

    const auto points = points_of(study);

    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].inputs.format, model::Format::Raw);
    EXPECT_EQ(points[1].inputs.format, model::Format::Record);
    EXPECT_EQ(points[1].inputs.access, model::Access::Shuffled);
    EXPECT_EQ(points[1].inputs.request_bytes, 1048576.0);
}

TEST(Calibrate, NeedsAStageAlone) {
    StudyMaker maker({});
    maker.add("full", 110000.0, 2, 32.0);
    const std::array studies{maker.study()};
    const auto calibration = calibrate(studies);
    ASSERT_FALSE(calibration);
    EXPECT_EQ(calibration.error().code, ErrorCode::Usage);

    StudyMaker stopped({});
    stopped.add("decode", 110000.0, 2, 32.0);
    stopped.last().status = record::RunStatus::Stopped;
    const std::array others{stopped.study()};
    EXPECT_THAT(calibrate(others).error().what, HasSubstr("(Run 1: it was stopped"));
}

// Goal: the advice can be followed. Method: a study without ceilings, one whose ceilings failed,
// and one of another program.
TEST(Calibrate, WhatCannotBeTheBaseIsToldWhatHelps) {
    StudyMaker maker({});
    maker.add("full", 110000.0, 2, 32.0);
    std::array studies{maker.study()};
    EXPECT_THAT(calibrate(studies).error().what, HasSubstr("Measure with ceilings"));

    studies[0].header.origin = record::Origin::Imported;
    EXPECT_THAT(calibrate(studies).error().what,
                HasSubstr("imported or published figures hold none. A study that Throughline"));
    EXPECT_THAT(calibrate(studies).error().what, Not(HasSubstr("Measure with ceilings")));

    maker.add("storage", 110000.0, 2, 32.0);
    maker.last().status = record::RunStatus::Failed;
    const std::array failed{maker.study()};
    EXPECT_THAT(calibrate(failed).error().what, HasSubstr("Measure it again. (Run 2: it failed)"));
    EXPECT_THAT(calibrate(failed).error().what, Not(HasSubstr("ceilings")));
}

TEST(Calibrate, LeavesOutWhatTheCacheServedAndWhatWasStopped) {
    auto study = full_study({});
    study.runs[0].metrics["cache_served_share"] = {.value = 60.0};
    study.runs[1].status = record::RunStatus::Stopped;
    study.runs[2].notes.push_back({.code = record::kDisturbedCode});
    const std::array studies{study};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    ASSERT_EQ(calibration->unusable.size(), 3U);
    EXPECT_THAT(calibration->unusable[2].unusable, HasSubstr("other programs"));
    EXPECT_THAT(calibration->unusable[0].unusable, HasSubstr("the page cache served 60 %"));
    EXPECT_EQ(calibration->unusable[1].unusable, "it was stopped");

    study.runs[1].status = record::RunStatus::Done;
    study.runs[1].notes.push_back({.code = record::kTouchedCode});
    const std::array touched{study};
    EXPECT_EQ(calibrate(touched)->unusable[1].unusable, "it was changed while it was measured");
}

TEST(BackTest, PredictsTheRunsThatWereNotUsed) {
    const std::array studies{full_study({})};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);

    const auto test = back_test(*calibration, studies);

    // One of the six full runs told the variability.
    ASSERT_TRUE(find(calibration->inputs, Input::VariabilityC2).value);
    ASSERT_EQ(test.points.size(), 5U);
    ASSERT_TRUE(test.median_error_pct);
    EXPECT_LT(*test.median_error_pct, 5.0);
    EXPECT_LT(*test.worst_error_pct, 10.0);
    // Measured sizes are up to 110 kB: twice that is B, and no run here is further out.
    for (const auto& point : test.points) {
        const bool inside = point.point.inputs.image_bytes <= 110001.0;
        EXPECT_EQ(point.graded.grade, inside ? model::Grade::A : model::Grade::B)
            << point.point.label;
    }
}

// Goal: a run of several nodes is a run of several nodes: it is no base where one node was
// measured, it is predicted as what it is, and its stages alone calibrate nothing.
TEST(BackTest, RunsOfSeveralNodesArePredictedAsSuch) {
    StudyMaker maker(Machine{.noise = 0.0});
    for (const double depth : {1.0, 4.0, 32.0}) {
        maker.add("storage", 110000.0, 1, depth);
    }
    for (const int threads : {1, 2, 4}) {
        maker.add("decode", 110000.0, threads, 32.0);
    }
    maker.add("full", 110000.0, 2, 32.0);
    const double alone = maker.last().metrics["images_per_second"].value;
    for (const auto& [stages, nodes] :
         {std::pair("full", 2), std::pair("full", 4), std::pair("decode", 4)}) {
        maker.add(stages, 110000.0, 2, 32.0);
        maker.last().started.settings["node_count"] = std::int64_t{nodes};
        maker.last().metrics["images_per_second"] = {.value = nodes * alone};
        maker.last().metrics["requested_read_bytes_per_second"] = {.value = nodes * alone * 110000};
    }
    const std::vector studies{maker.study()};
    const auto base = study_base(studies, {});
    ASSERT_TRUE(base) << base.error().what;
    EXPECT_EQ(base->calibration.base.inputs.nodes, 1.0);
    ASSERT_EQ(base->calibration.unusable.size(), 1U);
    EXPECT_THAT(base->calibration.unusable.front().unusable, HasSubstr("several nodes"));
    double most = 0.0;
    for (const BackTestPoint& tested : base->test.points) {
        most = std::max(most, tested.inputs.nodes);
        EXPECT_LT(std::abs(tested.error_pct), 10.0) << tested.point.label;
    }
    EXPECT_EQ(most, 4.0);
}

TEST(BackTest, OfOneRunNoSharesAreSaid) {
    BackTest test;
    EXPECT_EQ(test_text(test), "");
    test.points.resize(1);
    test.median_error_pct = test.worst_error_pct = 7.3;
    test.within_10_pct_share = test.in_interval_share = 1.0;
    EXPECT_EQ(test_text(test),
              "Tested on one other run of the same computer: off by 7.3 %, inside its 90 % "
              "interval.");
    test.points.resize(3);
    test.worst_error_pct = 12.0;
    test.within_10_pct_share = 2.0 / 3.0;
    EXPECT_EQ(test_text(test),
              "Tested on 3 other runs of the same computer: median error 7.3 %, worst 12 %. 2 of "
              "the runs are predicted within 10 %, 3 lie inside their 90 % interval.");
}

TEST(BackTest, LeavesOutWhatNothingWasMeasuredOf) {
    const std::array studies{full_study({})};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    StudyMaker maker({});
    maker.add("full", 110000.0, 2, 32.0);
    std::array others{maker.study()};
    others[0].header.title = "another decoder";
    others[0].runs[0].started.settings["decode.width_px"] = std::int64_t{384};

    const auto test = back_test(*calibration, others);

    others[0].header.origin = record::Origin::Published;
    EXPECT_TRUE(back_test(*calibration, others).not_predicted.empty());
    EXPECT_TRUE(test.points.empty());
    ASSERT_EQ(test.not_predicted.size(), 1U);
    EXPECT_THAT(test.not_predicted[0].unusable, HasSubstr("decode.width_px=384"));
}

TEST(Calibrate, TakesSecondsAtMost) {
    const std::array studies{full_study({})};
    const SteadyTime start = steady_now();
    ASSERT_TRUE(calibrate(studies));
    RecordProperty("milliseconds", static_cast<int>(1e3 * in_seconds(steady_now() - start)));
    EXPECT_LT(in_seconds(steady_now() - start), 10.0);
}

TEST(Calibrate, ReadsTheRecordedDemos) {
    std::vector<record::Study> studies;
    for (const char* const name : {"decode-threads.tlrun", "queue-depth.tlrun"}) {
        auto record = record::read_record(std::string(THROUGHLINE_RESOURCES) + "/demo/" + name);
        ASSERT_TRUE(record) << record.error().what;
        studies.push_back(std::move(record->study));
    }
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration) << calibration.error().what;
    const auto test = back_test(*calibration, studies);

    // One core decodes some 700 to 800 of these images/s; the drive gives about 1 GB/s.
    EXPECT_NEAR(*find(calibration->inputs, Input::CpuSecondsPerImage).value, 1.3e-3, 2e-4);
    EXPECT_EQ(test.points.size(), 4U);
    const auto json = nlohmann::json::parse(
        calibration_json({.calibration = *calibration, .test = test}, record::Machine()));
    EXPECT_EQ(json.at("back_test").at("points").size(), 4U);
    EXPECT_LT(*test.worst_error_pct, 20.0);
    // Means of one data set differ by a per cent from run to run: that is not outside.
    for (const auto& point : test.points) {
        EXPECT_EQ(point.graded.grade, model::Grade::A) << point.point.label;
    }
}

// The first data set was decoded by one thread: the cost and its interval are of the other one.
TEST(Calibrate, TheCostAndItsIntervalAreOfTheSameRuns) {
    StudyMaker maker({.noise = 0.002});
    maker.add("decode", 30000.0, 1, 32.0);
    for (const int threads : {1, 2, 4, 8, 16}) {
        maker.add("decode", 110000.0, threads, 32.0);
    }
    const std::array studies{maker.study()};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    const auto& fitted =
        find(calibration->decode.begin()->second.inputs, Input::CpuSecondsPerImage);
    ASSERT_TRUE(fitted.value && fitted.range);
    EXPECT_NEAR(*fitted.value, 2e-4 + 1e-8 * 110000.0, 3e-5);
    EXPECT_GE(*fitted.value, fitted.range->low * 0.98);
    EXPECT_LE(*fitted.value, fitted.range->high * 1.02);
    // Told for the images of the base, the interval is about the value there too.
    const auto& base = find(calibration->inputs, Input::CpuSecondsPerImage);
    EXPECT_NEAR(*base.value, calibration->base.inputs.cpu_s_per_image, 1e-12);
    EXPECT_GE(*base.value, base.range->low * 0.98);
    EXPECT_LE(*base.value, base.range->high * 1.02);
}

TEST(Calibrate, AGapOfTheRunsIsFilledByAValueAndGoesWithTheStorage) {
    StudyMaker maker({});
    maker.add("storage", 110000.0, 1, 32.0);
    maker.add("storage", 110000.0, 1, 16.0);
    maker.add("decode", 110000.0, 2, 32.0);
    const std::array studies{maker.study()};
    const auto calibration = calibrate(studies);
    ASSERT_TRUE(calibration);
    const auto has_gap = [](const Resolved& resolved) {
        return std::any_of(resolved.gaps.begin(), resolved.gaps.end(), [](const auto& gap) {
            return gap.input == Input::StoIops;
        });
    };
    ASSERT_TRUE(has_gap(calibration->base));
    const auto catalog = catalog::Catalog::built_in();
    EXPECT_FALSE(has_gap(*resolve({.name = "typed", .changes = {set_to(Input::StoIops, 5000.0)}},
                                  calibration->base,
                                  catalog)));
    EXPECT_FALSE(has_gap(
        *resolve({.name = "gp2", .catalog = {.storage = "aws-gp2"}}, calibration->base, catalog)));
}

}  // namespace
}  // namespace throughline::whatif
