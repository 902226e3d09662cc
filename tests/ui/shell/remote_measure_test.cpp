// SPDX-License-Identifier: GPL-3.0-or-later
// A study on another computer from the window, with real engines and a real sshd on this one.
#include <gtest/gtest.h>
#include <signal.h>

#include <QApplication>
#include <QFileInfo>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <memory>

#include "tests/app/ssh_server.h"
#include "tests/fixtures/kept_environment.h"
#include "tests/ui/bridge/journey_data.h"
#include "tests/ui/kept_picture.h"
#include "ui/bridge/engine_process.h"
#include "ui/shell/main_window.h"

namespace throughline::ui {
namespace {

class RemoteMeasure : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(images_.make());
        qputenv("XDG_RUNTIME_DIR", folder_.path().toLocal8Bit());
        const QString program = QFileInfo(QStringLiteral(THROUGHLINE_TEST_ENGINE)).path();
        server_ = std::make_unique<tests::SshServer>(
            (program + QStringLiteral(":/usr/bin:/bin")).toStdString(),
            folder_.filePath(QStringLiteral("there")).toStdString());
        if (!server_->problem().empty()) {
            GTEST_SKIP() << server_->problem();
        }
        qputenv("THROUGHLINE_ENGINE", THROUGHLINE_TEST_ENGINE);
        qputenv("THROUGHLINE_DATA_DIR", folder_.filePath(QStringLiteral("here")).toLocal8Bit());
        settings_ = std::make_unique<QSettings>(folder_.filePath(QStringLiteral("window.ini")),
                                                QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(settings_.get());
        window_->resize(1280, 720);
        QSignalSpy known(window_.get(), &MainWindow::engineKnown);
        window_->show();
        ASSERT_TRUE(known.wait(kPatienceMs));
    }
    /// On "lab", for so long.
    void start(double seconds) {
        window_->showPage(MainWindow::Page::Measure);
        MeasureForm* form = window_->measurePage()->form();
        auto spec = presetSpec(Preset::Quick, images_.folder(), 1);
        spec.base["warmup_seconds"] = 0.2;
        spec.base["duration_seconds"] = seconds;
        spec.ceilings = false;
        spec.sweep.clear();
        form->setSpec(spec);
        form->picker()->hosts()->setHost(QStringLiteral("lab"));
        form->picker()->hosts()->setFolder(images_.folder());
        ASSERT_TRUE(
            QTest::qWaitFor([form] { return form->startButton()->isEnabled(); }, kPatienceMs))
            << form->startButton()->toolTip().toStdString();
        keepPicture(*window_, QStringLiteral("measure-on-form"));
        QTest::mouseClick(form->startButton(), Qt::LeftButton);
        ASSERT_TRUE(QTest::qWaitFor(
            [this] {
                return window_->measurement()->live() != nullptr &&
                       !window_->measurement()->live()->snapshot()->latest.empty();
            },
            kPatienceMs));
    }
    /// The study that the Result page shows, as soon as it shows one.
    StudyPtr result() {
        EXPECT_TRUE(QTest::qWaitFor(
            [this] { return window_->study()->panel()->study() != nullptr; }, kPatienceMs));
        return window_->study()->panel()->study();
    }
    bool liveSays(const char* words) {
        for (const QLabel* label : window_->measurePage()->live()->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(QLatin1String(words))) {
                return true;
            }
        }
        return false;
    }
    static QPushButton* buttonOfABox(const char* words) {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            const auto* box = qobject_cast<QMessageBox*>(widget);
            if (box == nullptr || !box->isVisible()) {
                continue;
            }
            for (QPushButton* button : box->findChildren<QPushButton*>()) {
                if (button->text().remove(u'&') == QLatin1String(words)) {
                    return button;
                }
            }
        }
        return nullptr;
    }

    fixtures::KeptEnvironment kept_{
        "XDG_RUNTIME_DIR", "THROUGHLINE_SSH", "THROUGHLINE_ENGINE", "THROUGHLINE_DATA_DIR"};
    JourneyImages images_;
    QTemporaryDir folder_;
    std::unique_ptr<tests::SshServer> server_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

// Goal: a connection that breaks loses nothing. Method: it is cut while samples come.
TEST_F(RemoteMeasure, ShowsProgressOutlivesABrokenConnectionAndBringsTheRecordHome) {
    start(4.0);
    EXPECT_TRUE(liveSays("On lab:"));
    keepPicture(*window_, QStringLiteral("measure-on-live"));
    server_->cut();
    EXPECT_TRUE(QTest::qWaitFor([this] { return liveSays("broke"); }, kPatienceMs));
    keepPicture(*window_, QStringLiteral("measure-on-cut"));

    const StudyPtr study = result();
    ASSERT_NE(study, nullptr);
    EXPECT_TRUE(study->footer.has_value());
    EXPECT_FALSE(study->runs.front().samples.empty());
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return window_->study()->panel()->studyId() != 0; }, kPatienceMs))
        << "it is in the library";
}

// Goal: what is not heard looks so, and nothing of it stays when it is heard again. Method: the
// connection is held until that was said, then cut, and taken up at once.
TEST_F(RemoteMeasure, WhatIsNotHeardIsMutedUntilItIsHeardAgain) {
    start(300.0);
    LivePanel* live = window_->measurePage()->live();
    const auto muted = [live] {
        const auto effects = live->findChildren<QGraphicsOpacityEffect*>();
        return std::ranges::all_of(effects, [](const auto* one) { return one->isEnabled(); });
    };
    EXPECT_FALSE(muted());
    server_->hold();
    ASSERT_TRUE(QTest::qWaitFor([this] { return liveSays("Last heard from lab"); }, kPatienceMs));
    keepPicture(*window_, QStringLiteral("measure-on-silent"));
    EXPECT_TRUE(muted());
    EXPECT_TRUE(liveSays("no word from lab"));
    EXPECT_FALSE(window_->measurement()->actions().at(1)->isEnabled()) << "it hears no pause";
    for (const QLabel* label : window_->measurement()->strip()->findChildren<QLabel*>()) {
        EXPECT_FALSE(label->text().contains(QStringLiteral(" left"))) << "nobody knows";
    }
    server_->stop_listening();
    ASSERT_TRUE(QTest::qWaitFor([live] { return live->tryNowButton()->isVisible(); }, kPatienceMs));
    EXPECT_TRUE(liveSays("broke"));
    keepPicture(*window_, QStringLiteral("measure-on-waiting"));
    ASSERT_EQ(server_->listen_again(), "");
    const auto heard = [&] {
        if (live->tryNowButton()->isVisible()) {
            QTest::mouseClick(live->tryNowButton(), Qt::LeftButton);
        }
        return liveSays("measuring on lab");
    };
    ASSERT_TRUE(QTest::qWaitFor(heard, kPatienceMs));
    EXPECT_FALSE(liveSays("broke"));
    EXPECT_FALSE(liveSays("Last heard"));
    EXPECT_FALSE(muted());
    EXPECT_FALSE(live->tryNowButton()->isVisible());
    window_->measurement()->live()->stop();
    EXPECT_NE(result(), nullptr);
}

TEST_F(RemoteMeasure, StopEndsTheRunThereAndKeepsWhatItMeasured) {
    start(300.0);
    window_->measurement()->live()->stop();

    const StudyPtr study = result();
    ASSERT_NE(study, nullptr);
    EXPECT_EQ(record::status_of(*study), record::RunStatus::Stopped);
}

// Goal: a study that another computer measured is not measured here in its place. Method: one that
// says it is of "lab", which is known, and of a computer that is not.
TEST_F(RemoteMeasure, WhatAnotherComputerMeasuredIsMeasuredAgainThere) {
    HostPicker* hosts = window_->measurePage()->form()->picker()->hosts();
    hosts->setHost(QStringLiteral("lab"));
    hosts->remember();
    ASSERT_TRUE(QTest::qWaitFor([hosts] { return !hosts->isAsking(); }, kPatienceMs));
    hosts->setHost({});
    const auto study_of = [this](const char* computer) {
        auto study = std::make_shared<record::Study>();
        study->header.origin = record::Origin::Measured;
        study->header.environment = {{"host.name", std::string(computer)},
                                     {"machine.id", std::string("another")},
                                     {"cpu.model", std::string("another")}};
        study->header.spec_json =
            spec::spec_to_json(presetSpec(Preset::Quick, images_.folder(), 1));
        return study;
    };
    QSignalSpy said(window_->measurement(), &MeasureFeed::said);
    const auto again = [&](const char* computer) {
        window_->study()->showMeasured(study_of(computer), {});
        ResultPanel* panel = window_->study()->panel();
        Q_EMIT panel->measureAgainAsked(*spec::parse_spec(panel->study()->header.spec_json));
    };
    again("lab");
    EXPECT_EQ(hosts->host(), QStringLiteral("lab"));
    EXPECT_EQ(hosts->folder(), images_.folder());
    EXPECT_EQ(window_->measurement()->live(), nullptr) << "nothing is begun here";
    ASSERT_EQ(said.size(), 1);
    EXPECT_EQ(said.back().front().toString(),
              QStringLiteral("It was measured on lab, which is chosen here."));
    // The same computer by the name that it has itself.
    hosts->setHost({});
    again(QSysInfo::machineHostName().toUtf8().constData());
    EXPECT_EQ(hosts->host(), QStringLiteral("lab"));
    EXPECT_EQ(said.back().front().toString(),
              QStringLiteral("It was measured on lab, which is chosen here."));
    hosts->setHost({});
    again("elsewhere");
    EXPECT_EQ(hosts->host(), QString());
    EXPECT_EQ(window_->measurement()->live(), nullptr);
    EXPECT_EQ(said.back().front().toString(),
              QStringLiteral(
                  "It was measured on elsewhere. Choose that computer here to measure on it."));
}

// Goal: what goes on there is not lost with the program that follows it. Method: that is killed.
TEST_F(RemoteMeasure, WhatIsLostOnTheWayIsOfferedToBeFetched) {
    start(4.0);
    const auto* engine = dynamic_cast<EngineProcess*>(window_->measurement()->live());
    ASSERT_NE(engine, nullptr);
    ASSERT_EQ(::kill(static_cast<pid_t>(engine->processId()), SIGKILL), 0);
    ASSERT_TRUE(QTest::qWaitFor([] { return buttonOfABox("Fetch it") != nullptr; }, kPatienceMs));
    keepPicture(*buttonOfABox("Fetch it")->window(), QStringLiteral("measure-on-lost"));

    buttonOfABox("Fetch it")->click();

    const StudyPtr study = result();
    ASSERT_NE(study, nullptr);
    EXPECT_TRUE(study->footer.has_value());
}

TEST_F(RemoteMeasure, WhereNothingBeganNothingIsOfferedToBeFetched) {
    window_->measurement()->startOn(
        QStringLiteral("lab"),
        presetSpec(Preset::Quick, folder_.filePath(QStringLiteral("mistyped")), 1));
    ASSERT_TRUE(QTest::qWaitFor([] { return buttonOfABox("OK") != nullptr; }, kPatienceMs));
    const auto* box = qobject_cast<QMessageBox*>(buttonOfABox("OK")->window());

    EXPECT_EQ(buttonOfABox("Fetch it"), nullptr);
    EXPECT_EQ(box->informativeText(), QString());
    EXPECT_TRUE(box->text().contains(QStringLiteral("mistyped"))) << box->text().toStdString();
    EXPECT_TRUE(box->text().startsWith(QStringLiteral("On lab: "))) << box->text().toStdString();
}

// Goal: whom a start does not reach reads what helps where it is told, and not in the form behind
// it alone. Method: sshd goes between the choice of the computer and the start.
TEST_F(RemoteMeasure, AStartThatDoesNotReachTheComputerSaysWhatHelps) {
    window_->showPage(MainWindow::Page::Measure);
    HostPicker* hosts = window_->measurePage()->form()->picker()->hosts();
    hosts->setHost(QStringLiteral("lab"));
    ASSERT_TRUE(QTest::qWaitFor([hosts] { return !hosts->isAsking(); }, kPatienceMs));
    server_->stop_listening();
    window_->measurement()->startOn(QStringLiteral("lab"),
                                    presetSpec(Preset::Quick, images_.folder(), 1));
    ASSERT_TRUE(QTest::qWaitFor([] { return buttonOfABox("OK") != nullptr; }, kPatienceMs));
    const auto* box = qobject_cast<QMessageBox*>(buttonOfABox("OK")->window());

    EXPECT_TRUE(box->text().contains(QStringLiteral("cannot be reached")))
        << box->text().toStdString();
    ASSERT_TRUE(QTest::qWaitFor([box] { return !box->informativeText().isEmpty(); }, kPatienceMs));
    EXPECT_EQ(box->informativeText(), hosts->advice()) << "as the form says it";
    EXPECT_TRUE(box->informativeText().contains(QStringLiteral("no ssh server listens")))
        << box->informativeText().toStdString();
    keepPicture(*buttonOfABox("OK")->window(), QStringLiteral("measure-on-unreached"));
}

// Goal: a computer that cannot be reached does not hold the window. Method: its sshd goes.
TEST_F(RemoteMeasure, StoppedOnceMoreARunIsLeftWhereItCannotBeReached) {
    start(4.0);
    server_.reset();
    window_->measurement()->live()->stop();
    ASSERT_TRUE(QTest::qWaitFor([this] { return liveSays("stopping"); }, kPatienceMs));
    EXPECT_TRUE(window_->measurement()->actions().at(2)->isEnabled());

    const auto stopped_again = [this] {
        if (window_->measurement()->live() != nullptr) {
            window_->measurement()->live()->stop();
        }
        return buttonOfABox("Fetch it") != nullptr;
    };
    ASSERT_TRUE(QTest::qWaitFor(stopped_again, kPatienceMs));
    const auto* box = qobject_cast<QMessageBox*>(buttonOfABox("Fetch it")->window());
    EXPECT_EQ(box->text(), QStringLiteral("The measurement was left on lab."));
}

}  // namespace
}  // namespace throughline::ui
