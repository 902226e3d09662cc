// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>
#include <QTest>

#include "tests/ui/caught_drag.h"
#include "tests/ui/charts/synthetic_studies.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

// Goal: a chart goes into a document or a mail by mouse. Method: dragged by its edge, the real way.
TEST(DragOut, AChartIsDraggedByItsEdgeAsPictureAndFile) {
    ExploreWidget explore(nullptr);
    explore.resize(1280, 720);
    explore.show();
    explore.setStudies({synthetic::threadStudy(QStringLiteral("Threads"), 1)});
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&explore));
    PlotView* plot = explore.plot();
    const PlotRange before = plot->zoom().current();
    CaughtDrag caught(&explore);

    CaughtDrag::drag(plot, {4, plot->height() / 2});
    ASSERT_TRUE(caught.wait());
    CaughtDrag::release(plot, {30, plot->height() / 2});

    ASSERT_EQ(caught.urls().size(), 1);
    EXPECT_FALSE(QImage(caught.urls().front().toLocalFile()).isNull());
    EXPECT_TRUE(caught.formats().contains(QStringLiteral("image/svg+xml")));
    EXPECT_EQ(plot->zoom().current().x, before.x) << "nothing is zoomed by it";
}

}  // namespace
}  // namespace throughline::ui
