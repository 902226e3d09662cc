// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: what stands on the page in front is one key away from the report. Method: a real library
// with two studies, the window's own action on each page.
#include "ui/shell/report_feed.h"

#include <gtest/gtest.h>

#include <QCommandLinkButton>
#include <QStatusBar>
#include <QTest>

#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/shell/main_window_fixture.h"

namespace throughline::ui {
namespace {

using report::BlockKind;

class ReportFeedTest : public MainWindowTest {
protected:
    void SetUp() override {
        QStringList files;
        QStringList uuids;
        for (const char* const name : {"Alpha", "Beta"}) {
            const QString file = folder_.filePath(QLatin1String(name) + QStringLiteral(".tlrun"));
            const std::string uuid(8, name[0] == 'A' ? '1' : '2');
            writeRecord(file, smallStudy(uuid + "-1111-4111-8111-111111111111", name, 3));
            files << file;
            uuids << QString::fromStdString(uuid) + QStringLiteral("-1111-4111-8111-111111111111");
        }
        window_->importer()->open(files);
        auto* library = window_->libraryPanel();
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                library->plotInstead(uuids, library->model()->plottedUuids());
                return library->model()->plottedStudies().size() == 2;
            },
            kPatienceMs));
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return window_->explore()->document()->studies().size() == 2; }, kPatienceMs));
        study_ = window_->libraryPanel()->model()->plottedStudies().front();
        window_->study()->choose({study_});
    }
    std::vector<BlockKind> added(MainWindow::Page page) {
        window_->showPage(page);
        QCoreApplication::processEvents();
        const std::size_t before = document().blocks().size();
        window_->report()->addAction()->trigger();
        std::vector<BlockKind> kinds;
        for (std::size_t i = before; i < document().blocks().size(); ++i) {
            kinds.push_back(document().blocks()[i].kind);
        }
        return kinds;
    }
    ReportDocument& document() { return *window_->report()->page()->document(); }

    std::int64_t study_ = 0;
};

TEST_F(ReportFeedTest, EachPageAddsWhatItShows) {
    window_->showPage(MainWindow::Page::Result);
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->study()->panel()->study() != nullptr; },
                                kPatienceMs));
    EXPECT_EQ(added(MainWindow::Page::Result),
              (std::vector{BlockKind::Verdict, BlockKind::Numbers}));
    EXPECT_EQ(document().definition().studies.size(), 1U);
    EXPECT_EQ(added(MainWindow::Page::Explore), (std::vector{BlockKind::Chart}));
    EXPECT_EQ(document().definition().studies.size(), 2U) << "those that are plotted";
    EXPECT_FALSE(document().blocks().back().text.empty()) << "the chart as it is";
    EXPECT_EQ(added(MainWindow::Page::Figures), (std::vector{BlockKind::Runs}));
    EXPECT_EQ(added(MainWindow::Page::Settings), (std::vector{BlockKind::Method}));
    EXPECT_EQ(added(MainWindow::Page::WhatIf), (std::vector{BlockKind::WhatIf}));

    window_->showPage(MainWindow::Page::Report);
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return window_->report()->page()->preview()->pageCount() > 1; }, kPatienceMs));
}

TEST_F(ReportFeedTest, AnEmptyOneOffersWhatItCanBeginWith) {
    window_->showPage(MainWindow::Page::Report);
    const auto buttons = window_->report()->page()->findChildren<QCommandLinkButton*>();
    ASSERT_EQ(buttons.size(), static_cast<qsizetype>(report::all_templates().size()));
    EXPECT_TRUE(buttons.front()->isVisible());
    buttons.front()->click();
    EXPECT_EQ(document().definition().title, report::all_templates().front().title);
    EXPECT_EQ(document().definition().studies.size(), 2U) << "those that are plotted";
    EXPECT_FALSE(buttons.front()->isVisible()) << "its pages are in their place";
    document().undoStack()->undo();
    EXPECT_TRUE(QTest::qWaitFor(
        [this] {
            const auto again = window_->report()->page()->findChildren<QCommandLinkButton*>();
            return !again.empty() && again.back()->isVisible();
        },
        kPatienceMs));
}

TEST_F(ReportFeedTest, WhereNothingCanBeAddedItSaysSo) {
    for (const auto page : {MainWindow::Page::Measure, MainWindow::Page::Report}) {
        window_->statusBar()->clearMessage();
        EXPECT_TRUE(added(page).empty());
        EXPECT_FALSE(window_->statusBar()->currentMessage().isEmpty());
    }
}

TEST_F(ReportFeedTest, ATemplateBeginsWithThePlottedStudies) {
    window_->showPage(MainWindow::Page::Report);
    Q_EMIT window_->report()->page()->studiesAsked(*report::find_template("machines"));
    EXPECT_EQ(document().definition().studies.size(), 2U);
    EXPECT_TRUE(QTest::qWaitFor(
        [this] { return window_->report()->page()->preview()->pageCount() > 1; }, kPatienceMs));
}

}  // namespace
}  // namespace throughline::ui
