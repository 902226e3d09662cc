// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QImage>
#include <algorithm>
#include <iostream>
#include <vector>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {
namespace {

// Goal: 12 runs of 4,000 points are redrawn in 30 ms. Method: the median of zooming in by small
// steps, each drawn completely; a shared machine gets four times that before the test fails.
TEST(Speed, TwelveRunsOfFourThousandPoints) {
    constexpr int kFrames = 20;
    PlotView view;
    view.resize(1200, 700);
    view.setModel(synthetic::timeModel(12, 4000));
    QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
    view.render(&image);
    std::vector<double> ms;
    for (int i = 0; i < kFrames; ++i) {
        QElapsedTimer timer;
        timer.start();
        view.zoomBy(0.97);
        view.render(&image);
        ms.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    std::sort(ms.begin(), ms.end());

    std::cout << "12 x 4000 points, 1200 x 700: median " << ms[kFrames / 2] << " ms, slowest "
              << ms.back() << " ms\n";
    EXPECT_LT(ms[kFrames / 2], 120.0);
}

// Goal: pointing costs nothing: the picture is kept and only the cursor is drawn over it.
TEST(Speed, MovingTheMouseDoesNotRedrawTheLines) {
    PlotView view;
    view.resize(1200, 700);
    view.setModel(synthetic::timeModel(12, 4000));
    view.setCrosshairShown(true);
    QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
    view.render(&image);
    QElapsedTimer timer;
    timer.start();
    constexpr int kMoves = 20;
    for (int i = 0; i < kMoves; ++i) {
        view.render(&image);
    }
    const double ms = static_cast<double>(timer.nsecsElapsed()) * 1e-6 / kMoves;

    std::cout << "repaint of a kept picture: " << ms << " ms\n";
    EXPECT_LT(ms, 16.0);
}

}  // namespace
}  // namespace throughline::ui
