// SPDX-License-Identifier: GPL-3.0-or-later
// From "choose folder" to "chart on screen", with the real child process.
#include <gtest/gtest.h>
#include <signal.h>

#include <QDir>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "engine/analysis/disturbance.h"
#include "engine/record/touched.h"
#include "tests/ui/bridge/journey_data.h"
#include "tests/ui/kept_picture.h"
#include "ui/bridge/engine_process.h"
#include "ui/bridge/paths.h"
#include "ui/shell/diagnostics_dialog.h"
#include "ui/shell/main_window.h"

namespace throughline::ui {
namespace {

class Journey : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(images_.make());
        qputenv("THROUGHLINE_ENGINE", THROUGHLINE_TEST_ENGINE);
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        settings_ = std::make_unique<QSettings>(folder_.filePath(QStringLiteral("window.ini")),
                                                QSettings::IniFormat);
        openWindow();
    }
    void TearDown() override {
        window_.reset();
        qunsetenv("THROUGHLINE_ENGINE");
    }
    void openWindow() {
        window_ = std::make_unique<MainWindow>(settings_.get());
        window_->resize(1280, 720);
        QSignalSpy known(window_.get(), &MainWindow::engineKnown);
        window_->show();
        ASSERT_TRUE(known.wait(kPatienceMs));
        ASSERT_EQ(window_->engine().problem.toStdString(), "");
    }
    MeasureForm* form() { return window_->measurePage()->form(); }
    /// A study of a few seconds: the stages alone and together.
    void fillForm(double seconds) {
        window_->showPage(MainWindow::Page::Measure);
        auto spec = presetSpec(Preset::Quick, images_.folder(), 1);
        spec.base["warmup_seconds"] = 0.2;
        spec.base["duration_seconds"] = seconds;
        form()->setSpec(spec);
        ASSERT_TRUE(
            QTest::qWaitFor([this] { return form()->startButton()->isEnabled(); }, kPatienceMs))
            << form()->startButton()->toolTip().toStdString();
    }
    void start() { QTest::mouseClick(form()->startButton(), Qt::LeftButton); }
    bool waitForSamples() {
        return QTest::qWaitFor(
            [this] {
                return window_->measurement()->live() != nullptr &&
                       !window_->measurement()->live()->snapshot()->latest.empty();
            },
            kPatienceMs);
    }

    QPushButton* buttonOf(const QString& text) {
        const auto buttons = window_->study()->panel()->findChildren<QPushButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(), [&](const auto* button) {
            return button->text() == text;
        });
        return found == buttons.end() ? nullptr : *found;
    }
    /// Studies in the list beside the published ones.
    int ownStudies() const {
        auto* model = window_->libraryPanel()->model();
        int own = 0;
        for (int row = 0; row < model->rowCount(); ++row) {
            own += model->index(row).data(StudyListModel::PublishedRole).toBool() ? 0 : 1;
        }
        return own;
    }

    /// The question has an event loop of its own, in which the measurement may come to its end.
    bool closeAndAnswerAfterTheEnd(MainWindow::OnClose answer) {
        fillForm(60.0);
        start();
        EXPECT_TRUE(waitForSamples());
        window_->setCloseQuestion([this, answer] {
            window_->measurement()->live()->stop();
            EXPECT_TRUE(QTest::qWaitFor(
                [this] { return window_->measurement()->live() == nullptr; }, kPatienceMs));
            return answer;
        });
        return window_->close();
    }

    JourneyImages images_;
    QTemporaryDir folder_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

TEST_F(Journey, FromFolderToChart) {
    fillForm(3.0);
    QSignalSpy shown(window_.get(), &MainWindow::resultShown);

    start();
    ASSERT_TRUE(waitForSamples());
    EXPECT_EQ(window_->measurePage()->currentWidget(), window_->measurePage()->live());
    ASSERT_TRUE(shown.wait(kPatienceMs));

    ResultPanel* result = window_->study()->panel();
    EXPECT_TRUE(result->isVisible());
    ASSERT_NE(result->study(), nullptr);
    EXPECT_EQ(result->study()->runs.size(), 3U);
    ASSERT_TRUE(result->study()->verdict.has_value());
    // Beside other programs the verdict is at most indicated. Without them it may be, too: short
    // runs on a machine that changes its speed prove nothing.
    EXPECT_FALSE(result->study()->verdict->grade == record::Grade::Measured &&
                 analysis::is_disturbed(*result->study()))
        << result->study()->verdict->sentence;
    EXPECT_TRUE(result->findChild<LimitBars*>()->isVisible()) << "stages alone beside one run";
    EXPECT_NE(result->studyId(), 0);

    // Its result is found again from the list, wherever one was meanwhile.
    const std::string sentence = result->study()->verdict->sentence;
    window_->showPage(MainWindow::Page::WhatIf);
    Q_EMIT window_->libraryPanel()->opened(result->studyId());
    EXPECT_TRUE(result->isVisible());
    EXPECT_EQ(result->study()->verdict->sentence, sentence);

    // The study is in the library, checked, and the explorer shows it.
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return window_->explore()->document()->studies().size() == 1; }, kPatienceMs));
    window_->showPage(MainWindow::Page::Explore);
    EXPECT_GT(window_->explore()->plot()->model().series.size(), 0U);
}

// Goal: playing leaves nothing behind, and what is recorded cannot be played with.
TEST_F(Journey, PlayedRunTakesAnotherNumberOfThreadsAndIsNotRecorded) {
    window_->showPage(MainWindow::Page::Measure);
    form()->picker()->setFolder(images_.folder());
    form()->setPreset(Preset::Play);
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return form()->startButton()->isEnabled(); }, kPatienceMs));
    start();
    ASSERT_TRUE(waitForSamples());
    ThreadsControl* threads = window_->measurePage()->live()->threads();
    EXPECT_TRUE(threads->isVisible());
    const int other = threads->threads() == 1 ? 2 : 1;
    threads->findChild<QSpinBox*>()->setValue(other);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            const auto& notes = window_->measurement()->live()->snapshot()->notes;
            return std::ranges::any_of(
                notes, [](const record::Note& note) { return note.code == record::kTouchedCode; });
        },
        kPatienceMs));
    keepPicture(*window_, QStringLiteral("play"));
    window_->measurement()->live()->stop();
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return window_->measurement()->live() == nullptr; }, kPatienceMs));
    EXPECT_EQ(window_->measurePage()->currentWidget(), form());
    EXPECT_EQ(ownStudies(), 0);
    EXPECT_TRUE(QDir(spoolFolder()).entryList(QDir::Files).isEmpty());

    fillForm(60.0);
    start();
    ASSERT_TRUE(waitForSamples());
    EXPECT_FALSE(threads->isVisible());
    window_->measurement()->live()->stop();
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return window_->measurement()->live() == nullptr; }, kPatienceMs));
}

// Goal: "is done" is never read as said of the measurement that runs, nor of one that was stopped.
TEST_F(Journey, WhatIsSaidOfTheEndIsOfTheMeasurementThatEnded) {
    const auto* messages = window_->findChild<MessageBar*>();
    QSignalSpy shown(window_.get(), &MainWindow::resultShown);
    fillForm(0.5);
    start();
    window_->showPage(MainWindow::Page::Explore);
    ASSERT_TRUE(shown.wait(kPatienceMs));
    EXPECT_EQ(messages->currentMessage(), QStringLiteral("The measurement is done."));
    EXPECT_TRUE(messages->button()->isVisible());
    EXPECT_FALSE(window_->measurement()->strip()->isVisible());

    fillForm(60.0);
    start();
    ASSERT_TRUE(waitForSamples());
    EXPECT_NE(messages->currentMessage(), QStringLiteral("The measurement is done."));
    EXPECT_FALSE(messages->button()->isVisible());
    window_->showPage(MainWindow::Page::Explore);
    window_->measurement()->live()->stop();
    ASSERT_TRUE(shown.wait(kPatienceMs));
    EXPECT_EQ(messages->currentMessage(),
              QStringLiteral("The measurement was stopped; what was measured is kept."));
    EXPECT_TRUE(messages->button()->isVisible());
    EXPECT_FALSE(window_->measurement()->strip()->isVisible()) << "it is said once";
}

// Goal: what is typed after Start filters no list.
TEST_F(Journey, TheKeyboardGoesWithTheMeasurement) {
    fillForm(60.0);
    form()->startButton()->setFocus();
    start();
    ASSERT_TRUE(waitForSamples());
    EXPECT_FALSE(window_->libraryPanel()->isAncestorOf(window_->focusWidget()));
    window_->measurement()->live()->stop();
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return window_->measurement()->live() == nullptr; }, kPatienceMs));
}

TEST_F(Journey, KilledEngineIsSaidAndWhatCameIsKept) {
    fillForm(60.0);
    QSignalSpy shown(window_.get(), &MainWindow::resultShown);
    start();
    ASSERT_TRUE(waitForSamples());
    auto* process = dynamic_cast<EngineProcess*>(window_->measurement()->live());
    ASSERT_NE(process, nullptr);

    ASSERT_EQ(::kill(static_cast<pid_t>(process->processId()), SIGKILL), 0);

    ASSERT_TRUE(shown.wait(kPatienceMs));
    const StudyPtr& study = window_->study()->panel()->study();
    ASSERT_NE(study, nullptr);
    ASSERT_EQ(study->runs.size(), 1U);
    EXPECT_EQ(study->runs[0].status, record::RunStatus::Interrupted);
    EXPECT_FALSE(study->runs[0].samples.empty());
    EXPECT_TRUE(form()->startButton()->isEnabled());
}

// Goal: what was measured to its end is measured once; no twin is left. Method: an engine that is
// killed in the second of three runs, and the button; then the same with its record gone.
TEST_F(Journey, MissingPointsAreFinishedInTheSameStudy) {
    for (const bool record_kept : {true, false}) {
        window_->measurePage()->showForm();
        fillForm(1.2);
        QSignalSpy shown(window_.get(), &MainWindow::resultShown);
        start();
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                const auto snapshot = window_->measurement()->live()->snapshot();
                return snapshot->run == 2 && !snapshot->latest.empty() &&
                       snapshot->phase == "measured";
            },
            kPatienceMs));
        auto* process = dynamic_cast<EngineProcess*>(window_->measurement()->live());
        ASSERT_EQ(::kill(static_cast<pid_t>(process->processId()), SIGKILL), 0);
        ASSERT_TRUE(shown.wait(kPatienceMs));
        const record::Study before = *window_->study()->panel()->study();
        const qint64 id = window_->study()->panel()->studyId();
        ASSERT_EQ(record::missing_runs(before), (std::vector<int>{2, 3}));
        if (!record_kept) {
            QDir(spoolFolder() + QStringLiteral("/done")).removeRecursively();
        }
        keepPicture(*window_, QStringLiteral("interrupted"));

        auto* button = buttonOf(QStringLiteral("Measure the missing &points"));
        ASSERT_TRUE(button->isVisible() && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        ASSERT_TRUE(shown.wait(kPatienceMs));

        const ResultPanel* result = window_->study()->panel();
        const record::Study& after = *result->study();
        EXPECT_EQ(after.header.study, before.header.study);
        EXPECT_EQ(result->studyId(), id);
        EXPECT_EQ(record::status_of(after), record::RunStatus::Done);
        ASSERT_EQ(after.runs.size(), 3U);
        EXPECT_EQ(after.runs[0].started.at, before.runs[0].started.at);
        EXPECT_NE(after.runs[1].started.at, before.runs[1].started.at);
        EXPECT_FALSE(button->isVisible());
        const auto library = store::Library::open("");
        const auto stored = (*library)->load(id);
        ASSERT_TRUE(stored);
        EXPECT_EQ(record::status_of(*stored), record::RunStatus::Done);
        EXPECT_EQ(stored->runs.size(), 3U);
        EXPECT_EQ(stored->runs[1].samples.size(), after.runs[1].samples.size());
        EXPECT_EQ(ownStudies(), record_kept ? 1 : 2);
    }
}

TEST_F(Journey, ClosingCanLeaveItToTheBackgroundAndTheNextWindowFollows) {
    fillForm(60.0);
    start();
    ASSERT_TRUE(waitForSamples());

    window_->setCloseQuestion([] { return MainWindow::OnClose::Background; });
    ASSERT_TRUE(window_->close());
    window_.reset();
    openWindow();

    ASSERT_TRUE(
        QTest::qWaitFor([this] { return window_->measurement()->live() != nullptr; }, kPatienceMs));
    EXPECT_FALSE(window_->measurement()->live()->canPause());
    ASSERT_TRUE(waitForSamples());
    QSignalSpy shown(window_.get(), &MainWindow::resultShown);
    window_->measurement()->live()->stop();
    EXPECT_TRUE(shown.wait(kPatienceMs));
}

TEST_F(Journey, ClosingCanStopAndKeepsTheStudy) {
    fillForm(60.0);
    start();
    ASSERT_TRUE(waitForSamples());
    window_->setCloseQuestion([] { return MainWindow::OnClose::Stop; });

    window_->close();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window_->isVisible(); }, kPatienceMs));
    window_.reset();
    openWindow();

    EXPECT_TRUE(QTest::qWaitFor([this] { return ownStudies() == 1; }, kPatienceMs));
}

TEST_F(Journey, MeasurementThatEndsWhileClosingIsAskedKeepsACancelledWindow) {
    EXPECT_FALSE(closeAndAnswerAfterTheEnd(MainWindow::OnClose::Cancel));
}

TEST_F(Journey, MeasurementThatEndsWhileClosingIsAskedNeedsNoStop) {
    EXPECT_TRUE(closeAndAnswerAfterTheEnd(MainWindow::OnClose::Stop));
}

TEST_F(Journey, CancelledCloseGoesOnMeasuring) {
    fillForm(60.0);
    start();
    ASSERT_TRUE(waitForSamples());
    window_->setCloseQuestion([] { return MainWindow::OnClose::Cancel; });

    EXPECT_FALSE(window_->close());

    EXPECT_TRUE(window_->isVisible());
    ASSERT_NE(window_->measurement()->live(), nullptr);
    QSignalSpy shown(window_.get(), &MainWindow::resultShown);
    window_->measurement()->live()->stop();
    EXPECT_TRUE(shown.wait(kPatienceMs));
}

TEST_F(Journey, DiagnosticsSayWhatTheEngineFound) {
    DiagnosticsDialog* dialog = window_->showDiagnostics();
    QSignalSpy complete(dialog, &DiagnosticsDialog::complete);
    ASSERT_TRUE(complete.wait(kPatienceMs));

    const QString text = dialog->plainText();

    for (const char* part :
         {"io_uring: ", "Memory lock: ", "GPU: ", "libjpeg-turbo ", "for its records in "}) {
        EXPECT_TRUE(text.contains(QLatin1String(part))) << part << " in\n" << text.toStdString();
    }
}

}  // namespace
}  // namespace throughline::ui
