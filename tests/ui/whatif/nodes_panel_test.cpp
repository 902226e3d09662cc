// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: how a scenario scales over nodes is asked and answered in the What-if tab, by keyboard,
// with undo, never on the GUI thread for long, and it outlives the window.
#include "ui/whatif/nodes_panel.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <vector>

#include "tests/ui/kept_picture.h"
#include "tests/ui/whatif/demo_base.h"
#include "ui/plot/ticks.h"
#include "ui/whatif/nodes_plot.h"
#include "ui/whatif/whatif_page.h"
#include "ui/whatif/whatif_plots.h"

namespace throughline::ui {
namespace {

/// The demo's base, as if full runs on so many nodes had been measured, too.
StudyBasePtr baseOnNodes(const std::vector<double>& nodes) {
    auto base = std::make_shared<StudyBase>(*demoBase());
    int run = 100;
    for (const double count : nodes) {
        whatif::StudyPoint point{.study = "nodes",
                                 .run = ++run,
                                 .stages = spec::Stages::Full,
                                 .label = "full",
                                 .inputs = base->calibration.base.inputs,
                                 .images_per_s = 90.0 * count};
        point.inputs.nodes = count;
        base->test.points.push_back({.point = point, .inputs = point.inputs});
    }
    return base;
}

class NodesPanelTest : public testing::Test {
protected:
    NodesPanelTest() {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        openPage();
    }
    void openPage() {
        page_.reset();  // what is on screen is kept by then
        page_ = std::make_unique<WhatIfPage>();
        page_->resize(1280, 720);
        page_->show();
        page_->charts()->setCurrentIndex(ChartViews::Nodes);
    }
    ScenarioDocument& document() { return *page_->document(); }
    NodesPanel& panel() { return *page_->charts()->nodesPanel(); }
    const PlotModel& plot() { return panel().plot()->model(); }
    const whatif::NodesQuestion& asked() { return document().file().nodes; }

    QTemporaryDir folder_;
    std::unique_ptr<WhatIfPage> page_;
};

TEST_F(NodesPanelTest, AScenarioIsPlayedThroughAtOnceAndAllOfItIsModelled) {
    page_->files()->openExample(QStringLiteral("eight-nodes"));
    document().choose(2);  // without overlap

    ASSERT_EQ(plot().series.size(), 3U);
    EXPECT_EQ(plot().series[0].kind, SeriesKind::Reference);
    EXPECT_EQ(plot().series[0].points.size(), 7U) << "1, 2, 4 … 64";
    EXPECT_EQ(plot().series[1].origin, record::Origin::Predicted);
    EXPECT_TRUE(plot().series[2].onSecondAxis);
    EXPECT_NEAR(plot().series[2].points.front().y, 100.0, 1e-9);
    EXPECT_LT(plot().series[2].points.back().y, 95.0);
    EXPECT_TRUE(plot().series[1].points.back().note.contains(
        QStringLiteral("; what takes most of the time besides computing: the exchange of "
                       "gradients")))
        << plot().series[1].points.back().note.toStdString();
    ASSERT_TRUE(plot().beyond);
    EXPECT_EQ(plot().beyond->x, 0.0);
    EXPECT_EQ(plot().beyond->text,
              QStringLiteral("All of this is modelled: none of it was measured"));
    EXPECT_TRUE(panel().sentence().startsWith(QStringLiteral("64 nodes deliver ")))
        << panel().sentence().toStdString();
    EXPECT_TRUE(panel().sentence().endsWith(
        QStringLiteral("what takes most besides computing is the exchange of gradients.")));
    EXPECT_TRUE(panel().footText().contains(QStringLiteral("the slowest sets the pace")));
    EXPECT_FALSE(page_->charts()->picture().isNull());
    keepPicture(*page_, QStringLiteral("whatif-nodes"));
}

TEST_F(NodesPanelTest, WhatLiesBeyondTheMeasuredNodesIsHatched) {
    page_->setStudyBase(baseOnNodes({2.0, 4.0}));

    ASSERT_EQ(plot().series.size(), 4U);
    const PlotSeries& measured = plot().series[3];
    EXPECT_EQ(measured.kind, SeriesKind::Points);
    ASSERT_EQ(measured.points.size(), 3U) << "the demo's own run of one node, too";
    EXPECT_EQ(measured.points[2].x, 4.0);
    EXPECT_EQ(measured.points[2].y, 360.0);
    EXPECT_EQ(measuredNodes(document()), 4U);
    EXPECT_EQ(plot().beyond->x, 4.0);
    EXPECT_TRUE(plot().beyond->text.startsWith(QStringLiteral("Modelled beyond 4 node")));
    keepPicture(*page_, QStringLiteral("whatif-nodes-measured"));

    // What differs from the base in more than its nodes was not measured.
    document().duplicate(0);
    document().setInput(1, model::Input::Threads, document().resolved(0).inputs.threads + 1.0);
    EXPECT_EQ(measuredNodes(document()), 0U);
    EXPECT_EQ(plot().beyond->x, 0.0);
    EXPECT_EQ(plot().series.size(), 3U) << "no stars beside a curve that they are not of";
    const double threads = document().resolved(0).inputs.threads;
    document().setInput(0, model::Input::Threads, threads + 2.0);
    document().setInput(1, model::Input::Threads, threads);
    EXPECT_EQ(measuredNodes(document()), 4U) << "the chosen one is as it was measured";
    ASSERT_EQ(plot().series.size(), 4U);
    EXPECT_EQ(plot().series[3].points.size(), 3U) << "whatever has become of the base";
    page_->setStudyBase(demoBase());
    document().choose(0);
    EXPECT_EQ(plot().beyond->x, 1.0) << "one node was measured";
    EXPECT_EQ(plot().series.size(), 4U);
}

TEST_F(NodesPanelTest, TheQuestionIsPartOfTheScenariosAndIsUndone) {
    page_->files()->openExample(QStringLiteral("eight-nodes"));
    const int steps = document().undoStack()->count();
    const double alike = plot().series[1].points.back().y;
    QTest::keyClick(panel().slowBox(), Qt::Key_Down);
    QTest::keyClick(panel().slowBox(), Qt::Key_Down);
    EXPECT_EQ(asked().slow_node, 1.1);
    EXPECT_LT(plot().series[1].points.back().y, alike);
    panel().mostBox()->setValue(200);
    EXPECT_EQ(asked().most, 200U);
    EXPECT_EQ(plot().series[1].points.back().x, 200.0);
    EXPECT_EQ(document().undoStack()->count(), steps + 3);

    openPage();  // a file keeps all of it
    EXPECT_EQ(asked(), (whatif::NodesQuestion{.most = 200, .slow_node = 1.1}));
    EXPECT_EQ(panel().mostBox()->value(), 200);
    EXPECT_EQ(panel().slowBox()->currentText(), QStringLiteral("one takes 10 % longer"));

    document().askNodes({.most = 32, .slow_node = 1.3}, QStringLiteral("another"), QString());
    EXPECT_EQ(panel().slowBox()->currentText(), QStringLiteral("one takes 30 % longer"));
    document().undoStack()->undo();
    EXPECT_EQ(panel().mostBox()->value(), 200);
    EXPECT_EQ(panel().slowBox()->currentText(), QStringLiteral("one takes 10 % longer"));
    EXPECT_EQ(panel().slowBox()->count(), 6) << "what nobody asks for is offered no more";
    QTest::keyClick(panel().mostBox(), Qt::Key_Up);
    EXPECT_GT(asked().most, 200U);
    EXPECT_EQ(panel().mostBox()->toolTip(),
              QStringLiteral("Type the largest number of nodes to play through, at most "
                             "10\u202f000"));
    for (QWidget* field : std::initializer_list<QWidget*>{panel().mostBox(), panel().slowBox()}) {
        EXPECT_NE(field->focusPolicy() & Qt::TabFocus, 0);
        EXPECT_FALSE(field->toolTip().isEmpty());
        EXPECT_FALSE(field->accessibleName().isEmpty());
    }
}

// Goal: the window answers while 10,000 nodes are played through. Method: the runner keeps the work
// until it is told to do it.
TEST_F(NodesPanelTest, ManyNodesAreNotPlayedOnTheGuiThread) {
    page_->files()->openExample(QStringLiteral("eight-nodes"));
    std::vector<std::pair<std::function<void()>, std::function<void()>>> kept;
    panel().setRunner([&kept](std::function<void()> work, std::function<void()> done) {
        kept.emplace_back(std::move(work), std::move(done));
    });
    panel().mostBox()->setValue(1000);
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_TRUE(panel().isUnderWay());
    EXPECT_EQ(panel().sentence(), QStringLiteral("Playing the nodes through…"));
    EXPECT_EQ(plot().series[1].points.back().x, 64.0) << "what was there stays meanwhile";

    panel().mostBox()->setValue(2000);  // another question before the answer
    EXPECT_EQ(kept.size(), 1U) << "one at a time";
    kept[0].first();
    kept[0].second();
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_TRUE(panel().isUnderWay());
    kept[1].first();
    kept[1].second();
    EXPECT_FALSE(panel().isUnderWay());
    EXPECT_EQ(plot().series[1].points.back().x, 2000.0);
    EXPECT_TRUE(panel().sentence().startsWith(QStringLiteral("2\u202f000 nodes deliver")))
        << panel().sentence().toStdString();
}

// Goal: the images/s of a few nodes do not lie on the zero line beside those of thousands. Method:
// the curve over nodes around one node and around a thousand.
TEST_F(NodesPanelTest, TheCurveOverManyNodesIsLogarithmicAndSaysSo) {
    page_->files()->openExample(QStringLiteral("eight-nodes"));
    EXPECT_EQ(curvePlot(document(), model::Input::Threads).y.scale, AxisScale::Linear);
    document().setInput(0, model::Input::Nodes, 1000.0);
    const PlotModel many = curvePlot(document(), model::Input::Nodes);
    EXPECT_EQ(many.y.scale, AxisScale::Logarithmic);
    EXPECT_TRUE(axisTitle(many.y, {.ticks = {}, .unit = many.y.shownUnit})
                    .endsWith(QStringLiteral("log scale")));
}

TEST_F(NodesPanelTest, WhatNothingLimitsSaysSo) {
    document().open({.title = "nothing", .base = {.name = whatif::kUnnamedBase}}, QString());
    document().setInput(0, model::Input::StoLatency, 0.0);
    EXPECT_FALSE(plot().hasPoints());
    EXPECT_TRUE(plot().emptyText.contains(QStringLiteral("has no limit that nodes could share")))
        << plot().emptyText.toStdString();
}

}  // namespace
}  // namespace throughline::ui
