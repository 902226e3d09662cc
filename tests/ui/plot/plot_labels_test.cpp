// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_labels.h"

#include <gtest/gtest.h>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_canvas.h"
#include "ui/plot/plot_levels.h"

namespace throughline::ui {
namespace {

class PlotLabels : public testing::Test {
protected:
    PlotLabels() { canvas_.resize(900, 560); }
    std::vector<PlacedLabel> labelsOf(PlotModel model) {
        canvas_.setModel(std::move(model));
        const PlotLook look{lightTheme(), canvas_.font()};
        return placedLabels({canvas_.model(),
                             canvas_.placed(),
                             canvas_.zoom().current(),
                             QSizeF(canvas_.size()),
                             look},
                            canvas_.plotLayout());
    }
    static PlotModel labelled(int series) {
        PlotModel model = synthetic::sweepModel(series);
        for (PlotSeries& one : model.series) {
            for (PlotPoint& point : one.points) {
                point.label = QStringLiteral("%1 threads").arg(point.x);
            }
        }
        return model;
    }

    PlotCanvas canvas_;
};

TEST_F(PlotLabels, StandClearOfEachOtherOfPointsAndOfTheEdges) {
    const auto labels = labelsOf(labelled(2));

    ASSERT_FALSE(labels.empty());
    const PlotMap& map = canvas_.map();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        EXPECT_TRUE(map.area.contains(labels[i].box));
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(labels[i].box.intersects(labels[j].box));
        }
        for (const PlacedSeries& placed : canvas_.placed()) {
            for (const QPointF& place : placed.places) {
                EXPECT_FALSE(labels[i].box.contains(map.toPixel(place, placed.onSecondAxis)));
            }
        }
    }
    keepPicture(canvas_, QStringLiteral("point-labels"));
}

// Goal: a point that has no place takes none from the labels of others.
TEST_F(PlotLabels, StandBesideTheirPointsThoughAnotherOneHasNoPlace) {
    PlotModel model = labelled(1);
    const auto before = labelsOf(model).size();
    ASSERT_GT(before, 0U);
    PlotSeries lost = model.series[0];
    lost.name = QStringLiteral("lost");
    lost.points = {{.x = model.series[0].points[0].x, .y = kNoNumber}};
    lost.points[0].label = QStringLiteral("nowhere");
    model.series.push_back(lost);
    EXPECT_EQ(labelsOf(model).size(), before);
}

TEST_F(PlotLabels, AreNotStruckByALevelWhereThereIsAnotherPlace) {
    PlotModel model = labelled(1);
    const auto before = labelsOf(model);
    ASSERT_GT(before.size(), 1U);
    // Through the first label, where it would stand without it.
    const PlotMap& map = canvas_.map();
    model.levels.push_back({.y = map.toPlace(before[0].box.center(), false).y(), .text = {}});
    model.levels.back().colourSlot = -1;

    const auto after = labelsOf(model);

    EXPECT_GE(after.size() + 1, before.size());
    const PlotLook look{lightTheme(), canvas_.font()};
    const auto levels = levelPixels(
        {canvas_.model(), canvas_.placed(), canvas_.zoom().current(), QSizeF(canvas_.size()), look},
        canvas_.plotLayout());
    ASSERT_EQ(levels.size(), 1U);
    for (const PlacedLabel& label : after) {
        EXPECT_FALSE(label.box.top() < levels[0] && levels[0] < label.box.bottom())
            << label.text.toStdString();
    }
}

TEST_F(PlotLabels, AreNotDrawnWhereTheyWouldBeACloud) {
    PlotModel model = labelled(1);
    const PlotPoint point = model.series[0].points[0];
    for (int i = 0; i < 100; ++i) {
        model.series[0].points.push_back(point);
        model.series[0].points.back().x += 1000.0 + i;
    }
    EXPECT_TRUE(labelsOf(model).empty());
}

TEST_F(PlotLabels, HiddenCurvesHaveNone) {
    PlotModel model = labelled(1);
    model.series[0].visible = false;
    EXPECT_TRUE(labelsOf(model).empty());
}

// Goal: a point between others near the edge has its label, too. Method: the places of "images per
// second by disk utilisation" of a study with 1 to 4 threads.
TEST_F(PlotLabels, NeighboursNearTheEdgeAllHaveTheirs) {
    PlotModel model;
    model.x = {.title = QStringLiteral("Disk utilisation"), .unit = "%", .fromZero = true};
    model.y = {.title = QStringLiteral("Images per second"), .fromZero = true};
    PlotSeries points{.name = QStringLiteral("threads"), .kind = SeriesKind::Points};
    points.points = {{.x = 13.2, .y = 787.0, .label = QStringLiteral("1 thread")},
                     {.x = 22.5, .y = 1462.0, .label = QStringLiteral("2 threads")},
                     {.x = 21.4, .y = 1528.0, .label = QStringLiteral("3 threads")},
                     {.x = 20.2, .y = 1470.0, .label = QStringLiteral("4 threads")}};
    model.series = {points};
    canvas_.resize(1020, 470);
    EXPECT_EQ(labelsOf(model).size(), 4U);
    keepPicture(canvas_, QStringLiteral("point-labels-near"));
}

}  // namespace
}  // namespace throughline::ui
