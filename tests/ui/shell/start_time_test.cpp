// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QSettings>
#include <QTemporaryDir>
#include <ctime>

#include "ui/shell/main_window.h"

namespace throughline::ui {
namespace {

/// Processor time of this thread, so that what else runs on the machine does not count.
double processorSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

TEST(MainWindowStart, FirstPaintTakesLessThanHalfASecond) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    {
        MainWindow warm_up(&settings);
    }
    const double before = processorSeconds();

    MainWindow window(&settings);
    window.show();
    const QPixmap picture = window.grab();

    const double taken = processorSeconds() - before;
    RecordProperty("milliseconds", static_cast<int>(1e3 * taken));
    EXPECT_FALSE(picture.isNull());
    EXPECT_LT(taken, 0.5);
}

}  // namespace
}  // namespace throughline::ui
