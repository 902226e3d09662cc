// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>
#include <cstdint>

namespace throughline::ui {

/// What a file dialog is opened for. Each purpose has a folder of its own: pictures go elsewhere
/// than results come from.
enum class FolderFor : std::uint8_t {
    Results,    ///< opened or imported
    Records,    ///< studies saved as files
    Charts,     ///< exported pictures and data, also of presented pages
    Reports,    ///< exported reports and slides
    Backups,    ///< of the library, made and restored
    Scenarios,  ///< opened and saved
    Problems,   ///< reports of problems
};

/// Where a dialog begins: where the last file of this purpose lay, as long as that folder is there;
/// else `usual`, or the user's documents where that is empty.
/// `settings` may be null: nothing is remembered then.
QString folderFor(const QSettings* settings, FolderFor purpose, const QString& usual = {});

/// Remembers the folder of a chosen file, or a chosen folder itself.
void rememberFolder(QSettings* settings, FolderFor purpose, const QString& chosen);

}  // namespace throughline::ui
