// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_legend.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <set>

#include "tests/ui/kept_picture.h"
#include "tests/ui/legend_click.h"
#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {
namespace {

QString longName(int i) {
    return QStringLiteral(
               "XLA article's settings, default dataset threads, ImageNet TFRecords, "
               "network-attached persistent storage (beta), curve %1")
        .arg(i);
}

PlotModel modelOf(int count) {
    PlotModel model = synthetic::sweepModel(count);
    for (int i = 0; i < count; ++i) {
        model.series[static_cast<std::size_t>(i)].name = longName(i);
    }
    return model;
}

TEST(PlotLegendTest, ANameHasTwoLinesAndItsWholeInTheTooltip) {
    PlotLegend legend;
    legend.resize(220, 8 * legend.fontMetrics().lineSpacing());
    legend.show();
    legend.setModelSeries(modelOf(3));
    keepPicture(legend, QStringLiteral("legend-long"));

    for (int i = 0; i < 3; ++i) {
        const QListWidgetItem* entry = legend.entry(i);
        EXPECT_EQ(entry->text().count(QChar(QChar::LineSeparator)), 1);
        EXPECT_TRUE(entry->text().startsWith(QStringLiteral("XLA article's settings")));
        EXPECT_TRUE(entry->text().endsWith(QStringLiteral("curve %1").arg(i)))
            << "what sets it apart may be at the end: " << entry->text().toStdString();
        EXPECT_TRUE(entry->toolTip().startsWith(longName(i)));
        EXPECT_EQ(entry->data(Qt::AccessibleTextRole).toString(), longName(i));
        EXPECT_LE(legend.visualItemRect(entry).height(),
                  2 * legend.fontMetrics().lineSpacing() + 8);
    }
    legend.resize(2000, 400);
    EXPECT_EQ(legend.entry(2)->text(), longName(2)) << "where there is room, all of it";
}

// Goal: no name is cut where there is room below it. Method: the same names in a high legend; two
// names that differ at their beginning and at their end.
TEST(PlotLegendTest, NamesTakeMoreLinesWhereAllOfThemAreSeen) {
    PlotLegend legend;
    legend.resize(320, 400);
    legend.show();
    legend.setModelSeries(modelOf(3));
    keepPicture(legend, QStringLiteral("legend-high"));
    for (int i = 0; i < 3; ++i) {
        const QString text = legend.entry(i)->text();
        EXPECT_FALSE(text.contains(QChar(u'…'))) << text.toStdString();
        EXPECT_GE(text.count(QChar(QChar::LineSeparator)), 2);
        EXPECT_EQ(QString(text).remove(QChar(QChar::LineSeparator)).remove(u' '),
                  longName(i).remove(u' '));
    }
    const QListWidgetItem* last = legend.entry(2);
    EXPECT_LE(legend.visualItemRect(last).bottom(), legend.viewport()->height());

    PlotModel model = modelOf(2);
    model.series[0].name =
        QStringLiteral("settings of the article with everything switched on, from local NVMe");
    model.series[1].name =
        QStringLiteral("numbers of the article with everything switched on, from the network");
    PlotLegend low;
    low.resize(180, 5 * low.fontMetrics().lineSpacing());
    low.show();
    low.setModelSeries(model);
    EXPECT_TRUE(low.entry(0)->text().startsWith(QStringLiteral("settings")));
    EXPECT_TRUE(low.entry(0)->text().endsWith(QStringLiteral("NVMe")))
        << low.entry(0)->text().toStdString();
    EXPECT_TRUE(low.entry(1)->text().endsWith(QStringLiteral("network")));
}

// Goal: seven studies of one data set are told apart in the narrowest legend. Method: what differs
// stands in the middle of their names.
TEST(PlotLegendTest, WhatDiffersIsNotCut) {
    PlotModel model = synthetic::sweepModel(7);
    for (std::size_t i = 0; i < 7; ++i) {
        model.series[i].head = QStringLiteral(
                                   "photographs of the archive on the new workstation, read with "
                                   "%1 requests in flight at the same time")
                                   .arg(100 + i);
        model.series[i].label = QStringLiteral("full pipeline");
    }
    PlotLegend legend;
    legend.resize(200, 700);
    legend.show();
    legend.setModelSeries(model);
    keepPicture(legend, QStringLiteral("legend-seven"));
    ASSERT_EQ(legend.count(), 14);
    for (int i = 0; i < 7; ++i) {
        const QString text = legend.item(2 * i)->text();
        EXPECT_TRUE(text.startsWith(QStringLiteral("photographs"))) << text.toStdString();
        EXPECT_TRUE(text.contains(QString::number(100 + i))) << text.toStdString();
    }
}

TEST(PlotLegendTest, WhatEntriesShareIsSaidOnceAboveThem) {
    PlotModel model = modelOf(3);
    model.legendNote = QStringLiteral("Unless said otherwise: resnet50_v1");
    for (const std::size_t i : {1U, 2U}) {
        model.series[i].head = QStringLiteral("A study");
        model.series[i].label = QStringLiteral("QD %1").arg(i);
    }
    PlotLegend legend;
    legend.resize(400, 400);
    legend.show();
    legend.setModelSeries(model);
    keepPicture(legend, QStringLiteral("legend-heads"));

    ASSERT_EQ(legend.count(), 5);
    EXPECT_EQ(legend.item(0)->text(), model.legendNote);
    EXPECT_EQ(legend.item(2)->text(), QStringLiteral("A study"));
    EXPECT_EQ(legend.item(4), legend.entry(2));
    EXPECT_EQ(legend.entry(2)->text(), QStringLiteral("QD 2"));
    EXPECT_TRUE(legend.entry(2)->toolTip().startsWith(longName(2)));
    QSignalSpy wanted(&legend, &PlotLegend::drawnWanted);
    clickCurve(&legend, 2);
    clickRow(&legend, legend.item(2));
    clickRow(&legend, legend.item(0));
    ASSERT_EQ(wanted.count(), 2) << "a note about all is no curve";
    EXPECT_EQ(wanted[0][0].value<SeriesSet>(), SeriesSet{2}) << "the series, not the row";
    EXPECT_EQ(wanted[1][0].value<SeriesSet>(), (SeriesSet{1, 2})) << "all of the study";
}

// Goal: what the mouse is on stands out. Method: of two curves the pixels of the other change.
// Goal: what others published is told by words, not only by a paler colour.
TEST(PlotLegendTest, PublishedCurvesSaySo) {
    PlotModel model = synthetic::sweepModel(2);
    model.series[0].name = QStringLiteral("local NVMe");
    model.series[0].origin = record::Origin::Published;
    model.series[1].name = QStringLiteral("A study · persistent");
    model.series[1].head = QStringLiteral("A study");
    model.series[1].label = QStringLiteral("persistent");
    model.series[1].origin = record::Origin::Published;
    PlotLegend legend;
    legend.resize(600, 400);
    legend.show();
    legend.setModelSeries(model);

    QStringList texts;
    for (int row = 0; row < legend.count(); ++row) {
        texts << legend.item(row)->text();
    }
    EXPECT_EQ(texts.join(u'|').toStdString(),
              "local NVMe (published)|Published: A study|persistent");
}

TEST(PlotLegendTest, TheCurveThatTheMouseIsOnStandsOut) {
    PlotView view;
    view.resize(640, 400);
    view.setModel(synthetic::sweepModel(2));
    PlotLegend legend;
    legend.resize(300, 200);
    legend.setModelSeries(view.model());
    connectLegend(&legend, &view);
    legend.show();
    view.show();
    const auto colourAt = [&](std::size_t series) {
        const PlacedSeries& placed = view.placed()[series];
        const QPoint at = view.map().toPixel(placed.places[1], false).toPoint();
        return view.grab().toImage().pixelColor(at);
    };
    const QColor first = colourAt(0);
    const QColor second = colourAt(1);

    const QPointF at = legend.visualItemRect(legend.entry(1)).center();
    QMouseEvent move(QEvent::MouseMove,
                     at,
                     legend.viewport()->mapToGlobal(at),
                     Qt::NoButton,
                     Qt::NoButton,
                     Qt::NoModifier);
    QSignalSpy lifted(&legend, &PlotLegend::lifted);
    QApplication::sendEvent(legend.viewport(), &move);
    ASSERT_EQ(lifted.count(), 1);
    EXPECT_EQ(lifted[0][0].value<SeriesSet>(), SeriesSet{1});
    EXPECT_NE(colourAt(0), first);
    EXPECT_EQ(colourAt(1), second);
    keepPicture(view.grab().toImage(), QStringLiteral("legend-lifted"));

    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(legend.viewport(), &leave);
    EXPECT_EQ(colourAt(0), first);

    toggleCurve(&legend, 0);
    EXPECT_FALSE(view.placed()[0].visible);
    EXPECT_TRUE(legend.entry(0)->font().italic());
}

// Goal: the colours of a heat map are a scale; where all cells are equal it has one colour.
TEST(PlotLegendTest, EqualCellsHaveOneColour) {
    PlotModel model;
    model.z = PlotAxis{};
    model.series.resize(1);
    model.series[0].kind = SeriesKind::Cells;
    const auto coloursOf = [&](double other) {
        model.series[0].name = QStringLiteral("to %1").arg(other);
        model.series[0].points = {{.x = 0, .y = 0, .z = 7.0}, {.x = 1, .y = 0, .z = other}};
        PlotLegend legend;
        legend.setModelSeries(model);
        const QImage image = legend.entry(0)->icon().pixmap(32, 14).toImage();
        std::set<QRgb> colours;
        for (int x = 3; x < image.width() - 3; ++x) {
            colours.insert(image.pixel(x, image.height() / 2));
        }
        return colours.size();
    };
    EXPECT_EQ(coloursOf(7.0), 1U);
    EXPECT_GT(coloursOf(8.0), 10U);
}

TEST(PlotLegendTest, AScaleOfColoursSaysBothEnds) {
    PlotModel model;
    model.z = PlotAxis{};
    model.series.resize(1);
    model.series[0].kind = SeriesKind::Cells;
    model.series[0].name =
        QStringLiteral("Images per second and accelerator, 724 images/s to 1.58 k images/s");
    PlotLegend legend;
    legend.resize(150, 300);
    legend.show();
    legend.setModelSeries(model);

    const QString text = legend.entry(0)->text();
    EXPECT_TRUE(text.contains(QStringLiteral("724"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("1.58"))) << text.toStdString();
    EXPECT_FALSE(text.contains(QChar(u'\u2026'))) << text.toStdString();
}

}  // namespace
}  // namespace throughline::ui
