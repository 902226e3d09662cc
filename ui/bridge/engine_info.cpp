// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_info.h"

#include <QCoreApplication>

#include "engine/record/record.h"

namespace throughline::ui {

EngineInfo engineInfoFrom(const QJsonObject& answer, const QString& path) {
    const auto text = [&answer](const char* key) {
        const QJsonValue value = answer.value(QLatin1String(key));
        return value.isDouble() ? QString::number(value.toDouble()) : value.toString();
    };
    EngineInfo info;
    info.path = path;
    info.version = text("version");
    info.recordMajor = answer.value(QLatin1String("record_major")).toInt(-1);
    info.recordMinor = answer.value(QLatin1String("record_minor")).toInt();
    const QJsonObject uring = answer.value(QLatin1String("io_uring")).toObject();
    info.ioUring = uring.value(QLatin1String("available")).toBool();
    info.ioUringReason = uring.value(QLatin1String("reason")).toString();
    info.libjpegTurbo = text("libjpeg_turbo");
    info.liburing = text("liburing");
    info.sqlite = text("sqlite");
    info.memoryLockBytes = answer.value(QLatin1String("memory_lock_bytes")).toDouble(-1);
    info.kernel = text("kernel");
    info.cpuCores = answer.value(QLatin1String("cpu_cores")).toInt();
    if (info.recordMajor != record::kRecordMajor) {
        info.problem = QCoreApplication::translate(
                           "throughline::ui::EngineInfo",
                           "The engine %1 writes records of version %2, but this window reads "
                           "version %3. Install both from the same package.")
                           .arg(path)
                           .arg(info.recordMajor)
                           .arg(record::kRecordMajor);
    }
    return info;
}

}  // namespace throughline::ui
