// SPDX-License-Identifier: GPL-3.0-or-later
// One QApplication for all tests of a program: no screen, a fresh data folder, fixed looks.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLocale>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    qputenv("LC_ALL", "C.UTF-8");
    QTemporaryDir data_folder;
    if (!data_folder.isValid()) {
        return 1;
    }
    qputenv("THROUGHLINE_DATA_DIR", data_folder.path().toLocal8Bit());
    qputenv("XDG_RUNTIME_DIR", data_folder.path().toLocal8Bit());

    testing::InitGoogleTest(&argc, argv);
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    application.setFont(QFont(QStringLiteral("DejaVu Sans"), 10));
    application.setCursorFlashTime(0);
    throughline::ui::applyUiScale(1.0);
    throughline::ui::applyTheme(throughline::ui::ThemeChoice::Light);
    return RUN_ALL_TESTS();
}
