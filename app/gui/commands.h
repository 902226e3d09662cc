// SPDX-License-Identifier: GPL-3.0-or-later
// What `throughline` does without a window: `throughline export …`, `throughline thumbnail …`.
#pragma once

#include <QCommandLineParser>
#include <optional>

#include "engine/base/result.h"

namespace throughline::ui {

struct Command {
    const char* name;
    const char* description;  ///< a sentence, not translated yet
    void (*addOptions)(QCommandLineParser& parser);
    /// Errors: Usage ends in exit status 2, any other in 1.
    Result<void> (*run)(const QCommandLineParser& parser);
};

/// A line on standard error, after the command's name.
void complain(const QString& text);

/// The exit status of the command that the arguments name; nothing where they name none.
std::optional<int> runCommand(int argc, char** argv);

}  // namespace throughline::ui
