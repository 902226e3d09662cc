// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "ui/shell/main_window.h"

namespace throughline::ui {

/// A picture of the window, for the documentation and for looking at it without a screen.
struct ScreenshotOptions {
    QString file;  ///< PNG
    QString page = QStringLiteral("welcome");
    QString folder;  ///< for the measure page: the folder in the form
    bool demo = false;
    bool run = false;   ///< start the Quick preset; the picture is taken after `seconds`
    bool wait = false;  ///< take the picture when the result is there
    /// Of a run as above. Else the longest that the picture waits until all that it shows was read;
    /// then it is taken all the same, stderr says what is missing, and the program fails.
    std::optional<double> seconds{};
};

/// What of the options means nothing; "" when all of them do. `files` are those to be opened.
QString screenshotFault(const ScreenshotOptions& options, const QStringList& files);

/// Brings the window to that page, saves the picture and ends the application.
void takeScreenshot(MainWindow& window, const ScreenshotOptions& options);

}  // namespace throughline::ui
