// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/live_chart.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/ui/kept_picture.h"

namespace throughline::ui {
namespace {

TEST(LiveChart, KeepsTheLastSecondsOnly) {
    LiveChart chart({.metric = "images_per_second", .windowSeconds = 10.0});
    for (int t = 0; t < 100; ++t) {
        chart.append(t, {1000.0 + t});
    }
    std::vector<double> last(11, 7.0);
    chart.setHistories({last});
    chart.clear();
    chart.append(0, {1.0});

    EXPECT_EQ(chart.model().x.range, (std::optional<Span>(Span{-10.0, 0.0})));
}

TEST(LiveChart, DrawsAtMostFourTimesASecond) {
    LiveChart chart({.metric = "images_per_second", .windowSeconds = 10.0});
    chart.append(1.0, {100.0});
    const std::size_t first = chart.model().series[0].points.size();

    chart.append(2.0, {100.0});

    EXPECT_EQ(chart.model().series[0].points.size(), first);  // the timer will show it
}

TEST(LiveChart, TheAxisGrowsAndNeverJumpsBack) {
    LiveChart chart({.metric = "images_per_second", .windowSeconds = 10.0});
    chart.append(1.0, {1000.0});
    const double top = chart.model().y.range->high;
    EXPECT_GT(top, 1000.0);
    chart.clear();
    EXPECT_LT(chart.model().y.range->high, top);
}

TEST(LiveChart, ShortHistoriesEndNow) {
    LiveChart chart({.metric = "disk_utilisation",
                     .windowSeconds = 120.0,
                     .lines = {{QStringLiteral("vda"), 0}, {QStringLiteral("vdb"), 1}}});
    chart.resize(420, 220);

    chart.setHistories({{10, 20, 30, 40}, {50, 60}});

    const auto& series = chart.model().series;
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].points.back().x, 0.0);
    EXPECT_TRUE(std::isnan(series[1].points[1].y));
    EXPECT_EQ(series[1].points.back().y, 60.0);
    EXPECT_EQ(chart.model().y.range, (std::optional<Span>(Span{0.0, 100.0})));
    keepPicture(chart, QStringLiteral("live"));
}

}  // namespace
}  // namespace throughline::ui
