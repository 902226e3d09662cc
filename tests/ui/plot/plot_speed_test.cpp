// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <time.h>

#include <QImage>
#include <algorithm>
#include <iostream>
#include <vector>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {
namespace {

/// CPU time of this thread: other programs on the machine do not count.
double cpuMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// The median CPU time of zooming into `model` by small steps, each drawn completely.
double medianFrameMs(PlotModel model, const char* what) {
    constexpr int kFrames = 20;
    PlotView view;
    view.resize(1200, 700);
    view.setModel(std::move(model));
    QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
    view.render(&image);
    std::vector<double> ms;
    for (int i = 0; i < kFrames; ++i) {
        const double start = cpuMs();
        view.zoomBy(0.97);
        view.render(&image);
        ms.push_back(cpuMs() - start);
    }
    std::sort(ms.begin(), ms.end());
    std::cout << what << ", 1200 x 700: median CPU " << ms[kFrames / 2] << " ms, slowest "
              << ms.back() << " ms\n";
    return ms[kFrames / 2];
}

// Goal: 12 runs of 4,000 points are redrawn in 30 ms, dashed or not. Method: the median CPU time;
// sanitizers and slow machines get four times that.
TEST(Speed, TwelveRunsOfFourThousandPoints) {
    EXPECT_LT(medianFrameMs(synthetic::timeModel(12, 4000), "12 x 4000 points"), 120.0);
}

TEST(Speed, TwelveDashedRunsOfFourThousandPoints) {
    PlotModel model = synthetic::timeModel(12, 4000);
    model.y2 = synthetic::imagesAxis();
    for (PlotSeries& series : model.series) {
        series.onSecondAxis = true;
    }
    EXPECT_LT(medianFrameMs(std::move(model), "12 x 4000 dashed points"), 120.0);
}

// Goal: pointing costs nothing: the picture is kept and only the cursor is drawn over it.
TEST(Speed, MovingTheMouseDoesNotRedrawTheLines) {
    PlotView view;
    view.resize(1200, 700);
    view.setModel(synthetic::timeModel(12, 4000));
    view.setCrosshairShown(true);
    QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
    view.render(&image);
    constexpr int kMoves = 20;
    const double start = cpuMs();
    for (int i = 0; i < kMoves; ++i) {
        view.render(&image);
    }
    const double ms = (cpuMs() - start) / kMoves;

    std::cout << "repaint of a kept picture: " << ms << " ms\n";
    EXPECT_LT(ms, 16.0);
}

// Goal: what is picked in one chart costs the others no redraw of their lines. Method: the same
// lines as above, of which one is picked after the other; a picture of the selection is the kept
// picture, dimmed, and one line.
TEST(Speed, SelectingDoesNotRedrawTheLines) {
    constexpr int kPicks = 12;
    PlotView view;
    view.resize(1200, 700);
    PlotModel model = synthetic::timeModel(12, 4000);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        for (PlotPoint& point : model.series[s].points) {
            point.id = static_cast<std::int64_t>(s) + 1;
        }
    }
    view.setModel(std::move(model));
    QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
    view.render(&image);
    std::vector<double> ms;
    for (int i = 0; i < kPicks; ++i) {
        const double start = cpuMs();
        view.setSelected({i + 1});
        view.render(&image);
        ms.push_back(cpuMs() - start);
    }
    std::sort(ms.begin(), ms.end());

    std::cout << "one of 12 x 4000 points picked: median CPU " << ms[kPicks / 2] << " ms\n";
    EXPECT_LT(ms[kPicks / 2], 60.0);
}

}  // namespace
}  // namespace throughline::ui
