// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/spec/setting_use.h"
#include "engine/spec/spec.h"

namespace throughline::spec {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

StudySpec with_loader(const std::string& command = "python3 mine.py") {
    StudySpec spec = default_spec();
    spec.base["dataset.path"] = std::string("/data");
    spec.base["loader.command"] = command;
    return spec;
}

std::string refusal(const StudySpec& spec) {
    const auto valid = validate(spec);
    return valid ? "" : valid.error().what;
}

TEST(LoaderSettings, TheWorkersAreTheThreadsOfEveryPointBeside) {
    StudySpec spec = with_loader();
    ASSERT_TRUE(apply_sweep(spec, "loader.command=,python3 a.py"));
    ASSERT_TRUE(apply_sweep(spec, "loader.workers=0,3"));
    spec.ceilings = true;
    EXPECT_EQ(refusal(spec), "");
    std::vector<std::int64_t> threads;
    for (const Settings& point : expand(spec)) {
        if (stages_of(point) == Stages::Full) {
            threads.push_back(integer_of(point, "decode.threads"));
        }
    }
    EXPECT_THAT(threads, testing::ElementsAre(1, 3, 1, 3));
}

TEST(LoaderSettings, ARunByALoaderIsToldApartByWhatItIsTold) {
    const Settings point = expand(with_loader()).front();
    Settings other = point;
    other["storage.queue_depth"] = std::int64_t{512};
    other["decode.threads"] = std::int64_t{7};
    EXPECT_EQ(signature(point, Stages::Full), signature(other, Stages::Full));
    other["loader.workers"] = std::int64_t{7};
    EXPECT_NE(signature(point, Stages::Full), signature(other, Stages::Full));
    EXPECT_EQ(signature(point, Stages::Full, "decode.threads"),
              signature(other, Stages::Full, "decode.threads"));
    EXPECT_THAT(settings_in_use(point), Contains("loader.workers"));
    EXPECT_THAT(settings_in_use(point), Contains("decode.width_px"));
    EXPECT_THAT(settings_in_use(point), Not(Contains("decode.threads")));
    EXPECT_THAT(settings_in_use(point), Not(Contains("storage.queue_depth")));
}

TEST(LoaderSettings, OurOwnRunsAreWhatTheyWereWithoutThem) {
    Settings ours = default_settings();
    Settings before = ours;
    std::erase_if(before, [](const auto& entry) { return entry.first.starts_with("loader."); });
    EXPECT_EQ(signature(ours, Stages::Full), signature(before, Stages::Full));
    EXPECT_THAT(settings_in_use(ours), Not(Contains("loader.command")));
}

TEST(LoaderSettings, WhatNoPointReadsIsRefused) {
    StudySpec spec = with_loader();
    EXPECT_EQ(refusal(spec), "");
    spec.base["storage.queue_depth"] = std::int64_t{512};
    EXPECT_THAT(refusal(spec), HasSubstr("storage.queue_depth=512 has no effect"));
    spec.ceilings = true;
    EXPECT_EQ(refusal(spec), "") << "storage alone reads it";
    spec = with_loader();
    ASSERT_TRUE(apply_sweep(spec, "decode.threads=1,2"));
    EXPECT_THAT(refusal(spec), HasSubstr("sweep loader.workers"));
    spec = with_loader();
    spec.base["stages"] = std::string("storage");
    EXPECT_THAT(refusal(spec), HasSubstr("loader.command=python3 mine.py needs stages=full"));
    spec = with_loader();
    spec.base["dataset.path"] = std::string("s3://bucket/train");
    EXPECT_THAT(refusal(spec), HasSubstr("a file system of this machine"));
}

TEST(LoaderSettings, TheCommandLineMeasuresTheSameAgain) {
    StudySpec spec = with_loader();
    spec.base["decode.threads"] = std::int64_t{63};  // of the machine that it comes from
    EXPECT_EQ(spec_to_command(spec),
              "throughline-engine run --set dataset.path=/data --set 'loader.command=python3 "
              "mine.py'");
}

}  // namespace
}  // namespace throughline::spec
