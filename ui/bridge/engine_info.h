// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

namespace throughline::ui {

/// What `throughline-engine version --json` says of the program and the machine.
struct EngineInfo {
    QString path;
    QString version;
    int recordMajor = 0;
    int recordMinor = 0;
    bool ioUring = false;
    QString ioUringReason;  ///< why not
    QString libjpegTurbo;
    QString liburing;
    QString sqlite;
    double memoryLockBytes = -1;  ///< -1 = not said
    QString kernel;
    int cpuCores = 0;
    /// Empty when the engine can be used; else why not, for people.
    QString problem;

    bool usable() const { return problem.isEmpty(); }
};

/// Reads the answer. Another major version of the record format is refused, both are named.
EngineInfo engineInfoFrom(const QJsonObject& answer, const QString& path);

}  // namespace throughline::ui
