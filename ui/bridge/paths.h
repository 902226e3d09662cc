// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>
#include <memory>

namespace throughline::ui {

/// The folder of library, spool and settings: $THROUGHLINE_DATA_DIR, else the XDG data home.
QString dataFolder();

/// Where the engine writes records that the library has not taken in yet.
QString spoolFolder();

/// Where kept charts lie, one file each.
QString viewsFolder();

/// Where kept reports lie, one file each.
QString reportsFolder();

/// Window geometry, theme, recent folders, colours of studies: an INI file in the data folder.
std::unique_ptr<QSettings> openSettings();

/// A folder as a person types it: trimmed, "~" is the home folder.
QString folderFromText(const QString& text);

/// The program throughline-engine: $THROUGHLINE_ENGINE, else beside the running program, else in
/// ../lib/throughline. Empty when it is nowhere; `searched` (may be null) gets the places.
QString findEngine(QStringList* searched = nullptr);

}  // namespace throughline::ui
