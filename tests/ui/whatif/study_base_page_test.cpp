// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: what runs said stands in the What-if tab, outlives the window, and is never said otherwise.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "engine/record/this_machine.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/whatif/demo_base.h"
#include "tests/ui/whatif/page_on_screen.h"
#include "ui/whatif/calibration_table.h"
#include "ui/whatif/whatif_plots.h"

namespace throughline::ui {
namespace {

using model::Input;

class StudyBasePageTest : public PageOnScreen {};

// Runs with 1 to 4 threads: over threads all of them belong to the curve, over the queue depth only
// the one with as many threads as the base.
TEST_F(StudyBasePageTest, MeasuredRunsStandOnlyWhereTheyBelong) {
    StudyBase base;
    base.calibration.base = whatif::defaults();
    base.calibration.base.inputs.threads = 2.0;
    for (int threads = 1; threads <= 4; ++threads) {
        whatif::BackTestPoint tested;
        tested.point = {
            .run = threads, .stages = spec::Stages::Full, .inputs = base.calibration.base.inputs};
        tested.point.inputs.threads = threads;
        tested.point.images_per_s = 700.0 * threads;
        base.test.points.push_back(tested);
    }
    document().open({.base = {.name = "base"}}, QString());
    document().setStudyBase(std::make_shared<const StudyBase>(std::move(base)));
    const auto measured = [&](Input axis) {
        const PlotModel plot = curvePlot(document(), axis);
        const PlotSeries& last = plot.series.back();
        return last.origin == record::Origin::Measured ? last.points.size() : 0U;
    };
    EXPECT_EQ(measured(Input::Threads), 4U);
    EXPECT_EQ(measured(Input::QueueDepth), 1U);
    document().setInput(0, Input::Format, std::string("raw"));
    EXPECT_EQ(measured(Input::Threads), 0U);
}

// Goal: a dot of "Tested" says of its range and of its run what the words beside the chart say.
TEST_F(StudyBasePageTest, TestedRunsHaveTheLevelOfThePredictionAndWholeCounts) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    const PlotModel plot = backTestPlot(document());
    ASSERT_FALSE(plot.series.empty());
    EXPECT_EQ(plot.series.back().intervalPercent, 90);
    ASSERT_FALSE(plot.series.back().points.empty());
    for (const PlotPoint& point : plot.series.back().points) {
        EXPECT_FALSE(point.note.contains(QStringLiteral(".00"))) << point.note.toStdString();
    }
}

// Goal: the window closed and opened again says the same, figure by figure and word by word.
TEST_F(StudyBasePageTest, ACalibratedBaseOutlivesTheWindow) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    document().addScenario({.name = "gp3", .catalog = {.storage = "aws-gp3"}});
    const std::string before = whatif::what_if_json(document().answers());
    const QString words = page_->charts()->backTestText();
    EXPECT_TRUE(words.startsWith(QStringLiteral("Calibrated on "))) << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("a demo recording: not this computer")));
    keepPicture(*page_, QStringLiteral("whatif-before-restart"));

    openPage();

    EXPECT_EQ(whatif::what_if_json(document().answers()), before);
    EXPECT_EQ(page_->charts()->backTestText(), words);
    EXPECT_EQ(page_->baseRow()->text(), QString());  // what the library holds is not known yet
    page_->charts()->setCurrentIndex(ChartViews::BackTest);
    EXPECT_GT(page_->charts()->calibrationTable()->rowCount(), 0);
    keepPicture(*page_, QStringLiteral("whatif-after-restart"));

    // And without any scenario beside it.
    document().remove(1);
    openPage();
    EXPECT_NE(document().studyBase(), nullptr);
    EXPECT_EQ(document().columnCount(), 1);
}

TEST_F(StudyBasePageTest, RunsThatAreGoneAreSaidAndTheFiguresStay) {
    page_->setStudyBase(demoBase());
    const auto grade = document().answers().answers[0].graded.grade;
    const auto& studies = document().studyBase()->studies;
    ASSERT_EQ(studies.size(), 2U);
    page_->setStudies({{.id = 1, .title = {}, .uuid = studies[0].uuid},
                       {.id = 2, .title = {}, .uuid = studies[1].uuid}});
    EXPECT_EQ(page_->baseRow()->text(), QString());

    page_->setStudies({{.id = 1, .title = {}, .uuid = studies[0].uuid}});

    EXPECT_TRUE(page_->baseRow()->text().startsWith(
        QStringLiteral("The runs of Queue depth by reader are not in the library, so")))
        << page_->baseRow()->text().toStdString();
    EXPECT_EQ(document().answers().answers[0].graded.grade, grade);
}

TEST_F(StudyBasePageTest, ABusyBaseSaysSoAndIsMeasuredAgainWithOneClick) {
    StudyBase base = *demoBase();
    base.calibration.disturbed = true;
    base.calibration.machine = record::this_machine();
    page_->setStudyBase(std::make_shared<const StudyBase>(base));
    EXPECT_TRUE(
        page_->baseRow()->text().startsWith(QStringLiteral("Other programs used the processors")));
    ASSERT_TRUE(page_->baseRow()->measureAgainButton()->isVisible());
    keepPicture(*page_, QStringLiteral("whatif-busy-base"));
    QSignalSpy asked(page_.get(), &WhatIfPage::measureAgainAsked);
    page_->baseRow()->measureAgainButton()->click();
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].value<std::string>(), base.studies[0].uuid);

    base.calibration.machine.id = "another";
    page_->setStudyBase(std::make_shared<const StudyBase>(base));
    EXPECT_FALSE(page_->baseRow()->measureAgainButton()->isVisible());
}

// Goal: where a prediction lacks a stage, and where a study cannot be the base at all, one click
// leads to measuring what is missing.
TEST_F(StudyBasePageTest, AStageThatWasNotMeasuredAloneIsOffered) {
    StudyBase base = *demoBase();
    base.calibration.machine = record::this_machine();
    base.calibration.base.gaps = {
        {.of = whatif::FigureOf::Storage, .text = "storage: 'ext4' was not measured alone"}};
    page_->setStudyBase(std::make_shared<const StudyBase>(base));
    EXPECT_TRUE(page_->baseRow()->text().contains(QStringLiteral("Storage alone was not measured")))
        << page_->baseRow()->text().toStdString();
    QPushButton* const alone = page_->baseRow()->measureAloneButton();
    ASSERT_TRUE(alone->isVisible());
    keepPicture(*page_, QStringLiteral("whatif-storage-missing"));
    QSignalSpy asked(page_.get(), &WhatIfPage::measureAloneAsked);
    alone->click();
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].value<std::string>(), base.studies[0].uuid);

    page_->setStudyBase(demoBase());
    EXPECT_FALSE(alone->isVisible());
    page_->baseRow()->setRefused("own", QStringLiteral("These studies cannot be the base."));
    ASSERT_TRUE(alone->isVisible());
    alone->click();
    EXPECT_EQ(asked.back()[0].value<std::string>(), "own");
    document().setInput(0, Input::GpusPerNode, 2.0);
    EXPECT_FALSE(alone->isVisible()) << "it is of what was asked, not of what came since";
}

// Goal: whoever has another study in front of him than the predictions rest on is told, and has it
// with one click.
TEST_F(StudyBasePageTest, AnotherChosenStudyIsSaidAndUsedWithOneClick) {
    page_->setStudyBase(demoBase());
    EXPECT_EQ(page_->baseRow()->text(), QString());
    StudyChoice other{.id = 7, .title = QStringLiteral("disks"), .uuid = "another", .own = true};
    page_->baseRow()->setChosen(other);
    EXPECT_TRUE(page_->baseRow()->text().startsWith(QStringLiteral(
        "These predictions are based on “Decode threads on 2 cores + Queue depth by reader”, not")))
        << page_->baseRow()->text().toStdString();
    EXPECT_TRUE(page_->baseRow()->text().endsWith(QStringLiteral("the chosen study “disks”.")));
    other.apart = QStringLiteral("23 Nov 02:57");
    page_->baseRow()->setChosen(other);
    EXPECT_TRUE(page_->baseRow()->text().endsWith(
        QStringLiteral("the chosen study “disks (23 Nov 02:57)”.")));
    std::vector<StudyChoice> listed;
    for (const auto& study : document().studyBase()->studies) {
        listed.push_back({.title = QString::fromStdString(study.title), .uuid = study.uuid});
    }
    listed[0].apart = QStringLiteral("24 Nov 03:00");
    page_->setStudies(listed);
    EXPECT_TRUE(page_->baseRow()->text().startsWith(QStringLiteral(
        "These predictions are based on “Decode threads on 2 cores (24 Nov 03:00) + Queue")))
        << page_->baseRow()->text().toStdString();
    ASSERT_TRUE(page_->baseRow()->useChosenButton()->isVisible());
    keepPicture(*page_, QStringLiteral("whatif-another-study"));
    QSignalSpy asked(page_.get(), &WhatIfPage::studyBaseAsked);
    page_->baseRow()->useChosenButton()->click();
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].value<std::vector<std::int64_t>>(), std::vector<std::int64_t>{7});

    other.uuid = document().studyBase()->studies[0].uuid;
    page_->baseRow()->setChosen(other);
    EXPECT_FALSE(page_->baseRow()->isVisible());
    document().setStudyBase(nullptr);
    EXPECT_TRUE(page_->baseRow()->text().contains(QStringLiteral("based on typed-in figures")));
    page_->baseRow()->setChosen(std::nullopt);
    EXPECT_FALSE(page_->baseRow()->isVisible());
}

// Goal: nobody takes a prediction for the disk's that rests on an emulated store, and a study that
// is renamed is renamed here.
TEST_F(StudyBasePageTest, AnEmulatedBaseSaysSoAndFollowsItsStudysName) {
    StudyBase base = *demoBase();
    base.studies.resize(1);
    base.title = base.studies[0].title;
    base.studies[0].emulated.store = true;
    base.calibration.base.knowledge = {};  // its storage was left out
    page_->setStudyBase(std::make_shared<const StudyBase>(base));
    page_->setStudies(
        {{.id = 1, .title = QStringLiteral("Fast store"), .uuid = base.studies[0].uuid}});

    const QString marked = QStringLiteral("Fast store (emulated store)");
    EXPECT_EQ(document().columnName(0), QStringLiteral("Now (emulated store)"));
    EXPECT_EQ(page_->findChild<StudyBaseButton*>()->text(), QStringLiteral("&Base: ") + marked);
    EXPECT_TRUE(
        page_->charts()->backTestText().startsWith(QStringLiteral("Calibrated on ") + marked));
    EXPECT_TRUE(page_->baseRow()->text().contains(
        marked + QStringLiteral(". The emulated store is left out, because it is")))
        << page_->baseRow()->text().toStdString();
    EXPECT_EQ(shownTitle(document()), marked);
    EXPECT_TRUE(document().file().title.empty()) << "it is made when it is shown";
    EXPECT_EQ(page_->question()->storage()->currentText(),
              QStringLiteral("storage without a limit"));
    EXPECT_TRUE(page_->baseRow()->text().contains(
        QStringLiteral("predictions are for storage without a limit until")));
    keepPicture(*page_, QStringLiteral("whatif-emulated-base"));

    document().addScenario({.name = "gp3", .catalog = {.storage = "aws-gp3"}});
    document().undoStack()->undo();
    EXPECT_EQ(document().studyBase()->title, "Fast store");
}

TEST_F(StudyBasePageTest, OneSentenceStandsUnderALostCalibration) {
    whatif::ScenarioFile file{.base = {.name = "base"}};
    file.lost_base = "photos, thread sweep";
    document().open(file, QString());
    const QString words = page_->charts()->backTestText();
    EXPECT_TRUE(words.contains(QStringLiteral("were calibrated on photos, thread sweep")));
    EXPECT_FALSE(words.contains(QStringLiteral("Not calibrated")));
    EXPECT_TRUE(page_->baseRow()->isVisible());
    EXPECT_TRUE(page_->baseRow()->text().startsWith(
        QStringLiteral("The base was calibrated on photos, thread sweep, but its runs")));
    EXPECT_FALSE(page_->answer()->text().contains(QStringLiteral("grade A")));
    keepPicture(*page_, QStringLiteral("whatif-lost-base"));
}

TEST_F(StudyBasePageTest, TheBackTestNamesTheRunsThatItCouldNotPredict) {
    StudyBase base;
    base.calibration.base = whatif::defaults();
    base.test.not_predicted = {{.study = "disks", .run = 7, .unusable = "it was stopped"}};
    base.test.not_of_machine = {{"measured on another computer", 1}};
    page_->setStudyBase(std::make_shared<const StudyBase>(std::move(base)));
    EXPECT_EQ(page_->charts()->notPredictedText(),
              QStringLiteral("Not predicted: disks, run 7: it was stopped. Left out of the test: "
                             "1 study(s) (measured on another computer)."));
}

TEST_F(StudyBasePageTest, WhatTheRunsSayStandsBesideTheBackTest) {
    StudyBase base;
    base.calibration.base = whatif::defaults();
    base.calibration.remark = "CPU time of one data set";
    base.calibration.inputs = {
        {.input = Input::StoIops,
         .value = 8450.0,
         .range = model::Range90{7890.0, 9040.0},
         .from = "runs 1 and 2"},
        {.input = Input::CacheMix, .not_measurable = "no record says the size of the cache"}};
    page_->setStudyBase(std::make_shared<const StudyBase>(std::move(base)));
    page_->charts()->setCurrentIndex(ChartViews::BackTest);
    const CalibrationTable* table = page_->charts()->calibrationTable();
    ASSERT_EQ(table->rowCount(), 2);
    EXPECT_EQ(table->item(0, 1)->text(), QStringLiteral("8.45 k IOPS"));
    EXPECT_EQ(table->item(1, 1)->text(), QStringLiteral("not measurable here"));
    EXPECT_TRUE(table->item(1, 3)->text().contains(QStringLiteral("size of the cache")));
    EXPECT_TRUE(page_->charts()->remarkText().contains(QStringLiteral("one data set")));
    page_->setStudyBase(nullptr);
    EXPECT_TRUE(table->isHidden());
}

}  // namespace
}  // namespace throughline::ui
