// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/gui/command.h"

namespace throughline::ui {

void addReportOptions(QCommandLineParser& parser);
/// Writes the report that the options ask for. Errors: Usage, in the words of the option; those of
/// the library and of the file.
Result<void> writeReportCommand(const QCommandLineParser& parser);

inline constexpr Command kReportCommand{
    .name = "report",
    .description = QT_TRANSLATE_NOOP("throughline::ui::ExportCommand",
                                     "Write a report on studies of a library, which "
                                     "'throughline-engine verify' can check; needs no display."),
    .addOptions = addReportOptions,
    .run = writeReportCommand};

}  // namespace throughline::ui
