// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: the question of a meeting is asked in one line and answered in one look.
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <memory>

#include "tests/ui/kept_picture.h"
#include "tests/ui/whatif/demo_base.h"
#include "tests/ui/whatif/page_on_screen.h"
#include "ui/style/elided_edit.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/whatif_plots.h"

namespace throughline::ui {
namespace {

using model::Input;

class QuestionPageTest : public PageOnScreen {
protected:
    QuestionPageTest() : PageOnScreen({985, 620}, Settings::Kept) {}
    QuestionLine& question() { return *page_->question(); }
    void type(WordChooser* chooser, const QString& words) {
        chooser->setFocus();
        chooser->lineEdit()->selectAll();
        QTest::keyClicks(chooser, words);
        QTest::keyClick(chooser, Qt::Key_Return);
    }
    const model::Inputs& inputs() { return document().resolved(document().chosen()).inputs; }
};

TEST_F(QuestionPageTest, TheLineSaysTheChosenScenarioAndChangesItInOneStep) {
    document().choose(1);
    EXPECT_EQ(question().gpus()->shown(), QStringLiteral("8"));
    EXPECT_EQ(question().card()->shown(), QStringLiteral("GPU of 672 images/s"));
    EXPECT_EQ(question().storage()->shown(), QStringLiteral("storage of 160 MB/s"));
    const whatif::ScenarioFile before = document().file();
    const int steps = document().undoStack()->count();

    type(question().card(), QStringLiteral("a100 80 resnet"));

    EXPECT_EQ(question().card()->shown(), QStringLiteral("A100 80 GB (form not stated)"));
    EXPECT_EQ(question().work()->shown(), QStringLiteral("ResNet-50 v1.5, AMP"));
    EXPECT_EQ(inputs().gpu_rate, 2470.0);
    EXPECT_EQ(document().undoStack()->count(), steps + 1);
    document().choose(5);
    EXPECT_EQ(question().card()->shown(), QStringLiteral("GPU of 672 images/s"));
    document().undoStack()->undo();
    EXPECT_EQ(document().file(), before);
}

TEST_F(QuestionPageTest, AnotherNetworkThatACardBringsIsSaid) {
    document().choose(1);
    type(question().card(), QStringLiteral("h100 80 gb pcie"));
    QSignalSpy told(&question(), &QuestionLine::filledIn);
    type(question().card(), QStringLiteral("h100 80 gb sxm"));
    EXPECT_EQ(told.count(), 0) << "the same network and precision";
    type(question().card(), QStringLiteral("a100 variant not stated"));
    ASSERT_EQ(told.count(), 1);
    const QString said = told.front().front().toString();
    EXPECT_TRUE(said.contains(question().work()->shown())) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("ResNet-50 v1.5, AMP"))) << said.toStdString();
}

TEST_F(QuestionPageTest, WordsAreFoundInAnyOrder) {
    const QStringList found = question().work()->found(QStringLiteral("amp resnet-50 a100 80"));
    ASSERT_FALSE(found.isEmpty());
    for (const QString& title : found) {
        EXPECT_TRUE(title.contains(QStringLiteral("ResNet-50"))) << title.toStdString();
    }
    EXPECT_FALSE(question().card()->found(QStringLiteral("a100 resnet50")).isEmpty());
    EXPECT_FALSE(question().storage()->found(QStringLiteral("gp3 aws")).isEmpty());
    EXPECT_FALSE(question().cores()->found(QStringLiteral("24xlarge p4d")).isEmpty());
    EXPECT_TRUE(question().storage()->found(QStringLiteral("no such disk")).isEmpty());
}

// Question, answer, cards and the chart with its axis, in a window of 1280 x 720; the line below
// the chart may be out of sight.
TEST_F(QuestionPageTest, TheChartsAxisIsInSightInAWindowOfUsualSize) {
    constexpr int kPageWidth = 920;
    constexpr int kPageHeight = 620;
    EXPECT_LE(page_->heightForWidth(kPageWidth), kPageHeight);
}

// Goal: nobody reads an answer about a card's slower variant without knowing it. Method: what the
// list calls H100, and the other variant with one more choice.
TEST_F(QuestionPageTest, ACardIsNamedWithItsVariant) {
    const QStringList found = question().card()->found(QStringLiteral("h100"));
    ASSERT_GE(found.size(), 3);
    EXPECT_TRUE(found.contains(QStringLiteral("H100 80 GB SXM")));
    EXPECT_TRUE(found.contains(QStringLiteral("H100 80 GB PCIe")));
    EXPECT_EQ(found.last(), QStringLiteral("H100 (variant not stated)"));
    EXPECT_FALSE(found.contains(QStringLiteral("H100")));
    document().choose(1);
    type(question().card(), QStringLiteral("h100"));
    EXPECT_EQ(question().card()->shown(), QStringLiteral("H100 80 GB SXM"));
    const double sxm = inputs().gpu_rate;
    EXPECT_TRUE(
        page_->answer()->assumed().contains(QStringLiteral("H100 80 GB SXM with ResNet-50")))
        << page_->answer()->assumed().toStdString();
    EXPECT_TRUE(document().columnName(1).contains(QStringLiteral("H100 80 GB SXM")))
        << document().columnName(1).toStdString();
    keepPicture(*page_, QStringLiteral("whatif-h100"));

    type(question().card(), QStringLiteral("h100 pcie"));
    EXPECT_EQ(question().card()->shown(), QStringLiteral("H100 80 GB PCIe"));
    EXPECT_GT(sxm, 1.4 * inputs().gpu_rate);
    EXPECT_TRUE(page_->answer()->assumed().contains(QStringLiteral("H100 80 GB PCIe with")));
}

// "a100 80 gb" is the beginning of three titles.
TEST_F(QuestionPageTest, WhoTypesAWholeTitleGetsThatEntry) {
    ASSERT_GE(question().card()->found(QStringLiteral("a100 80 gb")).size(), 3);
    type(question().card(), QStringLiteral("a100 80 gb"));
    EXPECT_EQ(question().card()->shown(), QStringLiteral("A100 80 GB (form not stated)"));
}

TEST_F(QuestionPageTest, WhatIsNoChoiceGoesBackToWhatWasChosen) {
    const whatif::ScenarioFile before = document().file();
    const QString shown = question().storage()->shown();
    type(question().storage(), QStringLiteral("no such disk"));
    EXPECT_EQ(question().storage()->shown(), shown);
    type(question().gpus(), QStringLiteral("8 a100 gp3"));
    EXPECT_EQ(page_->problemText(),
              QStringLiteral("“8 a100 gp3” is not a number; “GPUs per node” must be a number of 0 "
                             "or more"));
    EXPECT_EQ(document().file(), before);
}

// Two cores of a machine that has one decode thread stay what they are.
TEST_F(QuestionPageTest, GoingThroughTheLineChangesNothing) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    const whatif::ScenarioFile before = document().file();
    question().gpus()->setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    question().cores()->setFocus(Qt::MouseFocusReason);
    question().gpus()->setFocus(Qt::MouseFocusReason);
    EXPECT_EQ(document().file(), before);
    EXPECT_EQ(document().columnCount(), 1);
}

// The review's "8 GPUs and gp3?" from an own run: what was measured stays as it is beside it.
TEST_F(QuestionPageTest, EightGpusAndGp3FromAMeasuredBaseInThreeActions) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    ASSERT_EQ(document().columnCount(), 1);
    const model::Inputs measured = document().resolved(0).inputs;

    type(question().gpus(), QStringLiteral("8"));
    type(question().storage(), QStringLiteral("gp3"));

    ASSERT_EQ(document().columnCount(), 2);
    EXPECT_EQ(document().chosen(), 1);
    EXPECT_EQ(document().resolved(0).inputs, measured);
    EXPECT_EQ(inputs().gpus_per_node, 8.0);
    EXPECT_EQ(inputs().threads, measured.threads);
    EXPECT_EQ(inputs().cores, measured.cores);
    EXPECT_EQ(inputs().gpu_rate, 2470.0);           // GPUs without a rate would change nothing
    EXPECT_EQ(inputs().sto_bw, 125.0 * 1048576.0);  // as gp3 is sold
    EXPECT_EQ(document().columnName(1), QStringLiteral("8 × A100 80 GB, AWS EBS gp3"));
    const QString answer = page_->answer()->text();
    EXPECT_TRUE(answer.contains(QStringLiteral("the GPUs wait"))) << answer.toStdString();
    EXPECT_TRUE(answer.contains(QStringLiteral("against now"))) << answer.toStdString();
    keepPicture(*page_, QStringLiteral("whatif-question"));
    document().undoStack()->undo();
    document().undoStack()->undo();
    EXPECT_EQ(document().columnCount(), 1);
}

// Goal: a volume of which nothing was said is the smallest that holds the data, and of one with
// burst credits it is said that they are left out. Method: half a GB, as a first run makes it.
TEST_F(QuestionPageTest, ASmallDataSetIsHeldByASmallVolume) {
    document().open({.base = {.name = "base"}}, QString());
    document().setInput(0, Input::ImageBytes, 110e3);
    document().setInput(0, Input::ImagesPerEpoch, 5000.0);
    QSignalSpy filled(page_.get(), &WhatIfPage::done);
    type(question().storage(), QStringLiteral("gp3"));
    ASSERT_EQ(filled.size(), 1);
    EXPECT_TRUE(filled[0][0].toString().startsWith(QStringLiteral("1 GiB was filled in")))
        << filled[0][0].toString().toStdString();
    EXPECT_EQ(inputs().sto_iops, 3000.0) << "which come with every size";
    EXPECT_TRUE(page_->answer()->assumed().startsWith(
        QStringLiteral("The storage is a volume of 1 GiB, the smallest that holds the data, with "
                       "3\u202f000 IOPS and 125 MiB/s.")))
        << page_->answer()->assumed().toStdString();

    type(question().storage(), QStringLiteral("gp2"));
    EXPECT_EQ(inputs().sto_iops, 100.0);
    const QString credits = page_->answer()->assumed();
    EXPECT_TRUE(credits.contains(QStringLiteral("Burst credits are left out: a full balance")))
        << credits.toStdString();
    EXPECT_TRUE(credits.contains(QStringLiteral("for about 97 minutes")));
    keepPicture(*page_, QStringLiteral("whatif-credits"));
    document().setVolume(document().chosen(), &whatif::Volume::hours, 1.0);
    EXPECT_TRUE(page_->answer()->assumed().contains(QStringLiteral("Burst credits count in")))
        << page_->answer()->assumed().toStdString();
}

// Goal: whoever tried another disk finds the way back to what was measured, in the list and typed.
TEST_F(QuestionPageTest, TheMeasuredStorageCanBeHadAgain) {
    const QString measured = QStringLiteral("the measured storage");
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    EXPECT_EQ(question().storage()->shown(), measured);
    const double bandwidth = inputs().sto_bw;
    for (const bool typed_over : {false, true}) {
        type(question().storage(), QStringLiteral("gp3"));
        ASSERT_EQ(document().chosen(), 1);
        ASSERT_NE(inputs().sto_bw, bandwidth);
        if (typed_over) {
            document().setInput(1, Input::StoBw, 3e8);
        }
        EXPECT_EQ(question().storage()->itemText(0), measured);

        type(question().storage(), QStringLiteral("measured"));

        EXPECT_EQ(question().storage()->shown(), measured);
        EXPECT_EQ(inputs().sto_bw, bandwidth);
        EXPECT_EQ(document().volumeOf(1).gib, 0.0);
        EXPECT_EQ(document().columnCount(), 2);
        EXPECT_FALSE(document().columnName(1).contains(QStringLiteral("gp3"))) << "it is none now";
    }
    type(question().gpus(), QStringLiteral("8"));
    EXPECT_TRUE(document().columnName(1).startsWith(QStringLiteral("8 \u00D7 ")))
        << document().columnName(1).toStdString();
    type(question().storage(), measured);
    EXPECT_EQ(document().columnCount(), 2);
}

// Goal: an example never poses as the answer of one's own run, and no card is called what it is
// not.
TEST_F(QuestionPageTest, AnExampleGivesWayToAMeasuredBase) {
    ASSERT_TRUE(page_->files()->isExample());
    ASSERT_GT(document().columnCount(), 2);
    page_->setStudyBase(demoBase());
    EXPECT_EQ(document().columnCount(), 1) << "its scenarios are of another system";
    EXPECT_EQ(shownTitle(document()), QString::fromStdString(demoBase()->title));
    EXPECT_FALSE(document().undoStack()->canUndo()) << "nobody asked for the example";
}

TEST_F(QuestionPageTest, ANameThatCameWithAnExampleFollowsWhatIsChosen) {
    document().choose(1);
    ASSERT_EQ(document().columnName(1), QStringLiteral("gp2, 8 V100"));
    type(question().storage(), QStringLiteral("gp3"));
    EXPECT_TRUE(document().columnName(1).contains(QStringLiteral("gp3")))
        << document().columnName(1).toStdString();
    EXPECT_FALSE(document().columnName(1).contains(QStringLiteral("gp2")));
    EXPECT_TRUE(document().file().title.empty()) << "it named other disks";
    document().rename(1, QStringLiteral("my own"));
    type(question().storage(), QStringLiteral("io1"));
    EXPECT_EQ(document().columnName(1), QStringLiteral("my own"));
}

TEST_F(QuestionPageTest, CoresComeWithTheirThreadsAndAMachineWithItsPrice) {
    type(question().cores(), QStringLiteral("16"));
    EXPECT_EQ(inputs().cores, 16.0);
    EXPECT_EQ(inputs().threads, 16.0);
    EXPECT_TRUE(page_->answer()->text().contains(QStringLiteral("No price is given")));
    type(question().cores(), QStringLiteral("p4d"));
    EXPECT_EQ(inputs().gpus_per_node, 8.0);
    EXPECT_GT(inputs().cores, 50.0);
    EXPECT_EQ(question().card()->shown(), QStringLiteral("A100 40 GB (form not stated)"));
    type(question().cores(), QStringLiteral("p4de"));
    EXPECT_EQ(question().card()->shown(), QStringLiteral("A100 80 GB (form not stated)"));
    type(question().cores(), QStringLiteral("p3dn"));
    EXPECT_EQ(question().card()->shown(), QStringLiteral("V100 32 GB (form not stated)"));
    EXPECT_TRUE(page_->answer()->text().endsWith(QStringLiteral("per hour")));
}

// Goal: an interval that is cut after a digit is another one. Method: the page as narrow as beside
// the list in a window of 1024 pixels, and narrower.
TEST_F(QuestionPageTest, NoFigureIsCutWhereThereIsLittleRoom) {
    page_->setStudyBase(demoBase());
    for (const int width : {700, 560, 420}) {
        page_->resize(width, 720);
        QTest::qWait(50);
        const auto lines = page_->findChildren<WrappedLine*>();
        ASSERT_FALSE(lines.empty());
        for (const WrappedLine* line : lines) {
            if (line->isVisible()) {
                EXPECT_LE(line->heightForWidth(line->width()), line->height() + 1)
                    << width << ": " << line->text().toStdString();
            }
        }
        keepPicture(*page_, QStringLiteral("whatif-%1").arg(width));
    }
}

// Goal: what is drawn over the figure is explained beside it.
TEST_F(QuestionPageTest, HatchingIsExplainedWhereItStands) {
    const auto foot = [this] {
        QStringList words;
        for (const QLabel* label : page_->answer()->findChildren<QLabel*>()) {
            words << label->text();
        }
        return words.join(u' ');
    };
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    EXPECT_FALSE(foot().contains(QStringLiteral("Hatched"))) << foot().toStdString();
    document().setInput(0, Input::Threads, 200.0);
    EXPECT_TRUE(foot().contains(
        QStringLiteral("Hatched, because the model is asked beyond what was measured.")))
        << foot().toStdString();
}

TEST_F(QuestionPageTest, TheAnswerIsLargeItalicAndSaysWhatIsMissing) {
    document().choose(0);
    const QLabel* rate = page_->answer()->rate();
    EXPECT_EQ(rate->text(), QStringLiteral("≈ 1\u202f600 images/s"));
    EXPECT_TRUE(rate->font().italic());
    EXPECT_GE(QFontInfo(rate->font()).pixelSize(), 28);
    EXPECT_TRUE(page_->answer()->text().contains(QStringLiteral("This is the base")));
    document().choose(5);
    EXPECT_TRUE(
        page_->answer()->text().contains(QStringLiteral("+162 % against now: gp2, 4 V100")));
    document().setInput(5, Input::StoEfficiency, 0.0);
    EXPECT_EQ(rate->text(), QStringLiteral("no answer"));
}

TEST_F(QuestionPageTest, ARateIsReachedByWhatLimitsAndOneClickSetsIt) {
    document().choose(0);
    document().setInput(0, Input::StoBw, model::kUnlimited);
    document().setInput(0, Input::StoIops, model::kUnlimited);
    document().setInput(0, Input::GpuRate, model::kUnlimited);
    document().setInput(0, Input::CpuSecondsPerImage, 1.0 / 715.0);
    document().setInput(0, Input::Cores, 2.0);
    document().setInput(0, Input::Threads, 2.0);
    auto* asked = page_->reach()->askedBox();
    asked->setCurrentIndex(asked->findData(static_cast<int>(Input::Threads)));
    EXPECT_EQ(asked->currentText(), QStringLiteral("by decode threads"));
    page_->reach()->targetField()->setFocus();
    page_->reach()->targetField()->selectAll();
    QTest::keyClicks(page_->reach()->targetField(), QStringLiteral("4k"));
    QTest::keyClick(page_->reach()->targetField(), Qt::Key_Return);

    EXPECT_EQ(page_->search()->target(), 4000.0);
    EXPECT_EQ(page_->reach()->sentence(),
              QStringLiteral("Not by decode threads: 2 cores end at ≈ 1\u202f430 images/s. 6 cores "
                             "with 6 decode threads reach 4\u202f000 images/s."));
    const int steps = document().undoStack()->count();
    page_->reach()->useButton()->click();
    EXPECT_EQ(inputs().cores, 6.0);
    EXPECT_EQ(inputs().threads, 6.0);
    EXPECT_EQ(document().undoStack()->count(), steps + 1);
    EXPECT_TRUE(page_->reach()->sentence().contains(QStringLiteral("enough now")));
}

TEST_F(QuestionPageTest, TheTableIsBehindAFoldThatIsRemembered) {
    EXPECT_FALSE(page_->tables()->isVisible());
    page_->foldButton()->click();
    EXPECT_TRUE(page_->tables()->isVisible());
    openPage();
    EXPECT_TRUE(page_->tables()->isVisible());
    page_->foldButton()->click();
    openPage();
    EXPECT_FALSE(page_->tables()->isVisible());
}

TEST_F(QuestionPageTest, RateToReachAndChosenScenarioAreThereAgain) {
    page_->search()->setTarget(4000.0);
    document().choose(3);
    openPage();
    EXPECT_EQ(page_->search()->target(), 4000.0);
    EXPECT_EQ(document().chosen(), 3);
}

// At 1280 x 720 with the studies beside it, and at 1024 x 700.
TEST_F(QuestionPageTest, EverythingHasRoomInASmallWindow) {
    page_->files()->openExample(QStringLiteral("burst-credits"));
    QCoreApplication::processEvents();
    EXPECT_LE(page_->minimumSizeHint().width(), 780);
    EXPECT_LE(page_->minimumSizeHint().height(), 560);
    EXPECT_GE(page_->charts()->height(), 300);
}

// Goal: nobody wonders where a card and a size came from that were not asked for.
TEST_F(QuestionPageTest, WhatIsFilledInIsSaidWithItsReason) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    QSignalSpy done(page_.get(), &WhatIfPage::done);
    type(question().gpus(), QStringLiteral("8"));
    ASSERT_EQ(done.count(), 1);
    EXPECT_TRUE(done[0][0].toString().startsWith(
        QStringLiteral("A100 80 GB (form not stated) with ResNet-50")))
        << done[0][0].toString().toStdString();
    type(question().gpus(), QStringLiteral("4"));
    EXPECT_EQ(done.count(), 1) << "there is one now";
    type(question().storage(), QStringLiteral("gp3"));
    ASSERT_EQ(done.count(), 2);
    EXPECT_TRUE(done[1][0].toString().contains(QStringLiteral("the smallest volume")))
        << done[1][0].toString().toStdString();
}

// Goal: the first chart of an own run is no flat line. Method: a base without a GPU, then fast and
// slow ones, then an axis of one's own.
TEST_F(QuestionPageTest, TheChartIsOverWhatTheAnswersDependOn) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    EXPECT_EQ(page_->charts()->curveInput(), Input::Threads);
    const PlotModel model = page_->charts()->plot(ChartViews::Curve)->model();
    EXPECT_EQ(model.x.title, inputTitle(Input::Threads));
    const auto [least, most] = std::ranges::minmax(model.series.front().points, {}, &PlotPoint::y);
    EXPECT_GT(most.y, 1.5 * least.y);

    type(question().gpus(), QStringLiteral("8"));
    EXPECT_EQ(page_->charts()->curveInput(), Input::Threads) << "one A100 takes all there is";
    type(question().card(), QStringLiteral("V100 16 GB"));
    EXPECT_EQ(page_->charts()->curveInput(), Input::GpusPerNode) << "one V100 does not";
    auto* axis = page_->charts()->controls().front()->findChild<QComboBox*>();
    ASSERT_NE(axis, nullptr);
    axis->setCurrentIndex(axis->findData(static_cast<int>(Input::StoBw)));
    type(question().gpus(), QStringLiteral("4"));
    EXPECT_EQ(page_->charts()->curveInput(), Input::StoBw) << "what was chosen stays";
}

// Goal: who picks the axis that is shown already keeps it. Method: by keys in its open list.
TEST_F(QuestionPageTest, AnAxisThatIsPickedAgainStays) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    auto* axis = page_->charts()->controls().front()->findChild<QComboBox*>();
    ASSERT_NE(axis, nullptr);
    ASSERT_EQ(page_->charts()->curveInput(), Input::Threads);
    axis->showPopup();
    QTest::keyClick(axis->view(), Qt::Key_Return);
    type(question().gpus(), QStringLiteral("8"));
    type(question().card(), QStringLiteral("V100 16 GB"));
    EXPECT_EQ(page_->charts()->curveInput(), Input::Threads);
}

// Goal: a title that goes on is not taken for the whole of it.
TEST_F(QuestionPageTest, ATitleThatIsTooLongEndsInDots) {
    const QString title = QStringLiteral("Decode threads on the two cores of this computer, ");
    document().setTitle(title.repeated(6));
    page_->resize(700, 620);
    QCoreApplication::processEvents();
    auto* edit = page_->findChild<ElidedEdit*>();
    ASSERT_NE(edit, nullptr);
    question().gpus()->setFocus();
    EXPECT_TRUE(edit->seenText().endsWith(u'…')) << edit->seenText().toStdString();
    EXPECT_TRUE(edit->seenText().startsWith(QStringLiteral("Decode threads")));
    EXPECT_EQ(edit->text(), title.repeated(6)) << "all of it can be edited";
    keepPicture(*edit, QStringLiteral("whatif-long-title"));
    edit->setFocus();
    EXPECT_EQ(edit->seenText(), edit->text());
    question().gpus()->setFocus();
    document().setTitle(QStringLiteral("short"));
    EXPECT_EQ(edit->seenText(), QStringLiteral("short"));
}

// Goal: the next click meets the field that it was meant for. Method: another card and back; fields
// stay where they were. An axis of counts is the same for 4 and for 8.
TEST_F(QuestionPageTest, FieldsAndAxisStayAsTheyAreWhenValuesChange) {
    document().open({.base = {.name = "base"}}, QString());
    page_->setStudyBase(demoBase());
    type(question().gpus(), QStringLiteral("8"));
    QCoreApplication::processEvents();
    const QPoint storage = question().storage()->pos();
    EXPECT_EQ(curvePlot(document(), Input::GpusPerNode).x.scale, AxisScale::Logarithmic);
    type(question().card(), QStringLiteral("V100"));
    type(question().gpus(), QStringLiteral("4"));
    type(question().storage(), QStringLiteral("gp3"));
    QCoreApplication::processEvents();
    EXPECT_EQ(question().storage()->pos(), storage);
    EXPECT_EQ(curvePlot(document(), Input::GpusPerNode).x.scale, AxisScale::Logarithmic);
}

}  // namespace
}  // namespace throughline::ui
