// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/present_view.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "tests/ui/kept_picture.h"

namespace throughline::ui {
namespace {

PlotModel twoCurves() {
    PlotModel model;
    model.x = {.key = "decode.threads", .title = QStringLiteral("Decode threads")};
    model.y = {.key = "images_per_second",
               .title = QStringLiteral("Images per second"),
               .unit = "1/s",
               .shownUnit = QStringLiteral("images/s"),
               .fromZero = true};
    for (const int rate : {300, 500}) {
        PlotSeries series;
        series.name = QStringLiteral("disk at %1").arg(rate);
        series.colourSlot = rate / 250;
        for (int threads = 1; threads <= 4; ++threads) {
            series.points.push_back({.x = static_cast<double>(threads),
                                     .y = static_cast<double>(rate * threads),
                                     .label = QString::number(threads)});
        }
        model.series.push_back(series);
    }
    return model;
}

class PresentViewTest : public testing::Test {
protected:
    PresentViewTest() {
        window_.resize(1280, 720);
        window_.show();
        view_ = new PresentView(&window_);
        view_->setPages({{.headline = QStringLiteral("Decoding is the bottleneck."),
                          .figures = QStringLiteral("It feeds 1,390 of 26,300 images/s."),
                          .model = twoCurves()},
                         {.headline = QStringLiteral("By disk"), .model = twoCurves()},
                         {.headline = QStringLiteral("What if")}},
                        0);
        view_->show();
    }

    QWidget window_;
    PresentView* view_;
};

TEST_F(PresentViewTest, KeysWalkThroughThePagesAndStayAtTheEnds) {
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(view_, key);
        return view_->index();
    };
    EXPECT_EQ(press(Qt::Key_Left), 0);
    EXPECT_EQ(press(Qt::Key_Right), 1);
    EXPECT_EQ(press(Qt::Key_Space), 2);
    EXPECT_EQ(press(Qt::Key_Right), 2);
    EXPECT_EQ(press(Qt::Key_Home), 0);
    EXPECT_EQ(press(Qt::Key_End), 2);
    view_->addPages({{.headline = QStringLiteral("A kept view")}});
    EXPECT_EQ(press(Qt::Key_PageDown), 3);
    EXPECT_EQ(view_->page().headline, QStringLiteral("A kept view"));
}

TEST_F(PresentViewTest, EscapeAndF5EndItAndESaves) {
    QSignalSpy ended(view_, &PresentView::ended);
    QSignalSpy save(view_, &PresentView::saveAsked);
    QTest::keyClick(view_, Qt::Key_Escape);
    QTest::keyClick(view_, Qt::Key_F5);
    QTest::keyClick(view_, Qt::Key_E);
    EXPECT_EQ(ended.count(), 2);
    EXPECT_EQ(save.count(), 1);
}

TEST_F(PresentViewTest, ItCoversTheWindowAlsoWhenThatGrows) {
    window_.resize(1600, 900);
    QCoreApplication::processEvents();
    EXPECT_EQ(view_->size(), QSize(1600, 900));
}

TEST_F(PresentViewTest, TheHeadlineIsReadFromTheBackOfARoom) {
    EXPECT_EQ(headlinePixels(720), 48);
    EXPECT_EQ(headlinePixels(500), 48) << "a small window has less room for the chart";
    EXPECT_EQ(headlinePixels(1440), 96);
    keepPicture(*view_, QStringLiteral("present"));
    const QImage picture = view_->picture();
    EXPECT_EQ(picture.size(), QSize(2560, 1440));
}

// Goal: nobody matches colours with a legend from four metres. Method: the labels of the model
// that is drawn.
TEST_F(PresentViewTest, CurvesAreNamedAtTheirEnds) {
    const PlotModel named = namedAtEnds(twoCurves());
    EXPECT_EQ(named.series[0].points.back().label, QStringLiteral("disk at 300"));
    EXPECT_TRUE(named.series[0].points.front().label.isEmpty());
    EXPECT_EQ(named.series[1].points.back().label, QStringLiteral("disk at 500"));

    PlotModel scenarios = twoCurves();
    PlotSeries stands = scenarios.series[1];
    stands.kind = SeriesKind::Points;
    stands.points.resize(2);
    scenarios.series.push_back(stands);
    const PlotModel at_points = namedAtEnds(scenarios);
    EXPECT_TRUE(at_points.series[1].points.back().label.isEmpty()) << "named where it stands";
    EXPECT_EQ(at_points.series[2].points.back().label, QStringLiteral("disk at 500"));

    PlotModel bars = twoCurves();
    bars.series[0].kind = SeriesKind::Bars;
    EXPECT_EQ(namedAtEnds(bars).series[0].points.back().label, QStringLiteral("4"));
}

TEST_F(PresentViewTest, WithoutAnythingItSaysSo) {
    view_->setPages({}, 5);
    EXPECT_EQ(view_->count(), 1);
    EXPECT_FALSE(view_->page().headline.isEmpty());
    keepPicture(*view_, QStringLiteral("present-nothing"));
}

}  // namespace
}  // namespace throughline::ui
