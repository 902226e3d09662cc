// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace throughline::ui {

inline constexpr int kPatienceMs = 60'000;

/// A small data set that the real engine made, once per test program.
class JourneyImages {
public:
    bool make() {
        if (!made()) {
            QProcess engine;
            engine.start(QStringLiteral(THROUGHLINE_TEST_ENGINE),
                         {QStringLiteral("dataset"),
                          QStringLiteral("make"),
                          folder(),
                          QStringLiteral("--images"),
                          QStringLiteral("120"),
                          QStringLiteral("--unique"),
                          QStringLiteral("12")});
            made() = engine.waitForFinished(kPatienceMs) && engine.exitCode() == 0;
        }
        return made();
    }
    QString folder() const { return place().filePath(QStringLiteral("images")); }

private:
    static QTemporaryDir& place() {
        static QTemporaryDir folder;
        return folder;
    }
    static bool& made() {
        static bool done = false;
        return done;
    }
};

}  // namespace throughline::ui
