// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace throughline::ui {

/// Texts that somebody kept under titles, a file each in one folder. Titles may hold what names of
/// files cannot.
/// Thread: any; a file is replaced as a whole. Errors: Io, naming the file.
class TitledFiles {
public:
    explicit TitledFiles(QString folder) : folder_(std::move(folder)) {}

    /// Names of the files and what is in them, in no order. One that cannot be read is left out.
    std::vector<std::pair<QString, QByteArray>> texts() const;
    /// Takes the place of one with the same title.
    Result<void> save(const QString& title, const QByteArray& text) const;
    Result<void> remove(const QString& title) const;

private:
    QString fileOf(const QString& title) const;

    QString folder_;
};

}  // namespace throughline::ui
