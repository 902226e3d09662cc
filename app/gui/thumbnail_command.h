// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/gui/command.h"

namespace throughline::ui {

void addThumbnailOptions(QCommandLineParser& parser);
/// Draws a record for a file manager. Errors: Usage; those of reading the record and of writing the
/// picture.
Result<void> writeThumbnail(const QCommandLineParser& parser);

inline constexpr Command kThumbnailCommand{
    .name = "thumbnail",
    .description = QT_TRANSLATE_NOOP("throughline::ui::ExportCommand",
                                     "Draw a small picture of a .tlrun file, as file managers ask "
                                     "for it."),
    .addOptions = addThumbnailOptions,
    .run = writeThumbnail};

}  // namespace throughline::ui
