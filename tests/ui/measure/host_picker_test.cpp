// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing another computer, with the real engine and a real sshd on this one.
#include "ui/measure/host_picker.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <memory>

#include "tests/app/ssh_server.h"
#include "tests/fixtures/kept_environment.h"
#include "tests/ui/kept_picture.h"

namespace throughline::ui {
namespace {

constexpr int kSshPatienceMs = 120'000;  // a liveness limit

class HostPickerTest : public testing::Test {
protected:
    void startServer(bool with_engine) {
        qputenv("XDG_RUNTIME_DIR", folder_.path().toLocal8Bit());
        const QString program = QFileInfo(QStringLiteral(THROUGHLINE_TEST_ENGINE)).path();
        server_ = std::make_unique<tests::SshServer>(
            (with_engine ? program + QStringLiteral(":/usr/bin:/bin")
                         : QStringLiteral("/usr/bin:/bin"))
                .toStdString(),
            folder_.filePath(QStringLiteral("there")).toStdString());
        if (!server_->problem().empty()) {
            GTEST_SKIP() << server_->problem();
        }
        settings_ = std::make_unique<QSettings>(folder_.filePath(QStringLiteral("settings.ini")),
                                                QSettings::IniFormat);
        picker_ =
            std::make_unique<HostPicker>(QStringLiteral(THROUGHLINE_TEST_ENGINE), settings_.get());
        picker_->resize(900, 160);
    }
    void choose(const char* host) {
        picker_->setHost(QLatin1String(host));
        ASSERT_TRUE(QTest::qWaitFor([this] { return !picker_->isAsking(); }, kSshPatienceMs));
    }
    std::string obstacle() const { return picker_->obstacle().toStdString(); }
    static QMessageBox* openBox() {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            auto* box = qobject_cast<QMessageBox*>(widget);
            if (box != nullptr && box->isVisible()) {
                return box;
            }
        }
        return nullptr;
    }

    fixtures::KeptEnvironment kept_{"XDG_RUNTIME_DIR", "THROUGHLINE_SSH"};
    QTemporaryDir folder_;
    std::unique_ptr<tests::SshServer> server_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<HostPicker> picker_;
};

TEST_F(HostPickerTest, OffersThisComputerAndThoseOfTheConfiguration) {
    startServer(true);
    if (!picker_) {
        return;  // no sshd here
    }
    const auto* hosts = picker_->findChild<QComboBox*>(QStringLiteral("picker.host"));

    EXPECT_EQ(hosts->itemText(0), QStringLiteral("This computer"));
    for (const char* host : {"lab", "stranger", "closed"}) {
        EXPECT_GE(hosts->findText(QLatin1String(host)), 1) << host;
    }
    EXPECT_EQ(picker_->host(), QString());
    EXPECT_EQ(obstacle(), "");
}

TEST_F(HostPickerTest, WhereAnEngineAnswersOnlyTheFolderIsToBeNamedAndBothAreRemembered) {
    startServer(true);
    if (!picker_) {
        return;  // no sshd here
    }
    choose("lab");

    EXPECT_EQ(picker_->cores(), QThread::idealThreadCount()) << "lab is this computer";
    EXPECT_EQ(obstacle(), "Name the folder of the images on lab.");
    picker_->setFolder(QStringLiteral("images"));
    EXPECT_EQ(obstacle(), "The folder on lab must be a whole path, which begins with /.");
    picker_->setFolder(QStringLiteral("/data/images"));
    EXPECT_EQ(obstacle(), "");
    EXPECT_FALSE(picker_->installButton()->isVisibleTo(picker_.get()));
    EXPECT_FALSE(picker_->fetchButton()->isVisibleTo(picker_.get()));
    keepPicture(*picker_, QStringLiteral("host-picker"));
    picker_->remember();
    picker_->setHost({});
    EXPECT_EQ(picker_->folder(), QString());
    choose("lab");
    EXPECT_EQ(picker_->folder(), QStringLiteral("/data/images"));
}

TEST_F(HostPickerTest, WhatIsWrongWithAConnectionIsSaid) {
    startServer(true);
    if (!picker_) {
        return;  // no sshd here
    }
    for (const char* host : {"closed", "stranger", "unknown"}) {
        choose(host);
        EXPECT_EQ(picker_->cores(), 0) << host;
        picker_->setFolder(QStringLiteral("/data"));
        EXPECT_NE(obstacle(), "") << host;
        EXPECT_NE(obstacle().find(host), std::string::npos) << obstacle();
        EXPECT_FALSE(picker_->installButton()->isVisibleTo(picker_.get())) << host;
    }
}

// The picker says it whole, with what to do; beside Start it stands in a few words.
TEST_F(HostPickerTest, WhatToDoWhereSshFailsIsSaidOnceAndWhole) {
    startServer(true);
    if (!picker_) {
        return;  // no sshd here
    }
    struct Case {
        const char* host;
        const char* problem;
        const char* advice;
    };
    for (const Case& one : {Case{"stranger", "Permission denied", "ssh-copy-id stranger"},
                            Case{"unknown", "Host key verification failed", "fingerprint"},
                            Case{"closed", "Connection refused", "no ssh server listens"}}) {
        choose(one.host);
        const auto* said = picker_->findChild<QLabel*>(QStringLiteral("picker.host.state"));
        const std::string text = said->text().toStdString();
        EXPECT_NE(text.find(one.problem), std::string::npos) << text;
        EXPECT_NE(text.find(one.advice), std::string::npos) << text;
        EXPECT_EQ(text.find(".."), std::string::npos) << text;
        EXPECT_EQ(obstacle(), std::string(one.host) + " cannot measure yet; above it says why.");
        keepPicture(*picker_, QStringLiteral("host-") + QLatin1String(one.host));
    }
}

TEST_F(HostPickerTest, WhereNoEngineIsThereItSaysWhatItWouldCopyAndCopiesIt) {
    startServer(false);
    if (!picker_) {
        return;  // no sshd here
    }
    choose("lab");
    EXPECT_EQ(obstacle(), "There is no Throughline on lab. Install it there first.");
    ASSERT_TRUE(picker_->installButton()->isVisibleTo(picker_.get()));

    picker_->installButton()->click();
    QMessageBox* box = openBox();
    ASSERT_NE(box, nullptr);
    EXPECT_TRUE(box->informativeText().contains(QStringLiteral("libraries")))
        << box->informativeText().toStdString();
    EXPECT_TRUE(box->informativeText().contains(QStringLiteral("~/.local/share/throughline")));
    keepPicture(*box, QStringLiteral("host-install"));
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole) {
            button->click();
            break;
        }
    }
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return obstacle() == "Name the folder of the images on lab."; }, kSshPatienceMs))
        << obstacle();
    EXPECT_FALSE(picker_->installButton()->isVisibleTo(picker_.get()));
}

}  // namespace
}  // namespace throughline::ui
