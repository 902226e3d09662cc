// SPDX-License-Identifier: GPL-3.0-or-later
// On a bus of its own, made by dbus-daemon; the desktop's services stand on it as small objects.
#include "ui/shell/desktop_session.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <QDBusConnectionInterface>
#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <memory>

namespace throughline::ui {

constexpr int kPatienceMs = 10'000;

/// systemd-logind's Inhibit: keeps the other end of what it hands out.
class FakeLogind : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")
public:
    QStringList asked;
    /// Whether the lock that was given is closed.
    bool released() const {
        char byte = 0;
        return ::read(ours_, &byte, 1) == 0;
    }
    ~FakeLogind() override { ::close(ours_); }

public Q_SLOTS:
    QDBusUnixFileDescriptor Inhibit(const QString& what,
                                    const QString& who,
                                    const QString& why,
                                    const QString& mode) {
        asked = {what, who, why, mode};
        int ends[2];
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
        ours_ = ends[0];
        QDBusUnixFileDescriptor lock(ends[1]);
        ::close(ends[1]);
        return lock;
    }

private:
    int ours_ = -1;
};

class FakeNotifications : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    QStringList shown;

public Q_SLOTS:
    quint32 Notify(const QString& /*app*/,
                   quint32 /*replaces*/,
                   const QString& /*icon*/,
                   const QString& title,
                   const QString& text,
                   const QStringList& actions,
                   const QVariantMap& /*hints*/,
                   int /*ms*/) {
        shown = QStringList{title, text} + actions;
        return 41;
    }

Q_SIGNALS:
    void ActionInvoked(quint32 id, const QString& action);
};

/// What the icon in the dock is told.
class FakeDock : public QObject {
    Q_OBJECT
public:
    QList<QVariantMap> told;

public Q_SLOTS:
    void take(const QString& application, const QVariantMap& properties) {
        EXPECT_EQ(application, QStringLiteral("application://org.throughline.app.desktop"));
        told << properties;
    }
};

class DesktopSessionTest : public testing::Test {
protected:
    void SetUp() override {
        if (QStandardPaths::findExecutable(QStringLiteral("dbus-daemon")).isEmpty()) {
            GTEST_SKIP() << "dbus-daemon is not installed";
        }
        daemon_.start(QStringLiteral("dbus-daemon"),
                      {QStringLiteral("--session"),
                       QStringLiteral("--nofork"),
                       QStringLiteral("--print-address")});
        ASSERT_TRUE(daemon_.waitForReadyRead(kPatienceMs));
        const QString address = QString::fromUtf8(daemon_.readLine()).trimmed();
        ours_ = std::make_unique<QDBusConnection>(
            QDBusConnection::connectToBus(address, QStringLiteral("ours")));
        theirs_ = std::make_unique<QDBusConnection>(
            QDBusConnection::connectToBus(address, QStringLiteral("theirs")));
        ASSERT_TRUE(theirs_->isConnected());
        session_ = std::make_unique<DesktopSession>(*ours_, *ours_);
    }
    void TearDown() override {
        session_.reset();
        ours_.reset();
        theirs_.reset();
        QDBusConnection::disconnectFromBus(QStringLiteral("ours"));
        QDBusConnection::disconnectFromBus(QStringLiteral("theirs"));
        daemon_.kill();
        daemon_.waitForFinished();
    }
    void offer(const char* service, const char* path, QObject* object) {
        ASSERT_TRUE(theirs_->registerObject(
            QLatin1String(path),
            object,
            QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        ASSERT_TRUE(theirs_->registerService(QLatin1String(service)));
    }

    QProcess daemon_;
    std::unique_ptr<QDBusConnection> ours_;
    std::unique_ptr<QDBusConnection> theirs_;
    std::unique_ptr<DesktopSession> session_;
};

TEST_F(DesktopSessionTest, NoSleepWhileItMeasures) {
    FakeLogind logind;
    offer("org.freedesktop.login1", "/org/freedesktop/login1", &logind);
    QSignalSpy inhibited(session_.get(), &DesktopSession::sleepInhibited);

    session_->setMeasuring(true);
    ASSERT_TRUE(inhibited.wait(kPatienceMs));
    EXPECT_EQ(logind.asked.value(0), QStringLiteral("shutdown:sleep:idle"));
    EXPECT_EQ(logind.asked.value(3), QStringLiteral("block"));
    EXPECT_TRUE(session_->isSleepInhibited());
    EXPECT_FALSE(logind.released());

    session_->setMeasuring(false);
    EXPECT_FALSE(session_->isSleepInhibited());
    inhibited.wait(100);  // until the answer, which holds the lock too, is forgotten
    EXPECT_TRUE(logind.released());
}

TEST_F(DesktopSessionTest, ALockThatComesTooLateIsLetGo) {
    FakeLogind logind;
    offer("org.freedesktop.login1", "/org/freedesktop/login1", &logind);
    session_->setMeasuring(true);
    session_->setMeasuring(false);
    for (int i = 0; i < 100 && logind.asked.isEmpty(); ++i) {
        QSignalSpy(session_.get(), &DesktopSession::sleepInhibited).wait(20);
    }
    QSignalSpy(session_.get(), &DesktopSession::sleepInhibited).wait(200);
    EXPECT_FALSE(session_->isSleepInhibited());
    EXPECT_TRUE(logind.released());
}

TEST_F(DesktopSessionTest, AMissingServiceIsNoTrouble) {
    session_->setMeasuring(true);
    session_->setProgress(0.5);
    session_->notify(QStringLiteral("Done"), {}, 1);
    for (int i = 0; i < 100 && session_->problem().isEmpty(); ++i) {
        QSignalSpy(session_.get(), &DesktopSession::sleepInhibited).wait(20);
    }
    EXPECT_FALSE(session_->problem().isEmpty());
    EXPECT_FALSE(session_->isSleepInhibited());
}

TEST_F(DesktopSessionTest, AClickOnTheNotificationNamesTheStudy) {
    FakeNotifications server;
    offer("org.freedesktop.Notifications", "/org/freedesktop/Notifications", &server);
    QSignalSpy activated(session_.get(), &DesktopSession::activated);

    session_->notify(QStringLiteral("The measurement is done."), QStringLiteral("SSD <new>"), 7);
    for (int i = 0; i < 100 && server.shown.isEmpty(); ++i) {
        activated.wait(20);
    }
    EXPECT_EQ(server.shown.value(0), QStringLiteral("The measurement is done."));
    EXPECT_EQ(server.shown.value(1), QStringLiteral("SSD &lt;new&gt;"));
    EXPECT_EQ(server.shown.value(2), QStringLiteral("default"));
    activated.wait(100);                                         // the answer with the id
    Q_EMIT server.ActionInvoked(40, QStringLiteral("default"));  // of another program
    Q_EMIT server.ActionInvoked(41, QStringLiteral("default"));
    ASSERT_TRUE(activated.count() > 0 || activated.wait(kPatienceMs));
    EXPECT_EQ(activated.count(), 1);
    EXPECT_EQ(activated[0][0].toLongLong(), 7);
}

TEST_F(DesktopSessionTest, TheIconShowsWholePercentOnceEach) {
    FakeDock dock;
    theirs_->connect(QString(),
                     QString(),
                     QStringLiteral("com.canonical.Unity.LauncherEntry"),
                     QStringLiteral("Update"),
                     &dock,
                     SLOT(take(QString, QVariantMap)));
    theirs_->interface()->servicePid(theirs_->baseService());  // the bus has taken that now
    session_->setProgress(0.25);
    session_->setProgress(0.2501);
    session_->setProgress(std::nullopt);
    for (int i = 0; i < 100 && dock.told.size() < 2; ++i) {
        QSignalSpy(session_.get(), &DesktopSession::activated).wait(20);
    }
    ASSERT_EQ(dock.told.size(), 2);
    EXPECT_EQ(dock.told[0].value(QStringLiteral("progress")).toDouble(), 0.25);
    EXPECT_TRUE(dock.told[0].value(QStringLiteral("progress-visible")).toBool());
    EXPECT_FALSE(dock.told[1].value(QStringLiteral("progress-visible")).toBool());
}

}  // namespace throughline::ui

#include "desktop_session_test.moc"
