// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_export.h"

#include <QApplication>
#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <array>

#include "ui/plot/plot_table.h"
#include "ui/plot/svg_writer.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr double kExportPointSize = 11.0;
constexpr double kColumnPointSize = 8.0;  ///< where the picture itself is that small
constexpr int kColumnWidthMax = 400;

struct NamedSize {
    const char* name;
    QSize size;
};
constexpr std::array kSizes{NamedSize{"slide", QSize(1280, 720)},
                            NamedSize{"column", QSize(336, 300)},
                            NamedSize{"page", QSize(971, 642)}};

QString slug(const QString& text) {
    QString result;
    for (const QChar c : text.toLower()) {
        if (c.isLetterOrNumber()) {
            result += c;
        } else if (!result.endsWith(QChar(u'-')) && !result.isEmpty()) {
            result += QChar(u'-');
        }
    }
    while (result.endsWith(QChar(u'-'))) {
        result.chop(1);
    }
    return result;
}

PlotLook printLook(const PlotPage& page) {
    QFont font = QApplication::font();
    font.setPointSizeF(page.size.width() <= kColumnWidthMax ? kColumnPointSize : kExportPointSize);
    return {printTheme(), font};
}

QString creator() {
    return QStringLiteral("Throughline ") + QCoreApplication::applicationVersion();
}

QByteArray pngBytes(const ChartExport& chart) {
    QImage image = plotImage(chart.plots, chart.page, printLook(chart.page));
    image.setText(QStringLiteral("Title"), chart.page.title);
    image.setText(QStringLiteral("Description"), chart.page.footer.join(QChar(u'\n')));
    image.setText(QStringLiteral("Software"), creator());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray pdfBytes(const ChartExport& chart) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(chart.page.title);
    writer.setCreator(creator());
    writer.setResolution(kUnitsPerInch);
    writer.setPageSize(QPageSize(QSizeF(chart.page.size) * kPointsPerInch / kUnitsPerInch,
                                 QPageSize::Point,
                                 QString(),
                                 QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    PagePainter(chart.plots, chart.page, printLook(chart.page)).paint(painter);
    painter.end();
    return bytes;
}

QByteArray svgBytes(const ChartExport& chart) {
    SvgWriter writer(chart.page.size);
    QPainter painter(&writer);
    PagePainter(chart.plots, chart.page, printLook(chart.page)).paint(painter);
    painter.end();
    return writer.file(chart.page.title, chart.page.footer.join(QChar(u'\n')), creator());
}

QByteArray csvBytes(const std::vector<PagePlot>& plots) {
    QByteArray text;
    for (const PagePlot& plot : plots) {
        PlotTableModel table;
        table.setPlot(*plot.model);
        text += (text.isEmpty() ? "" : "\r\n") + table.toCsv();
    }
    return text;
}

}  // namespace

std::optional<ChartFormat> chartFormatOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("png")) {
        return ChartFormat::Png;
    }
    if (ending == QLatin1String("svg")) {
        return ChartFormat::Svg;
    }
    if (ending == QLatin1String("pdf")) {
        return ChartFormat::Pdf;
    }
    return ending == QLatin1String("csv") ? std::optional(ChartFormat::Csv) : std::nullopt;
}

QByteArray chartBytes(const ChartExport& asked, ChartFormat format) {
    ChartExport chart = asked;
    chart.page.grows = chart.page.size == pageSizeOf(QStringLiteral("column"));
    if (chart.page.grows && format != ChartFormat::Csv) {
        chart.page.size = PagePainter(chart.plots, chart.page, printLook(chart.page)).size();
    } else if (chart.page.chartMin > 0.0 && format != ChartFormat::Csv) {
        chart.page.size = roomySize(chart.plots, chart.page, printLook(chart.page));
    }
    switch (format) {
        case ChartFormat::Png:
            return pngBytes(chart);
        case ChartFormat::Svg:
            return svgBytes(chart);
        case ChartFormat::Pdf:
            return pdfBytes(chart);
        case ChartFormat::Csv:
            break;
    }
    return csvBytes(chart.plots);
}

Result<void> saveChart(const QString& path, const ChartExport& chart) {
    const auto format = chartFormatOf(path);
    if (!format) {
        return usage_error("'" + path.toStdString() +
                           "': a chart is written as .png, .svg, .pdf or .csv");
    }
    const QByteArray bytes = chartBytes(chart, *format);
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    if (!written || !file.commit()) {
        return Error{
            .code = ErrorCode::Io,
            .what = "write '" + path.toStdString() + "': " + file.errorString().toStdString()};
    }
    return {};
}

QStringList pageSizeNames() {
    QStringList names;
    for (const NamedSize& size : kSizes) {
        names << QLatin1String(size.name);
    }
    return names;
}

std::optional<QSize> pageSizeOf(const QString& name) {
    for (const NamedSize& size : kSizes) {
        if (name == QLatin1String(size.name)) {
            return size.size;
        }
    }
    return std::nullopt;
}

QString fileNameOf(const QString& title) {
    const QString name = slug(title);
    return name.isEmpty() ? QStringLiteral("chart") : name;
}

QString fileNameOf(const PlotModel& model) {
    const QString name = slug(model.y.title) + QStringLiteral("-by-") + slug(model.x.title);
    return name.size() > 4 ? name : QStringLiteral("chart");
}

}  // namespace throughline::ui
