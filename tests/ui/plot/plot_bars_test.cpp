// SPDX-License-Identifier: GPL-3.0-or-later
// Bars: their intervals, and what stands for them on a logarithmic axis.
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/plot/plot_bars.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <algorithm>
#include <cmath>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_legend.h"
#include "ui/plot/plot_page.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {
namespace {

PlotModel bars(std::size_t count) {
    PlotModel model = synthetic::sweepModel(static_cast<int>(count));
    model.x = {};
    model.x.title = QStringLiteral("Data set");
    model.x.categories = {QStringLiteral("local"), QStringLiteral("network")};
    for (PlotSeries& series : model.series) {
        series.kind = SeriesKind::Bars;
        series.points = {{.x = 0.0, .y = 900.0, .low = 600.0, .high = 1200.0},
                         {.x = 1.0, .y = 700.0, .low = 500.0, .high = 900.0}};
    }
    return model;
}

/// Contrast of two colours, 1 to 21 (WCAG 2.1).
double contrast(const QColor& a, const QColor& b) {
    const auto luminance = [](const QColor& colour) {
        const auto linear = [](double c) {
            return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
               0.0722 * linear(colour.blueF());
    };
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

// Goal: the lower half of an interval is seen inside its bar, whatever that is filled with, on both
// grounds and on paper. Method: across the bar, half way from its value to the interval's low end,
// two neighbouring pixels differ by a contrast of 3 (WCAG's bound for graphics).
TEST(PlotBars, AnIntervalIsSeenInsideItsBar) {
    for (const Theme& theme : {lightTheme(), darkTheme(), printTheme()}) {
        for (const auto origin : {record::Origin::Measured, record::Origin::Imported}) {
            PlotModel model = bars(4);
            for (int slot = 0; slot < 4; ++slot) {
                model.series[static_cast<std::size_t>(slot)].origin = origin;
            }
            const PlotLook look{theme, QApplication::font()};
            const PlotPage page{.scale = 2.0};
            const QImage image = plotImage({{.model = &model}}, page, look);
            keepPicture(image,
                        QStringLiteral("bar-intervals-%1-%2")
                            .arg(theme.dark ? 1 : 0)
                            .arg(static_cast<int>(origin)));
            const PagePainter painter({{.model = &model}}, page, look);
            const auto placed = placedSeries(model);
            const PlotMap map{painter.area(0), homeRange(model, placed)};
            for (std::size_t s = 0; s < placed.size(); ++s) {
                const QRectF bar = barOf(placed[s], 0, map);
                const int y = static_cast<int>(map.toPixel({0.0, 750.0}, false).y() * 2);
                double most = 1.0;
                for (int x = static_cast<int>(bar.center().x() * 2) - 8;
                     x < static_cast<int>(bar.center().x() * 2) + 8;
                     ++x) {
                    for (int other = x + 1; other < x + 4; ++other) {
                        most = std::max(
                            most, contrast(image.pixelColor(x, y), image.pixelColor(other, y)));
                    }
                }
                EXPECT_GT(most, 3.0) << s << (theme.dark ? " dark" : " light");
            }
        }
    }
}

// Goal: on a logarithmic axis, where a bar has no length, values are points in the bars' places;
// the legend shows the same and the chart says why.
TEST(PlotBars, OnALogarithmicAxisPointsStandInTheBarsPlacesAndTheReaderIsTold) {
    PlotView view;
    view.resize(900, 520);
    PlotModel model = bars(2);
    view.setModel(model);
    const double aside[] = {view.placed()[0].places[0].x(), view.placed()[1].places[0].x()};
    EXPECT_LT(aside[0], aside[1]);
    PlotLegend legend;
    legend.setModelSeries(view.model());
    const QImage square = legend.entry(0)->icon().pixmap(32, 14).toImage();
    const auto says = [&] {
        const auto& texts = view.plotLayout().texts;
        return std::any_of(texts.begin(), texts.end(), [](const PlacedText& text) {
            return text.text.contains(QStringLiteral("logarithmic"));
        });
    };
    EXPECT_FALSE(says());

    view.toggleLogarithmic(Qt::Vertical);
    legend.setModelSeries(view.model());

    EXPECT_EQ(view.placed()[0].places[0].x(), aside[0]);
    EXPECT_EQ(view.placed()[1].places[0].x(), aside[1]);
    EXPECT_EQ(view.placed()[0].halfWidth, 0.0);
    EXPECT_NE(legend.entry(0)->icon().pixmap(32, 14).toImage(), square);
    EXPECT_TRUE(says());
    EXPECT_TRUE(view.accessibleDescription().contains(QStringLiteral("logarithmic")));
    keepPicture(view.grab().toImage(), QStringLiteral("bars-logarithmic"));
}

}  // namespace
}  // namespace throughline::ui
