// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/run_selection.h"

#include <gtest/gtest.h>

#include "tests/ui/study/chosen_studies.h"

namespace throughline::ui {
namespace {

TEST(RunSelection, OfSeveralStudiesTheFastestRunsStandAgainstTheStarred) {
    RunSelection runs;
    runs.setStudies({chosenStudy("other", 3, 1.0), chosenStudy("star", 3, 2.0, true)});

    EXPECT_TRUE(runs.isCompared());
    ASSERT_EQ(runs.columns().size(), 2U);
    EXPECT_EQ(runs.columns()[0].study, 1U) << "the starred one is the baseline";
    EXPECT_EQ(runs.columns()[0].run->number, 3) << "its fastest";
    EXPECT_EQ(runs.columns()[1].run->number, 3);
    const auto& rate = runs.comparison().metrics.front();
    EXPECT_EQ(rate.key, "images_per_second");
    EXPECT_NEAR(*rate.others[0].percent, -50.0, 1e-9);
}

// What fio read is held against our reading alone, not against a pipeline that decodes.
TEST(RunSelection, BesideAStudyOfReadingAloneStandsTheStorageAlone) {
    ChosenStudy own = chosenStudy("own", 3, 1.0);
    record::Study with_ceiling = *own.study;
    with_ceiling.runs[1].started.settings["stages"] = std::string("storage");
    own.study = std::make_shared<const record::Study>(with_ceiling);
    ChosenStudy fio = chosenStudy("fio", 1, 1.0);
    record::Study reads = *fio.study;
    reads.header.origin = record::Origin::Imported;
    reads.runs[0].started.settings = {{"tool", std::string("fio")}};
    reads.runs[0].metrics = {{"requested_read_bytes_per_second", {.value = 1e8}}};
    fio.study = std::make_shared<const record::Study>(reads);

    RunSelection runs;
    runs.setStudies({own, fio});

    ASSERT_EQ(runs.columns().size(), 2U);
    EXPECT_EQ(runs.columns()[0].run->number, 2) << "storage alone";
    runs.setStudies({own, chosenStudy("other", 2, 1.0)});
    EXPECT_EQ(runs.columns()[0].run->number, 3) << "the full pipeline";
}

// Goal: beside one's own pipeline stands a run that had to read, though others were faster.
TEST(RunSelection, OfAPublishedStudyTheRunThatReadDataIsCompared) {
    ChosenStudy published = chosenStudy("published", 3, 5.0);
    record::Study study = *published.study;
    study.runs[2].started.settings["data"] = std::string("synthetic");
    study.runs[1].started.settings["data"] = std::string("ImageNet TFRecords");
    published.study = std::make_shared<const record::Study>(study);

    RunSelection runs;
    runs.setStudies({chosenStudy("own", 2, 1.0), published});

    ASSERT_EQ(runs.columns().size(), 2U);
    EXPECT_EQ(runs.columns()[1].run->number, 2);
}

// Goal: the heads of the columns say what is emulated, of one study and of several.
TEST(RunSelection, ColumnsSayWhatIsEmulated) {
    ChosenStudy real = chosenStudy("the disk", 2, 1.0);
    ChosenStudy emulated = chosenStudy("my disk", 2, 2.0);
    record::Study study = *emulated.study;
    for (record::RunData& run : study.runs) {
        run.started.settings["storage.volume"] = std::string("aws-gp2:100GiB");
    }
    emulated.study = std::make_shared<const record::Study>(study);
    const QString mark = QStringLiteral("(emulated volume)");

    RunSelection runs;
    runs.setStudies({emulated});
    for (const RunSelection::Choice& column : runs.columns()) {
        EXPECT_TRUE(column.name.endsWith(mark)) << column.name.toStdString();
    }
    runs.setStudies({real, emulated});
    ASSERT_EQ(runs.columns().size(), 2U);
    EXPECT_FALSE(runs.columns()[0].name.contains(mark));
    EXPECT_TRUE(runs.columns()[1].name.contains(mark)) << runs.columns()[1].name.toStdString();
}

TEST(RunSelection, RunsOfOneStudyStandSideBySideInTheirOrder) {
    RunSelection runs;
    runs.setStudies({chosenStudy("one", 9, 1.0)});

    EXPECT_FALSE(runs.isCompared());
    ASSERT_EQ(runs.columns().size(), 6U) << "as many as a window has room for";
    EXPECT_EQ(runs.columns()[4].run->number, 5);
    EXPECT_EQ(runs.columns()[5].run->number, 9) << "the fastest, which the result is of";
    runs.setCompared(true);
    runs.setBaseline(7);
    ASSERT_EQ(runs.columns().size(), 7U);
    EXPECT_EQ(runs.columns()[0].run->number, 8) << "the baseline comes first";
}

TEST(RunSelection, MoreThanCanBeToldApartAreNotTaken) {
    RunSelection runs;
    runs.setStudies({chosenStudy("many", 20, 1.0)});
    int taken = 0;
    for (int i = 0; i < 20; ++i) {
        taken += runs.setShown(i, true) ? 1 : 0;
    }
    EXPECT_EQ(taken, RunSelection::kShownMax);
    EXPECT_EQ(runs.shownCount(), RunSelection::kShownMax);
    runs.setBaseline(19);
    EXPECT_EQ(runs.shownCount(), RunSelection::kShownMax) << "it takes the place of another";
    EXPECT_TRUE(runs.choices()[19].shown);
}

TEST(RunSelection, TheSameRunsOnceMoreLeaveWhatIsShown) {
    RunSelection runs;
    runs.setStudies({chosenStudy("one", 4, 1.0)});
    runs.setShown(1, false);
    ChosenStudy renamed = chosenStudy("one", 4, 1.0);
    renamed.row.note = "said since";
    runs.setStudies({renamed});
    EXPECT_EQ(runs.shownCount(), 3);
    runs.setStudies({chosenStudy("one", 5, 1.0)});
    EXPECT_EQ(runs.shownCount(), 5) << "a run more is another choice";
}

TEST(RunSelection, WithoutARunNothingIsShown) {
    RunSelection runs;
    runs.setStudies({chosenStudy("none", 0, 1.0)});
    EXPECT_TRUE(runs.columns().empty());
    EXPECT_EQ(runs.baseline(), -1);
    EXPECT_TRUE(runs.comparison().metrics.empty());
}

// The last shown run can be taken away, and the baseline then is whatever is there.
TEST(RunSelection, TheBaselineMovesWhenItIsTakenAway) {
    RunSelection runs;
    runs.setStudies({chosenStudy("a", 2, 1.0), chosenStudy("b", 2, 2.0)});
    const int base = runs.baseline();
    runs.setShown(base, false);
    EXPECT_NE(runs.baseline(), base);
    EXPECT_FALSE(runs.isCompared()) << "one alone";
    for (std::size_t i = 0; i < runs.choices().size(); ++i) {
        runs.setShown(static_cast<int>(i), false);
    }
    EXPECT_TRUE(runs.columns().empty());
}

// Goal: what is copied can be computed with. Method: the cells of the first line are read as
// numbers again.
TEST(RunSelection, CopiesPlainNumbersWithTheirUnits) {
    RunSelection runs;
    runs.setStudies({chosenStudy("base", 1, 1.0), chosenStudy("other", 1, 2.0)});

    const QStringList lines = figuresAsTsv(runs).split(u'\n');
    const QStringList heading = lines[0].split(u'\t');
    const QStringList cells = lines[1].split(u'\t');
    ASSERT_EQ(cells.size(), heading.size());
    ASSERT_EQ(cells.size(), 4 + 5);
    EXPECT_EQ(cells[1], QStringLiteral("images_per_second"));
    EXPECT_EQ(cells[2], QStringLiteral("1/s"));
    EXPECT_EQ(cells[5].toDouble(), cells[4].toDouble() - cells[3].toDouble());
    EXPECT_NEAR(cells[8].toDouble(), 100.0, 1e-9);
    runs.setCompared(false);
    EXPECT_EQ(figuresAsTsv(runs).split(u'\n')[0].count(u'\t'), 4) << "no differences";
    EXPECT_TRUE(
        settingsAsTsv(runs).contains(QStringLiteral("\nDecode threads\tdecode.threads\t1\t1\n")))
        << settingsAsTsv(runs).toStdString();
}

}  // namespace
}  // namespace throughline::ui
