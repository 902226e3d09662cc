// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace throughline::ui {

/// Local time as a POSIX text of TZ says, "CET-1" an hour ahead of UTC, without a list of zones.
class LocalTime {
public:
    explicit LocalTime(const char* zone) { qputenv("TZ", zone); }
    ~LocalTime() {
        if (had_) {
            qputenv("TZ", before_);
        } else {
            qunsetenv("TZ");
        }
    }
    LocalTime(const LocalTime&) = delete;
    LocalTime& operator=(const LocalTime&) = delete;

private:
    bool had_ = qEnvironmentVariableIsSet("TZ");
    QByteArray before_ = qgetenv("TZ");
};

}  // namespace throughline::ui
