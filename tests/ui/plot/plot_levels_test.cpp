// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_levels.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <cmath>
#include <utility>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/levels_above.h"
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

/// Whether the text stands right above or below the line at `y` of 0..100.
bool isAt(const QRectF& box, double y) {
    const double line_px = 400.0 - y * 4.0;
    return std::abs(box.bottom() - line_px) < 0.01 || std::abs(box.top() - line_px) < 0.01;
}

// Goal: no text is read as another line's: it stands at its own, or is counted. Method: levels so
// near to each other that there is no room for each, and one far above them, as on a slide.
TEST(PlotLevels, ATextStandsAtItsLineOrIsCounted) {
    Chart chart({{5, 10}});
    chart.model.levels = {{.y = 90.0, .text = QStringLiteral("another study, decode alone")}};
    for (int i = 0; i < 6; ++i) {
        chart.model.levels.push_back(
            {.y = 50.0 + 0.3 * i, .text = QStringLiteral("decode alone, best of %1").arg(i)});
    }
    const PlotFrame frame{chart.model,
                          chart.placed,
                          {.x = {0, 10}, .y = {0, 100}, .y2 = {}},
                          QSizeF(600, 400),
                          chart.look};

    const auto texts = levelTexts(frame, chart.layout);

    std::size_t named = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_TRUE(chart.layout.area.contains(texts[i].box)) << i;
        for (std::size_t other = 0; other < i; ++other) {
            EXPECT_FALSE(texts[i].box.intersects(texts[other].box)) << i << ' ' << other;
        }
        for (const PlotLevel& level : chart.model.levels) {
            const QString value = levelText(chart.model, level).mid(level.text.size());
            if (texts[i].text.endsWith(value)) {
                ++named;
                EXPECT_TRUE(isAt(texts[i].box, level.y)) << texts[i].text.toStdString();
            }
        }
    }
    EXPECT_GE(named, 4U);
    ASSERT_LT(named, chart.model.levels.size());
    EXPECT_EQ(texts.back().text,
              QStringLiteral("and %1 more").arg(chart.model.levels.size() - named));
}

// Goal: a line between points is named without hiding one. Method: points at both ends of both
// sides.
TEST(PlotLevels, ATextStandsInTheMiddleWherePointsStandAtBothEnds) {
    Chart chart({{9.5, 52}, {0.5, 52}, {9.5, 48}, {0.5, 48}});

    const QRectF box = chart.text();

    ASSERT_FALSE(box.isNull());
    const PlotMap map{chart.layout.area, {.x = {0, 10}, .y = {0, 100}, .y2 = {}}};
    for (const QPointF& place : chart.placed[0].places) {
        EXPECT_FALSE(box.contains(map.toPixel(place, false))) << place.x() << ' ' << place.y();
    }
    EXPECT_TRUE(box.bottom() == kLinePx || box.top() == kLinePx) << "at its line";
}

/// So many levels above 0..100 that one line has no room for them, in a picture that wide.
QStringList linesAbove(double width_px, int most) {
    PlotModel model;
    model.y = synthetic::imagesAxis();
    std::vector<const PlotLevel*> above;
    for (const char* name : {"storage alone", "decode alone", "limit of the volume"}) {
        model.levels.push_back({.y = 1000.0 + 1000.0 * static_cast<double>(model.levels.size()),
                                .text = QString::fromLatin1(name)});
    }
    for (const PlotLevel& level : model.levels) {
        above.push_back(&level);
    }
    return linesOfLevelsAbove(above, model, QFontMetricsF(QApplication::font()), width_px, most);
}

TEST(PlotLevels, LevelsAboveTheViewAreNamedOnAsManyLinesAsTheyNeed) {
    EXPECT_EQ(linesAbove(2000.0, 3).size(), 1);

    const QStringList narrow = linesAbove(230.0, 3);
    ASSERT_EQ(narrow.size(), 3);
    EXPECT_TRUE(narrow[0].startsWith(QStringLiteral("\u2191 storage alone"))) << "the nearest";
    EXPECT_TRUE(narrow[2].startsWith(QStringLiteral("\u2191 limit")));
}

TEST(PlotLevels, LevelsThatFindNoRoomAreCounted) {
    const QStringList lines = linesAbove(330.0, 1);

    ASSERT_EQ(lines.size(), 1);
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("\u2191 storage alone")))
        << lines[0].toStdString();
    EXPECT_TRUE(lines[0].endsWith(QStringLiteral("and 2 more"))) << lines[0].toStdString();
    EXPECT_LE(QFontMetricsF(QApplication::font()).horizontalAdvance(lines[0]), 330.0);
}

// Goal: each has its place above the plot area, which gives way.
TEST(PlotLevels, TheLinesStandAboveThePlotArea) {
    PlotModel model = synthetic::sweepModel(1);
    for (int i = 0; i < 4; ++i) {
        model.levels.push_back({.y = 1e7 * (i + 1), .text = QStringLiteral("a ceiling far above")});
    }
    const auto placed = placedSeries(model);

    const PlotLayout layout =
        layOutPlot(model, homeRange(model, placed), QSizeF(420, 400), QApplication::font(), {});

    std::vector<QRectF> lines;
    for (const PlacedText& text : layout.texts) {
        if (text.text.startsWith(QChar(0x2191))) {
            lines.push_back(text.box);
        }
    }
    ASSERT_GT(lines.size(), 1U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_LE(lines[i].bottom(), layout.area.top());
        EXPECT_TRUE(i == 0 || lines[i].top() >= lines[i - 1].bottom());
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

// Goal: "storage alone" never reads "Decode \u2026 alone", however narrow the place is. Method:
// every width down to nothing, with a study, with several runs and with neither.
TEST(PlotLevels, AStageIsNeverCut) {
    PlotModel model;
    model.y = synthetic::imagesAxis();
    const QString stage = QStringLiteral("storage alone");
    const QFontMetricsF metrics(QApplication::font());
    for (const QString& text : {QStringLiteral("Decode threads on 2 cores (demo 20:57) \u00B7 %1"),
                                QStringLiteral("photos \u00B7 %1, best of 4:"),
                                QStringLiteral("%1")}) {
        const PlotLevel level{.y = 1000.0, .text = text.arg(stage)};
        const double whole = metrics.horizontalAdvance(levelText(model, level));
        const double least =
            metrics.horizontalAdvance(levelText(model, PlotLevel{.y = level.y, .text = stage}));
        for (double width = whole + 5.0; width > 0.0; width -= 7.0) {
            const QString shown = levelText(model, level, metrics, width);
            EXPECT_TRUE(shown.contains(stage)) << shown.toStdString();
            EXPECT_LE(metrics.horizontalAdvance(shown), std::max(width, least))
                << shown.toStdString();
        }
    }
}

// Goal: of two runs of one name the time tells which is which. Method: room for half of the name.
TEST(PlotLevels, ANameBeforeAStageKeepsItsEnd) {
    PlotModel model;
    model.y = synthetic::imagesAxis();
    const QString stage = QStringLiteral("storage alone");
    const PlotLevel level{
        .y = 1000.0,
        .text = QStringLiteral("photos, 2 threads (2026-11-27 20:57) \u00B7 ") + stage};
    const QFontMetricsF metrics(QApplication::font());
    const double whole = metrics.horizontalAdvance(levelText(model, level));
    const double middle = metrics.horizontalAdvance(QStringLiteral("2 threads (2026"));

    const QString shown = levelText(model, level, metrics, whole - middle);

    EXPECT_TRUE(shown.startsWith(QStringLiteral("photos, ")));
    EXPECT_TRUE(shown.contains(QStringLiteral("\u2026 20:57) \u00B7 storage alone ")))
        << shown.toStdString();
}

// Goal: of two runs of one name each line says whose it is, however narrow the place.
TEST(PlotLevels, LinesOfRunsOfOneNameKeepTheirTime) {
    PlotModel model;
    model.y = synthetic::imagesAxis();
    for (const char* time : {"20:57", "20:56"}) {
        for (const char* stage : {"storage alone", "decode alone, best of 4:"}) {
            model.levels.push_back(
                {.y = 1000.0,
                 .text = QStringLiteral("photos, 2 threads (2026-11-27 %1) \u00B7 %2")
                             .arg(QLatin1String(time), QLatin1String(stage))});
        }
    }
    const QFontMetricsF metrics(QApplication::font());
    const double whole = metrics.horizontalAdvance(levelText(model, model.levels[0]));
    for (double width = whole; width > 0.0; width -= 9.0) {
        const QString one = levelText(model, model.levels[0], metrics, width);
        const QString other = levelText(model, model.levels[2], metrics, width);
        EXPECT_NE(one, other) << width;
        EXPECT_TRUE(one.contains(QStringLiteral("storage alone"))) << one.toStdString();
        if (width > 0.7 * whole) {
            EXPECT_TRUE(one.contains(QStringLiteral("20:57) \u00B7"))) << one.toStdString();
            EXPECT_TRUE(other.contains(QStringLiteral("20:56) \u00B7"))) << other.toStdString();
        }
    }
}

}  // namespace
}  // namespace throughline::ui
