// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: what a model says beyond what was measured is hatched, and nothing else is.
#include "ui/plot/plot_beyond.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include "ui/plot/plot_map.h"

namespace throughline::ui {
namespace {

/// From 1 to 100 on a logarithmic x, in 400 pixels.
struct BeyondChart {
    PlotModel model;
    std::vector<PlacedSeries> placed;
    PlotLook look{printTheme(), QApplication::font()};
    PlotLayout layout;

    explicit BeyondChart(std::optional<PlotBeyond> beyond) {
        model.x.scale = AxisScale::Logarithmic;
        model.beyond = std::move(beyond);
        layout.area = QRectF(0, 0, 400, 200);
    }
    PlotFrame frame() const {
        return {
            model,
            placed,
            {.x = {placeOf(1.0, AxisScale::Logarithmic), placeOf(100.0, AxisScale::Logarithmic)},
             .y = {0, 1},
             .y2 = {}},
            QSizeF(400, 200),
            look};
    }
    /// Pixels that are not the ground's, from the left to the right edge given.
    int inked(int left, int right) const {
        QImage image(400, 200, QImage::Format_RGB32);
        image.fill(look.theme.surface);
        QPainter painter(&image);
        paintBeyond(painter, frame(), layout);
        paintBeyondText(painter, frame(), layout);
        painter.end();
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = left; x < right; ++x) {
                count += image.pixelColor(x, y) != look.theme.surface ? 1 : 0;
            }
        }
        return count;
    }
};

TEST(PlotBeyond, BeginsWhereTheMeasurementsEnd) {
    const BeyondChart chart(PlotBeyond{.x = 10.0, .text = QStringLiteral("modelled")});
    EXPECT_EQ(areaBeyond(chart.frame(), chart.layout), QRectF(200, 0, 200, 200));
    EXPECT_EQ(chart.inked(0, 198), 0);
    EXPECT_GT(chart.inked(202, 400), 1000);
}

TEST(PlotBeyond, IsAllWhereNothingWasMeasuredAndNothingOutOfView) {
    const BeyondChart all(PlotBeyond{.x = 0.0,
                                     .text = QStringLiteral("a long text of many words "
                                                            "that is wider than the "
                                                            "plot and is cut short")});
    EXPECT_EQ(areaBeyond(all.frame(), all.layout), all.layout.area);
    EXPECT_GT(all.inked(0, 200), 1000);
    const BeyondChart none(PlotBeyond{.x = 200.0, .text = QStringLiteral("modelled")});
    EXPECT_TRUE(areaBeyond(none.frame(), none.layout).isEmpty());
    EXPECT_EQ(none.inked(0, 400), 0);
    EXPECT_EQ(BeyondChart(std::nullopt).inked(0, 400), 0);
}

}  // namespace
}  // namespace throughline::ui
