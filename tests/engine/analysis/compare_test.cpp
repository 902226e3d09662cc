// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace throughline::analysis {
namespace {

record::Summary repeated(double value, double half) {
    return {.value = value, .low = value - half, .high = value + half, .n = 5};
}

TEST(Compare, DifferencesAreAbsoluteInPerCentAndAgainstTheNoise) {
    const spec::Settings settings;
    const record::Summaries base{{"images_per_second", repeated(1000.0, 30.0)}};
    const record::Summaries same{{"images_per_second", repeated(1045.0, 40.0)}};
    const record::Summaries better{{"images_per_second", repeated(1060.0, 40.0)}};
    const ComparedRun others[] = {{settings, same}, {settings, better}};

    const Comparison comparison = compare({settings, base}, others);

    ASSERT_EQ(comparison.metrics.size(), 1U);
    const auto& [key, baseline, differences, members] = comparison.metrics.front();
    EXPECT_TRUE(members.empty());
    EXPECT_DOUBLE_EQ(*differences[0].absolute, 45.0);
    EXPECT_DOUBLE_EQ(*differences[0].percent, 4.5);
    EXPECT_DOUBLE_EQ(*differences[0].half_width, 50.0);  // 30 and 40 in quadrature
    EXPECT_EQ(differences[0].excludes_zero(), false);
    EXPECT_EQ(differences[1].excludes_zero(), true);
}

// Goal: nobody is compared with what needed no data where the same study read some.
TEST(Compare, TheFastestRunIsOneThatReadData) {
    const auto run = [](const char* key, const char* value) {
        return spec::Settings{{key, std::string(value)}};
    };
    const record::Summaries fast{{"images_per_second", {.value = 11160.0}}};
    const record::Summaries slow{{"images_per_second", {.value = 8750.0}}};
    const spec::Settings real = run("data", "ImageNet TFRecords");

    EXPECT_TRUE(is_slower({run("data", "synthetic"), fast}, {real, slow}));
    EXPECT_TRUE(is_slower({run("data", "Synthetic images"), fast}, {real, slow}));
    EXPECT_TRUE(is_slower({run("statement", "estimate"), fast}, {real, slow}));
    EXPECT_FALSE(is_slower({real, fast}, {real, slow}));
    EXPECT_TRUE(is_slower({run("data", "synthetic"), slow}, {run("data", "synthetic"), fast}));
}

TEST(Compare, WithoutRepeatsNothingIsSaidOfTheNoise) {
    const spec::Settings settings;
    const record::Summaries base{{"images_per_second", {.value = 1000.0}}};
    const record::Summaries other{{"images_per_second", repeated(2000.0, 1.0)}};
    const ComparedRun others[] = {{settings, other}};

    const Comparison comparison = compare({settings, base}, others);

    EXPECT_EQ(comparison.metrics.front().others.front().excludes_zero(), std::nullopt);
}

// Goal: better is better, whichever way a figure goes.
TEST(Compare, ADifferenceIsJudgedByWhatIsBetter) {
    const auto judged_as = [](const char* key, record::Summary base, record::Summary other) {
        const spec::Settings settings;
        const record::Summaries mine{{key, base}};
        const record::Summaries its{{key, other}};
        const ComparedRun others[] = {{settings, its}};
        const Comparison comparison = compare({settings, mine}, others);
        const ComparedMetric& metric = comparison.metrics.front();
        const ChangeKind kind = kind_of(key, metric.others.front());
        EXPECT_EQ(metric.differs(), kind != ChangeKind::Equal && kind != ChangeKind::WithinNoise);
        return kind;
    };
    EXPECT_EQ(judged_as("images_per_second", repeated(10, 1), repeated(20, 1)), ChangeKind::Better);
    EXPECT_EQ(judged_as("images_per_second", repeated(20, 1), repeated(10, 1)), ChangeKind::Worse);
    EXPECT_EQ(judged_as("read_latency_p99", repeated(20, 1), repeated(10, 1)), ChangeKind::Better);
    EXPECT_EQ(judged_as("disk_utilisation{device=vda}", repeated(20, 1), repeated(10, 1)),
              ChangeKind::BeyondNoise)
        << "neither is better";
    EXPECT_EQ(judged_as("images_per_second", repeated(10, 1), repeated(11, 1)),
              ChangeKind::WithinNoise);
    EXPECT_EQ(judged_as("images_per_second", {.value = 10}, repeated(20, 1)), ChangeKind::Unsure);
    EXPECT_EQ(judged_as("images_per_second", {.value = 10}, {.value = 10}), ChangeKind::Equal);
}

TEST(Compare, WhatOnlyOneHasIsAbsentNotZero) {
    const spec::Settings settings;
    const record::Summaries base{{"read_iops", {.value = 10.0}}, {"step_time", {.value = 0.0}}};
    const record::Summaries other{{"step_time", {.value = 0.1}}};
    const ComparedRun others[] = {{settings, other}};

    const Comparison comparison = compare({settings, base}, others);

    for (const ComparedMetric& metric : comparison.metrics) {
        const Difference& difference = metric.others.front();
        EXPECT_EQ(difference.value.has_value(), metric.key == "step_time");
        EXPECT_FALSE(difference.percent.has_value()) << "of nothing, or of 0";
    }
}

// Goal: local against network storage. Each run has one disk, of another name.
TEST(Compare, TheOnlyDisksOfTheRunsStandInOneRow) {
    const spec::Settings settings;
    const record::Summaries base{{"images_per_second", {.value = 900.0}},
                                 {"read_iops{device=vda}", {.value = 100.0}},
                                 {"stage_busy{stage=decode}", {.value = 50.0}}};
    const record::Summaries other{{"images_per_second", {.value = 900.0}},
                                  {"read_iops{device=nvme0n1}", {.value = 150.0}},
                                  {"stage_busy{stage=storage}", {.value = 50.0}}};
    const record::Summaries without{{"images_per_second", {.value = 900.0}}};
    const ComparedRun others[] = {{settings, other}, {settings, without}};

    const Comparison comparison = compare({settings, base}, others);

    ASSERT_EQ(comparison.metrics.size(), 4U) << "stages are no counterparts of each other";
    const auto found = std::find_if(comparison.metrics.begin(),
                                    comparison.metrics.end(),
                                    [](const auto& metric) { return metric.key == "read_iops"; });
    ASSERT_NE(found, comparison.metrics.end());
    EXPECT_EQ(found->members, (std::vector<std::string>{"vda", "nvme0n1", ""}));
    EXPECT_DOUBLE_EQ(found->baseline->value, 100.0);
    EXPECT_DOUBLE_EQ(*found->others[0].percent, 50.0);
    EXPECT_FALSE(found->others[1].value.has_value());
    const std::string title = title_with_members(*found);
    EXPECT_TRUE(title.ends_with(" (vda / nvme0n1 / \u2013)")) << title;
    EXPECT_EQ(compared_title(*found), "Read IOPS");
    EXPECT_EQ(member_beside(*found, 0), "vda");
    EXPECT_EQ(member_beside(*found, 1), "nvme0n1");
    EXPECT_EQ(member_beside(*found, 2), "");
}

// Goal: fio's rate of all devices stands beside that of the one disk here.
TEST(Compare, WhatIsSaidOfAllDevicesStandsBesideTheOnlyOne) {
    const spec::Settings settings;
    const record::Summaries own{{"read_iops{device=vda}", {.value = 100.0}}};
    const record::Summaries fio{{"read_iops", {.value = 150.0}},
                                {"read_iops{job=a}", {.value = 75.0}}};
    const ComparedRun others[] = {{settings, fio}};
    const Comparison comparison = compare({settings, own}, others);
    const auto& metric = comparison.metrics.front();
    EXPECT_EQ(title_with_members(metric), "Read IOPS (vda / all)");
    EXPECT_EQ(compared_title(metric), "Read IOPS");
    EXPECT_EQ(member_beside(metric, 1), "all");
    EXPECT_DOUBLE_EQ(*metric.others.front().percent, 50.0);
    EXPECT_EQ(comparison.metrics.size(), 2U) << "of the job by itself";
}

TEST(Compare, OneOfSeveralDisksHasNoCounterpart) {
    const spec::Settings settings;
    const record::Summaries base{{"read_iops{device=vda}", {.value = 100.0}}};
    const record::Summaries same{{"read_iops{device=vda}", {.value = 150.0}}};
    const record::Summaries two{{"read_iops{device=nvme0n1}", {.value = 150.0}},
                                {"read_iops{device=nvme1n1}", {.value = 150.0}}};
    const ComparedRun alike[] = {{settings, same}};
    const ComparedRun others[] = {{settings, two}};

    EXPECT_EQ(compare({settings, base}, alike).metrics.front().key, "read_iops{device=vda}");
    const Comparison comparison = compare({settings, base}, others);

    EXPECT_EQ(comparison.metrics.size(), 3U);
    for (const ComparedMetric& metric : comparison.metrics) {
        EXPECT_TRUE(metric.members.empty());
    }
}

TEST(Compare, SettingsThatDifferComeFirst) {
    const spec::Settings base{{"batch.images", std::int64_t{256}},
                              {"decode.threads", std::int64_t{1}},
                              {"stages", std::string("full")}};
    const spec::Settings other{{"batch.images", std::int64_t{256}},
                               {"decode.threads", std::int64_t{2}}};
    const record::Summaries none;
    const ComparedRun others[] = {{other, none}};

    const Comparison comparison = compare({base, none}, others);

    ASSERT_EQ(comparison.settings.size(), 3U);
    EXPECT_EQ(comparison.settings[0].key, "decode.threads");
    EXPECT_EQ(comparison.settings[1].key, "stages");
    EXPECT_EQ(comparison.settings[1].texts[1], "");
    EXPECT_FALSE(comparison.settings[2].differs);
}

TEST(Compare, LargeChangesAreSaidInTimes) {
    EXPECT_EQ(change_text(2.06), "+2.06 %");
    EXPECT_EQ(change_text(-0.0532), "−0.05 %");
    EXPECT_EQ(change_text(-48.2), "−48.2 %");
    EXPECT_EQ(change_text(4900.0), "50.0 times");
    EXPECT_EQ(absolute_text("images_per_second", 34.5), "+34.5 images/s");
    EXPECT_EQ(absolute_text("images_per_second", -1710.0), "−1.71 k images/s");
    EXPECT_EQ(absolute_text("disk_utilisation{device=vda}", -3.2), "−3.20 pp");
    EXPECT_EQ(length_text("images_per_second", 12.34), "12.3 images/s");
}

// A share of 18.9 % that becomes 96.3 % is no "+409 %" beside one that grows from 0 by points.
TEST(Compare, SharesDifferInPoints) {
    EXPECT_EQ(difference_text("disk_utilisation{device=vda}", {.absolute = 77.4, .percent = 409.5}),
              "+77.4 pp");
    EXPECT_EQ(difference_text("disk_utilisation{device=vda}", {.absolute = 3.68}), "+3.68 pp");
    EXPECT_EQ(difference_text("images_per_second", {.absolute = 34.5, .percent = 2.06}), "+2.06 %");
    EXPECT_EQ(difference_text("images_per_second", {.absolute = 34.5}), "+34.5 images/s");
}

}  // namespace
}  // namespace throughline::analysis
