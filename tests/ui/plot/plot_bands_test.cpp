// SPDX-License-Identifier: GPL-3.0-or-later
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/plot/plot_bands.h"

#include <gtest/gtest.h>

#include <QTest>
#include <algorithm>

#include "tests/ui/kept_picture.h"
#include "ui/plot/plot_table.h"
#include "ui/plot/plot_text.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {
namespace {

constexpr int kCells = 4000;
constexpr int kSpike = 2500;  ///< the only cell whose samples reach down to 100
constexpr int kGap = 3000;    ///< nothing was sampled from here for 400 cells

/// Means of 1,000 whose samples lie within 900 and 1,100.
PlotModel bandModel() {
    PlotModel model;
    model.x = {.key = "time", .title = QStringLiteral("Time"), .unit = "s"};
    model.y = {.key = "images_per_second",
               .title = QStringLiteral("Images per second"),
               .unit = "1/s",
               .fromZero = true};
    PlotSeries series{.name = QStringLiteral("Run"), .colourSlot = 2, .kind = SeriesKind::Band};
    for (int i = 0; i < kCells; ++i) {
        const bool in_gap = i >= kGap && i < kGap + 400;
        if (!in_gap || i == kGap) {
            series.points.push_back({.x = i * 1.0,
                                     .y = in_gap ? kNoNumber : 1000.0,
                                     .low = i == kSpike ? 100.0 : 900.0,
                                     .high = 1100.0});
        }
    }
    model.series.push_back(std::move(series));
    return model;
}

class PlotBandsTest : public testing::Test {
protected:
    PlotBandsTest() {
        view_.resize(900, 520);
        view_.setModel(bandModel());
        view_.show();
        QTest::qWait(1);
        image_ = view_.grab().toImage();
        keepPicture(view_, QStringLiteral("band"));
    }
    /// Whether a place of the chart has neither the ground's colour nor that of the grid.
    bool isInked(double x, double y) {
        const QPoint at = view_.map().toPixel({x, y}, false).toPoint();
        const QColor here = image_.pixelColor(at);
        return here.saturation() > 10;
    }

    PlotView view_;
    QImage image_;
};

TEST_F(PlotBandsTest, ReachesFromTheLowestToTheHighestSample) {
    EXPECT_TRUE(isInked(1000.0, 910.0));
    EXPECT_TRUE(isInked(1000.0, 1090.0));
    EXPECT_FALSE(isInked(1000.0, 850.0));
    EXPECT_FALSE(isInked(1000.0, 1150.0));
}

// Goal: one sample of millions is not lost among the pixels, and its neighbours are not drawn to
// it.
TEST_F(PlotBandsTest, ASpikeOfOneCellIsAPixelWide) {
    const QPoint foot = view_.map().toPixel({kSpike, 300.0}, false).toPoint();
    int inked = 0;
    for (int x = foot.x() - 10; x <= foot.x() + 10; ++x) {
        inked += image_.pixelColor(x, foot.y()).saturation() > 10 ? 1 : 0;
    }

    EXPECT_GE(inked, 1);
    EXPECT_LE(inked, 2);
}

TEST_F(PlotBandsTest, IsBrokenWhereNothingWasSampled) {
    EXPECT_FALSE(isInked(kGap + 200.0, 1000.0));
    EXPECT_FALSE(isInked(kGap + 200.0, 950.0));
    EXPECT_TRUE(isInked(kGap + 450.0, 950.0));
}

TEST_F(PlotBandsTest, TextsSpeakOfSamplesNotOfAnInterval) {
    const QString words =
        pointLines(view_.model(), {.series = 0, .point = kSpike}).join(QChar(u'\n'));
    PlotTableModel table;
    table.setPlot(view_.model());

    EXPECT_TRUE(words.contains(QStringLiteral("Mean of samples from 100"))) << words.toStdString();
    EXPECT_FALSE(words.contains(QStringLiteral("95 %")));
    EXPECT_EQ(table.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Lowest sample"));
    EXPECT_EQ(table.headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Highest sample"));
}

}  // namespace
}  // namespace throughline::ui
