// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_legend.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <set>

#include "tests/ui/kept_picture.h"
#include "tests/ui/plot/synthetic_model.h"

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
    legend.resize(220, 400);
    legend.show();
    legend.setModelSeries(modelOf(3));
    keepPicture(legend, QStringLiteral("legend-long"));

    for (int i = 0; i < 3; ++i) {
        const QListWidgetItem* entry = legend.entry(i);
        EXPECT_EQ(entry->text().count(QChar(QChar::LineSeparator)), 1);
        EXPECT_TRUE(entry->text().startsWith(QStringLiteral("XLA article's settings")));
        EXPECT_TRUE(entry->text().endsWith(QStringLiteral("curve %1").arg(i)))
            << "what sets it apart may be at the end: " << entry->text().toStdString();
        EXPECT_EQ(entry->toolTip(), longName(i));
        EXPECT_EQ(entry->data(Qt::AccessibleTextRole).toString(), longName(i));
        EXPECT_LE(legend.visualItemRect(entry).height(),
                  2 * legend.fontMetrics().lineSpacing() + 8);
    }
    legend.resize(2000, 400);
    EXPECT_EQ(legend.entry(2)->text(), longName(2)) << "where there is room, all of it";
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
    EXPECT_EQ(legend.entry(2)->toolTip(), longName(2));
    QSignalSpy changed(&legend, &PlotLegend::visibilityChanged);
    legend.entry(2)->setCheckState(Qt::Unchecked);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_EQ(changed[0][0].toInt(), 2) << "the series, not the row";
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
