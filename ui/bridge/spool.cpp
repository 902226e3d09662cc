// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/spool.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include "engine/record/record_lines.h"

namespace throughline::ui {

namespace {
constexpr int kKeepDays = 7;
}  // namespace

SpoolContents scanSpool(const QString& folder) {
    SpoolContents contents;
    const QDir spool(folder);
    const QStringList names = spool.entryList({QStringLiteral("*.tlrun")}, QDir::Files, QDir::Name);
    for (const QString& name : names) {
        const QString path = spool.filePath(name);
        const bool live = record::record_is_locked(path.toStdString());
        (live ? contents.live : contents.ended) << path;
    }
    return contents;
}

void removeSpooled(const QString& recordPath) {
    QFile::remove(recordPath);
    QFile::remove(recordPath + QStringLiteral(".spec.json"));
}

void putAside(const QString& recordPath) {
    const QDir done(QFileInfo(recordPath).absolutePath() + QStringLiteral("/done"));
    QDir().mkpath(done.path());
    QFile::rename(recordPath, done.filePath(QFileInfo(recordPath).fileName()));
    QFile::remove(recordPath + QStringLiteral(".spec.json"));
    const QDateTime limit = QDateTime::currentDateTime().addDays(-kKeepDays);
    const QFileInfoList old = done.entryInfoList({QStringLiteral("*.tlrun")}, QDir::Files);
    for (const QFileInfo& file : old) {
        if (file.lastModified() < limit) {
            QFile::remove(file.absoluteFilePath());
        }
    }
}

QString newRecordName() {
    return QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-hhmmss-")) +
           QString::number(QRandomGenerator::global()->generate(), 16) + QStringLiteral(".tlrun");
}

Result<QString> recordToFinish(store::Library& library, qint64 study, const QString& folder) {
    QDir().mkpath(folder);
    QString made = QDir(folder).filePath(newRecordName());
    auto written = library.export_record(study, made.toStdString());
    return written ? Result<QString>(std::move(made)) : Result<QString>(std::move(written).error());
}

qint64 lockOwner(const QString& path) {
    struct stat status{};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0) {
        return 0;
    }
    // "1: FLOCK  ADVISORY  WRITE 708 fe:00:264206 0 EOF": pid, then device and inode.
    // Source: proc_locks(5).
    const QByteArray wanted = QByteArray::number(static_cast<qulonglong>(status.st_ino));
    QFile locks(QStringLiteral("/proc/locks"));
    if (!locks.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QByteArrayList lines = locks.readAll().split('\n');
    for (const QByteArray& line : lines) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.size() < 8 || fields[1] == "->") {
            continue;
        }
        const QByteArrayList place = fields[5].split(':');
        const bool same_device = place.size() == 3 &&
                                 place[0].toUInt(nullptr, 16) == major(status.st_dev) &&
                                 place[1].toUInt(nullptr, 16) == minor(status.st_dev);
        if (same_device && place[2] == wanted) {
            return std::max(fields[4].toLongLong(), 0LL);
        }
    }
    return 0;
}

}  // namespace throughline::ui
