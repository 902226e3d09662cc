// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_levels.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <utility>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_text.h"

namespace throughline::ui {
namespace {

constexpr double kLevel = 50.0;

/// Over x = 0..10 and y = 0..100 with a line at 50, and points at these places.
struct Chart {
    PlotModel model;
    std::vector<PlacedSeries> placed;
    PlotLook look{printTheme(), QApplication::font()};
    PlotLayout layout;

    explicit Chart(const std::vector<std::pair<double, double>>& points) {
        model.x = synthetic::threadsAxis();
        model.y = synthetic::imagesAxis();
        PlotSeries series;
        for (const auto& [x, y] : points) {
            series.points.push_back({.x = x, .y = y});
        }
        model.series = {series};
        model.levels = {{.y = kLevel, .text = QStringLiteral("storage alone")}};
        placed = placedSeries(model);
        layout.area = QRectF(0, 0, 600, 400);
    }
    QRectF text() const {
        const PlotFrame frame{
            model, placed, {.x = {0, 10}, .y = {0, 100}, .y2 = {}}, QSizeF(600, 400), look};
        const auto texts = levelTexts(frame, layout);
        return texts.empty() ? QRectF() : texts.front().box;
    }
};

constexpr double kLinePx = 200.0;

TEST(PlotLevels, ALevelIsHiddenWithAllCurvesOfItsStudy) {
    Chart chart({{5, 10}});
    chart.model.levels[0].group = chart.model.series[0].group = QStringLiteral("study");
    chart.model.series.push_back(chart.model.series[0]);
    chart.placed = placedSeries(chart.model);
    chart.model.series[0].visible = false;
    EXPECT_FALSE(chart.text().isNull()) << "one is left";
    chart.model.series[1].visible = false;
    EXPECT_TRUE(chart.text().isNull());
    chart.model.levels[0].group = QStringLiteral("without curves");
    EXPECT_FALSE(chart.text().isNull());
    chart.model.levels[0].group.clear();
    EXPECT_FALSE(chart.text().isNull()) << "nobody's";
}

TEST(PlotLevels, ATextStandsWhereItHidesLeast) {
    const QRectF usual = Chart({{5, 10}}).text();
    EXPECT_GT(usual.left(), 300.0);
    EXPECT_EQ(usual.bottom(), kLinePx) << "above its line at the right";

    const QRectF at_left = Chart({{9.5, 52}}).text();
    EXPECT_LT(at_left.left(), 300.0);
    EXPECT_EQ(at_left.bottom(), kLinePx);

    const QRectF below = Chart({{9.5, 53}, {0.5, 53}}).text();
    EXPECT_GT(below.left(), 300.0);
    EXPECT_EQ(below.top(), kLinePx) << "both places above are taken";

    EXPECT_LT(Chart({{9.5, 53}, {0.5, 53}, {9.5, 47}}).text().left(), 300.0) << "below, left";
}

TEST(PlotLevels, ALineIsHiddenToo) {
    Chart chart({{7, 51}, {10, 54}});
    const double width = chart.text().width();
    ASSERT_LT(width, 200.0);
    chart.model.series[0].points[0].x = 0.0;
    chart.model.series[0].points[0].y = 70.0;
    chart.model.series[0].points[1].x = 10.0;
    chart.model.series[0].points[1].y = 50.0;
    chart.model.series[0].kind = SeriesKind::Line;
    chart.placed = placedSeries(chart.model);

    EXPECT_EQ(chart.text().bottom(), kLinePx);
    EXPECT_LT(chart.text().left(), 300.0) << "the line runs through the place at the right";
}

// Method: three levels so near to each other that there is no room for each at the right.
TEST(PlotLevels, TextsOfNearLevelsDoNotOverlap) {
    Chart chart({{5, 10}});
    chart.model.levels = {{.y = 50.0, .text = QStringLiteral("storage alone")},
                          {.y = 50.5, .text = QStringLiteral("decode alone")},
                          {.y = 51.0, .text = QStringLiteral("consumer alone")},
                          {.y = 51.2, .text = QStringLiteral("limit of the volume")},
                          {.y = 51.4, .text = QStringLiteral("limit of the instance")}};
    const PlotFrame frame{chart.model,
                          chart.placed,
                          {.x = {0, 10}, .y = {0, 100}, .y2 = {}},
                          QSizeF(600, 400),
                          chart.look};

    const auto texts = levelTexts(frame, chart.layout);

    ASSERT_EQ(texts.size(), 5U);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_TRUE(chart.layout.area.contains(texts[i].box)) << i;
        for (std::size_t other = 0; other < i; ++other) {
            EXPECT_FALSE(texts[i].box.intersects(texts[other].box)) << i << ' ' << other;
        }
    }
}

TEST(PlotLevels, ANameIsShortenedByWholeWords) {
    PlotModel model;
    model.y = synthetic::imagesAxis();
    const PlotLevel level{.y = 1000.0,
                          .text = QStringLiteral("Decode threads eighteen, storage alone")};
    const QFontMetricsF metrics(QApplication::font());
    const double whole = metrics.horizontalAdvance(levelText(model, level));

    const QString shorter = levelText(model, level, metrics, whole - 20.0);

    EXPECT_TRUE(shorter.startsWith(QStringLiteral("Decode threads \u2026 storage alone ")))
        << shorter.toStdString();
    EXPECT_LE(metrics.horizontalAdvance(shorter), whole - 20.0);
    EXPECT_EQ(levelText(model, level, metrics, whole + 1.0), levelText(model, level));
}

}  // namespace
}  // namespace throughline::ui
