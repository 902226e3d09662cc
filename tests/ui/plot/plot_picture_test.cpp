// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen: colours where they belong, labels apart, light and dark.
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <algorithm>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/series_look.h"

namespace throughline::ui {
namespace {

struct Count {
    int inside = 0;
    int outside = 0;
};

/// Pixels of exactly `colour` inside and outside `area`.
Count countColour(const QImage& image, const QRectF& area, const QColor& colour) {
    Count count;
    const qreal ratio = image.devicePixelRatio();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) == colour.rgb()) {
                const bool inside =
                    area.adjusted(-1, -1, 1, 1).contains(QPointF(x / ratio, y / ratio));
                ++(inside ? count.inside : count.outside);
            }
        }
    }
    return count;
}

/// How much of a picture's ground is covered with `ink`, 0 to 1.
double inkIn(const QImage& image, const QColor& ink, const QColor& ground) {
    double covered = 0.0;
    const int whole = ground.blue() - ink.blue() + ground.green() - ink.green();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor at = image.pixelColor(x, y);
            covered += double(ground.blue() - at.blue() + ground.green() - at.green()) / whole;
        }
    }
    return covered / (double(image.width()) * image.height());
}

QImage pictureOf(PlotView& view, const QString& name) {
    const QImage image = view.grab().toImage();
    keepPicture(image, name);
    return image.convertToFormat(QImage::Format_RGB32);
}

PlotModel withOrigins() {
    PlotModel model = synthetic::sweepModel(5);
    model.series[1].origin = record::Origin::Observed;
    model.series[2].origin = record::Origin::Imported;
    model.series[3].origin = record::Origin::Published;
    model.series[4].origin = record::Origin::Predicted;
    for (PlotPoint& point : model.series[4].points) {
        point.low = point.high = kNoNumber;
    }
    return model;
}

PlotModel withSecondAxis() {
    PlotModel model = synthetic::sweepModel(1);
    model.y2 = synthetic::utilisationAxis();
    PlotSeries second = synthetic::threadSweep(QStringLiteral("Study 1, utilisation"), 1, 97.0);
    second.onSecondAxis = true;
    model.series.push_back(second);
    return model;
}

class Themes : public testing::TestWithParam<ThemeChoice> {
protected:
    void SetUp() override { applyTheme(GetParam()); }
    void TearDown() override { applyTheme(ThemeChoice::Light); }
    QString suffix() const { return nameOf(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(All,
                         Themes,
                         testing::Values(ThemeChoice::Light, ThemeChoice::Dark),
                         [](const auto& one) { return nameOf(one.param).toStdString(); });

TEST_P(Themes, RunColoursAreInsideThePlotAreaOnly) {
    PlotView view;
    view.resize(1000, 560);
    view.setModel(synthetic::sweepModel(3));

    const QImage image = pictureOf(view, QStringLiteral("sweep-") + suffix());

    for (int slot = 0; slot < 3; ++slot) {
        const Count count = countColour(image, view.map().area, runColour(slot));
        EXPECT_GT(count.inside, 100) << slot;
        EXPECT_EQ(count.outside, 0) << slot;
    }
}

TEST_P(Themes, ZoomedLinesStayInsideThePlotArea) {
    PlotView view;
    view.resize(1000, 560);
    view.setModel(synthetic::timeModel(3, 4000));
    view.zoomBy(0.2);

    const QImage image = pictureOf(view, QStringLiteral("time-zoomed-") + suffix());

    for (int slot = 0; slot < 3; ++slot) {
        EXPECT_EQ(countColour(image, view.map().area, runColour(slot)).outside, 0) << slot;
    }
}

TEST_P(Themes, EveryOriginLooksDifferent) {
    PlotView view;
    view.resize(1000, 560);
    const PlotModel model = withOrigins();
    view.setModel(model);

    const QImage image = pictureOf(view, QStringLiteral("origins-") + suffix());

    const int published =
        countColour(image, view.map().area, runColour(model.series[3].colourSlot)).inside;
    EXPECT_EQ(published, 0);  // pale instead
    EXPECT_GT(
        countColour(image, view.map().area, seriesColour(model.series[3], currentTheme())).inside,
        50);
    const auto points = [&](std::size_t s) {
        const QPointF at = view.map().toPixel(view.placed()[s].places[5], false);
        return image.pixelColor((at * image.devicePixelRatio()).toPoint());
    };
    EXPECT_EQ(points(0), seriesColour(model.series[0], currentTheme()));  // filled
}

TEST_P(Themes, FillsOfBarsAreToldApartWithoutColour) {
    PlotModel model = synthetic::sweepModel(3);
    model.x.categories = {QStringLiteral("1 thread"), QStringLiteral("2 threads")};
    constexpr BarFill kFills[] = {BarFill::Plain, BarFill::Hatched, BarFill::Crossed};
    for (std::size_t s = 0; s < 3; ++s) {
        model.series[s].kind = SeriesKind::Bars;
        model.series[s].stack = 0;
        model.series[s].fill = kFills[s];
        model.series[s].colourSlot = 0;
        model.series[s].points = {{.x = 0.0, .y = 40.0}, {.x = 1.0, .y = 30.0}};
    }
    PlotView view;
    view.resize(1000, 560);
    view.setModel(model);

    const QImage image = pictureOf(view, QStringLiteral("stacks-") + suffix());

    double share[3] = {};
    for (std::size_t s = 0; s < 3; ++s) {
        const QRectF box = barOf(view.placed()[s], 0, view.map()).adjusted(3, 3, -3, -3);
        const double ratio = image.devicePixelRatio();
        const QImage part = image.copy(QRectF(box.topLeft() * ratio, box.size() * ratio).toRect());
        share[s] = inkIn(part, runColour(0), currentTheme().surface);
    }
    EXPECT_NEAR(share[0], 1.0, 0.01);
    EXPECT_NEAR(share[1], 0.25, 0.1);
    EXPECT_NEAR(share[2], 0.45, 0.15);
    EXPECT_GT(share[2], share[1] + 0.1);
}

TEST_P(Themes, SecondAxisHasItsOwnTitleAndTicks) {
    PlotView view;
    view.resize(1000, 560);
    view.setModel(withSecondAxis());

    pictureOf(view, QStringLiteral("second-axis-") + suffix());

    EXPECT_GT(view.plotLayout().y2.ticks.size(), 3U);
    EXPECT_EQ(view.plotLayout().y2.unit, QStringLiteral("%"));
}

TEST(ThemeSwitch, KeepsTheColoursOfRuns) {
    PlotView view;
    view.resize(800, 480);
    view.setModel(synthetic::sweepModel(3));
    const auto shown = [&](int slot, const char* name) {
        const QImage image = pictureOf(view, QString::fromLatin1(name));
        return countColour(image, view.map().area, runColour(slot)).inside;
    };
    const int before = shown(1, "switch-before");  // slots 1 and 2 are the same on both grounds
    applyTheme(ThemeChoice::Dark);

    const int after = shown(1, "switch-after");

    EXPECT_GT(before, 100);
    EXPECT_NEAR(after, before, before * 0.1);
    applyTheme(ThemeChoice::Light);
    EXPECT_EQ(shown(1, "switch-back"), before);
}

struct Scales {
    AxisScale x;
    AxisScale y;
};

TEST(Labels, NeverOverlapAndNeverLeaveThePicture) {
    PlotModel categories = synthetic::sweepModel(1);
    categories.x = {};
    categories.x.title = QStringLiteral("Data set");
    for (int i = 0; i < 9; ++i) {
        categories.x.categories << QStringLiteral("/mnt/nvme%1/imagenet/train-subset").arg(i);
    }
    const QFont font(QStringLiteral("DejaVu Sans"), 10);
    for (PlotModel model :
         {synthetic::sweepModel(2), synthetic::timeModel(2, 3000), withSecondAxis(), categories}) {
        for (const Scales scales : {Scales{AxisScale::Linear, AxisScale::Linear},
                                    {AxisScale::Logarithmic, AxisScale::Logarithmic}}) {
            model.x.scale = model.x.categories.isEmpty() ? scales.x : AxisScale::Linear;
            model.y.scale = scales.y;
            const auto placed = placedSeries(model);
            for (const QSizeF size : {QSizeF(300, 200), QSizeF(640, 400), QSizeF(1200, 640)}) {
                for (const double zoom : {1.0, 0.37, 0.01}) {
                    PlotRange range = homeRange(model, placed);
                    range.x = zoomedSpan(range.x, zoom, range.x.middle());
                    range.y = zoomedSpan(range.y, zoom, range.y.middle());
                    const PlotLayout layout = layOutPlot(model, range, size, font);
                    for (std::size_t a = 0; a < layout.texts.size(); ++a) {
                        const PlacedText& text = layout.texts[a];
                        EXPECT_TRUE(
                            QRectF(QPointF(-0.5, -0.5), size + QSizeF(1, 1)).contains(text.box))
                            << text.text.toStdString() << " at " << size.width();
                        for (std::size_t b = a + 1; b < layout.texts.size(); ++b) {
                            EXPECT_FALSE(text.box.intersects(layout.texts[b].box))
                                << text.text.toStdString() << " over "
                                << layout.texts[b].text.toStdString() << " at " << size.width();
                        }
                    }
                }
            }
        }
    }
}

// Goal: names that do not fit beside each other are all there and whole, turned, where the chart is
// high enough.
TEST(Labels, LongNamesAlongXAreTurned) {
    PlotModel model = synthetic::sweepModel(1);
    model.x = {};
    model.x.title = QStringLiteral("Job");
    model.x.categories = {QStringLiteral("sequential_write"),
                          QStringLiteral("sequential_read"),
                          QStringLiteral("random_write_test"),
                          QStringLiteral("random_read_test"),
                          QStringLiteral("random_read_test_parallel")};
    const QFont font(QStringLiteral("DejaVu Sans"), 8);
    const PlotRange range = homeRange(model, placedSeries(model));
    const auto wholeNames = [&](const QSizeF& size) {
        int whole = 0;
        for (const PlacedText& text : layOutPlot(model, range, size, font).texts) {
            whole += text.turned && model.x.categories.contains(text.text) ? 1 : 0;
        }
        return whole;
    };
    EXPECT_EQ(wholeNames({336, 400}), 5);
    EXPECT_EQ(wholeNames({336, 100}), 0) << "no room";
    EXPECT_EQ(wholeNames({1200, 400}), 0) << "they fit as they are";
    EXPECT_EQ(wholeNames({500, 400}), 0) << "they fit in lines";
    QStringList names;
    for (const PlacedText& text : layOutPlot(model, range, {500, 400}, font).texts) {
        names << QString(text.text).remove(QChar(u'\n'));
        EXPECT_FALSE(text.text.contains(QStringLiteral("ra\nndom"))) << "broken where words end";
    }
    for (const QString& name : model.x.categories) {
        EXPECT_TRUE(names.contains(name)) << name.toStdString();
    }
    EXPECT_GT(layOutPlot(model, range, {336, 400}, font).area.height(), 120.0);
}

// Goal: a point at 0 is a whole point, though it is on the plot area's edge.
TEST(Markers, OnTheEdgeAreWhole) {
    PlotModel model = synthetic::sweepModel(1);
    model.series[0].kind = SeriesKind::Points;
    for (PlotPoint& point : model.series[0].points) {
        point = {.x = point.x, .y = point.x < 8 ? 0.0 : 1000.0};
    }
    PlotView view;
    view.resize(800, 480);
    view.setModel(model);
    const QImage image = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QPointF at = view.map().toPixel(view.placed()[0].places[1], false);
    EXPECT_EQ(image.pixelColor(QPoint(qRound(at.x()), qRound(at.y()) + 3)), runColour(0));
}

// Goal: a low chart still says its unit. Method: the title of y at heights that it fits in less and
// less.
TEST(Labels, AShortYAxisKeepsItsUnit) {
    const PlotModel model = synthetic::sweepModel(1);
    const auto placed = placedSeries(model);
    const QFont font(QStringLiteral("DejaVu Sans"), 10);
    const auto titleAt = [&](double height) {
        const auto texts =
            layOutPlot(model, homeRange(model, placed), QSizeF(600, height), font).texts;
        const auto title = std::find_if(
            texts.begin(), texts.end(), [](const PlacedText& text) { return text.turned; });
        return title->text;
    };
    EXPECT_EQ(titleAt(400), QStringLiteral("Images per second, images/s"));
    EXPECT_EQ(titleAt(150), QStringLiteral("Images per\nsecond, images/s"));
    EXPECT_TRUE(titleAt(100).startsWith(QStringLiteral("Images")));
    EXPECT_TRUE(titleAt(100).endsWith(QStringLiteral("\u2026\nimages/s")))
        << titleAt(100).toStdString();
    EXPECT_TRUE(titleAt(80).startsWith(QStringLiteral("Images"))) << titleAt(80).toStdString();
    EXPECT_TRUE(titleAt(80).endsWith(QStringLiteral("images/s"))) << titleAt(80).toStdString();
}

TEST(EmptyChart, SaysWhatToDo) {
    PlotView view;
    view.resize(640, 400);
    PlotModel model;
    model.emptyText = QStringLiteral("Tick a study on the left.");
    view.setModel(model);

    const QImage image = pictureOf(view, QStringLiteral("empty"));

    EXPECT_FALSE(image.isNull());
    EXPECT_TRUE(view.accessibleDescription().contains(model.emptyText));
}

}  // namespace
}  // namespace throughline::ui
