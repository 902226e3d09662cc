// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/gui/command.h"

namespace throughline::ui {

void addExportOptions(QCommandLineParser& parser);
/// Writes the charts that the options ask for. What could not be shown goes to standard error; the
/// charts are written all the same. Errors: Usage, in the words of the option; those of the library
/// and of the file.
Result<void> exportChart(const QCommandLineParser& parser);

inline constexpr Command kExportCommand{
    .name = "export",
    .description = QT_TRANSLATE_NOOP("throughline::ui::ExportCommand",
                                     "Write a chart of runs from a library to a file; needs no "
                                     "display."),
    .addOptions = addExportOptions,
    .run = exportChart};

}  // namespace throughline::ui
