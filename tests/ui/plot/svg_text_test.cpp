// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_text.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QSvgRenderer>

namespace throughline::ui {
namespace {

constexpr QSize kSize(300, 60);

QByteArray written(const QStringList& texts, const QFont& font) {
    QByteArray svg;
    QBuffer buffer(&svg);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(kSize);
    generator.setViewBox(QRect(QPoint(), kSize));
    QPainter painter(&generator);
    painter.setFont(font);
    int y = 0;
    for (const QString& text : texts) {
        painter.drawText(10, y += 25, text);
    }
    painter.end();
    return svg;
}

/// The parts of a line or column of a picture that have ink.
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

TEST(WithTextAsOutlines, LooksAsWithTheFontAndNeedsNone) {
    QFont font = QApplication::font();
    font.setPointSizeF(14.0);
    const QString text = QStringLiteral("GPU <0> & \"co\"");
    const QByteArray svg = withTextAsOutlines(written({text}, font), font);

    QImage expected(kSize, QImage::Format_RGB32);
    expected.fill(Qt::white);
    QPainter painter(&expected);
    painter.setFont(font);
    painter.drawText(10, 25, text);
    painter.end();
    QByteArray without = svg;  // as a viewer without any font shows it
    without.replace(QRegularExpression(QStringLiteral("<text.*</text>"),
                                       QRegularExpression::DotMatchesEverythingOption)
                        .match(QString::fromUtf8(svg))
                        .captured()
                        .toUtf8(),
                    QByteArray());
    const QRect ink = inkOf(rendered(without));
    ASSERT_FALSE(ink.isEmpty());
    const QRect wanted = inkOf(expected);
    EXPECT_LE(std::abs(ink.left() - wanted.left()), 1);
    EXPECT_LE(std::abs(ink.right() - wanted.right()), 2);
    EXPECT_LE(std::abs(ink.top() - wanted.top()), 1);
    EXPECT_LE(std::abs(ink.bottom() - wanted.bottom()), 1);
}

TEST(WithTextAsOutlines, KeepsTheTextToBeFound) {
    const QByteArray svg = withTextAsOutlines(
        written({QStringLiteral("images/s"), QStringLiteral("images/s")}, QApplication::font()),
        QApplication::font());

    EXPECT_EQ(svg.count(">images/s</text>"), 2);
    EXPECT_EQ(svg.count("<text "), svg.count("fill-opacity=\"0\""));
    EXPECT_EQ(svg.count("<path id="), 7) << "each letter once: i m a g e s /";
    EXPECT_TRUE(QSvgRenderer(svg).isValid());
}

}  // namespace
}  // namespace throughline::ui
