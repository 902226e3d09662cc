// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/desktop_session.h"

#include <QCoreApplication>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>
#include <cmath>

namespace throughline::ui {

namespace {

constexpr QLatin1String kNotifications("org.freedesktop.Notifications");
constexpr QLatin1String kNotificationsPath("/org/freedesktop/Notifications");
constexpr QLatin1String kPortal("org.freedesktop.portal.Desktop");
constexpr QLatin1String kDesktopFile("org.throughline.app.desktop");
/// The portal's flags: 4 suspend, 8 idle (org.freedesktop.portal.Inhibit).
constexpr quint32 kSuspendAndIdle = 4 | 8;
constexpr int kUntilClosed = -1;  ///< the server's own time

bool isInSandbox() {
    return QFileInfo::exists(QStringLiteral("/.flatpak-info"));
}

QString reasonOf(const QDBusError& error) {
    return error.message().isEmpty() ? error.name() : error.message();
}

/// Calls `take` with the answer, unless `owner` is gone by then.
template <class Reply, class Take>
void ask(const QDBusConnection& bus, const QDBusMessage& call, QObject* owner, Take take) {
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), owner);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, owner, [watcher, take] {
        watcher->deleteLater();
        take(Reply(*watcher));
    });
}

}  // namespace

DesktopSession::DesktopSession(QObject* parent)
    : DesktopSession(QDBusConnection::sessionBus(), QDBusConnection::systemBus(), parent) {}

DesktopSession::DesktopSession(QDBusConnection session, QDBusConnection system, QObject* parent)
    : QObject(parent), session_(std::move(session)), system_(std::move(system)) {
    if (session_.isConnected()) {
        session_.connect(QString(),
                         kNotificationsPath,
                         kNotifications,
                         QStringLiteral("ActionInvoked"),
                         this,
                         SLOT(takeAction(quint32, QString)));
        session_.connect(QString(),
                         kNotificationsPath,
                         kNotifications,
                         QStringLiteral("NotificationClosed"),
                         this,
                         SLOT(takeClosed(quint32, quint32)));
    }
}

DesktopSession::~DesktopSession() {
    setMeasuring(false);
    setProgress(std::nullopt);
}

bool DesktopSession::isSleepInhibited() const noexcept {
    return lock_.isValid() || !portal_request_.isEmpty();
}

void DesktopSession::setMeasuring(bool measuring) {
    if (measuring == measuring_) {
        return;
    }
    measuring_ = measuring;
    problem_.clear();
    if (measuring) {
        isInSandbox() ? inhibitByPortal() : inhibitByLogind();
        return;
    }
    lock_ = QDBusUnixFileDescriptor();
    if (!portal_request_.isEmpty()) {
        session_.asyncCall(
            QDBusMessage::createMethodCall(kPortal,
                                           portal_request_,
                                           QStringLiteral("org.freedesktop.portal.Request"),
                                           QStringLiteral("Close")));
        portal_request_.clear();
    }
}

void DesktopSession::inhibitByLogind() {
    QDBusMessage call =
        QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.login1"),
                                       QStringLiteral("/org/freedesktop/login1"),
                                       QStringLiteral("org.freedesktop.login1.Manager"),
                                       QStringLiteral("Inhibit"));
    call << QStringLiteral("shutdown:sleep:idle") << QStringLiteral("Throughline")
         << tr("A measurement is running.") << QStringLiteral("block");
    ask<QDBusPendingReply<QDBusUnixFileDescriptor>>(
        system_, call, this, [this](const QDBusPendingReply<QDBusUnixFileDescriptor>& reply) {
            if (reply.isError()) {
                problem_ = reasonOf(reply.error());
            } else if (measuring_) {
                lock_ = reply.value();
                Q_EMIT sleepInhibited();
            }
        });
}

void DesktopSession::inhibitByPortal() {
    QDBusMessage call =
        QDBusMessage::createMethodCall(kPortal,
                                       QStringLiteral("/org/freedesktop/portal/desktop"),
                                       QStringLiteral("org.freedesktop.portal.Inhibit"),
                                       QStringLiteral("Inhibit"));
    call << QString() << kSuspendAndIdle
         << QVariantMap{{QStringLiteral("reason"), tr("A measurement is running.")}};
    ask<QDBusPendingReply<QDBusObjectPath>>(
        session_, call, this, [this](const QDBusPendingReply<QDBusObjectPath>& reply) {
            if (reply.isError()) {
                problem_ = reasonOf(reply.error());
            } else if (measuring_) {
                portal_request_ = reply.value().path();
                Q_EMIT sleepInhibited();
            }
        });
}

void DesktopSession::setProgress(std::optional<double> share) {
    const std::optional<int> percent =
        share ? std::optional(static_cast<int>(std::lround(*share * 100.0))) : std::nullopt;
    if (percent == percent_ || !session_.isConnected()) {
        return;
    }
    percent_ = percent;
    QDBusMessage update =
        QDBusMessage::createSignal(QStringLiteral("/org/throughline/app"),
                                   QStringLiteral("com.canonical.Unity.LauncherEntry"),
                                   QStringLiteral("Update"));
    update << QStringLiteral("application://") + kDesktopFile
           << QVariantMap{{QStringLiteral("progress"), percent.value_or(0) / 100.0},
                          {QStringLiteral("progress-visible"), percent.has_value()}};
    session_.send(update);
}

void DesktopSession::notify(const QString& title, const QString& text, qint64 study) {
    QDBusMessage call = QDBusMessage::createMethodCall(
        kNotifications, kNotificationsPath, kNotifications, QStringLiteral("Notify"));
    call << QStringLiteral("Throughline") << quint32{0} << QStringLiteral("org.throughline.app")
         << title << text.toHtmlEscaped()
         << QStringList{QStringLiteral("default"), tr("Show the study")}
         << QVariantMap{{QStringLiteral("desktop-entry"), QStringLiteral("org.throughline.app")}}
         << kUntilClosed;
    ask<QDBusPendingReply<quint32>>(
        session_, call, this, [this, study](const QDBusPendingReply<quint32>& reply) {
            if (!reply.isError()) {
                notified_.insert(reply.value(), study);
            }
        });
}

void DesktopSession::takeAction(quint32 id, const QString& /*action*/) {
    const auto found = notified_.constFind(id);
    if (found != notified_.cend()) {
        Q_EMIT activated(*found);
    }
}

void DesktopSession::takeClosed(quint32 id, quint32 /*reason*/) {
    notified_.remove(id);
}

}  // namespace throughline::ui
