// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "app/gui/command.h"

namespace throughline::ui {

void addVerifyOptions(QCommandLineParser& parser);
/// Says whether the report that the options name holds. Returns: 0 it does, 1 it does not or could
/// not be read, 2 wrong usage, 4 the file is no report, or too damaged.
int verifyReportCommand(const QCommandLineParser& parser);

inline constexpr Command kVerifyCommand{
    .name = "verify",
    .description = QT_TRANSLATE_NOOP("throughline::ui::ExportCommand",
                                     "Compute every number of a report again from the records in "
                                     "it, and the data of its charts; needs no display."),
    .addOptions = addVerifyOptions,
    .run = nullptr,
    .answer = verifyReportCommand};

}  // namespace throughline::ui
