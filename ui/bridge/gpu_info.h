// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace throughline::ui {

/// What `throughline-engine gpu --json` says of the machine's GPUs.
struct GpuInfo {
    bool usable = false;
    QString problem;             ///< why no GPU can be measured, and what to do; "" when one can
    QStringList devices;         ///< by number, as the plug-in counts them: "Fake GPU, 8.6 GB"
    QStringList deviceProblems;  ///< of each of these: why it cannot be measured; "" = it can
    QString driver;
    QString
        networkProblem;  ///< which library networks lack, and where it was looked for; "" = none
};

GpuInfo gpuInfoFrom(const QJsonObject& answer);

}  // namespace throughline::ui
