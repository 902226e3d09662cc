// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/titled_files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#include "engine/base/file_descriptor.h"

namespace throughline::ui {

QString TitledFiles::fileOf(const QString& title) const {
    const QByteArray hash = QCryptographicHash::hash(title.toUtf8(), QCryptographicHash::Sha256);
    return folder_ + u'/' + QString::fromLatin1(hash.toHex().left(16)) + QStringLiteral(".json");
}

std::vector<std::pair<QString, QByteArray>> TitledFiles::texts() const {
    std::vector<std::pair<QString, QByteArray>> all;
    const QDir folder(folder_);
    const QStringList names = folder.entryList({QStringLiteral("*.json")}, QDir::Files);
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly)) {
            all.emplace_back(name, file.readAll());
        }
    }
    return all;
}

Result<void> TitledFiles::save(const QString& title, const QByteArray& text) const {
    QDir().mkpath(folder_);
    return write_file_atomically(fileOf(title).toStdString(), text.toStdString());
}

Result<void> TitledFiles::remove(const QString& title) const {
    QFile file(fileOf(title));
    if (!file.remove()) {
        return Error{.code = ErrorCode::Io,
                     .what = "remove '" + file.fileName().toStdString() +
                             "': " + file.errorString().toStdString()};
    }
    return {};
}

}  // namespace throughline::ui
