// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/gpu_info.h"

#include <QCoreApplication>
#include <QJsonArray>

#include "engine/base/format.h"

namespace throughline::ui {
namespace {

/// What to do in the window. The engine's advice is for its command line, and where that names
/// settings the window has its own words.
QString adviceFor(const QJsonObject& answer) {
    for (const auto& value : answer.value(QLatin1String("checks")).toArray()) {
        const QJsonObject check = value.toObject();
        if (!check.value(QLatin1String("found")).toBool()) {
            return check.value(QLatin1String("name")) == QLatin1String("hardware")
                       ? QCoreApplication::translate(
                             "throughline::ui::GpuInfo",
                             "Choose “Nothing” or “Emulated accelerator”: neither needs a GPU.")
                       : check.value(QLatin1String("advice")).toString();
        }
    }
    return answer.value(QLatin1String("advice")).toString();
}

/// Why no GPU can be measured. That there is none, which is the usual case, is said in the window's
/// language; what else fails is told as the engine tells it.
QString reasonIn(const QJsonObject& answer) {
    for (const auto& value : answer.value(QLatin1String("checks")).toArray()) {
        const QJsonObject check = value.toObject();
        if (check.value(QLatin1String("name")) == QLatin1String("hardware") &&
            !check.value(QLatin1String("found")).toBool()) {
            return QCoreApplication::translate("throughline::ui::GpuInfo",
                                               "No NVIDIA GPU was found in this computer");
        }
    }
    return answer.value(QLatin1String("reason")).toString();
}

QString problemOf(const QJsonObject& device, const QString& build) {
    if (device.value(QLatin1String("usable")).toBool()) {
        return {};
    }
    return QCoreApplication::translate("throughline::ui::GpuInfo",
                                       "%1, compute capability %2.%3, cannot be measured: it does "
                                       "not respond, or the plug-in (%4) has no code for it.")
        .arg(device.value(QLatin1String("name")).toString())
        .arg(device.value(QLatin1String("compute_major")).toInt())
        .arg(device.value(QLatin1String("compute_minor")).toInt())
        .arg(build);
}

}  // namespace

GpuInfo gpuInfoFrom(const QJsonObject& answer) {
    GpuInfo info;
    info.usable = answer.value(QLatin1String("usable")).toBool();
    const QString reason = reasonIn(answer);
    if (!info.usable) {
        info.problem = reason.isEmpty() ? QCoreApplication::translate("throughline::ui::GpuInfo",
                                                                      "The engine gave no reason.")
                                        : reason + QStringLiteral(". ") + adviceFor(answer);
    }
    const QJsonObject plugin = answer.value(QLatin1String("plugin")).toObject();
    info.driver = plugin.value(QLatin1String("driver")).toString();
    for (const auto& value : plugin.value(QLatin1String("devices")).toArray()) {
        const QJsonObject device = value.toObject();
        const double bytes = device.value(QLatin1String("memory_bytes")).toDouble();
        info.deviceProblems << problemOf(device, plugin.value(QLatin1String("build")).toString());
        info.devices << device.value(QLatin1String("name")).toString() + QStringLiteral(", ") +
                            QString::fromStdString(format_quantity(bytes, "bytes"));
    }
    for (const auto& value : plugin.value(QLatin1String("libraries")).toArray()) {
        const QJsonObject library = value.toObject();
        if (library.value(QLatin1String("needed_for")).toString() == QLatin1String("networks") &&
            !library.value(QLatin1String("found")).toBool()) {
            info.networkProblem = library.value(QLatin1String("name")).toString() +
                                  QStringLiteral(": ") +
                                  library.value(QLatin1String("detail")).toString();
        }
    }
    return info;
}

}  // namespace throughline::ui
