// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/level_lines.h"

#include <gtest/gtest.h>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/choice_parts.h"
#include "ui/charts/plot_builder.h"
#include "ui/plot/plot_table.h"

namespace throughline::ui {
namespace {

PlotChoice of(const char* y) {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = y;
    return choice;
}

StudyForPlot linkedStudy(const char* target, int slot = 0) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("Study %1").arg(slot), slot);
    study.storage = storageLimitsOf(target);
    return study;
}

TEST(StorageLimits, AreThoseOfTheCatalogue) {
    const auto gp2 = storageLimitsOf("study-gp2");

    ASSERT_TRUE(gp2);
    EXPECT_EQ(gp2->readBytesPerSecond, 160e6);
    EXPECT_EQ(gp2->readIops, 10'000.0);
    EXPECT_FALSE(storageLimitsOf(""));
    EXPECT_FALSE(storageLimitsOf("no-such-disk"));
}

TEST(LimitLines, StandAtTheLimitOfTheLinkedStorageInTheUnitOfY) {
    const std::vector<StudyForPlot> studies{linkedStudy("study-gp2", 3)};

    const auto bytes = limitLines(studies, of("read_bytes_per_second{device=vda}"));
    const auto iops = plotOfRuns(studies, of("read_iops{device=vda}")).model.levels;

    ASSERT_EQ(bytes.size(), 1U);
    EXPECT_EQ(bytes[0].y, 160e6);
    EXPECT_EQ(bytes[0].colourSlot, 3);
    EXPECT_EQ(bytes[0].text, QStringLiteral("AWS EBS gp2 (2018), at most"));
    ASSERT_EQ(iops.size(), 1U);
    EXPECT_EQ(iops[0].y, 10'000.0);
    EXPECT_TRUE(limitLines(studies, of("images_per_second")).empty());
    EXPECT_TRUE(limitLines({linkedStudy("")}, of("read_iops{device=vda}")).empty());
}

TEST(LimitLines, OfPublishedRunsAreThoseOfTheStorageTheyName) {
    StudyForPlot study = linkedStudy("");
    study.origin = record::Origin::Published;
    for (RunForPlot& run : study.runs) {
        run.storage = publishedStorage("rescale", "EBS gp2");
    }

    const auto levels = limitLines({study}, of("read_iops"));

    ASSERT_EQ(levels.size(), 1U);
    EXPECT_EQ(levels[0].y, 10'000.0);
    EXPECT_EQ(levels[0].colourSlot, -1);
    EXPECT_TRUE(publishedStorage("lambda-io", "local NVMe (vda)"));
    EXPECT_FALSE(publishedStorage("weka", "local NVMe")) << "another disk";
}

TEST(LimitLines, OfOneStorageUnderSeveralStudiesAreOneLine) {
    const std::vector<StudyForPlot> studies{linkedStudy("study-gp2", 0),
                                            linkedStudy("study-gp2", 1)};

    const auto levels = limitLines(studies, of("read_iops"));

    ASSERT_EQ(levels.size(), 1U);
    EXPECT_EQ(levels[0].colourSlot, -1);
}

TEST(LimitLines, SayOfWhichUnitTheyAre) {
    const auto levels =
        limitLines({linkedStudy("aws-fsx-lustre-125")}, of("read_bytes_per_second"));

    ASSERT_EQ(levels.size(), 1U);
    EXPECT_TRUE(levels[0].text.endsWith(QStringLiteral("at most per TiB:")));
    EXPECT_TRUE(limitLines({linkedStudy("aws-fsx-lustre-125")}, of("read_iops")).empty())
        << "a gap of the catalogue is no line at 0";
}

TEST(LimitLines, AreDrawnOverTimeTooUntilTheyAreNotWanted) {
    const std::vector<StudyForPlot> studies{linkedStudy("study-gp2")};
    PlotChoice choice = of("read_iops{device=vda}");
    choice.chart = SamplesChart{};

    EXPECT_EQ(plotOfSamples(studies, choice, {}, {}).model.levels.size(), 1U);
    choice.part<LevelsShown>()->limits = false;
    EXPECT_TRUE(plotOfSamples(studies, choice, {}, {}).model.levels.empty());
}

TEST(LimitLines, AWantedValueStandsInSamplesToo) {
    PlotChoice choice = of("images_per_second");
    choice.chart = SamplesChart{};
    choice.part<LevelsShown>()->goal = 900.0;
    const auto studies = std::vector{synthetic::threadStudy(QStringLiteral("A"), 0)};

    const auto levels = plotOfSamples(studies, choice, {}, {}).model.levels;

    ASSERT_EQ(levels.size(), 1U);
    EXPECT_EQ(levels[0].y, 900.0);
    EXPECT_FALSE(misfitOf(ChoicePart::Goal, choice).has_value());
}

TEST(LimitLines, OfAcceleratorsAreTheMarksOfTheirModels) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("Paced"), 0);
    EXPECT_TRUE(limitLines({study}, of("accelerator_utilisation")).empty());
    study.runs[0].settings["consumer.preset"] = std::string("mlperf_storage_v1.0/resnet50/a100");
    study.runs[1].settings["model"] = std::string("CosmoFlow");

    const auto levels = limitLines({study}, of("accelerator_utilisation"));

    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].y, 90.0);
    EXPECT_TRUE(levels[0].text.contains(QStringLiteral("ResNet-50")));
    EXPECT_EQ(levels[1].y, 70.0);
    EXPECT_TRUE(limitLines({study}, of("images_per_second")).empty());
}

// Goal: a ceiling is emulated where its runs read what was emulated: decoding alone reads nothing.
TEST(LevelLines, OfDecodingAloneAreNotCalledEmulated) {
    StudyForPlot store = synthetic::studyWithCeilings();
    store.title = QStringLiteral("Fast store");
    store.emulated.store = true;
    for (RunForPlot& run : store.runs) {
        run.settings["storage.store"] = std::string("aws-s3");
    }
    StudyForPlot other = synthetic::threadStudy(QStringLiteral("Other"), 1);
    PlotChoice choice = of("images_per_second");
    choice.x = "read_iops";
    choice.part<AlongX>()->fullOnly = true;
    QStringList texts;
    for (const PlotLevel& level : levelLines({store, other}, choice)) {
        texts << level.text;
    }
    ASSERT_EQ(texts.size(), 2);
    EXPECT_TRUE(texts[0].startsWith(QStringLiteral("Fast store \u00B7 decode alone")))
        << texts[0].toStdString();
    EXPECT_TRUE(
        texts[1].startsWith(QStringLiteral("Fast store (emulated store) \u00B7 storage alone")))
        << texts[1].toStdString();
}

TEST(LevelLines, AreTheLastRowsOfTheTable) {
    PlotChoice choice = of("read_iops{device=vda}");
    choice.part<LevelsShown>()->goal = 12'000.0;
    PlotTableModel table;

    table.setPlot(plotOfRuns({linkedStudy("study-gp2")}, choice).model);

    ASSERT_EQ(table.rowCount(), 4 + 2);
    EXPECT_TRUE(table.pointOf(3));
    EXPECT_FALSE(table.pointOf(4));
    const QByteArray csv = table.toCsv();
    EXPECT_TRUE(csv.contains("\"AWS EBS gp2 (2018), at most\",,10000\r\n")) << csv.toStdString();
    EXPECT_TRUE(csv.endsWith("target,,12000\r\n")) << csv.toStdString();
}

// Goal: beside a line stands what tells its study from the others, not what they share.
TEST(LevelLines, StudiesOfOneBeginningAreNamedByWhatDiffers) {
    std::vector<StudyForPlot> studies;
    for (const char* depth : {"4", "28"}) {
        studies.push_back(synthetic::studyWithCeilings());
        studies.back().uuid = QLatin1String(depth);
        studies.back().title = QStringLiteral("photos on the new workstation, queue depth %1")
                                   .arg(QLatin1String(depth));
    }
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    QStringList texts;
    for (const PlotLevel& level : levelLines(studies, choice)) {
        texts << level.text;
    }
    EXPECT_TRUE(texts.contains(QStringLiteral("…queue depth 4 · storage alone")))
        << texts.join(u'|').toStdString();
    EXPECT_TRUE(texts.contains(QStringLiteral("…queue depth 28 · storage alone")));
}

}  // namespace
}  // namespace throughline::ui
