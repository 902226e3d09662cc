// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/ticks.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontMetricsF>
#include <cmath>
#include <set>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_layout.h"
#include "ui/plot/plot_map.h"

namespace throughline::ui {
namespace {

QString joined(const AxisTicks& ticks) {
    QStringList texts;
    for (const Tick& tick : ticks.ticks) {
        texts << tick.text;
    }
    return texts.join(QChar(u'|')).replace(QChar(0x202F), QChar(u'_'));
}

struct Case {
    const char* name;
    const char* unit;
    const char* shown;
    AxisScale scale;
    double low;
    double high;  ///< values, not places
    int count;
    const char* labels;
    const char* unit_label;
};

class TickTable : public testing::TestWithParam<Case> {};

TEST_P(TickTable, LabelsAreRoundAndCarryTheUnit) {
    const Case& c = GetParam();
    PlotAxis axis;
    axis.unit = c.unit;
    axis.shownUnit = QString::fromUtf8(c.shown);
    axis.scale = c.scale;

    const AxisTicks ticks =
        makeTicks(axis, {placeOf(c.low, c.scale), placeOf(c.high, c.scale)}, c.count);

    EXPECT_EQ(joined(ticks).toStdString(), c.labels);
    EXPECT_EQ(ticks.unit.toStdString(), c.unit_label);
}

constexpr AxisScale kLin = AxisScale::Linear;
constexpr AxisScale kLog = AxisScale::Logarithmic;

TEST(Ticks, OfPercentilesAreTheUsualOnes) {
    PlotAxis axis;
    axis.scale = AxisScale::Nines;
    axis.unit = "%";
    const Span all{0.0, placeOf(100.0, axis.scale) + 0.2};

    EXPECT_EQ(joined(makeTicks(axis, all, 6)).toStdString(), "p50|p90|p99|p99.9|p99.99|max");
    EXPECT_EQ(joined(makeTicks(axis, all, 8)).toStdString(),
              "p50|p75|p90|p95|p99|p99.9|p99.99|max");
    const Span between{placeOf(99.2, axis.scale), placeOf(99.4, axis.scale)};
    EXPECT_EQ(joined(makeTicks(axis, between, 3)).toStdString(), "99.2|99.3|99.4");
    EXPECT_EQ(valueText(axis, 99.99), QStringLiteral("p99.99"));
    EXPECT_EQ(valueText(axis, 100.0), QStringLiteral("max"));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    TickTable,
    testing::Values(
        Case{"Rate",
             "1/s",
             "images/s",
             kLin,
             0,
             1470,
             8,
             "0|200|400|600|800|1_000|1_200|1_400",
             "images/s"},
        Case{"LargeRate", "1/s", "images/s", kLin, 0, 21000, 6, "0|5|10|15|20", "k images/s"},
        Case{"Bytes", "bytes/s", "B/s", kLin, 0, 950e6, 6, "0|200|400|600|800", "MB/s"},
        Case{"SmallTime", "s", "s", kLin, 0, 0.0042, 6, "0|1|2|3|4", "ms"},
        Case{"PerCent", "%", "%", kLin, 0, 105, 6, "0|20|40|60|80|100", "%"},
        Case{"Negative", "%", "%", kLin, -0.3, 0.3, 4, "\u22120.2|0.0|0.2", "%"},
        Case{"ZoomedFarIn",
             "1/s",
             "images/s",
             kLin,
             1000.001,
             1000.005,
             5,
             "1_000.001|1_000.002|1_000.003|1_000.004|1_000.005",
             "images/s"},
        // 20..90 holds no power of ten; Qt's own axis shows nothing here.
        Case{"LogWithoutDecade", "%", "%", kLog, 20, 90, 8, "20|30|40|50|60|70|80|90", "%"},
        Case{"LogDecades",
             "1/s",
             "images/s",
             kLog,
             8,
             12000,
             12,
             "10|20|50|100|200|500|1_k|2_k|5_k|10_k",
             "images/s"},
        Case{"LogManyDecades", "1/s", "images/s", kLog, 1, 1e6, 5, "1|100|10_k|1_M", "images/s"},
        Case{"LogOneUnit", "bytes/s", "B/s", kLog, 40e6, 2.2e9, 8, "0.05|0.1|0.2|0.5|1|2", "GB/s"},
        Case{"LogTime", "s", "s", kLog, 90e-6, 2.0, 5, "100_\u00B5s|1_ms|10_ms|100_ms|1_s", ""}),
    [](const testing::TestParamInfo<Case>& one) { return one.param.name; });

TEST(Ticks, WholeNumbersHaveNoTicksBetween) {
    const AxisTicks ticks = makeTicks(synthetic::threadsAxis(), {0.8, 4.2}, 12);

    EXPECT_EQ(joined(ticks), QStringLiteral("1|2|3|4"));
}

TEST(Ticks, PowersOfTwoOnALogarithmicThreadAxis) {
    PlotAxis axis = synthetic::threadsAxis();
    axis.scale = AxisScale::Logarithmic;

    const AxisTicks ticks = makeTicks(axis, {std::log10(0.9), std::log10(17.0)}, 10);

    EXPECT_EQ(joined(ticks), QStringLiteral("1|2|4|8|16"));
    EXPECT_NEAR(ticks.ticks[3].place, std::log10(8.0), 1e-12);
}

TEST(Ticks, ALogarithmicAxisHasTwoHoweverLittleRoomThereIs) {
    PlotAxis axis;
    axis.unit = "1/s";
    axis.scale = kLog;
    for (double low = 1e-3; low < 1e7; low *= 1.7) {
        for (const double ratio : {10.0, 12.0, 40.0, 1e4}) {
            const Span places{placeOf(low, kLog), placeOf(low * ratio, kLog)};
            EXPECT_GE(makeTicks(axis, places, 2).ticks.size(), 2U) << low << ' ' << ratio;
        }
    }
}

TEST(Ticks, CategoriesKeepTheirNames) {
    PlotAxis axis;
    axis.categories = {QStringLiteral("io_uring"), QStringLiteral("pread")};

    const AxisTicks ticks = makeTicks(axis, fittedSpan(axis, std::nullopt), 10);

    EXPECT_EQ(joined(ticks), QStringLiteral("io_uring|pread"));
    EXPECT_EQ(valueText(axis, 1.0), QStringLiteral("pread"));
}

TEST(Ticks, NeverMoreThanAskedAndAllInView) {
    PlotAxis axis;
    axis.unit = "1/s";
    for (const AxisScale scale : {kLin, kLog}) {
        axis.scale = scale;
        for (double low = 1e-3; low < 1e7; low *= 3.7) {
            for (const double ratio : {1.0001, 1.3, 7.0, 90.0, 1e5}) {
                const Span places{placeOf(low, scale), placeOf(low * ratio, scale)};
                const AxisTicks ticks = makeTicks(axis, places, 7);
                EXPECT_LE(ticks.ticks.size(), 8U) << low << ' ' << ratio;
                double last = -1e300;
                for (const Tick& tick : ticks.ticks) {
                    EXPECT_GT(tick.place, last);
                    EXPECT_GE(tick.place, places.low - places.length() * 1e-6);
                    EXPECT_LE(tick.place, places.high + places.length() * 1e-6);
                    last = tick.place;
                }
            }
        }
    }
}

TEST(Ticks, TitleNamesTheUnitWithItsPrefix) {
    const PlotAxis axis = synthetic::imagesAxis();

    const QString title = axisTitle(axis, makeTicks(axis, {0, 21000}, 6));

    EXPECT_EQ(title, QStringLiteral("Images per second, k images/s"));
}

TEST(Ticks, AUnitThatTheTitleSaysIsNotRepeated) {
    PlotAxis iops{.key = "read_iops",
                  .title = QStringLiteral("Read IOPS (vda)"),
                  .unit = "1/s",
                  .shownUnit = QStringLiteral("IOPS")};
    PlotAxis time{
        .title = QStringLiteral("Time since"), .unit = "s", .shownUnit = QStringLiteral("s")};

    EXPECT_EQ(axisTitle(iops, makeTicks(iops, {0, 900}, 6)), QStringLiteral("Read IOPS (vda)"));
    EXPECT_EQ(axisTitle(iops, makeTicks(iops, {0, 90e3}, 6)),
              QStringLiteral("Read IOPS (vda), k IOPS"));
    EXPECT_EQ(axisTitle(time, makeTicks(time, {0, 90}, 6)), QStringLiteral("Time since, s"));
}

// Goal: 702 and 768 beside 17 600 look alike on a logarithmic axis: who sees it alone knows why.
TEST(Ticks, ATitleNamesALogarithmicScale) {
    PlotAxis axis = synthetic::imagesAxis();
    axis.scale = AxisScale::Logarithmic;
    const AxisTicks ticks = makeTicks(axis, {2.8, 4.3}, 6);

    EXPECT_EQ(axisTitle(axis, ticks), QStringLiteral("Images per second, k images/s, log scale"));
    EXPECT_EQ(axisTitle({.title = QStringLiteral("Threads"), .scale = AxisScale::Logarithmic}, {}),
              QStringLiteral("Threads, log scale"));
}

TEST(Ticks, ValuesCarryTheirUnit) {
    EXPECT_EQ(valueText(synthetic::imagesAxis(), 1420.0), QStringLiteral("1.42 k images/s"));
    EXPECT_EQ(valueText(synthetic::utilisationAxis(), 55.0), QStringLiteral("55.0 %"));
}

// Goal: quantities at the ends of what a double holds get few short labels, none of them twice.
// Method: ranges around such values, linear and logarithmic, with and without a unit.
TEST(Ticks, TheLargestAndSmallestNumbersHaveShortLabels) {
    struct Ends {
        double low;
        double high;
    };
    for (const char* unit : {"1", "1/s", "s", "bytes/s", "%"}) {
        for (const Ends& one : {Ends{-1.7e308, 1.7e308},
                                {0.0, 1e300},
                                {1e-300, 3e-300},
                                {1e300, 1.0001e300},
                                {1e-300, 1e300},
                                {5e-324, 1.7e308}}) {
            for (const AxisScale scale : {AxisScale::Linear, AxisScale::Logarithmic}) {
                PlotModel model;
                model.y.unit = unit;
                model.y.scale = scale;
                model.series.resize(1);
                model.series[0].points = {{.x = 1.0, .y = one.low}, {.x = 2.0, .y = one.high}};
                const Span span = homeRange(model, placedSeries(model)).y;
                ASSERT_TRUE(std::isfinite(span.length())) << one.low << " to " << one.high;
                for (const int count : {2, 5, 11}) {
                    const AxisTicks ticks = makeTicks(model.y, span, count);
                    EXPECT_LE(static_cast<int>(ticks.ticks.size()), count);
                    EXPECT_GE(ticks.ticks.size(), count > 2 ? 2U : 1U) << one.low << unit;
                    std::set<QString> texts;
                    for (const Tick& tick : ticks.ticks) {
                        EXPECT_TRUE(span.contains(tick.place));
                        EXPECT_LE(tick.text.size(), 20) << tick.text.toStdString();
                        EXPECT_FALSE(tick.text.isEmpty());
                        EXPECT_FALSE(tick.text.contains(QStringLiteral("inf")));
                        EXPECT_FALSE(tick.text.contains(QStringLiteral("nan")));
                        EXPECT_TRUE(texts.insert(tick.text).second) << tick.text.toStdString();
                    }
                }
            }
        }
    }
}

TEST(Ticks, HugeNumbersArePowersOfTen) {
    const PlotAxis axis{.unit = "1/s", .shownUnit = QStringLiteral("images/s")};
    const AxisTicks ticks = makeTicks(axis, {0.0, 4e300}, 5);
    ASSERT_EQ(ticks.ticks.size(), 5U);
    EXPECT_EQ(ticks.ticks[0].text, QStringLiteral("0"));
    EXPECT_EQ(ticks.ticks[1].text, QStringLiteral("10\u00B3\u2070\u2070"));
    EXPECT_EQ(ticks.ticks[2].text, QStringLiteral("2\u00D710\u00B3\u2070\u2070"));
    EXPECT_EQ(ticks.unit, QStringLiteral("images/s"));
}

// Goal: one reads how far an axis reaches, also in a low chart with large letters. Method: axes
// that end anywhere, in charts with room for five labels and more.
TEST(Ticks, OfALowChartAreThreeAtLeast) {
    const QFont font = QApplication::font();
    const double line = QFontMetricsF(font).height();
    for (const double highest : {70.0, 99.0, 119.0, 299.0, 3400.0}) {
        PlotModel model = synthetic::sweepModel(1);
        for (PlotPoint& point : model.series.front().points) {
            point = {.x = point.x, .y = highest * point.x / 10.0};
        }
        PlotRange range = homeRange(model, placedSeries(model));
        range.y = {0.0, highest};
        for (const double lines : {14.0, 20.0, 30.0}) {
            const PlotLayout layout =
                layOutPlot(model, range, QSizeF(600.0, lines * line), font, {});
            EXPECT_GE(layout.y.ticks.size(), 3U) << highest << " in " << lines << " lines";
        }
    }
}

}  // namespace
}  // namespace throughline::ui
