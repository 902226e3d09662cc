// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/start_place.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/bridge/record_maker.h"
#include "ui/shell/main_window.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10'000;

/// Windows one after the other, on one data folder.
class StartPlaceTest : public testing::Test {
protected:
    StartPlaceTest() {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        qputenv("THROUGHLINE_ENGINE", "/nowhere/throughline-engine");
    }
    ~StartPlaceTest() override {
        window_.reset();
        qunsetenv("THROUGHLINE_ENGINE");
    }

    void start() {
        window_.reset();
        window_ = std::make_unique<MainWindow>(&settings_);
        window_->show();
        auto* list = window_->libraryPanel()->model();
        ASSERT_TRUE(QTest::qWaitFor([&] { return list->rowCount() > 0; }, kPatienceMs));
        QCoreApplication::processEvents();
    }
    void takeIn(const char* uuid, const char* title) {
        const QString file = folder_.filePath(QLatin1String(title) + QStringLiteral(".tlrun"));
        writeRecord(file, smallStudy(uuid, title, 2));
        window_->importer()->open({file});
        auto* list = window_->libraryPanel()->model();
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                return !list->match(list->index(0), Qt::DisplayRole, QLatin1String(title))
                            .isEmpty();
            },
            kPatienceMs));
    }
    Page page() { return window_->findChild<Pages*>()->page(); }
    QString chosen() {
        auto* panel = window_->libraryPanel();
        const auto selected = panel->selected();
        return selected.size() == 1 ? panel->model()->indexOf(selected.front()).data().toString()
                                    : QString();
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    std::unique_ptr<MainWindow> window_;
};

TEST_F(StartPlaceTest, WelcomeWhileThereIsNoStudyOfOnesOwnThenWhereOneWas) {
    start();  // published studies are there
    EXPECT_EQ(page(), Page::Welcome);
    takeIn("11111111-1111-4111-8111-111111111111", "Alpha");
    takeIn("22222222-2222-4222-8222-222222222222", "Beta");
    ASSERT_TRUE(QTest::qWaitFor([&] { return page() == Page::Explore; }, kPatienceMs));
    window_->showPage(Page::WhatIf);
    auto* list = window_->libraryPanel()->model();
    const QModelIndex alpha =
        list->match(list->index(0), Qt::DisplayRole, QStringLiteral("Alpha")).front();
    window_->libraryPanel()->selectWhenListed({alpha.data(StudyListModel::IdRole).toLongLong()});
    EXPECT_TRUE(window_->close());

    start();
    EXPECT_EQ(page(), Page::WhatIf);
    EXPECT_EQ(chosen(), QStringLiteral("Alpha"));
}

// An empty chart would say nothing of why it is empty.
TEST_F(StartPlaceTest, RecordWhoseRunsAllFailedIsShownWhereItSaysWhy) {
    start();
    auto lines = smallStudy("33333333-3333-4333-8333-333333333333", "Gamma", 2);
    std::erase_if(lines, [](const record::Line& line) {
        return std::holds_alternative<record::Sample>(line);
    });
    for (record::Line& line : lines) {
        if (auto* ended = std::get_if<record::RunEnded>(&line)) {
            ended->status = record::RunStatus::Failed;
            ended->metrics.clear();
        }
    }
    const QString file = folder_.filePath(QStringLiteral("Gamma.tlrun"));
    writeRecord(file, lines);
    window_->importer()->open({file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return page() == Page::Result; }, kPatienceMs));
    ASSERT_TRUE(QTest::qWaitFor([&] { return chosen() == QStringLiteral("Gamma"); }, kPatienceMs));
}

TEST_F(StartPlaceTest, OrWhereOneLikesToBegin) {
    start();
    takeIn("11111111-1111-4111-8111-111111111111", "Alpha");
    window_->showPage(Page::WhatIf);
    EXPECT_TRUE(window_->close());

    Preferences(&settings_).set(Preference::StartWith, QLatin1String(kStartWithResult));
    start();
    EXPECT_EQ(page(), Page::Result);
    EXPECT_EQ(chosen(), QStringLiteral("Alpha"));
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return window_->study()->panel()->isVisible(); }, kPatienceMs))
        << "the page is not empty";

    Preferences(&settings_).set(Preference::StartWith, QLatin1String(kStartWithWelcome));
    start();
    EXPECT_EQ(page(), Page::Welcome);
    EXPECT_EQ(chosen(), QStringLiteral("Alpha")) << "chosen all the same";
}

TEST_F(StartPlaceTest, ChartsComeBackAsTheyWereLeft) {
    start();
    takeIn("11111111-1111-4111-8111-111111111111", "Alpha");
    const auto is_plotted = [&] { return !window_->explore()->document()->studies().empty(); };
    ASSERT_TRUE(QTest::qWaitFor(is_plotted, kPatienceMs));
    auto* charts = window_->explore()->document();
    ASSERT_NE(charts->choice().points(), PointsOf::Samples);
    charts->setKind(PointsOf::Samples);
    charts->addChart();
    EXPECT_TRUE(window_->close());

    start();
    ASSERT_TRUE(QTest::qWaitFor(is_plotted, kPatienceMs));
    charts = window_->explore()->document();
    ASSERT_EQ(charts->state().charts.size(), 2U);
    EXPECT_EQ(charts->state().charts.front().choice.points(), PointsOf::Samples);
    EXPECT_FALSE(charts->canGo(-1)) << "the start is no step";

    EXPECT_TRUE(window_->close());
    settings_.setValue(QStringLiteral("explore/charts"), QStringLiteral("{]"));
    start();
    ASSERT_TRUE(QTest::qWaitFor(is_plotted, kPatienceMs));
    EXPECT_EQ(window_->explore()->document()->state().charts.size(), 1U) << "as at the first start";
}

TEST_F(StartPlaceTest, WhoIsElsewhereAlreadyStaysThere) {
    start();
    takeIn("11111111-1111-4111-8111-111111111111", "Alpha");
    window_->showPage(Page::WhatIf);
    EXPECT_TRUE(window_->close());
    window_ = std::make_unique<MainWindow>(&settings_);
    window_->show();
    window_->showPage(Page::Measure);
    auto* list = window_->libraryPanel()->model();
    ASSERT_TRUE(QTest::qWaitFor([&] { return list->rowCount() > 0; }, kPatienceMs));
    QCoreApplication::processEvents();
    EXPECT_EQ(page(), Page::Measure);
}

}  // namespace
}  // namespace throughline::ui
