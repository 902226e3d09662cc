// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>

#include "ui/shell/main_window.h"

namespace throughline::ui {
namespace {

TEST(MainWindowStart, FirstPaintTakesLessThanHalfASecond) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    {
        MainWindow warm_up(&settings);
    }
    QElapsedTimer timer;
    timer.start();

    MainWindow window(&settings);
    window.show();
    const QPixmap picture = window.grab();

    RecordProperty("milliseconds", static_cast<int>(timer.elapsed()));
    EXPECT_FALSE(picture.isNull());
    EXPECT_LT(timer.elapsed(), 500);
}

}  // namespace
}  // namespace throughline::ui
