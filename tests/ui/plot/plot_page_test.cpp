// SPDX-License-Identifier: GPL-3.0-or-later
// Several charts on one page.
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/plot/plot_page.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <set>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/axis_range.h"
#include "ui/plot/page_footer.h"

namespace throughline::ui {
namespace {

PlotLook look() {
    return {printTheme(), QApplication::font()};
}

/// images/s and utilisation over threads, and images/s over time.
struct Charts {
    PlotModel rate = synthetic::sweepModel(2);
    PlotModel share = synthetic::sweepModel(2);
    PlotModel time = synthetic::timeModel(2, 300);

    Charts() { share.y = synthetic::utilisationAxis(); }
    std::vector<PagePlot> plots() const {
        return {{.model = &rate, .title = QStringLiteral("Images per second by threads")},
                {.model = &share, .title = QStringLiteral("Disk utilisation by threads")},
                {.model = &time, .title = QStringLiteral("Images per second over time")}};
    }
};

TEST(PlotPageTest, ChartsOfAGridStandApartAndFillThePage) {
    const Charts charts;
    const PlotPage page{.title = QStringLiteral("What limits this machine"),
                        .footer = {QStringLiteral("measured 2026-11-22")},
                        .across = 2};
    const PagePainter painter(charts.plots(), page, look());

    ASSERT_EQ(painter.count(), 3U);
    const QRectF whole(QPointF(), QSizeF(page.size));
    for (std::size_t i = 0; i < painter.count(); ++i) {
        EXPECT_TRUE(whole.contains(painter.area(i))) << i;
        EXPECT_GT(painter.area(i).height(), 100.0) << i;
        for (std::size_t other = 0; other < i; ++other) {
            EXPECT_FALSE(painter.area(i).intersects(painter.area(other))) << i << ' ' << other;
        }
    }
    EXPECT_EQ(painter.area(0).top(), painter.area(1).top());
    EXPECT_GT(painter.area(2).width(), painter.area(0).width() * 1.8) << "alone in its row";
    keepPicture(plotImage(charts.plots(), page, look()), QStringLiteral("page-grid"));
}

// Goal: charts of which each has some of the curves have one legend, so that the plots keep the
// room, unless a curve looks different in one of them.
TEST(PlotPageTest, ChartsWithSomeOfTheSameCurvesShareALegend) {
    PlotModel both = synthetic::sweepModel(3);
    PlotModel some = both;
    some.series.erase(some.series.begin());
    const PlotPage page{.size = {1280, 720}};
    const std::vector<PagePlot> plots{{.model = &both}, {.model = &some}};
    const double shared = PagePainter(plots, page, look()).area(1).height();
    keepPicture(plotImage(plots, page, look()), QStringLiteral("page-shared-legend"));

    some.series.front().tint += 1;
    EXPECT_GT(shared, PagePainter(plots, page, look()).area(1).height() + 5.0);
}

TEST(PlotPageTest, ACommonLegendHasEachCurveOnceByItsLongestName) {
    PlotModel first = synthetic::sweepModel(2);
    first.series[0].group = QStringLiteral("uuid");
    first.series[0].curve = QStringLiteral("4 threads");
    PlotModel second = first;
    second.series[0].name = QStringLiteral("A study \u00B7 4 threads, of which there are more");
    second.series[1].colourSlot = 7;
    second.series[1].name = QStringLiteral("Another study");
    second.series[1].group = QStringLiteral("another uuid");

    const auto common = commonLegend({legendOf(first, true), legendOf(second, true)});
    ASSERT_TRUE(common.has_value());
    ASSERT_EQ(common->curves.size(), 3U);
    EXPECT_EQ(common->curves[0].second, &second.series[0]);
    EXPECT_EQ(common->curves[2].second, &second.series[1]);

    second.series[1].colourSlot = first.series[1].colourSlot;
    EXPECT_FALSE(commonLegend({legendOf(first, true), legendOf(second, true)}))
        << "two studies that look alike";
}

// Goal: many curves with long names leave the chart its room, on a slide and in a report's column.
TEST(PlotPageTest, ALongLegendIsCutAndCounted) {
    PlotModel model = synthetic::sweepModel(1);
    const PlotSeries one = model.series.front();
    model.series.clear();
    for (int i = 0; i < 60; ++i) {
        model.series.push_back(one);
        model.series.back().name =
            QStringLiteral("A curve with a rather long name, number %1").arg(i);
    }
    for (const QSize size : {QSize(1280, 720), QSize(336, 300)}) {
        PlotPage page;
        page.size = size;
        const PagePainter painter({{.model = &model}}, page, look());

        EXPECT_GT(painter.area(0).height(), size.height() * 0.35) << size.width();
        EXPECT_TRUE(QRectF(QPointF(), QSizeF(size)).contains(painter.area(0))) << size.width();
        keepPicture(plotImage({{.model = &model}}, page, look()),
                    QStringLiteral("page-long-legend-%1").arg(size.width()));
    }
}

// Goal: a legend with little room still says which run a curve is of.
TEST(PlotPageTest, ALegendTellsRunsOfOneNameApart) {
    PlotModel model = synthetic::sweepModel(4);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        PlotSeries& series = model.series[s];
        series.head =
            QStringLiteral("photos of a whole year, 2 threads (2026-11-27 20:5%1)").arg(s / 2);
        series.label =
            s % 2 == 0 ? QStringLiteral("full pipeline") : QStringLiteral("decode alone");
        series.name = series.head + QStringLiteral(" \u00B7 ") + series.label;
    }
    for (const double width : {420.0, 300.0, 240.0}) {
        const PageLegend legend =
            placedLegend(legendOf(model, true),
                         QRectF(0, 0, width, 400),
                         {.font = QApplication::font(), .wraps = false, .linesMax = 10});
        ASSERT_EQ(legend.entries.size(), 4U) << width;
        std::set<QString> names;
        for (const LegendEntry& entry : legend.entries) {
            names.insert(entry.lines.join(u' '));
        }
        EXPECT_EQ(names.size(), 4U) << width;
    }
}

// Goal: no curve is left out of a legend that has room for it. Names of more than half the width.
TEST(PlotPageTest, NamesOfALegendAreCutBeforeCurvesAreLeftOut) {
    PlotModel model = synthetic::sweepModel(6);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        PlotSeries& series = model.series[s];
        series.head = QStringLiteral("photos, 2 threads (2026-11-28 03:0%1)").arg(s / 2);
        series.label =
            s % 2 == 0 ? QStringLiteral("full pipeline") : QStringLiteral("decode alone");
        series.name = series.head + QStringLiteral(" \u00B7 ") + series.label;
    }
    const QFont font = QApplication::font();
    const double longest = QFontMetricsF(font).horizontalAdvance(model.series.front().name);
    const PageLegend legend = placedLegend(legendOf(model, true),
                                           QRectF(0, 0, 2.0 * longest, 400),
                                           {.font = font, .wraps = false, .linesMax = 4});
    std::set<QString> names;
    for (const LegendEntry& entry : legend.entries) {
        EXPECT_NE(entry.series, nullptr) << entry.lines.join(u' ').toStdString();
        names.insert(entry.lines.join(u' '));
    }
    EXPECT_EQ(names.size(), 6U);
}

// Goal: two charts with eight long names each on a slide can be read. Their y titles are longer
// than the charts are high.
TEST(PlotPageTest, TwoChartsWithManyCurvesKeepTheirHeightAndTheirTitles) {
    PlotModel first = synthetic::sweepModel(1);
    const PlotSeries one = first.series.front();
    first.series.clear();
    for (int i = 0; i < 8; ++i) {
        first.series.push_back(one);
        first.series.back().name =
            QStringLiteral(
                "A study on a computer with a long name, 2026-11-2%1 \u00B7 QD 32, a "
                "setting and one more setting, number %1 of all that are shown here")
                .arg(i);
    }
    first.y.title = QStringLiteral("Rate at which the device delivered bytes to the pipeline");
    PlotModel second = first;
    second.series.front().kind = SeriesKind::Points;  // a legend of its own
    second.y.title = QStringLiteral("Utilisation");
    const PlotPage page;

    const PagePainter painter({{.model = &first}, {.model = &second}}, page, look());

    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GT(painter.area(i).height(), page.size.height() * 0.16) << i;
    }
    EXPECT_EQ(painter.area(0).left(), painter.area(1).left());
    keepPicture(plotImage({{.model = &first}, {.model = &second}}, page, look()),
                QStringLiteral("page-two-with-many-curves"));
}

TEST(PlotPageTest, AYTitleGoesOnInASecondLine) {
    PlotModel model = synthetic::sweepModel(1);
    model.y.title = QStringLiteral("Rate at which the device delivered");
    const QFontMetricsF metrics(look().font);
    const PlotRange range = homeRange(model, placedSeries(model));
    const auto titleAt = [&](double height) {
        const PlotLayout layout = layOutPlot(model, range, {640, height}, look().font);
        const auto title =
            std::find_if(layout.texts.begin(), layout.texts.end(), [](const PlacedText& text) {
                return text.turned && text.isTitle;
            });
        return title == layout.texts.end() ? PlacedText{} : *title;
    };
    const double whole = metrics.horizontalAdvance(titleAt(2000).text);

    const PlacedText wrapped = titleAt(whole * 0.75);

    EXPECT_EQ(titleAt(2000).text, QString(wrapped.text).replace(QChar(u'\n'), QChar(u' ')));
    EXPECT_EQ(wrapped.text.count(QChar(u'\n')), 1);
    EXPECT_GE(wrapped.box.left(), 0.0);
    EXPECT_NEAR(wrapped.box.width(), 2 * metrics.height(), 0.01);
    EXPECT_TRUE(titleAt(whole * 0.4).text.endsWith(QStringLiteral("images/s")))
        << titleAt(whole * 0.4).text.toStdString();
}

TEST(PlotPageTest, PlotAreasOfAColumnAreInLineAndAsHighAsEachOther) {
    const Charts charts;
    const PlotPage page;
    const PagePainter painter(charts.plots(), page, look());

    for (std::size_t i = 1; i < painter.count(); ++i) {
        EXPECT_EQ(painter.area(i).left(), painter.area(0).left());
        EXPECT_EQ(painter.area(i).right(), painter.area(0).right());
        EXPECT_GT(painter.area(i).top(), painter.area(i - 1).bottom());
        EXPECT_NEAR(painter.area(i).height(), painter.area(0).height(), 1.0);
    }
    keepPicture(plotImage(charts.plots(), page, look()), QStringLiteral("page-column"));

    auto same_curves = charts.plots();
    same_curves.pop_back();  // with its legend
    const PagePainter two(same_curves, page, look());
    EXPECT_NEAR(two.area(0).height(), two.area(1).height(), 1.0);
    keepPicture(plotImage(same_curves, page, look()), QStringLiteral("page-column-two"));
}

// Goal: markers on the edge of the plot area are whole, though the data are cut to it.
TEST(PlotPageTest, MarkersAtTheEdgeAreDrawnWhole) {
    PlotModel model = synthetic::sweepModel(1);
    model.series[0].points.resize(2);
    model.series[0].points[0] = {.x = 4, .y = 0.0};
    model.series[0].points[1] = {.x = 8, .y = 500.0};
    const PlotRange range{.x = {0, 16}, .y = {0, 1000}, .y2 = {}};
    const PlotPage page{.scale = 1.0};
    const std::vector<PagePlot> plots{{.model = &model, .range = &range}};
    const QImage image = plotImage(plots, page, look());

    const QRectF area = PagePainter(plots, page, look()).area(0);
    const QPoint edge(qRound(area.left() + area.width() / 4), qRound(area.bottom()));
    EXPECT_EQ(image.pixelColor(edge + QPoint(0, 3)), runColour(0)) << "below the area";
    EXPECT_EQ(image.pixelColor(edge - QPoint(0, 3)), runColour(0));
}

// Goal: nothing of the data lies beyond the plot area. Method: what differs from the same chart
// with every curve hidden.
TEST(PlotPageTest, TheDataOfAChartStayInItsArea) {
    const Charts charts;
    for (const PlotModel* model : {&charts.rate, &charts.share, &charts.time}) {
        std::vector<PlacedSeries> placed = placedSeries(*model);
        const PlotRange range = homeRange(*model, placed);
        const PlotLook print = look();
        constexpr QSize kSize(640, 360);
        const PlotLayout layout = layOutPlot(*model, range, kSize, print.font);
        const auto painted = [&] {
            QImage image(kSize, QImage::Format_RGB32);
            QPainter painter(&image);
            PlotScene().paint(painter, {*model, placed, range, kSize, print}, layout);
            return image;
        };
        const QImage with = painted();
        for (PlacedSeries& one : placed) {
            one.visible = false;
        }
        const QImage without = painted();

        int inside = 0;
        const QRectF area = layout.area.adjusted(-2, -2, 2, 2);
        for (int y = 0; y < kSize.height(); ++y) {
            for (int x = 0; x < kSize.width(); ++x) {
                if (with.pixel(x, y) != without.pixel(x, y)) {
                    ASSERT_TRUE(area.contains(QPointF(x, y))) << x << ", " << y;
                    ++inside;
                }
            }
        }
        EXPECT_GT(inside, 200);
    }
}

TEST(PlotPageTest, ALongTitleGoesOnInASecondLineAboveTheRest) {
    const PlotModel model = synthetic::sweepModel(1);
    PlotPage page;
    page.size = QSize(336, 300);
    page.title = QStringLiteral("Images per second");
    const PagePainter one({{.model = &model}}, page, look());
    page.title =
        QStringLiteral("Device read rate and Read IOPS by time since the run started here");
    const PagePainter two({{.model = &model}}, page, look());
    keepPicture(plotImage({{.model = &model}}, page, look()), QStringLiteral("page-long-title"));

    const double line = QFontMetricsF(look().font).height();
    EXPECT_GT(two.area(0).top(), one.area(0).top() + line);
    EXPECT_LT(two.area(0).top(), one.area(0).top() + 2 * line);
}

// Goal: charts below each other, of which the lowest names x for all, have their ticks where any of
// them has something. Method: the lowest one's grid lines, drawn with and without the other.
TEST(PlotPageTest, ChartsWithTheSameXHaveTheTicksOfBoth) {
    PlotModel few = synthetic::sweepModel(1);
    few.x.powersOfTwo = false;
    few.x.marks = {1, 2, 4};
    PlotModel many = few;
    many.x.marks = {1, 8, 16};
    const PlotPage page{.scale = 1.0};
    const auto columnsWithGrid = [&](const std::vector<PagePlot>& plots) {
        const QImage image = plotImage(plots, page, look());
        const QRectF area = PagePainter(plots, page, look()).area(plots.size() - 1);
        const int y = static_cast<int>(area.bottom()) + 3;  // the ticks
        int count = 0;
        for (int x = static_cast<int>(area.left()) + 2; x < area.right(); ++x) {
            count += image.pixelColor(x, y).lightness() < 200 ? 1 : 0;
        }
        return count;
    };
    EXPECT_EQ(columnsWithGrid({{.model = &many}}), 3);
    EXPECT_EQ(columnsWithGrid({{.model = &few}, {.model = &many}}), 5);
}

/// Of a report's column, in its small print.
PlotLook columnLook() {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPointSizeF(8.0);
    return {printTheme(), font};
}

// Goal: in a narrow column everything can be read: the page becomes higher instead of cutting.
// Method: a long title, long names, a long footer; the plot area keeps a height of its own, and the
// page that was asked for is the least.
TEST(PlotPageTest, AColumnGrowsDownwardsWithItsTexts) {
    PlotModel model = synthetic::sweepModel(3);
    for (PlotSeries& series : model.series) {
        series.name = QStringLiteral("fio-2.17-group-reporting-of-many-jobs.json, run 1, ") +
                      series.name + QStringLiteral(", rand-read-of-small-files");
    }
    PlotPage page;
    page.size = QSize(336, 300);
    page.grows = true;
    page.title = QStringLiteral(
        "Images per second, device read rate and read latency of the 99th percentile by decode "
        "threads on two machines of the same kind");
    page.footer = {QStringLiteral("Source of many words. ").repeated(20),
                   QStringLiteral("3 of 8 runs warned: the page cache was warm. ").repeated(8)};
    const PagePainter painter({{.model = &model}}, page, columnLook());

    EXPECT_EQ(painter.size().width(), 336);
    EXPECT_GT(painter.size().height(), 500);
    EXPECT_GT(painter.area(0).height(), 90.0);
    EXPECT_LT(painter.area(0).bottom(), painter.size().height() - 150.0) << "the footer is below";
    const QImage image = plotImage({{.model = &model}}, page, columnLook());
    EXPECT_EQ(image.height(), painter.size().height() * 2);
    keepPicture(image, QStringLiteral("page-column-grown"));
    page.size = painter.size();
    EXPECT_EQ(PagePainter({{.model = &model}}, page, columnLook()).size(), page.size)
        << "what has grown is enough";

    const PlotModel small = synthetic::sweepModel(1);
    page.size = QSize(336, 300);
    page.title.clear();
    page.footer.clear();
    EXPECT_EQ(PagePainter({{.model = &small}}, page, columnLook()).size(), page.size);
}

// Goal: remarks and warnings stay where the sources are too long for the page; what is cut is
// counted, with one ellipsis.
TEST(PlotPageTest, TheSourcesMakeWayForTheRemarks) {
    const QFont font = columnLook().font;
    const QString sources = QStringLiteral("a-file-with-a-long-name.json (imported) ").repeated(30);
    const QString warning = QStringLiteral("2 of 3 runs warned: the disk was shared.");

    const QStringList lines = footerLines({sources, warning}, font, 300, {4, 8});

    ASSERT_EQ(lines.size(), 4);
    EXPECT_EQ(lines.last(), warning);
    EXPECT_TRUE(lines[2].endsWith(QStringLiteral(" more lines"))) << lines[2].toStdString();
    EXPECT_EQ(lines[2].count(QChar(u'\u2026')), 1);
    EXPECT_LE(QFontMetricsF(font).horizontalAdvance(lines[2]), 300.0);

    const QStringList many = footerLines({sources, warning.repeated(40)}, font, 300, {4, 8});
    EXPECT_EQ(many.size(), 8) << "remarks have more room than sources";
    EXPECT_TRUE(many.last().endsWith(QStringLiteral(" more lines")));
}

// Goal: what a legend leaves out is counted, and the count itself is not cut. Method: entries of
// all lengths, so that any may be the last; nothing is drawn in the margin.
TEST(PlotPageTest, TheCountOfALegendIsNeverCut) {
    for (int length = 1; length < 28; ++length) {
        PlotModel model = synthetic::sweepModel(1);
        const PlotSeries one = model.series.front();
        model.series.assign(40, one);
        for (PlotSeries& series : model.series) {
            series.name = QString(length, QChar(u'n'));
        }
        PlotPage page;
        page.size = QSize(336, 300);
        page.scale = 1.0;
        const QImage image = plotImage({{.model = &model}}, page, columnLook());
        const PagePainter painter({{.model = &model}}, page, columnLook());
        for (int y = 0; y < painter.area(0).top() - 10; ++y) {
            for (int x = image.width() - 6; x < image.width(); ++x) {
                ASSERT_EQ(image.pixel(x, y), look().theme.surface.rgb()) << length;
            }
        }
    }
}

// Goal: paper has each curve in its legend, whose chart is as high as asked for. Method: thirty
// curves with long names on a chart as wide as a report.
TEST(PlotPageTest, APrintedLegendIsWholeAndLeavesTheChartItsHeight) {
    PlotModel model = synthetic::sweepModel(1);
    const PlotSeries one = model.series.front();
    model.series.assign(30, one);
    for (int i = 0; i < 30; ++i) {
        model.series[static_cast<std::size_t>(i)].name =
            QStringLiteral("A curve with a rather long name, number %1, full pipeline").arg(i);
    }
    PlotPage page;
    page.size = QSize(674, 220);
    page.chartMin = 170.0;
    page.scale = 1.0;
    const QSize roomy = roomySize({{.model = &model}}, page, columnLook());
    EXPECT_GT(roomy.height(), page.size.height());
    page.size = roomy;
    const PagePainter painter({{.model = &model}}, page, columnLook());
    EXPECT_EQ(painter.size(), roomy) << "nothing of it grows any more";
    EXPECT_GT(painter.area(0).height(), 0.7 * page.chartMin);
    EXPECT_TRUE(QRectF(QPointF(), QSizeF(roomy)).contains(painter.area(0)));

    const PageLegend legend =
        placedLegend(legendOf(model, true),
                     QRectF(0, 0, 674, 220),
                     {.font = columnLook().font, .linesMax = 3, .linesMost = 24});
    ASSERT_EQ(legend.entries.size(), 30U);
    std::set<QString> names;
    for (const LegendEntry& entry : legend.entries) {
        EXPECT_NE(entry.series, nullptr);
        names.insert(entry.lines.join(u' '));
    }
    EXPECT_EQ(names.size(), 30U);
    keepPicture(plotImage({{.model = &model}}, page, columnLook()),
                QStringLiteral("page-whole-legend"));
}

}  // namespace
}  // namespace throughline::ui
