// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QObject>
#include <QStringList>

class QLocalServer;

namespace throughline::ui {

/// One window per library. The first one listens; a later start hands its files over and ends.
/// Thread: GUI.
class SingleInstance : public QObject {
    Q_OBJECT
public:
    explicit SingleInstance(const QString& dataFolder, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// True: this is the window of the library. False: another one is.
    bool claim();
    /// Gives the files to the window that runs. Blocks: up to 3 s. False: it does not answer.
    bool handOver(const QStringList& files) const;

Q_SIGNALS:
    /// A later start: raise the window and open its files, if any.
    void started(const QStringList& files);

private:
    void takeConnection();

    QString server_name_;
    QLockFile lock_;
    QLocalServer* server_ = nullptr;
};

}  // namespace throughline::ui
