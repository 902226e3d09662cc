// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/svg_chart.h"

#include <QBuffer>
#include <QRegularExpression>
#include <QSvgGenerator>

namespace throughline::ui {

namespace {

struct SvgPart {
    QByteArray text;
    QRectF area;  ///< of the plot
};

SvgPart svgPart(const ChartExport& chart, const PlotLook& look, PlotParts parts) {
    constexpr int kUnitsPerInch = 96;
    SvgPart part;
    QBuffer buffer(&part.text);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kUnitsPerInch);
    generator.setSize(chart.page.size);
    generator.setViewBox(QRect(QPoint(), chart.page.size));
    generator.setTitle(chart.page.title);
    generator.setDescription(chart.page.footer);
    QPainter painter(&generator);
    part.area = paintPlotPage(painter, chart.model, chart.range, chart.page, look, parts);
    painter.end();
    return part;
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
    const SvgPart frame = svgPart(chart, look, PlotParts::Frame);
    const SvgPart data = svgPart(chart, look, PlotParts::Data);
    const QRectF& area = frame.area;
    const QByteArray clip = QStringLiteral(
                                "<clipPath id=\"plot\"><rect x=\"%1\" y=\"%2\" width=\"%3\" "
                                "height=\"%4\"/></clipPath>\n")
                                .arg(area.x() - 0.5)
                                .arg(area.y() - 0.5)
                                .arg(area.width() + 1.0)
                                .arg(area.height() + 1.0)
                                .toUtf8();
    QByteArray svg = inPixels(frame.text, chart.page.size);
    svg.insert(svg.lastIndexOf("</svg>"),
               "<!-- " + creator.toUtf8() + " -->\n" + clip + "<g clip-path=\"url(#plot)\">\n" +
                   bodyOf(data.text) + "\n</g>\n");
    return svg;
}

}  // namespace throughline::ui
