// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/gpu_info.h"

#include <QCoreApplication>
#include <QJsonArray>

#include "engine/base/format.h"

namespace throughline::ui {

GpuInfo gpuInfoFrom(const QJsonObject& answer) {
    GpuInfo info;
    info.usable = answer.value(QLatin1String("usable")).toBool();
    const QString reason = answer.value(QLatin1String("reason")).toString();
    const QString advice = answer.value(QLatin1String("advice")).toString();
    if (!info.usable) {
        info.problem = reason.isEmpty()
                           ? QCoreApplication::translate("throughline::ui::GpuInfo",
                                                         "The engine does not say why.")
                           : reason + QStringLiteral(". ") + advice;
    }
    const QJsonObject plugin = answer.value(QLatin1String("plugin")).toObject();
    info.driver = plugin.value(QLatin1String("driver")).toString();
    for (const auto& value : plugin.value(QLatin1String("devices")).toArray()) {
        const QJsonObject device = value.toObject();
        const double bytes = device.value(QLatin1String("memory_bytes")).toDouble();
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
