// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/unseen_line.h"

#include <gtest/gtest.h>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/charts/plot_builder.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

using synthetic::threadStudy;

/// What another tool measured of storage: no threads, no images.
StudyForPlot readsOf(const QString& title, std::int64_t id) {
    StudyForPlot study;
    study.uuid = study.title = title;
    study.origin = record::Origin::Imported;
    RunForPlot run;
    run.id = id;
    run.number = 1;
    run.settings["tool"] = std::string("fio");
    run.metrics["requested_read_bytes_per_second"] = {.value = 1e9 + static_cast<double>(id)};
    run.metrics["read_requests_per_second"] = {.value = 1e4 + static_cast<double>(id)};
    run.sampled.emplace();
    study.runs.push_back(std::move(run));
    return study;
}

// Goal: studies that were plotted and do not appear are not missed, and one click shows them.
// Method: one of threads beside two of reads alone.
TEST(UnseenLine, StudiesWithoutAPointAreCountedAndShownByOneClick) {
    ExploreWidget explore;
    explore.resize(1280, 720);
    explore.show();
    auto* line = explore.findChild<UnseenLine*>();
    auto* button = line->findChild<QPushButton*>();
    explore.setStudies({threadStudy(QStringLiteral("Own"), 0)});
    EXPECT_FALSE(line->isVisible());

    explore.setStudies({threadStudy(QStringLiteral("Own"), 0),
                        readsOf(QStringLiteral("a.json"), 901),
                        readsOf(QStringLiteral("b.json"), 902)});
    keepPicture(explore, QStringLiteral("explore-unseen"));
    ASSERT_TRUE(line->isVisible());
    EXPECT_EQ(line->findChild<QLabel*>()->text(),
              QStringLiteral("Without a point in this chart: 2 of 3 plotted studies."));
    ASSERT_TRUE(button->isVisible());
    EXPECT_TRUE(button->text().startsWith(QStringLiteral("Show: ")))
        << button->text().toStdString();

    button->click();
    const UnseenStudies left = unseenStudies(
        explore.document()->studies(), explore.document()->choice(), explore.plot()->model());
    EXPECT_LE(left.count, 1U) << "those of reads are there now";
    EXPECT_TRUE(explore.plot()->model().hasPoints());
    explore.document()->undoStack()->undo();
    EXPECT_EQ(explore.document()->choice().x, "decode.threads");
}

// Goal: a chart that leaves studies out on purpose does not call them missing.
TEST(UnseenLine, WhatAViewLeavesOutIsNotCounted) {
    StudyForPlot published = readsOf(QStringLiteral("paper"), 903);
    published.origin = record::Origin::Published;
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    choice.published = {{.key = "storage_target"}};
    PlotModel nothing;
    EXPECT_EQ(unseenStudies({published}, choice, nothing).count, 0U);
    choice.published.clear();
    EXPECT_EQ(unseenStudies({published}, choice, nothing).count, 1U);
}

// Goal: over time, too, who has no samples is not missed. Method: one of whose samples none came
// yet, beside a file that has none at all.
TEST(UnseenLine, OverTimeStudiesWithoutSamplesAreCounted) {
    const std::vector<StudyForPlot> studies{threadStudy(QStringLiteral("Own"), 0),
                                            readsOf(QStringLiteral("fio.json"), 901)};
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    choice.chart = SamplesChart{};
    const BuiltPlot built = plotOfSamples(studies, choice, {}, {studies[0].runs[0].id});
    const UnseenStudies unseen = unseenStudies(studies, choice, built.model);
    EXPECT_EQ(unseen.count, 1U);
    EXPECT_EQ(unseen.absent, QStringList(QStringLiteral("fio.json")));
    EXPECT_TRUE(unseen.instead.has_value());
}

// Goal: no chart is offered that nobody can read. Method: what is missing would bring a chart in
// which all studies together have more curves than can be told apart; and fewer of them.
TEST(UnseenLine, OffersNoChartOfMoreCurvesThanAreRead) {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    const PlotModel nothing;
    std::vector<StudyForPlot> studies;
    for (int i = 0; i < 40; ++i) {
        studies.push_back(readsOf(QStringLiteral("%1.json").arg(i), 900 + i));
    }
    EXPECT_FALSE(unseenStudies(studies, choice, nothing).instead.has_value());
    studies.resize(3);
    EXPECT_TRUE(unseenStudies(studies, choice, nothing).instead.has_value());
}

// What was observed has samples and no settings: its own chart is one over time, which is no other
// pair of axes of this one.
TEST(UnseenLine, OffersNothingWhereAStudysOwnChartIsOverTime) {
    StudyForPlot observed = readsOf(QStringLiteral("job"), 901);
    observed.origin = record::Origin::Observed;
    observed.runs[0].sampled->insert("requested_read_bytes_per_second");
    ExploreWidget explore;
    explore.show();
    explore.setStudies({threadStudy(QStringLiteral("Own"), 0), observed});
    auto* line = explore.findChild<UnseenLine*>();
    ASSERT_TRUE(line->isVisible());
    EXPECT_FALSE(line->findChild<QPushButton*>()->isVisible());
}

// Goal: who counts the curves finds every plotted study again. Method: one with a point, one that
// is a line, one left out by the view, one without runs and one that lacks the figures.
TEST(UnseenLine, SaysWhichAndTheNumbersAddUp) {
    StudyForPlot published = readsOf(QStringLiteral("Paper"), 903);
    published.origin = record::Origin::Published;
    StudyForPlot remarks;
    remarks.uuid = remarks.title = QStringLiteral("Remarks");
    const StudyForPlot own = threadStudy(QStringLiteral("Own"), 0);
    const StudyForPlot ceiling = threadStudy(QStringLiteral("Ceiling"), 1);
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    choice.published = {{.key = "storage_target"}};
    PlotModel model;
    model.series.push_back({.points = {{.x = 1.0, .y = 1.0, .id = own.runs[0].id}}});
    model.levels.push_back({.y = 2.0, .group = ceiling.uuid});

    const UnseenStudies unseen = unseenStudies(
        {own, ceiling, published, remarks, readsOf(QStringLiteral("a.json"), 901)}, choice, model);
    EXPECT_EQ(unseen.all, 5U);
    EXPECT_EQ(unseen.count, 4U) << "one has a point";
    UnseenLine line;
    line.setUnseen(unseen);
    const QString tip = line.findChild<QLabel*>()->toolTip();
    for (const char* title : {"a.json", "Ceiling", "Paper", "Remarks"}) {
        EXPECT_TRUE(tip.contains(QLatin1String(title))) << title << ": " << tip.toStdString();
    }
    EXPECT_FALSE(tip.contains(QStringLiteral("Own")));
}

// Goal: whose a single curve is need not be guessed from the chips.
TEST(UnseenLine, ASingleCurveAmongSeveralStudiesHasItsLegend) {
    ExploreWidget explore;
    explore.show();
    auto* legend = explore.findChild<PlotLegend*>();
    explore.setStudies({threadStudy(QStringLiteral("Own"), 0)});
    EXPECT_FALSE(legend->isVisible()) << "nothing else is plotted";
    explore.setStudies(
        {threadStudy(QStringLiteral("Own"), 0), readsOf(QStringLiteral("a.json"), 901)});
    ASSERT_TRUE(legend->isVisible());
    EXPECT_EQ(legend->entry(0)->text(), QStringLiteral("Own"));
}

}  // namespace
}  // namespace throughline::ui
