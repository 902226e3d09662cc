// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_writer.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>

namespace throughline::ui {
namespace {

constexpr QSize kSize(300, 60);

template <class Paint>
QByteArray written(const Paint& paint) {
    SvgWriter writer(kSize);
    QPainter painter(&writer);
    paint(painter);
    painter.end();
    return writer.file({}, {}, {});
}

QByteArray written(const QStringList& texts, const QFont& font) {
    return written([&](QPainter& painter) {
        painter.setFont(font);
        int y = 0;
        for (const QString& text : texts) {
            painter.drawText(10, y += 25, text);
        }
    });
}

/// The parts of a picture that have ink.
QRect inkOf(const QImage& image) {
    QRect ink;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (qGray(image.pixel(x, y)) < 128) {
                ink |= QRect(x, y, 1, 1);
            }
        }
    }
    return ink;
}

QImage rendered(const QByteArray& svg) {
    QImage image(kSize, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer(svg).render(&painter);
    return image;
}

TEST(SvgWriter, LooksAsWithTheFontAndNeedsNone) {
    QFont font = QApplication::font();
    font.setPointSizeF(14.0);
    const QString text = QStringLiteral("GPU <0> & \"co\"");
    QImage expected(kSize, QImage::Format_RGB32);
    expected.fill(Qt::white);
    QPainter painter(&expected);
    painter.setFont(font);
    painter.drawText(10, 25, text);
    painter.end();

    QString without = QString::fromUtf8(written({text}, font));  // as a viewer without any font
    without.remove(QRegularExpression(QStringLiteral("<text [^>]*>[^<]*</text>")));

    const QRect ink = inkOf(rendered(without.toUtf8()));
    ASSERT_FALSE(ink.isEmpty());
    const QRect wanted = inkOf(expected);
    EXPECT_LE(std::abs(ink.left() - wanted.left()), 1);
    EXPECT_LE(std::abs(ink.right() - wanted.right()), 2);
    EXPECT_LE(std::abs(ink.top() - wanted.top()), 1);
    EXPECT_LE(std::abs(ink.bottom() - wanted.bottom()), 1);
}

TEST(SvgWriter, KeepsTheTextToBeFound) {
    const QByteArray svg =
        written({QStringLiteral("images/s"), QStringLiteral("images/s")}, QApplication::font());

    EXPECT_EQ(svg.count(">images/s</text>"), 2);
    EXPECT_EQ(svg.count("<text "), svg.count("fill-opacity=\"0\""));
    EXPECT_EQ(svg.count("<path id="), 7) << "each letter once: i m a g e s /";
    EXPECT_TRUE(QSvgRenderer(svg).isValid());
}

TEST(SvgWriter, CutsToTheClipUntilItIsTakenBack) {
    const QByteArray svg = written([](QPainter& painter) {
        painter.drawLine(0, 5, 300, 5);
        painter.save();
        painter.translate(10, 0);
        painter.setClipRect(QRectF(0.5, 10, 20, 20));
        painter.drawLine(0, 15, 300, 15);
        painter.setClipRect(QRectF(10.5, 0, 40, 60), Qt::IntersectClip);
        painter.drawLine(0, 20, 300, 20);
        painter.restore();
        painter.drawLine(0, 50, 300, 50);
    });

    EXPECT_EQ(svg.count("<clipPath id="), 2);
    EXPECT_EQ(svg.count("<g clip-path="), 2);
    EXPECT_TRUE(svg.contains("<path d=\"M10.5 10L30.5 10L30.5 30L10.5 30L10.5 10Z\"/>"))
        << svg.toStdString();
    const qsizetype first = svg.indexOf("<g clip-path=");
    EXPECT_LT(svg.indexOf("M0 5L300 5"), first);
    EXPECT_GT(svg.indexOf("M0 50L300 50"), svg.lastIndexOf("</g>"));
}

}  // namespace
}  // namespace throughline::ui
