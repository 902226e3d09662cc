// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/study_views.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/catalog/catalog.h"
#include "engine/importers/published.h"
#include "ui/explore/chart_kinds.h"

namespace throughline::ui {
namespace {

/// The published studies of a view as the library hands them over.
std::vector<StudyForPlot> publishedFor(const StudyView& view) {
    std::vector<StudyForPlot> studies;
    for (run::Study& study : importers::published_studies(catalog::Catalog::built_in())) {
        const auto source = run::setting_text(study.header.environment.at("source.id"));
        if (view.sources.contains(QString::fromStdString(source))) {
            studies.push_back(studyForPlot(study, static_cast<int>(studies.size())));
        }
    }
    return studies;
}

TEST(StudyViews, AreSevenOfThePublishedSources) {
    const auto views = studyViews();

    EXPECT_EQ(views.size(), 7U);
    std::set<QString> names;
    for (const StudyView& view : views) {
        names.insert(view.name);
        EXPECT_EQ(publishedFor(view).size(), static_cast<std::size_t>(view.sources.size()))
            << view.name.toStdString();
    }
    EXPECT_EQ(names.size(), 7U);
}

TEST(StudyViews, EachHasSomethingPublishedToShow) {
    for (const StudyView& view : studyViews()) {
        const auto studies = publishedFor(view);
        if (view.choice.points == PointsOf::Samples) {
            continue;  // below
        }
        const BuiltPlot built = buildPlot(studies, view.choice, {}, {});
        EXPECT_TRUE(built.model.hasPoints()) << view.name.toStdString();
        EXPECT_LE(built.model.series.size(), 12U) << view.name.toStdString();
    }
}

TEST(StudyViews, LoaderThreadsHaveACurveForEachStorage) {
    const StudyView view = studyViews().front();

    const BuiltPlot built = plotOfRuns(publishedFor(view), view.choice);

    ASSERT_EQ(built.model.series.size(), 2U);
    for (const PlotSeries& series : built.model.series) {
        ASSERT_EQ(series.points.size(), 8U);
        EXPECT_DOUBLE_EQ(series.points.front().x, 4.0);
        EXPECT_DOUBLE_EQ(series.points.back().x, 32.0);
    }
    EXPECT_DOUBLE_EQ(built.model.series.front().points.back().y, 8627.0);
    EXPECT_TRUE(built.missing.isEmpty()) << built.missing.join(QChar(u'\n')).toStdString();
}

TEST(StudyViews, TheDiskOverTimeShowsThePublishedSeconds) {
    for (const StudyView& view : studyViews()) {
        if (view.choice.points != PointsOf::Samples) {
            continue;
        }
        const auto studies = publishedFor(view);
        int meant = 0;
        for (const StudyForPlot& study : studies) {
            for (const RunForPlot& run : study.runs) {
                meant += isMeant(study, run, view.choice) ? 1 : 0;
            }
        }
        EXPECT_EQ(meant, 2);
    }
}

TEST(StudyViews, GpuUtilisationByWorkersIsShownOverTimeToo) {
    const auto views = studyViews();
    const auto at = std::find_if(views.begin(), views.end(), [](const StudyView& view) {
        return view.name == QStringLiteral("workers-gpu");
    });
    ASSERT_NE(at, views.end());

    const auto choices = at->choices();

    ASSERT_EQ(choices.size(), 2U);
    EXPECT_EQ(choices[0].points, PointsOf::Runs);
    EXPECT_EQ(choices[1].points, PointsOf::Samples);
    EXPECT_EQ(choices[1].y, "gpu_utilisation");
}

}  // namespace
}  // namespace throughline::ui
