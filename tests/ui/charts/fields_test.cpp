// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/fields.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/language.h"
#include "engine/metrics/registry.h"
#include "tests/ui/charts/synthetic_studies.h"

namespace throughline::ui {
namespace {

const Field* find(const std::vector<Field>& fields, const std::string& key) {
    const auto at = std::find_if(
        fields.begin(), fields.end(), [&](const Field& field) { return field.key == key; });
    return at == fields.end() ? nullptr : &*at;
}

TEST(AvailableFields, WhatWasVariedComesFirst) {
    const auto fields = availableFields({synthetic::threadStudy(QStringLiteral("A"), 0, {8, 32})});

    ASSERT_GE(fields.size(), 3U);
    EXPECT_EQ(fields[0].group, FieldGroup::Varied);
    EXPECT_EQ(fields[1].group, FieldGroup::Varied);
    EXPECT_EQ(fields[2].group, FieldGroup::Measured);
    ASSERT_NE(find(fields, "decode.threads"), nullptr);
    EXPECT_EQ(find(fields, "decode.threads")->group, FieldGroup::Varied);
    EXPECT_EQ(find(fields, "gpu_utilisation{gpu=0}"), nullptr);
}

TEST(AvailableFields, TitlesNameTheUnit) {
    const auto fields = availableFields({synthetic::threadStudy(QStringLiteral("A"), 0)});

    EXPECT_EQ(find(fields, "read_bytes_per_second{device=vda}")->title,
              QStringLiteral("Device read rate (vda), B/s"));
    EXPECT_EQ(find(fields, "decode.threads")->title, QStringLiteral("Decode threads"));
}

TEST(AvailableFields, DifferentDevicesShareABareKey) {
    const auto one = availableFields({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const auto two =
        availableFields({synthetic::threadStudy(QStringLiteral("A"), 0, {32}, "vda"),
                         synthetic::threadStudy(QStringLiteral("B"), 1, {32}, "nvme0n1")});

    EXPECT_EQ(find(one, "read_iops"), nullptr);
    ASSERT_NE(find(two, "read_iops"), nullptr);
    EXPECT_EQ(find(two, "read_iops")->runs, 8);
}

TEST(AvailableFields, SeveralDevicesOfARunAreOfferedTogether) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    for (RunForPlot& run : study.runs) {
        run.metrics["disk_utilisation{device=vdb}"] = {.value = 12.0, .low = {}, .high = {}};
    }
    const auto fields = availableFields({study});

    const Field* each = find(fields, "disk_utilisation");
    ASSERT_NE(each, nullptr);
    EXPECT_TRUE(each->isSeveral);
    EXPECT_EQ(each->runs, 4);
    EXPECT_EQ(each->title, QStringLiteral("Disk utilisation: each device, %"));
    EXPECT_FALSE(find(fields, "disk_utilisation{device=vdb}")->isSeveral);
    EXPECT_EQ(find(fields, "read_iops"), nullptr) << "of one device only";
}

TEST(AvailableFields, OfSeveralNodesOneFieldStandsForEach) {
    const auto fields = availableFields({synthetic::nodeStudy()});

    ASSERT_NE(find(fields, "images_per_second"), nullptr);
    EXPECT_FALSE(find(fields, "images_per_second")->isSeveral);
    const Field* each = find(fields, "images_per_second{node}");
    ASSERT_NE(each, nullptr);
    EXPECT_TRUE(each->isSeveral);
    EXPECT_EQ(each->runs, 3);
    EXPECT_TRUE(each->title.contains(QStringLiteral("each node"))) << each->title.toStdString();
    EXPECT_EQ(find(fields, "images_per_second{node=n1}"), nullptr);
    EXPECT_EQ(find(fields, "dataset.nodes")->group, FieldGroup::Varied);
}

TEST(MeasuredOf, ABareKeyOfSeveralDevicesIsAbsentWithItsReason) {
    RunForPlot run = synthetic::threadStudy(QStringLiteral("A"), 0).runs.front();
    EXPECT_TRUE(measuredOf(run, "read_iops"));
    run.metrics["read_iops{device=vdb}"] = {};

    EXPECT_FALSE(measuredOf(run, "read_iops"));
    EXPECT_EQ(reasonAbsent(run, "read_iops"), QStringLiteral("the run has several; choose one"));
}

TEST(SettingName, IsShort) {
    EXPECT_EQ(settingName("loader.command", QString()), QStringLiteral("Throughline"));
    EXPECT_EQ(settingName("storage.queue_depth", QStringLiteral("32")), QStringLiteral("QD 32"));
    EXPECT_EQ(settingName("storage.block_bytes", QStringLiteral("131072")),
              QStringLiteral("128 KiB"));
    EXPECT_EQ(settingName("storage.direct", QStringLiteral("false")), QStringLiteral("buffered"));
    EXPECT_EQ(settingName("dataset.path", QStringLiteral("/mnt/a/train")), QStringLiteral("train"));
    EXPECT_EQ(settingName("stages", QStringLiteral("decode")), QStringLiteral("decode alone"));
}

// Goal: a computed time is read with its unit and few digits, in the reader's language.
TEST(SettingName, OfATimeHasItsUnit) {
    const QString computed = QStringLiteral("0.05333333333333334");
    EXPECT_TRUE(settingName("gpu_step_gap", computed).endsWith(QStringLiteral(" 53.3333 ms")));
    EXPECT_TRUE(settingName("gpu_step_gap", QStringLiteral("2")).endsWith(QStringLiteral(" 2 s")));
    const Speaking german(Language::German);
    EXPECT_TRUE(settingName("gpu_step_gap", computed).endsWith(QStringLiteral(" 53,3333\u00A0ms")));
}

TEST(EachMember, HasAWordForEveryLabelOfAQuantity) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        const std::string_view label = info.dimension;
        for (const char* value : {"1", "2"}) {
            if (!label.empty()) {
                study.runs[0].metrics[metrics::labelled(info.id, label, value)] = {.value = 1.0};
            }
        }
    }
    for (const Field& field : availableFields({study})) {
        if (!field.isSeveral) {
            continue;
        }
        EXPECT_FALSE(field.title.contains(u'_')) << field.title.toStdString();
        EXPECT_FALSE(field.title.contains(QStringLiteral("each cpu"))) << field.key;
        EXPECT_FALSE(field.title.contains(QStringLiteral("each doing"))) << field.key;
    }
}

}  // namespace
}  // namespace throughline::ui
