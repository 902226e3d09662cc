// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_dashes.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <cmath>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {
namespace {

std::vector<QPointF> denseLine(int points) {
    std::vector<QPointF> line;
    for (int i = 0; i < points; ++i) {
        line.emplace_back(i * 0.5, 100.0 + 5.0 * std::sin(i * 0.7));
    }
    return line;
}

double drawnWidth(const std::vector<QPolygonF>& pieces) {
    double width = 0.0;
    for (const QPolygonF& piece : pieces) {
        width += piece.back().x() - piece.front().x();
    }
    return width;
}

/// Columns of `area` in which something is neither ground nor grid, of all.
double inkedColumns(PlotView& view) {
    const QImage image = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QRectF area = view.map().area.adjusted(2, 2, -2, -2);
    const QColor colour = runColour(0);
    int inked = 0;
    for (int x = static_cast<int>(area.left()); x < static_cast<int>(area.right()); ++x) {
        bool any = false;
        for (int y = static_cast<int>(area.top()); y < static_cast<int>(area.bottom()); ++y) {
            const QColor at = image.pixelColor(x, y);
            const int saturation = std::max({at.red(), at.green(), at.blue()}) -
                                   std::min({at.red(), at.green(), at.blue()});
            any = any || saturation > colour.saturation() / 4;
        }
        inked += any ? 1 : 0;
    }
    return inked / area.width();
}

TEST(PlotDashes, DashesAndDotsAreMeasuredAlongX) {
    const std::vector<QPointF> line = denseLine(1201);  // 600 px
    EXPECT_DOUBLE_EQ(drawnWidth(dashesAlongX(line, Qt::SolidLine)), 600.0);
    EXPECT_NEAR(drawnWidth(dashesAlongX(line, Qt::DashLine)), 360.0, 10.0);
    EXPECT_NEAR(drawnWidth(dashesAlongX(line, Qt::DotLine)), 200.0, 10.0);
    EXPECT_TRUE(dashesAlongX({}, Qt::DashLine).empty());
}

TEST(PlotDashes, NoSpikeIsLostInAGap) {
    std::vector<QPointF> line = denseLine(1201);
    line[24].setY(20.0);  // at 12 px: between the first dash and the second
    double highest = 1000.0;
    for (const QPolygonF& piece : dashesAlongX(line, Qt::DashLine)) {
        for (const QPointF& at : piece) {
            highest = std::min(highest, at.y());
        }
    }
    EXPECT_EQ(highest, 20.0);
}

// Goal: what the title of the second axis says of its lines is seen. Method: a line of thousands of
// points, of which a pen would make a solid one; the columns of pixels that it covers.
TEST(PlotDashes, ADenseLineOnTheSecondAxisIsDashedAndAPredictedOneDotted) {
    PlotModel model = synthetic::timeModel(1, 4'000);
    for (PlotPoint& point : model.series[0].points) {
        point.y = 1000.0 + 40.0 * std::sin(point.x * 0.05);
    }
    PlotView view;
    view.resize(1000, 560);
    view.setModel(model);
    const double solid = inkedColumns(view);
    EXPECT_GT(solid, 0.9);

    PlotModel second = model;
    second.y2 = synthetic::imagesAxis();
    second.series[0].onSecondAxis = true;
    view.setModel(second);
    EXPECT_LT(inkedColumns(view), solid * 0.85);
    EXPECT_GT(inkedColumns(view), solid * 0.5);
    keepPicture(view.grab().toImage(), QStringLiteral("dense-dashed"));

    model.series[0].origin = record::Origin::Predicted;
    view.setModel(model);
    EXPECT_LT(inkedColumns(view), solid * 0.85);
    EXPECT_GT(inkedColumns(view), solid * 0.25);
    keepPicture(view.grab().toImage(), QStringLiteral("dense-dotted"));
}

/// The title of the second axis.
QString secondTitle(const PlotModel& model) {
    PlotView view;
    view.resize(900, 500);
    view.setModel(model);
    QString last;
    for (const PlacedText& text : view.plotLayout().texts) {
        last = text.turned ? text.text : last;
    }
    return last;
}

TEST(PlotDashes, ATitleSaysDashedOnlyWhereALineIs) {
    PlotModel model = synthetic::sweepModel(2);
    model.y2 = synthetic::utilisationAxis();
    model.series[1].onSecondAxis = true;
    EXPECT_TRUE(secondTitle(model).endsWith(QStringLiteral("(dashed)")));

    model.series[1].origin = record::Origin::Predicted;
    EXPECT_FALSE(secondTitle(model).contains(QStringLiteral("dashed")));

    model.series[1].origin = record::Origin::Measured;
    model.series[1].kind = SeriesKind::Points;
    EXPECT_TRUE(secondTitle(model).endsWith(QStringLiteral("(points)")));

    model.x.categories = {QStringLiteral("1"), QStringLiteral("2")};
    model.series[0].kind = SeriesKind::Bars;
    EXPECT_TRUE(secondTitle(model).endsWith(QStringLiteral("(points)"))) << "beside bars";

    model.series[0].kind = SeriesKind::Points;
    EXPECT_FALSE(secondTitle(model).contains(QChar(u'('), Qt::CaseInsensitive) &&
                 secondTitle(model).endsWith(QStringLiteral("(points)")))
        << "all are points: it says nothing";
}

}  // namespace
}  // namespace throughline::ui
