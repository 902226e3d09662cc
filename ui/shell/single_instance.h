// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QObject>
#include <QStringList>

class QLocalServer;

namespace throughline::ui {

/// What a start of the program asks for.
struct StartRequest {
    QStringList files;
    bool measure = false;  ///< show the form for a new measurement

    bool operator==(const StartRequest&) const = default;
};

/// One window per library. The first one listens; a later start hands its request over and ends.
/// Thread: GUI.
class SingleInstance : public QObject {
    Q_OBJECT
public:
    explicit SingleInstance(const QString& dataFolder, QObject* parent = nullptr);
    ~SingleInstance() override;

    /// True: this is the window of the library. False: another one is.
    bool claim();
    /// Gives the request to the window that runs. Blocks: up to 3 s. False: it does not answer.
    bool handOver(const StartRequest& request) const;

Q_SIGNALS:
    /// A later start: raise the window and open its files, if any.
    void started(const throughline::ui::StartRequest& request);

private:
    void takeConnection();

    QString server_name_;
    QLockFile lock_;
    QLocalServer* server_ = nullptr;
};

}  // namespace throughline::ui
