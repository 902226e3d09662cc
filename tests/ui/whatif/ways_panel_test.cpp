// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: "Copy first, stream, or cache?" is asked and answered in the What-if tab, by keyboard, with
// undo, and it outlives the window.
#include "ui/whatif/ways_panel.h"

#include <gtest/gtest.h>

#include <QTest>
#include <memory>
#include <utility>
#include <vector>

#include "tests/ui/kept_picture.h"
#include "tests/ui/whatif/page_on_screen.h"
#include "ui/whatif/ways_plot.h"
#include "ui/whatif/words.h"

namespace throughline::ui {
namespace {

using whatif::Foretold;
using whatif::Way;

StudyOfWays studyOfWays() {
    whatif::WaysStudy study{.uuid = "ways-1",
                            .title = "Photos from the store",
                            .emulated = {.store = true},
                            .measured = {.stream_s = 100.0,
                                         .local_s = 20.0,
                                         .copy_s = 130.0,
                                         .fill_s = 110.0,
                                         .stream_first_s = 0.4,
                                         .local_first_s = 0.1},
                            .data_bytes = 10e9,
                            .has_cache = true,
                            .requests_per_byte = 1e-5,
                            .store = "aws-s3"};
    study.tests = {{.way = Way::Streamed,
                    .run = 1,
                    .ends_s = {{.measured = 100.0, .predicted = 100.0},
                               {.measured = 201.0, .predicted = 200.0}}},
                   {.way = Way::Cached,
                    .run = 2,
                    .ends_s = {{.measured = 110.0, .predicted = 110.0},
                               {.measured = 132.0, .predicted = 130.0}},
                    .hit_ratio = Foretold{.measured = 1.0, .predicted = 1.0}},
                   {.way = Way::Copied,
                    .run = 3,
                    .ends_s = {{.measured = 150.0, .predicted = 150.0},
                               {.measured = 170.0, .predicted = 170.0}}}};
    return std::make_shared<const whatif::WaysStudy>(std::move(study));
}

class WaysPanelTest : public PageOnScreen {
protected:
    WaysPanel& panel() { return *page_->charts()->waysPanel(); }
    QString cell(int row, int column) { return panel().table()->item(row, column)->text(); }
    const whatif::WaysQuestion& asked() { return document().file().ways; }
};

TEST_F(WaysPanelTest, WithoutAStudyItSaysWhatToMeasure) {
    page_->charts()->setCurrentIndex(ChartViews::Ways);
    EXPECT_FALSE(panel().plot()->model().hasPoints());
    EXPECT_TRUE(
        panel().plot()->model().emptyText.startsWith(QStringLiteral("Measure “Copy or stream?”")));
    EXPECT_FALSE(panel().dataField()->isEnabled());
    keepPicture(*page_, QStringLiteral("whatif-ways-empty"));
}

TEST_F(WaysPanelTest, AStudyThatComparesThemIsAnsweredAtOnce) {
    page_->setWays(studyOfWays(), true);

    EXPECT_EQ(page_->charts()->currentIndex(), ChartViews::Ways);
    EXPECT_EQ(shownTitle(document()), QStringLiteral("Photos from the store (emulated store)"))
        << "a worked example gives way to it";
    EXPECT_EQ(panel().sentence(),
              QStringLiteral("Copying first pays from 1.6 epochs on, against streaming. Up to 1 "
                             "epoch the fastest is: stream. From 2 epochs on the fastest is: "
                             "through a cache."));
    EXPECT_EQ(cell(0, 1), QStringLiteral("2:10"));
    EXPECT_EQ(cell(1, 1), QStringLiteral("0.400 s"));
    EXPECT_EQ(cell(1, 5), QStringLiteral("16:40"));
    EXPECT_EQ(cell(2, 2), QStringLiteral("1:50"));
    EXPECT_EQ(cell(2, 3), QStringLiteral("20.0 s"));
    EXPECT_EQ(cell(2, 4), QStringLiteral("100 %"));
    EXPECT_TRUE(panel().table()->item(2, 0)->font().bold());
    EXPECT_TRUE(panel().table()->item(2, 5)->font().italic()) << "it is predicted";
    EXPECT_TRUE(panel().testText().startsWith(QStringLiteral(
        "Dotted: predicted; markers: measured in Photos from the store (emulated store). "
        "Tested: from")))
        << panel().testText().toStdString();
    EXPECT_TRUE(panel().testText().contains(QStringLiteral("for 1 of 1 numbers of epochs")));
    keepPicture(*page_, QStringLiteral("whatif-ways"));
}

// Goal: predicted times are lines, measured ones are points, and these only where the question is
// the one that was measured.
TEST_F(WaysPanelTest, LinesArePredictedAndPointsMeasured) {
    const StudyOfWays study = studyOfWays();
    whatif::WaysQuestion question = firstWaysQuestion();
    const PlotModel plot = waysPlot(*study, question, whatif::answer_ways(*study, question));
    ASSERT_EQ(plot.series.size(), 6U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(plot.series[i].origin, record::Origin::Predicted);
        EXPECT_EQ(plot.series[i].points.back().x, 10.0);
        EXPECT_EQ(plot.series[i + 3].origin, record::Origin::Measured);
        EXPECT_EQ(plot.series[i + 3].colourSlot, plot.series[i].colourSlot);
        EXPECT_EQ(plot.series[i + 3].points.size(), 2U);
    }
    EXPECT_EQ(plot.y.unit, "min");
    EXPECT_NEAR(plot.series[0].points.front().y, 130.0 / 60.0, 1e-9) << "the copy comes first";
    EXPECT_EQ(plot.series[1].points.front().y, 0.0);
    question.data_bytes = 1e12;
    const PlotModel larger = waysPlot(*study, question, whatif::answer_ways(*study, question));
    EXPECT_EQ(larger.series.size(), 3U);
    EXPECT_EQ(larger.y.unit, "h");
}

// Goal: the window answers while requests of other sizes are played through. Method: the runner
// keeps the work until it is told to do it.
TEST_F(WaysPanelTest, OtherSizesAreNotPlayedOnTheGuiThread) {
    std::vector<std::pair<std::function<void()>, std::function<void()>>> kept;
    panel().setRunner([&kept](std::function<void()> work, std::function<void()> done) {
        kept.emplace_back(std::move(work), std::move(done));
    });
    page_->setWays(studyOfWays(), true);
    EXPECT_TRUE(kept.empty()) << "as it was measured nothing is played";
    EXPECT_EQ(cell(1, 2), QStringLiteral("1:40"));

    QTest::keyClick(panel().dataField(), Qt::Key_PageUp);
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_TRUE(panel().isUnderWay());
    EXPECT_EQ(panel().sentence(), QStringLiteral("Playing the requests through…"));
    EXPECT_EQ(cell(1, 2), QStringLiteral("1:40")) << "what was there stays meanwhile";
    QTest::keyClick(panel().dataField(), Qt::Key_PageUp);  // another question before the answer
    EXPECT_EQ(kept.size(), 1U) << "one at a time";
    kept[0].first();
    kept[0].second();
    ASSERT_EQ(kept.size(), 2U);
    kept[1].first();
    kept[1].second();
    EXPECT_FALSE(panel().isUnderWay());
    EXPECT_EQ(cell(1, 2), QStringLiteral("6:40")) << "four times the data";
    EXPECT_TRUE(panel().sentence().startsWith(QStringLiteral("Copying first pays from")));

    const int gp3 = panel().diskBox()->findData(QStringLiteral("aws-gp3"));
    panel().diskBox()->setCurrentIndex(gp3);
    Q_EMIT panel().diskBox()->activated(gp3);
    EXPECT_EQ(kept.size(), 2U) << "prices are no part of the answer";
}

TEST_F(WaysPanelTest, TheQuestionIsPartOfTheScenariosAndIsUndone) {
    page_->setWays(studyOfWays(), true);
    const int steps = document().undoStack()->count();
    panel().dataField()->setText(QStringLiteral("1 TB"));
    panel().dataField()->setModified(true);
    Q_EMIT panel().dataField()->editingFinished();
    EXPECT_EQ(asked().data_bytes, 1e12);
    panel().cacheField()->setText(QStringLiteral("500 GB"));
    panel().cacheField()->setModified(true);
    Q_EMIT panel().cacheField()->editingFinished();
    EXPECT_EQ(asked().cache_bytes, 500e9);
    EXPECT_EQ(cell(2, 4), QStringLiteral("50 %"));
    ASSERT_TRUE(panel().policyBox()->isEnabled());
    panel().policyBox()->setCurrentIndex(1);
    Q_EMIT panel().policyBox()->activated(1);
    EXPECT_EQ(asked().policy, model::TierPolicy::Lru);
    panel().epochsBox()->setValue(90);
    EXPECT_EQ(asked().epochs, std::vector<double>{90.0});
    EXPECT_TRUE(
        panel().table()->horizontalHeaderItem(5)->text().startsWith(QStringLiteral("90 epoch")));
    EXPECT_EQ(document().undoStack()->count(), steps + 4);
    keepPicture(*page_, QStringLiteral("whatif-ways-larger"));

    // A file keeps all of it.
    const auto asked_last = asked();
    openPage();
    ASSERT_NE(document().file().ways_study, nullptr);
    EXPECT_EQ(*document().file().ways_study, *studyOfWays());
    EXPECT_EQ(asked(), asked_last);
    page_->charts()->setCurrentIndex(ChartViews::Ways);
    EXPECT_EQ(panel().epochsBox()->value(), 90);

    document().askWays(
        document().file().ways_study, firstWaysQuestion(), QStringLiteral("another"), QString());
    EXPECT_EQ(panel().dataField()->text(), QStringLiteral("10.0 GB"));
    document().undoStack()->undo();
    EXPECT_EQ(asked(), asked_last);
    EXPECT_EQ(panel().dataField()->text(), QStringLiteral("1.00 TB"));
}

// Goal: undo does not end at an example that nobody asked for; at one that was opened it does.
TEST_F(WaysPanelTest, AnExampleThatGaveWayToAStudyComesBackOnlyWhereItWasOpened) {
    const auto ways = studyOfWays();
    ASSERT_TRUE(page_->files()->isExample());
    page_->setWays(ways, true);
    EXPECT_FALSE(page_->files()->isExample());
    EXPECT_FALSE(document().undoStack()->canUndo());
    page_->files()->openExample(QStringLiteral("eight-nodes"));
    page_->setWays(ways, true);
    document().undoStack()->undo();
    EXPECT_TRUE(page_->files()->isExample());
}

// Goal: what each way costs stands beside its time, by prices that are chosen and told.
TEST_F(WaysPanelTest, ADiskOfTheCatalogueGivesTheWaysAPrice) {
    page_->setWays(studyOfWays(), true);
    const int steps = document().undoStack()->count();
    EXPECT_EQ(panel().storeBox()->currentText(), QStringLiteral("Amazon S3 Standard, as measured"));
    EXPECT_EQ(cell(1, 6), QStringLiteral("$0.40")) << "a million requests in ten epochs";
    EXPECT_EQ(cell(0, 6), kDash);
    EXPECT_TRUE(panel().costText().contains(QStringLiteral("it is not said on which disk")))
        << panel().costText().toStdString();

    const int gp3 = panel().diskBox()->findData(QStringLiteral("aws-gp3"));
    ASSERT_GT(gp3, 0);
    panel().diskBox()->setCurrentIndex(gp3);
    Q_EMIT panel().diskBox()->activated(gp3);

    EXPECT_EQ(asked().disk, "aws-gp3");
    EXPECT_EQ(document().undoStack()->count(), steps + 1);
    EXPECT_TRUE(cell(0, 6).startsWith(u'$')) << cell(0, 6).toStdString();
    EXPECT_EQ(panel().costText(), QString()) << "nothing lacks a price";
    EXPECT_TRUE(panel().diskBox()->toolTip().contains(
        QStringLiteral("for 10 epochs the cheapest in requests and disk is: ")))
        << panel().diskBox()->toolTip().toStdString();
    EXPECT_TRUE(panel().table()->horizontalHeaderItem(6)->toolTip().contains(
        QStringLiteral("EBS gp3: list prices of us-east-1")));
    keepPicture(*page_, QStringLiteral("whatif-ways-cost"));
    openPage();
    page_->charts()->setCurrentIndex(ChartViews::Ways);
    EXPECT_EQ(panel().diskBox()->currentData().toString(), QStringLiteral("aws-gp3"));
}

// Goal: all of it works without a mouse. Method: keys alone; a held key is one step of undo.
TEST_F(WaysPanelTest, KeysDoubleTheDataAndHalveTheCache) {
    page_->setWays(studyOfWays(), true);
    const int steps = document().undoStack()->count();
    QTest::keyClick(panel().dataField(), Qt::Key_PageUp);
    QTest::keyClick(panel().dataField(), Qt::Key_PageUp);
    EXPECT_EQ(asked().data_bytes, 40e9);
    EXPECT_EQ(document().undoStack()->count(), steps + 1);
    QTest::keyClick(panel().cacheField(), Qt::Key_PageDown);
    EXPECT_EQ(asked().cache_bytes, 20e9);
    QTest::keyClick(panel().cacheField(), Qt::Key_PageUp);
    EXPECT_FALSE(asked().cache_bytes.has_value()) << "as much as the data is everything";
    EXPECT_FALSE(panel().policyBox()->isEnabled()) << "then nothing is given up";
    QTest::keyClick(panel().epochsBox(), Qt::Key_Up);
    EXPECT_EQ(asked().epochs, std::vector<double>{11.0});
    for (QWidget* field : std::initializer_list<QWidget*>{panel().dataField(),
                                                          panel().cacheField(),
                                                          panel().policyBox(),
                                                          panel().epochsBox(),
                                                          panel().storeBox(),
                                                          panel().diskBox()}) {
        EXPECT_NE(field->focusPolicy() & Qt::TabFocus, 0);
        EXPECT_FALSE(field->toolTip().isEmpty());
        EXPECT_FALSE(field->accessibleName().isEmpty());
    }
}

TEST_F(WaysPanelTest, WhatIsNoSizeGivesWayToWhatWasThere) {
    page_->setWays(studyOfWays(), true);
    const auto before = asked();
    for (const char* text : {"much", "-4 GB", "0", "none", ""}) {
        panel().dataField()->setText(QLatin1String(text));
        panel().dataField()->setModified(true);
        Q_EMIT panel().dataField()->editingFinished();
        EXPECT_EQ(panel().dataField()->text(), QStringLiteral("10.0 GB")) << text;
    }
    EXPECT_EQ(asked(), before);
}

// Goal: a study that can be the base as well becomes it, its scenarios stay, and who renames it in
// the list finds its new name here.
TEST_F(WaysPanelTest, ScenariosStayAndTheStudyIsCalledAsInTheList) {
    const int columns = document().columnCount();
    page_->setWays(studyOfWays(), false);
    EXPECT_EQ(document().columnCount(), columns);
    EXPECT_EQ(page_->charts()->currentIndex(), ChartViews::Ways);
    page_->setStudies({{.id = 3, .title = QStringLiteral("Fewer photos"), .uuid = "ways-1"}});
    EXPECT_TRUE(panel().testText().startsWith(
        QStringLiteral("Dotted: predicted; markers: measured in Fewer photos (emulated")))
        << panel().testText().toStdString();
    StudyChoice chosen{.id = 3, .title = QStringLiteral("Fewer photos"), .uuid = "ways-1"};
    page_->baseRow()->setChosen(chosen);
    EXPECT_FALSE(page_->baseRow()->useChosenButton()->isVisible()) << "it is in use";
    document().undoStack()->undo();
    EXPECT_EQ(document().file().ways_study, nullptr);
}

}  // namespace
}  // namespace throughline::ui
