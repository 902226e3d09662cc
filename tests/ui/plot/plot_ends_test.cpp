// SPDX-License-Identifier: GPL-3.0-or-later
// Curves that are named where they end.
#include "ui/plot/plot_ends.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontMetricsF>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_page.h"

namespace throughline::ui {
namespace {

PlotLook look() {
    return {printTheme(), QApplication::font()};
}

/// Two curves that end at the same height, and one below them.
PlotModel threeCurves() {
    PlotModel model = synthetic::sweepModel(3);
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        model.series[s].name = QStringLiteral("Curve %1").arg(s);
        model.series[s].points.back().y = s < 2 ? 1000.0 : 200.0;
    }
    return model;
}

struct Drawn {
    explicit Drawn(PlotModel shown) : model(std::move(shown)) {
        alignment.right = endsWidth(model, style.font, size.width());
        layout = layOutPlot(model, range, size, style.font, alignment);
    }

    PlotModel model;
    std::vector<PlacedSeries> placed = placedSeries(model);
    PlotLook style = look();
    QSizeF size{700, 400};
    PlotRange range = homeRange(model, placed);
    PlotAlignment alignment;
    PlotLayout layout;

    std::vector<PlacedEnd> ends() const {
        return placedEnds({model, placed, range, size, style, alignment}, layout);
    }
};

TEST(PlotEndsTest, NamesStandBesideTheEndsAndNotOverEachOther) {
    const Drawn drawn(threeCurves());
    const std::vector<PlacedEnd> ends = drawn.ends();

    ASSERT_EQ(ends.size(), 3U);
    for (const PlacedEnd& end : ends) {
        EXPECT_GE(end.box.left(), drawn.layout.area.right());
        EXPECT_LE(end.box.right(), drawn.size.width() + 0.5);
        EXPECT_GE(end.box.top(), 0.0);
        EXPECT_LE(end.box.bottom(), drawn.size.height());
    }
    EXPECT_LE(ends[0].box.bottom(), ends[1].box.top() + 0.5);
    EXPECT_NEAR((ends[0].box.top() + ends[1].box.bottom()) / 2, ends[0].end.y(), 1.0)
        << "two that touch stand around their curves' ends";
    EXPECT_EQ(ends[2].series, 2U);
    EXPECT_NEAR(ends[2].box.center().y(), ends[2].end.y(), 1.0);
    keepPicture(plotImage({{.model = &drawn.model}},
                          {.title = QStringLiteral("Which is which"), .namesAtEnds = true},
                          look()),
                QStringLiteral("plot-ends"));
}

// Goal: a curve that is not drawn, or has no point in view, has no name.
TEST(PlotEndsTest, OnlyWhatIsSeenIsNamed) {
    Drawn drawn(threeCurves());
    drawn.model.series[0].visible = false;
    drawn.range.y.high = 500.0;  // above which the second ends, and is gone
    for (PlotPoint& point : drawn.model.series[1].points) {
        point.y = 900.0;
    }
    drawn.placed = placedSeries(drawn.model);

    const std::vector<PlacedEnd> ends = drawn.ends();

    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(ends.front().series, 2U);
}

TEST(PlotEndsTest, ALongNameHasThreeLinesAtMost) {
    Drawn drawn(threeCurves());
    drawn.model.series[0].name = QStringLiteral("A name of many words that ").repeated(10);

    EXPECT_LE(endsWidth(drawn.model, drawn.style.font, 700.0), 700.0 * 0.4);
    EXPECT_EQ(drawn.ends().front().lines.size(), 3);
    EXPECT_TRUE(drawn.ends().front().lines.back().endsWith(u'…'));
}

TEST(PlotEndsTest, BarsAndASecondAxisKeepTheirLegend) {
    PlotModel model = threeCurves();
    EXPECT_TRUE(canNameEnds(model));
    model.series[1].kind = SeriesKind::Bars;
    EXPECT_FALSE(canNameEnds(model));
    model.series[1].visible = false;
    EXPECT_TRUE(canNameEnds(model)) << "it is not drawn";
    model.y2 = model.y;
    EXPECT_FALSE(canNameEnds(model));
}

}  // namespace
}  // namespace throughline::ui
