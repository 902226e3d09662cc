// SPDX-License-Identifier: GPL-3.0-or-later
// Which charts of a panel are shown, and what of them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/explore/own_accelerators.h"
#include "ui/charts/study_views.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

TEST(PanelCharts, NoHalfOfTheWindowIsForWhatNobodyMeasured) {
    const StudyView view = viewOf("workers-gpu");
    StudyForPlot own = ownAccelerators();
    for (RunForPlot& run : own.runs) {
        run.settings["decode.threads"] = std::int64_t{run.number};
        run.metrics["accelerator_utilisation"] = {.value = 60.0};
        run.sampled.emplace();
    }
    const auto alone = view.choicesWith({own});
    ASSERT_EQ(alone.size(), 1U) << "of accelerators";
    EXPECT_EQ(alone.front().y, "accelerator_utilisation");
    EXPECT_EQ(view.choicesWith(withPublished({own}, view.sources)).size(), 2U);

    for (RunForPlot& run : own.runs) {
        run.metrics["gpu_utilisation"] = {.value = 70.0};
        run.sampled = {"gpu_utilisation"};
    }
    EXPECT_EQ(view.choicesWith({own}).size(), 3U);
    EXPECT_EQ(view.choicesWith({}).size(), 1U) << "which says what is missing";
}

// Goal: what belongs to others is in no chart. Method: a run that reads and was written beside.
TEST(PanelCharts, OwnWritesAreThoseOfRunsThatWrite) {
    StudyForPlot own = ownAccelerators();
    for (RunForPlot& run : own.runs) {
        run.metrics["write_bytes_per_second"] = {.value = 14e6};
        run.metrics["read_bytes_per_second"] = {.value = 1.5e9};
        run.foreignNames["storage_target"] = std::string("this disk");
    }
    const auto charts = viewOf("fio-large").choicesWith({own});
    ASSERT_EQ(charts.size(), 1U);
    EXPECT_EQ(charts.front().y, "read_bytes_per_second");
}

// Goal: what was measured by turns has no gaps of the others' turns.
TEST(PanelCharts, OfRunsByTurnsTheFirstRepeatIsShown) {
    const StudyView view = viewOf("disk-over-time");
    StudyForPlot own = ownAccelerators();
    for (RunForPlot& run : own.runs) {
        run.settings["repeats"] = std::int64_t{3};
        run.settings["warmup_seconds"] = 1.0;
        run.settings["duration_seconds"] = 5.0;
        run.settings["repeat_order"] = std::string("points");
    }
    EXPECT_EQ(view.zoomWith({own}, view.choice)->x->high, 4.0) << "as long as what is published";
    own.runs.front().settings["repeat_order"] = std::string("rounds");
    EXPECT_EQ(view.zoomWith({own}, view.choice)->x->high, 6.0);
}

// Goal: what is asked for by its button has the room, whichever chart of a view was current.
TEST(PanelCharts, AQuickViewTakesThePlaceOfAViewsCharts) {
    ExploreWidget explore;
    explore.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const auto views = studyViews();
    const auto several = std::find_if(
        views.begin(), views.end(), [](const StudyView& view) { return !view.beside.empty(); });
    ASSERT_TRUE(several != views.end());
    ExploreDocument& document = *explore.document();
    PlotChoice asked;
    asked.x = "decode.threads";
    asked.y = "images_per_second";

    document.showView(*several);
    const std::size_t last = explore.charts()->panes().size() - 1;
    ASSERT_GT(last, 0U);
    document.setCurrentChart(last);
    document.open(asked);
    EXPECT_EQ(explore.charts()->panes().size(), 1U);
    EXPECT_EQ(document.choice().x, asked.x);
    EXPECT_EQ(document.state().arrangement, ChartsIn::Grid);

    document.addChart();
    document.open(asked);
    EXPECT_EQ(explore.charts()->panes().size(), 2U) << "one's own chart stays";
}

}  // namespace
}  // namespace throughline::ui
