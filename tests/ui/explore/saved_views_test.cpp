// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/saved_views.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

PlotChoice plainChoice(const char* y) {
    PlotChoice choice;
    choice.y = y;
    return choice;
}

/// A view in which nothing is as it is by default.
SavedView unusual() {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "read_latency_p99";
    RunsChart runs;
    runs.y2 = "read_iops";
    runs.colourBy = "storage.reader";
    runs.markerBy = "format";
    runs.logX = true;
    runs.logY = true;
    runs.xAsNames = true;
    runs.yAs = YAs::Efficiency;
    runs.ideal = true;
    runs.fullOnly = true;
    runs.ceilings = false;
    runs.limits = false;
    runs.goal = 12000.5;
    choice.chart = runs;
    choice.published = {{.key = "data", .contains = {"synthetic", "raw"}},
                        {.key = "statement", .contains = {}, .absent = true}};
    choice.notes = {{.study = QStringLiteral("aaaa-1"), .run = 3, .text = QStringLiteral("cold")}};
    PlotChoice map = plainChoice("read_iops");
    map.chart = MapChart{{.rows = "storage.queue_depth"}};
    PlotChoice percentiles = plainChoice("disk_utilisation");
    percentiles.chart = PercentilesChart{{.subject = "read_latency"}, {}, {}, {.logY = true}};
    return {.title = QStringLiteral("Tail latency / depth & threads"),
            .choice = choice,
            .studies = {QStringLiteral("aaaa-1"), QStringLiteral("bbbb-2")},
            .beside = {map, percentiles},
            .arrangement = ChartsIn::Column,
            .only = {{QStringLiteral("aaaa-1"), {1, 3}}, {QStringLiteral("bbbb-2"), {}}},
            .runs = RunsByStudy{{QStringLiteral("aaaa-1"), {1, 2}}},
            .hidden = {{.study = QStringLiteral("aaaa-1"),
                        .run = 2,
                        .curve = QStringLiteral("QD 32, GPU 3"),
                        .axis = QStringLiteral("read_iops")},
                       {.curve = QStringLiteral("decode, busy")}},
            .zooms = {ChartZoom{.x = Span{1.0, 4.0},
                                .y = Span{1e-4, 0.25},
                                .xNames = {QStringLiteral("gp2"), QStringLiteral("io1")}},
                      std::nullopt,
                      ChartZoom{.y2 = Span{0.0, 60.0}}}};
}

/// One that says no more than it must.
SavedView plain(const char* title) {
    SavedView view{.title = QString::fromLatin1(title), .choice = {}, .studies = {}};
    view.choice = plainChoice("read_iops");
    return view;
}

TEST(SavedViews, ComeBackAsTheyWere) {
    const auto again = parseSavedView(savedViewText(unusual()), QStringLiteral("v.json"));
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(*again, unusual());
    const auto least = parseSavedView(savedViewText(plain("")), QStringLiteral("v.json"));
    ASSERT_TRUE(least);
    EXPECT_EQ(*least, plain(""));
}

TEST(SavedViews, SayWhatIsWrongInAFile) {
    const auto torn =
        parseSavedView(savedViewText(unusual()).left(40), QStringLiteral("torn.json"));
    ASSERT_FALSE(torn);
    EXPECT_NE(torn.error().what.find("'torn.json': not JSON at byte"), std::string::npos)
        << torn.error().what;
    EXPECT_FALSE(parseSavedView("{}", QStringLiteral("v.json")));
    EXPECT_FALSE(parseSavedView(savedViewText(unusual()).replace("efficiency", "elegance"),
                                QStringLiteral("v.json")));
    EXPECT_FALSE(
        parseSavedView(savedViewText(unusual()).replace("\"version\": 1", "\"version\": 2"),
                       QStringLiteral("v.json")));
}

// Goal: what was kept before there were several charts opens as it was. Method: a file of then.
TEST(SavedViews, OfOneChartAreReadAsEver) {
    const auto old = parseSavedView(R"({"format": "throughline-view", "version": 1, "title": "old",
        "chart": {"x": "decode.threads", "y": "read_iops", "points": "runs", "as": "value"},
        "studies": ["aaaa-1"]})",
                                    QStringLiteral("old.json"));
    ASSERT_TRUE(old) << old.error().what;
    EXPECT_EQ(old->choices().size(), 1U);
    EXPECT_EQ(old->choice.y, "read_iops");
    EXPECT_EQ(old->arrangement, ChartsIn::Grid);
}

// Goal: a field that says nothing of its kind is named with what belongs there, and shows nothing
// else instead. Method: one wrong field at a time in a view that is right without it.
TEST(SavedViews, SayWhichFieldOfWhatIsShownIsWrong) {
    const auto faultOf = [](const QByteArray& chart_field, const QByteArray& view_field) {
        const auto read = parseSavedView(
            QByteArray(R"({"format": "throughline-view", "version": 1, "title": "t", )") +
                view_field + R"("chart": {)" + chart_field +
                R"("x": "decode.threads", "y": "read_iops", "points": "runs", "as": "value"}})",
            QStringLiteral("v.json"));
        return read ? std::string() : read.error().what;
    };
    EXPECT_EQ(faultOf("", ""), "");
    EXPECT_EQ(faultOf("\"later\": 1, ", "\"later\": [2], "), "") << "fields of a later one";
    EXPECT_EQ(faultOf("\"zoom\": {\"x\": [1, 60.5]}, ", ""), "");
    for (const char* zoom : {"7", "{\"x\": 7}", "{\"y\": [3, 1]}", "{\"y2\": [\"a\", \"b\"]}"}) {
        const std::string fault = faultOf(QByteArray("\"zoom\": ") + zoom + ", ", "");
        EXPECT_NE(fault.find("'v.json': 'zoom' is not spans"), std::string::npos)
            << zoom << ": " << fault;
    }
    for (const char* field : {"only_runs", "shown_runs"}) {
        for (const char* runs : {"[1]", "{\"aaaa\": 1}", "{\"aaaa\": [\"1\"]}"}) {
            const std::string fault = faultOf("", QByteArray("\"") + field + "\": " + runs + ", ");
            EXPECT_NE(fault.find(std::string("'") + field + "' is not"), std::string::npos)
                << runs << ": " << fault;
        }
    }
    for (const char* hidden : {"\"all\"", "[\"a\"]", "[{\"study\": \"a\"}]"}) {
        EXPECT_NE(faultOf("", QByteArray("\"hidden_curves\": ") + hidden + ", ")
                      .find("'hidden_curves' is not a list"),
                  std::string::npos)
            << hidden;
    }
}

TEST(SavedViews, HoldNoMoreChartsThanFit) {
    SavedView view = unusual();
    view.beside.assign(kChartsMax, plainChoice("read_iops"));
    const auto read = parseSavedView(savedViewText(view), QStringLiteral("v.json"));
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().what.find("more than 4 charts"), std::string::npos);
}

TEST(SavedViews, AreKeptByTitle) {
    const QTemporaryDir folder;
    const SavedViews views(folder.filePath(QStringLiteral("views")));
    EXPECT_TRUE(views.list().empty());
    SavedView view = unusual();
    ASSERT_TRUE(views.save(view));
    view.choice.x = "read_block_size";
    ASSERT_TRUE(views.save(view));  // takes its place
    ASSERT_TRUE(views.save(plain("A first one")));
    QFile stranger(folder.filePath(QStringLiteral("views/other.json")));
    ASSERT_TRUE(stranger.open(QIODevice::WriteOnly));
    stranger.write("no view");
    stranger.close();

    const auto listed = views.list();
    ASSERT_EQ(listed.size(), 2U);
    EXPECT_EQ(listed[0].title, QStringLiteral("A first one"));
    EXPECT_EQ(listed[1], view);
    ASSERT_TRUE(views.remove(view.title));
    EXPECT_EQ(views.list().size(), 1U);
    EXPECT_FALSE(views.remove(view.title));
}

TEST(SavedViews, WaitForTheirStudies) {
    ExploreWidget explore;
    QSignalSpy wanted(explore.document(), &ExploreDocument::studiesWanted);
    explore.setStudies({synthetic::threadStudy(QStringLiteral("one"), 0)});
    SavedView view = explore.document()->savedView(QStringLiteral("mine"));
    ASSERT_EQ(view.studies.size(), 1);
    view.choice.y = "gpu_utilisation";  // that nothing ticked has

    explore.document()->showSavedView(view);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toStringList(), view.studies);
    explore.setStudies({synthetic::threadStudy(QStringLiteral("two"), 1)});
    EXPECT_EQ(explore.document()->choice().y, "gpu_utilisation");  // it is still what was asked for
}

}  // namespace
}  // namespace throughline::ui
