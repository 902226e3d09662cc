// SPDX-License-Identifier: GPL-3.0-or-later
// Curves that are named where they end.
#include "ui/plot/plot_ends.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QSet>
#include <algorithm>
#include <array>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_page.h"

namespace throughline::ui {
namespace {

PlotLook look() {
    return {printTheme(), QApplication::font()};
}

/// Two curves that end at the same height, and one below them.
PlotModel threeCurves() {
    PlotModel model = synthetic::sweepModel(3);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        model.series[s].name = QStringLiteral("Curve %1").arg(s);
        model.series[s].points.back().y = s < 2 ? 1000.0 : 200.0;
    }
    return model;
}

struct Drawn {
    explicit Drawn(PlotModel shown, QSizeF of_size = {700, 400}, int font_px = 0)
        : model(std::move(shown)), size(of_size) {
        if (font_px > 0) {
            style.font.setPixelSize(font_px);
        }
        alignment.right = endsWidth(model, style.font, size);
        layout = layOutPlot(model, range, size, style.font, alignment);
    }

    PlotModel model;
    std::vector<PlacedSeries> placed = placedSeries(model);
    PlotLook style = look();
    QSizeF size;
    PlotRange range = homeRange(model, placed);
    PlotAlignment alignment;
    PlotLayout layout;

    std::vector<PlacedEnd> ends() const {
        return placedEnds({model, placed, range, size, style, alignment}, layout);
    }
};

TEST(PlotEndsTest, NamesStandBesideTheEndsAndNotOverEachOther) {
    const Drawn drawn(threeCurves());
    const std::vector<PlacedEnd> ends = drawn.ends();

    ASSERT_EQ(ends.size(), 3U);
    for (const PlacedEnd& end : ends) {
        EXPECT_GE(end.box.left(), drawn.layout.area.right());
        EXPECT_LE(end.box.right(), drawn.size.width() + 0.5);
        EXPECT_GE(end.box.top(), 0.0);
        EXPECT_LE(end.box.bottom(), drawn.size.height());
    }
    EXPECT_LE(ends[0].box.bottom(), ends[1].box.top() + 0.5);
    EXPECT_NEAR((ends[0].box.top() + ends[1].box.bottom()) / 2, ends[0].end.y(), 1.0)
        << "two that touch stand around their curves' ends";
    EXPECT_EQ(ends[2].series, 2U);
    EXPECT_NEAR(ends[2].box.center().y(), ends[2].end.y(), 1.0);
    keepPicture(plotImage({{.model = &drawn.model}},
                          {.title = QStringLiteral("Which is which"), .namesAtEnds = true},
                          look()),
                QStringLiteral("plot-ends"));
}

// Goal: what leads from a lone point to its name is no curve across the chart. Method: a point at
// the left; half way to the right its height is as empty as that below it.
TEST(PlotEndsTest, NoLineCrossesTheChartFromALonePoint) {
    PlotModel model = threeCurves();
    model.series.resize(2);
    model.series[0].kind = SeriesKind::Points;
    model.series[0].points = {{.x = model.series[1].points.front().x, .y = 620.0}};
    const Drawn drawn(model);
    const std::vector<PlacedEnd> ends = drawn.ends();
    const auto lone = std::ranges::find(ends, 0U, &PlacedEnd::series);
    ASSERT_NE(lone, ends.end());
    QImage picture(drawn.size.toSize(), QImage::Format_RGB32);
    picture.fill(Qt::white);
    {
        QPainter painter(&picture);
        const PlotFrame frame{
            drawn.model, drawn.placed, drawn.range, drawn.size, drawn.style, drawn.alignment};
        paintEnds(painter, frame, drawn.layout);
    }
    const int y = static_cast<int>(lone->end.y());
    const int from = static_cast<int>(lone->end.x()) + 3;
    const int to = static_cast<int>(drawn.layout.area.right());
    for (int x = from; x < to; ++x) {
        for (int beside = -1; beside <= 1; ++beside) {
            ASSERT_EQ(picture.pixelColor(x, y + beside), QColor(Qt::white)) << x;
        }
    }
}

// Goal: a curve that is not drawn, or has no point in view, has no name.
TEST(PlotEndsTest, OnlyWhatIsSeenIsNamed) {
    Drawn drawn(threeCurves());
    drawn.model.series[0].visible = false;
    drawn.range.y.high = 500.0;  // above which the second ends, and is gone
    for (PlotPoint& point : drawn.model.series[1].points) {
        point.y = 900.0;
    }
    drawn.placed = placedSeries(drawn.model);

    const std::vector<PlacedEnd> ends = drawn.ends();

    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(ends.front().series, 2U);
}

TEST(PlotEndsTest, ALongNameHasThreeLinesAtMost) {
    PlotModel model = threeCurves();
    model.series[0].name = QStringLiteral("A name of many words that ").repeated(10);
    const Drawn drawn(model);

    EXPECT_LE(endsWidth(drawn.model, drawn.style.font, drawn.size), 700.0 * 0.4);
    EXPECT_EQ(drawn.ends().front().lines.size(), 3);
    EXPECT_TRUE(drawn.ends().front().lines.back().endsWith(u'…'));
}

// Goal: in a room nobody asks which of the curves is which. Method: eight runs of two studies in
// the type of a slide, which leaves one line a name.
TEST(PlotEndsTest, WhatDiffersIsKeptWhereAStudyHasLittleRoom) {
    PlotModel model = synthetic::sweepModel(8);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        PlotSeries& series = model.series[s];
        series.head =
            s < 2 ? QStringLiteral("photos, 2 threads") : QStringLiteral("photos, 1–4 threads");
        series.label =
            QStringLiteral("run %1, %2 threads, %3")
                .arg(s + 1)
                .arg(s / 2 + 1)
                .arg(s % 2 == 0 ? QStringLiteral("decode alone") : QStringLiteral("full pipeline"));
        series.name = series.head + QStringLiteral(" \u00B7 ") + series.label;
    }
    Drawn drawn(model, {1240, 470}, 23);

    QSet<QString> names;
    for (const PlacedEnd& end : drawn.ends()) {
        const PlotSeries& series = drawn.model.series[end.series];
        ASSERT_EQ(end.lines.size(), 1);
        names << end.lines.front();
        EXPECT_TRUE(end.lines.front().contains(series.label.section(u' ', 1).section(u',', 0, 1)))
            << end.lines.front().toStdString() << " is " << series.name.toStdString();
    }
    EXPECT_EQ(names.size(), 8);
}

// Goal: "full pipeline" alone is nobody's. Method: so many curves of two studies that each has but
// one line.
TEST(PlotEndsTest, WhereThereIsOneLineTheStudyIsCutButNamed) {
    PlotModel model = synthetic::sweepModel(12);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        PlotSeries& series = model.series[s];
        series.head = s % 2 == 0 ? QStringLiteral("Photographs of a whole year, two threads")
                                 : QStringLiteral("Decode threads on two cores of this computer");
        series.label = QStringLiteral("stage %1").arg(s);
        series.name = series.head + QStringLiteral(" \u00B7 ") + series.label;
        series.points.back().y = 1000.0;
    }
    const Drawn drawn(model, {700, 300});

    std::size_t named = 0;
    for (const PlacedEnd& end : drawn.ends()) {
        ASSERT_EQ(end.lines.size(), 1) << end.lines.join(u'|').toStdString();
        const QString begin = model.series[end.series].head.left(3);
        named += end.lines[0].startsWith(begin) ? 1 : 0;
        EXPECT_TRUE(end.lines[0].endsWith(model.series[end.series].label))
            << end.lines[0].toStdString();
    }
    EXPECT_EQ(named, drawn.ends().size());
    EXPECT_GT(named, 2U);
}

// Goal: however little room there is, the study comes first, and that it was emulated stays.
TEST(PlotEndsTest, AStudyThatIsTooLongIsCutAndStaysEmulated) {
    PlotModel model = threeCurves();
    PlotSeries& long_one = model.series[0];
    long_one.head =
        QStringLiteral("4 and 8 V100s on gp2, st1 and io1 in one study of many volumes");
    long_one.mark = QStringLiteral("emulated accelerator and volume");
    long_one.label = QStringLiteral("8 accelerators");
    long_one.name = long_one.head + QStringLiteral(" (") + long_one.mark +
                    QStringLiteral(") \u00B7 ") + long_one.label;
    const Drawn drawn(model, {700, 400}, 14);

    const auto ends = drawn.ends();
    const auto found = std::ranges::find_if(ends, [](const auto& end) { return end.series == 0; });
    ASSERT_NE(found, ends.end());
    const QString all = found->lines.join(u'|');
    EXPECT_TRUE(all.startsWith(QStringLiteral("4 and 8"))) << all.toStdString();
    EXPECT_TRUE(all.contains(QStringLiteral("emulated"))) << all.toStdString();
    EXPECT_TRUE(all.endsWith(QStringLiteral("8 accelerators"))) << all.toStdString();
}

TEST(PlotEndsTest, BarsAndASecondAxisKeepTheirLegend) {
    PlotModel model = threeCurves();
    EXPECT_TRUE(canNameEnds(model));
    model.series[1].kind = SeriesKind::Bars;
    EXPECT_FALSE(canNameEnds(model));
    model.series[1].visible = false;
    EXPECT_TRUE(canNameEnds(model)) << "it is not drawn";
    model.y2 = model.y;
    EXPECT_FALSE(canNameEnds(model));
}

// Goal: no name at a curve is that of another one. Method: three stages of four runs of one name,
// in the type of a slide.
TEST(PlotEndsTest, RunsOfOneNameAreToldApartByTheirTime) {
    PlotModel model = synthetic::sweepModel(12);
    constexpr std::array kStages{"full pipeline", "decode alone", "storage alone"};
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        PlotSeries& series = model.series[s];
        series.head = QStringLiteral("photos, 2 threads (2026-11-27 20:5%1)").arg(s / 3);
        series.label = QLatin1String(kStages[s % 3]);
        series.name = series.head + QStringLiteral(" \u00B7 ") + series.label;
        series.points.back().y = 1000.0;
    }
    for (const QSizeF size : {QSizeF(1240, 470), QSizeF(700, 400), QSizeF(520, 300)}) {
        const Drawn drawn(model, size, size.width() > 1000 ? 23 : 13);
        QSet<QString> names;
        for (const PlacedEnd& end : drawn.ends()) {
            names << end.lines.join(u' ');
        }
        EXPECT_EQ(names.size(), 12) << size.width();
        for (const PlacedEnd& end : drawn.ends()) {
            const QString line = end.lines.join(u' ');
            EXPECT_TRUE(size.width() < 1000 ||
                        line.contains(QStringLiteral("5%1) \u00B7").arg(end.series / 3)))
                << line.toStdString();
        }
    }
}

// Goal: no name runs out of the picture, however many lines the height leaves it. Method: nine
// German runs of three studies in charts of the type of a slide, from low to high.
TEST(PlotEndsTest, NamesEndBeforeTheEdgeOfTheChart) {
    PlotModel model = synthetic::sweepModel(9);
    constexpr std::array kStages{"nur Datenspeicher", "nur Dekodieren", "ganze Pipeline"};
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        PlotSeries& series = model.series[s];
        series.head = s < 3 ? QStringLiteral("Decode threads on 2 cores")
                            : QStringLiteral("photos, 2 threads (28 Nov 00:0%1)").arg(s / 3);
        series.label =
            QStringLiteral("Lauf %1, ").arg(s % 3 + 1) + QString::fromUtf8(kStages[s % 3]);
        series.name = series.head + QStringLiteral(" \u00B7 ") + series.label;
    }
    for (const double height : {240.0, 300.0, 360.0, 420.0, 520.0, 700.0, 1000.0}) {
        const Drawn drawn(model, {1240, height}, 23);
        const QFontMetricsF metrics(drawn.style.font);
        QSet<QString> names;
        for (const PlacedEnd& end : drawn.ends()) {
            names << end.lines.join(u' ');
            for (const QString& line : end.lines) {
                constexpr double kMarkAndGap = 24.0;
                EXPECT_LE(end.box.left() + kMarkAndGap + metrics.horizontalAdvance(line), 1240.0)
                    << height << line.toStdString();
            }
        }
        EXPECT_EQ(names.size(), 9)
            << height << names.values().join(QStringLiteral("; ")).toStdString();
    }
}

// Goal: on a slide of two runs of one name the digit that tells them apart is seen. Method: lone
// points as of runs that were not swept, on slides with much and little room for the chart.
TEST(PlotEndsTest, TwoRunsOfOneNameAreToldApartWithinASlide) {
    PlotModel model = synthetic::sweepModel(4);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        PlotSeries& series = model.series[s];
        series.kind = SeriesKind::Points;
        series.points = {{.x = 2.0, .y = 500.0 * static_cast<double>(s + 1)}};
        series.head =
            QStringLiteral("photos, 2 threads (2026-11-28 03:0%1)").arg(s / 2 == 0 ? 3 : 8);
        series.label =
            s % 2 == 0 ? QStringLiteral("full pipeline") : QStringLiteral("decode alone");
        series.name = series.head + QStringLiteral(" \u00B7 ") + series.label;
    }
    for (const double height : {120.0, 180.0, 230.0, 260.0, 300.0, 400.0}) {
        const Drawn drawn(model, {800, height}, 14);
        const QFontMetricsF metrics(drawn.style.font);
        EXPECT_TRUE(height < 400.0 || drawn.ends().size() == model.series.size())
            << "there is room for all";
        for (const PlacedEnd& end : drawn.ends()) {
            const QString digits = end.series < 2 ? QStringLiteral("03)") : QStringLiteral("08)");
            EXPECT_TRUE(end.lines.join(u' ').contains(digits))
                << height << end.lines.join(u' ').toStdString();
            for (const QString& line : end.lines) {
                constexpr double kMarkAndGap = 24.0;
                EXPECT_LE(end.box.left() + kMarkAndGap + metrics.horizontalAdvance(line), 800.0)
                    << height << line.toStdString();
            }
        }
    }
}

}  // namespace
}  // namespace throughline::ui
