// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/csv_memory.h"

#include <QCryptographicHash>
#include <QDir>

#include "engine/base/file_descriptor.h"
#include "ui/bridge/paths.h"

namespace throughline::ui {

namespace {

QString mappingFolder() {
    return dataFolder() + QStringLiteral("/mappings");
}

/// One file a header.
QString fileOf(const importers::CsvMapping& mapping) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const auto& [column, target] : mapping.columns) {
        hash.addData(QByteArray::fromStdString(column + '\n'));
    }
    return mappingFolder() + u'/' + QString::fromLatin1(hash.result().toHex().left(16)) +
           QStringLiteral(".json");
}

}  // namespace

std::vector<importers::CsvMapping> csvMappings() {
    std::vector<importers::CsvMapping> mappings;
    const QDir folder(mappingFolder());
    const QStringList names = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    for (const QString& name : names) {
        if (auto mapping = importers::read_csv_mapping(folder.filePath(name).toStdString())) {
            mappings.push_back(*std::move(mapping));
        }
    }
    return mappings;
}

Result<void> rememberCsvMapping(const importers::CsvMapping& mapping) {
    QDir().mkpath(mappingFolder());
    return write_file_atomically(fileOf(mapping).toStdString(),
                                 importers::csv_mapping_json(mapping));
}

}  // namespace throughline::ui
