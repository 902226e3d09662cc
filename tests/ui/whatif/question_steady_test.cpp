// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: a choice in the question changes what was chosen and nothing beside it.
#include <gtest/gtest.h>

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "engine/catalog/gpu_rate.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/whatif/page_on_screen.h"
#include "ui/whatif/offers_panel.h"

namespace throughline::ui {
namespace {

using model::Input;

class QuestionSteadyTest : public PageOnScreen {
protected:
    QuestionSteadyTest() : PageOnScreen({985, 620}, Settings::Kept) {}
    QuestionLine& question() { return *page_->question(); }
    void choose(WordChooser* chooser, const QString& words) {
        chooser->setFocus();
        chooser->lineEdit()->selectAll();
        QTest::keyClicks(chooser, words);
        QTest::keyClick(chooser, Qt::Key_Return);
        QCoreApplication::processEvents();
    }
    QList<QRect> places() {
        QList<QRect> all;
        for (const WordChooser* field : {question().gpus(),
                                         question().card(),
                                         question().work(),
                                         question().storage(),
                                         question().cores(),
                                         question().format()}) {
            all << field->geometry();
        }
        return all;
    }
    const model::Inputs& inputs() { return document().resolved(document().chosen()).inputs; }
};

// Method: the places of all fields before and after choices with short and with long names.
TEST_F(QuestionSteadyTest, NoFieldMovesWhenAnotherIsChosen) {
    document().open({.base = {.name = "base"}}, QString());
    QCoreApplication::processEvents();
    const QList<QRect> before = places();
    for (const auto& [field, words] : {std::pair{question().gpus(), "16"},
                                       std::pair{question().card(), "a100 variant not stated"},
                                       std::pair{question().card(), "h100 80 gb sxm"},
                                       std::pair{question().work(), "resnet"},
                                       std::pair{question().storage(), "gp3"},
                                       std::pair{question().storage(), "fsx 125"},
                                       std::pair{question().cores(), "p4d"},
                                       std::pair{question().cores(), "4"},
                                       std::pair{question().format(), "one file"}}) {
        choose(field, QString::fromLatin1(words));
        EXPECT_EQ(places(), before) << words;
    }
    choose(question().storage(), QStringLiteral("fsx 125"));
    EXPECT_TRUE(question().storage()->currentText().endsWith(u'…'));
    EXPECT_TRUE(question().storage()->lineEdit()->toolTip().startsWith(
        QStringLiteral("FSx for Lustre persistent SSD, 125 MB/s per TiB")));
    keepPicture(*page_, QStringLiteral("whatif-steady"));
}

// Method: a card where there is no GPU, and the same one where there are eight.
TEST_F(QuestionSteadyTest, ACardBringsOneGpuAndItsNetworkDoesNotDependOnTheirNumber) {
    document().open({.base = {.name = "base"}}, QString());
    document().setInput(0, Input::GpusPerNode, 0.0);
    const whatif::ScenarioFile none = document().file();
    QSignalSpy said(page_.get(), &WhatIfPage::done);
    choose(question().card(), QStringLiteral("a100 variant not stated"));
    EXPECT_EQ(inputs().gpus_per_node, 1.0);
    ASSERT_EQ(said.size(), 1);
    EXPECT_TRUE(said[0][0].toString().contains(QStringLiteral("One GPU was filled in")));
    const QString work = question().work()->shown();
    EXPECT_TRUE(work.contains(QStringLiteral("v1.5"))) << work.toStdString();
    document().undoStack()->undo();
    EXPECT_EQ(document().file(), none) << "one step";

    choose(question().gpus(), QStringLiteral("8"));
    choose(question().card(), QStringLiteral("a100 variant not stated"));
    EXPECT_EQ(inputs().gpus_per_node, 8.0);
    EXPECT_EQ(question().work()->shown(), work);
}

// Method: a scenario that names no network, one of FP32, and the same offer taken twice.
TEST_F(QuestionSteadyTest, OffersTrainWhatTheScenarioDoesAndAreAddedOnce) {
    document().open({.base = {.name = "base"}}, QString());
    page_->search()->setTarget(3000.0);
    page_->search()->search();
    EXPECT_TRUE(page_->reach()->computedFor().contains(QStringLiteral("names no network")))
        << page_->reach()->computedFor().toStdString();
    document().duplicate(0);
    document().setCatalogEntry(
        1, CatalogKind::GpuRate, QStringLiteral("v100-16-gb-resnet-50-v1.5-training-fp32"));
    page_->search()->search();
    ASSERT_FALSE(page_->search()->offers().empty());
    EXPECT_EQ(page_->search()->work().taken, "ResNet-50 v1.5, FP32");
    EXPECT_TRUE(page_->search()->summary().contains(
        QStringLiteral("the network of “%1”").arg(document().columnName(1))))
        << page_->search()->summary().toStdString();
    for (const whatif::Offer& offer : page_->search()->offers()) {
        const auto rate =
            catalog::find_gpu_rate(document().catalog(), offer.candidate.catalog.gpu_rate);
        ASSERT_TRUE(rate);
        EXPECT_EQ(workOf(document().catalog(), *rate), QStringLiteral("ResNet-50 v1.5, FP32"));
    }
    QToolButton* const offer = page_->reach()->offerButtons().front();
    offer->click();
    EXPECT_EQ(document().columnCount(), 3);
    document().choose(1);
    page_->search()->search();
    offer->click();
    EXPECT_EQ(document().columnCount(), 3) << "it is there already";
    EXPECT_EQ(document().chosen(), 2);
}

// Goal: a number of cores is edited in place, also where a machine brought it, and a field is as
// wide as what it holds. Method: the last digit of a machine's cores is typed over.
TEST_F(QuestionSteadyTest, TheCoresOfAMachineAreANumberAndTheMachineStandsBeside) {
    document().open({.base = {.name = "base"}}, QString());
    choose(question().cores(), QStringLiteral("p4d.24xlarge"));
    EXPECT_EQ(question().cores()->shown(), QStringLiteral("62.4"));
    const auto says = [this](const QString& words) {
        const auto labels = question().findChildren<QLabel*>();
        return std::ranges::any_of(labels,
                                   [&](const QLabel* label) { return label->text() == words; });
    };
    EXPECT_TRUE(says(QStringLiteral("machine: p4d.24xlarge")));
    EXPECT_LT(3 * question().cores()->width(), 2 * question().storage()->width());
    keepPicture(*page_, QStringLiteral("whatif-machine"));

    QLineEdit* const text = question().cores()->lineEdit();
    text->setFocus();
    QTest::keyClick(text, Qt::Key_End);
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(text, Qt::Key_Backspace);
    }
    QTest::keyClicks(text, QStringLiteral("4"));
    QTest::keyClick(question().cores(), Qt::Key_Return);
    EXPECT_EQ(page_->problemText(), QString());
    EXPECT_EQ(inputs().cores, 64.0);
    EXPECT_FALSE(says(QStringLiteral("machine: p4d.24xlarge"))) << "they are not its own now";
}

// Goal: whoever knows one published rate of a card sees who measured the other one.
TEST_F(QuestionSteadyTest, EachRateIsListedWithWhoPublishedIt) {
    document().open({.base = {.name = "base"}}, QString());
    const QStringList cards = question().card()->found(QStringLiteral("a100 80 gb"));
    EXPECT_TRUE(cards.contains(QStringLiteral("A100 80 GB (form not stated)")));
    EXPECT_TRUE(cards.contains(QStringLiteral("A100 80 GB SXM")));
    choose(question().card(), QStringLiteral("a100 80 gb sxm"));
    const QStringList works = question().work()->found(QStringLiteral("resnet"));
    ASSERT_FALSE(works.isEmpty());
    EXPECT_TRUE(works.front().endsWith(QStringLiteral("(Lambda Labs, 2020-2025)")))
        << works.front().toStdString();
    EXPECT_TRUE(page_->answer()->assumed().contains(
        QStringLiteral("A100 80 GB SXM with ResNet-50 v1.5, AMP (Lambda Labs, 2020-2025)")))
        << page_->answer()->assumed().toStdString();
    choose(question().card(), QStringLiteral("a100 80 gb form"));
    EXPECT_TRUE(page_->answer()->assumed().contains(
        QStringLiteral("A100 80 GB (form not stated) with ResNet-50 v1.5, AMP (NVIDIA, 2021-03)")))
        << page_->answer()->assumed().toStdString();
}

// Goal: a disk that is slower and not the limit does not cost some per cent without a reason.
TEST_F(QuestionSteadyTest, AStageThatIsNearlyAsSlowIsNamedWithWhatItCosts) {
    document().open({.base = {.name = "base"}}, QString());
    document().setInput(0, Input::CpuSecondsPerImage, 0.004);
    const double processor = document().answers().answers.front().prediction.rates.cpu();
    ASSERT_TRUE(std::isfinite(processor));
    document().setInput(0, Input::StoBw, 1.02 * processor * inputs().image_bytes);
    EXPECT_TRUE(page_->answer()->assumed().startsWith(
        QStringLiteral("Next comes the storage bandwidth, at 1.0")))
        << page_->answer()->assumed().toStdString();
    document().setInput(0, Input::StoBw, 50.0 * processor * inputs().image_bytes);
    EXPECT_EQ(page_->answer()->assumed(), QString());
}

// Goal: a page that undo replaces as a whole says what it shows now.
TEST_F(QuestionSteadyTest, UndoBehindTheOpeningOfAnExampleSaysWhatIsShown) {
    document().open({.title = "of a meeting", .base = {.name = "base"}}, QString());
    QSignalSpy said(page_.get(), &WhatIfPage::said);
    page_->files()->openExample(QStringLiteral("eight-nodes"));
    choose(question().gpus(), QStringLiteral("4"));
    document().undoStack()->undo();
    EXPECT_EQ(said.size(), 0) << "one's own change";
    document().undoStack()->undo();
    ASSERT_EQ(said.size(), 1);
    EXPECT_EQ(said[0][0].toString(), QStringLiteral("“of a meeting” is on the page again."));
    document().undoStack()->redo();
    EXPECT_EQ(said.size(), 2);
}

// Goal: undo never ends at an example that nobody asked for. Method: a file is opened where the
// page began with one, and where one was chosen.
TEST_F(QuestionSteadyTest, BehindAFileComesOnlyTheExampleThatWasOpened) {
    const QString path = folder_.filePath(QStringLiteral("own.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(
        whatif::scenario_file_json({.title = "own", .base = {.name = "base"}})));
    file.close();
    ASSERT_TRUE(page_->files()->isExample());
    page_->files()->openFile(path);
    EXPECT_EQ(document().file().title, "own");
    EXPECT_FALSE(document().undoStack()->canUndo());
    page_->files()->openExample(QStringLiteral("eight-nodes"));
    page_->files()->openFile(path);
    document().undoStack()->undo();
    EXPECT_TRUE(page_->files()->isExample());
}

}  // namespace
}  // namespace throughline::ui
