// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QHash>
#include <QObject>
#include <QString>
#include <optional>

namespace throughline::ui {

/// What the desktop is told while a measurement runs: not to fall asleep, how far it is, and that
/// it ended. Where a service is missing, nothing happens; problem() says which.
/// Sources: systemd's "Inhibitor Locks", the desktop portal's Inhibit, freedesktop.org's Desktop
/// Notifications 1.2, Unity's LauncherEntry (also read by KDE and Ubuntu's dock).
/// Thread: GUI. Blocks: never, calls are answered later.
class DesktopSession : public QObject {
    Q_OBJECT
public:
    explicit DesktopSession(QObject* parent = nullptr);
    /// On other buses; for tests.
    DesktopSession(QDBusConnection session, QDBusConnection system, QObject* parent = nullptr);
    ~DesktopSession() override;

    /// Asks for no suspend, no idle and a question before shutdown, until the next call with false.
    void setMeasuring(bool measuring);
    /// 0 to 1 on the icon of the program; nothing takes it away.
    void setProgress(std::optional<double> share);
    /// A notification; a click on it is activated(`study`).
    void notify(const QString& title, const QString& text, qint64 study);

    bool isSleepInhibited() const noexcept;
    /// Why the computer may fall asleep while it measures; empty when it may not.
    QString problem() const { return problem_; }

Q_SIGNALS:
    void sleepInhibited();
    void activated(qint64 study);

private Q_SLOTS:
    void takeAction(quint32 id, const QString& action);
    void takeClosed(quint32 id, quint32 reason);

private:
    void inhibitByPortal();
    void inhibitByLogind();

    QDBusConnection session_;
    QDBusConnection system_;
    bool measuring_ = false;
    QDBusUnixFileDescriptor lock_;  ///< logind's; closing it lets go
    QString portal_request_;        ///< object path of the portal's
    QString problem_;
    std::optional<int> percent_;       ///< as last told
    QHash<quint32, qint64> notified_;  ///< id of the notification: study
};

}  // namespace throughline::ui
