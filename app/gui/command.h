// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>

#include "engine/base/result.h"

namespace throughline::ui {

/// Something that `throughline` does without a window.
struct Command {
    const char* name;
    const char* description;  ///< a sentence, not translated yet
    void (*addOptions)(QCommandLineParser& parser);
    /// Errors: Usage ends in exit status 2, any other in 1.
    Result<void> (*run)(const QCommandLineParser& parser);
    /// In place of `run`: an act whose answer is an exit status; it has said everything.
    int (*answer)(const QCommandLineParser& parser) = nullptr;
};

/// A line on standard error, after the command's name.
void complain(const QString& text);

}  // namespace throughline::ui
