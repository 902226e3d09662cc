// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/local_time.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/provenance.h"
#include "ui/charts/study_titles.h"

namespace throughline::ui {
namespace {

StudyForPlot studyOf(const char* title, const char* started, const char* uuid) {
    StudyForPlot study = synthetic::threadStudy(QString::fromUtf8(title), 0);
    study.uuid = QString::fromUtf8(uuid);
    study.startedAt = QString::fromUtf8(started);
    return study;
}

TEST(StudyTitles, WhatSetsThemApartIsTheShortestTimeThatDoes) {
    std::vector<StudyForPlot> studies{
        studyOf("nvme", "2025-03-01T10:00:00Z", "a1"),
        studyOf("nvme", "2025-03-02T10:00:00Z", "a2"),
        studyOf("disk", "2025-03-01T10:00:00Z", "b1"),
        studyOf("disk", "2025-03-01T11:30:00Z", "b2"),
        studyOf("same second", "2025-03-01T10:00:00Z", "c1c1c1c1-1"),
        studyOf("same second", "2025-03-01T10:00:00Z", "c2c2c2c2-2"),
        studyOf("alone", "2025-03-01T10:00:00Z", "d1"),
    };

    const LocalTime local("CET-1");

    tellStudiesApart(studies);

    EXPECT_EQ(titleOf(studies[0]), QStringLiteral("nvme (1 Mar 2025)"));
    EXPECT_EQ(titleOf(studies[1]), QStringLiteral("nvme (2 Mar 2025)"));
    EXPECT_EQ(titleOf(studies[2]), QStringLiteral("disk (1 Mar 2025 11:00:00)"));
    EXPECT_EQ(titleOf(studies[3]), QStringLiteral("disk (1 Mar 2025 12:30:00)"));
    EXPECT_EQ(titleOf(studies[4]), QStringLiteral("same second (c1c1c1c1)"));
    EXPECT_EQ(titleOf(studies[6]), QStringLiteral("alone"));
}

// Goal: a legend says when a study began as the list of studies does, a chart of a report as its
// text does.
TEST(StudyTitles, ChartsSayLocalTimeAndThoseOfReportsUtc) {
    std::vector<StudyForPlot> studies{studyOf("nvme", "2025-03-01T23:30:00Z", "a1"),
                                      studyOf("nvme", "2025-03-03T23:30:00Z", "a2")};
    const LocalTime local("CET-1");
    tellStudiesApart(studies);
    EXPECT_EQ(studies[0].apart, QStringLiteral("2 Mar 2025"));
    tellReportedStudiesApart(studies);
    EXPECT_EQ(studies[0].apart, QStringLiteral("2025-03-01"));
}

// Goal: a cut title keeps the words that tell it from others of its data set.
TEST(StudyTitles, CutTitlesKeepTheirEnds) {
    std::vector<StudyForPlot> studies{
        studyOf("photos, emulated aws-gp2:100GiB", "2025-03-01T10:00:00Z", "a"),
        studyOf("photos, emulated aws-st1:500GiB", "2025-03-02T10:00:00Z", "b"),
        studyOf("An Initial Look at Deep Learning IO Performance", "2025-03-02T10:00:00Z", "c"),
        studyOf("one-word-that-nobody-can-break-into-two", "2025-03-02T10:00:00Z", "d"),
    };

    tellStudiesApart(studies);

    EXPECT_EQ(shortTitleOf(studies[0]), QStringLiteral("photos\u2026 aws-gp2:100GiB"));
    EXPECT_EQ(shortTitleOf(studies[1]), QStringLiteral("photos\u2026 aws-st1:500GiB"));
    EXPECT_EQ(shortTitleOf(studies[2]), QStringLiteral("An Initial\u2026 IO Performance"));
    EXPECT_EQ(shortTitleOf(studies[3]), QStringLiteral("one-word-tha\u2026 n-break-into-two"));
}

// Goal: titles that differ where they are cut are told apart.
TEST(StudyTitles, CutTitlesAreToldApartToo) {
    std::vector<StudyForPlot> studies{
        studyOf("A title that is far too long, the first of a legend", "2025-03-01T10:00:00Z", "a"),
        studyOf(
            "A title that is far too long, the second of a legend", "2025-03-02T10:00:00Z", "b"),
    };

    tellStudiesApart(studies);

    EXPECT_NE(shortTitleOf(studies[0]), shortTitleOf(studies[1]));
    EXPECT_TRUE(shortTitleOf(studies[0]).endsWith(QStringLiteral("(1 Mar 2025)")));
}

// Goal: whatever it is called, curves, legend and notes say that it was emulated.
TEST(StudyTitles, WhatIsEmulatedIsMarkedUnderAnyTitle) {
    std::vector<StudyForPlot> studies{studyOf("my disk", "2025-03-01T10:00:00Z", "a"),
                                      studyOf("the disk", "2025-03-02T10:00:00Z", "b")};
    studies[0].emulated = {.volume = true};
    for (RunForPlot& run : studies[0].runs) {
        run.settings["storage.volume"] = std::string("aws-gp2:100GiB");
    }
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";

    const BuiltPlot both = plotOfRuns(studies, choice);
    ASSERT_GE(both.model.series.size(), 2U);
    for (const PlotSeries& series : both.model.series) {
        EXPECT_EQ(series.name.contains(QStringLiteral("(emulated volume)")),
                  series.group == studies[0].uuid)
            << series.name.toStdString();
    }
    const BuiltPlot one = plotOfRuns({studies[0]}, choice);
    EXPECT_TRUE(one.model.series.front().name.contains(QStringLiteral("(emulated volume)")));
    EXPECT_TRUE(
        caveatsOf(studies, {&both.model})
            .contains(QStringLiteral("4 of 4 runs in the chart (my disk): read from an emulated "
                                     "volume.")))
        << caveatsOf(studies, {&both.model}).join(u'|').toStdString();
    EXPECT_TRUE(provenanceOf(studies, {&both.model}, {})
                    .join(u' ')
                    .contains(QStringLiteral(", emulated volume")));
}

// Goal: no two curves of a chart have one name. Method: two studies of one title.
TEST(StudyTitles, CurvesOfStudiesOfOneTitleHaveNamesOfTheirOwn) {
    std::vector<StudyForPlot> studies{studyOf("nvme", "2025-03-01T10:00:00Z", "a"),
                                      studyOf("nvme", "2025-03-02T10:00:00Z", "b")};
    tellStudiesApart(studies);
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";

    const BuiltPlot built = plotOfRuns(studies, choice);

    ASSERT_EQ(built.model.series.size(), 2U);
    EXPECT_EQ(built.model.series[0].name, QStringLiteral("nvme (1 Mar 2025)"));
    EXPECT_EQ(built.model.series[1].name, QStringLiteral("nvme (2 Mar 2025)"));
}

}  // namespace
}  // namespace throughline::ui
