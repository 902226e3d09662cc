// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/date_ticks.h"

#include <gtest/gtest.h>

#include "ui/plot/axis_range.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {
namespace {

constexpr double kNoon = 1'795'262'400.0;  // 2026-11-21T12:00:00Z
constexpr double kHour = 3600.0;
constexpr double kDay = 24 * kHour;

std::string ticks(double length, int count_max) {
    QStringList texts;
    for (const Tick& tick : dateTicks({kNoon, kNoon + length}, count_max).ticks) {
        texts << tick.text;
    }
    return texts.join(u'|').toStdString();
}

TEST(DateTicks, StandAtWholeHoursDaysMonthsAndYears) {
    EXPECT_EQ(dateText(kNoon), QStringLiteral("2026-11-21 12:00"));
    EXPECT_EQ(dateForTables(kNoon), QStringLiteral("2026-11-21T12:00:00Z"));
    EXPECT_EQ(ticks(3 * kHour, 4), "11-21 12:00|11-21 13:00|11-21 14:00|11-21 15:00");
    EXPECT_EQ(ticks(3 * kDay, 4), "2026-11-22|2026-11-23|2026-11-24");
    EXPECT_EQ(ticks(100 * kDay, 4), "2026-12|2027-01|2027-02|2027-03");
    EXPECT_EQ(ticks(1500 * kDay, 5), "2027|2028|2029|2030");
}

TEST(DateTicks, AreNeverMoreThanAskedFor) {
    for (double length = 60.0; length < 40'000 * kDay; length *= 1.37) {
        for (const int count_max : {2, 3, 7, 14}) {
            const auto made = dateTicks({kNoon, kNoon + length}, count_max).ticks;
            EXPECT_LE(made.size(), static_cast<std::size_t>(count_max)) << length;
            for (const Tick& tick : made) {
                EXPECT_GE(tick.place, kNoon);
                EXPECT_LE(tick.place, kNoon + length);
            }
        }
    }
}

TEST(DateTicks, AnAxisOfDatesIsWrittenAsSuch) {
    PlotAxis axis{.title = QStringLiteral("Start of the run"), .isDate = true};

    EXPECT_EQ(valueText(axis, kNoon), QStringLiteral("2026-11-21 12:00"));
    const AxisTicks made = makeTicks(axis, {kNoon, kNoon + kDay}, 5);
    EXPECT_EQ(axisTitle(axis, made), QStringLiteral("Start of the run, UTC"));
    EXPECT_NEAR(fittedSpan(axis, Span{kNoon, kNoon}).length(), kDay, 1.0);
}

}  // namespace
}  // namespace throughline::ui
