// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_chart.h"

#include <QBuffer>
#include <QRegularExpression>
#include <QSvgGenerator>

#include "ui/plot/svg_text.h"

namespace throughline::ui {

namespace {

/// What `paint` draws on the page, as a file.
template <class Paint>
QByteArray svgOf(const PlotPage& page, const Paint& paint) {
    constexpr int kUnitsPerInch = 96;
    QByteArray text;
    QBuffer buffer(&text);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kUnitsPerInch);
    generator.setSize(page.size);
    generator.setViewBox(QRect(QPoint(), page.size));
    generator.setTitle(page.title.toHtmlEscaped());  // Qt 6.4 writes both as they are
    generator.setDescription(page.footer.join(QChar(u'\n')).toHtmlEscaped());
    QPainter painter(&generator);
    paint(painter);
    painter.end();
    return text;
}

/// The size in pixels: as millimetres, which Qt writes, it is rounded up by one in some viewers.
QByteArray inPixels(const QByteArray& svg, const QSize& size) {
    static const QRegularExpression kMillimetres(
        QStringLiteral("width=\"[0-9.]+mm\" height=\"[0-9.]+mm\""));
    return QString::fromUtf8(svg)
        .replace(kMillimetres,
                 QStringLiteral("width=\"%1\" height=\"%2\"").arg(size.width()).arg(size.height()))
        .toUtf8();
}

/// The real name of the font, or one like it, for the texts without ink: Qt writes what was asked
/// for, which may be a name of this system alone.
QByteArray withFamily(QByteArray svg, const QFont& font) {
    const QByteArray asked = "font-family=\"" + font.family().toUtf8() + "\"";
    const QByteArray real = QFontInfo(font).family().toHtmlEscaped().toUtf8();
    return svg.replace(asked, "font-family=\"" + real + ", DejaVu Sans, Verdana, sans-serif\"");
}

/// What stands between the definitions and the end of the file.
QByteArray bodyOf(const QByteArray& svg) {
    constexpr QByteArrayView kDefsEnd("</defs>");
    const qsizetype begin = svg.indexOf(kDefsEnd);
    const qsizetype end = svg.lastIndexOf("</svg>");
    const qsizetype from = begin < 0 ? end : begin + kDefsEnd.size();
    return svg.mid(from, end - from);
}

}  // namespace

QByteArray svgChart(const ChartExport& chart, const PlotLook& look, const QString& creator) {
    const PagePainter page(chart.plots, chart.page, look);
    QByteArray svg = inPixels(
        svgOf(chart.page, [&](QPainter& painter) { page.paintFrame(painter); }), chart.page.size);
    QByteArray data = "<!-- " + creator.toUtf8() + " -->\n";
    for (std::size_t i = 0; i < page.count(); ++i) {
        const QRectF& area = page.area(i);
        const QByteArray name = i == 0 ? "plot" : "plot" + QByteArray::number(i + 1);
        data += QStringLiteral(
                    "<clipPath id=\"%1\"><rect x=\"%2\" y=\"%3\" width=\"%4\" height=\"%5\"/>"
                    "</clipPath>\n")
                    .arg(QLatin1String(name))
                    .arg(area.x() - 0.5)
                    .arg(area.y() - 0.5)
                    .arg(area.width() + 1.0)
                    .arg(area.height() + 1.0)
                    .toUtf8();
        data += "<g clip-path=\"url(#" + name + ")\">\n" +
                bodyOf(svgOf(chart.page, [&](QPainter& painter) { page.paintData(painter, i); })) +
                "\n</g>\n" +
                bodyOf(svgOf(chart.page, [&](QPainter& painter) { page.paintEdge(painter, i); })) +
                "\n";
    }
    svg.insert(svg.lastIndexOf("</svg>"), data);
    return withTextAsOutlines(withFamily(std::move(svg), look.font), look.font);
}

}  // namespace throughline::ui
