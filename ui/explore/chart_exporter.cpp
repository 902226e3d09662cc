// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/chart_exporter.h"

#include <QApplication>
#include <QClipboard>
#include <QUrl>

#include "ui/charts/provenance.h"
#include "ui/style/drag_out.h"
#include "ui/style/last_folder.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kDragWidthPx = 240;

}  // namespace

ChartExporter::ChartExporter(ExploreDocument* document,
                             ExploreCharts* charts,
                             ChartTable* table,
                             QWidget* window)
    : QObject(window), document_(document), charts_(charts), table_(table), window_(window) {
    addAction(tr("Copy chart"),
              Qt::CTRL | Qt::SHIFT | Qt::Key_C,
              tr("Copy the charts as a picture and a table for other programs"),
              [this] { copyChart(); });
    addAction(tr("Copy data"),
              Qt::CTRL | Qt::ALT | Qt::Key_C,
              tr("Copy the selected rows of the table, or all, as tab-separated text"),
              [this] { copyTable(); });
    addAction(tr("Export chart\u2026"),
              Qt::CTRL | Qt::Key_E,
              tr("Export the charts as PNG, SVG, PDF or CSV, sized for slides or reports"),
              [this] { askAndExport(); });
    connect(charts_, &ExploreCharts::draggedOut, this, &ChartExporter::dragChart);
}

void ChartExporter::addAction(const QString& text,
                              const QKeySequence& keys,
                              const QString& tip,
                              const std::function<void()>& what) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    connect(action, &QAction::triggered, this, what);
    actions_ << action;
}

void ChartExporter::copyTable() {
    QApplication::clipboard()->setText(table_->toTsv());
    Q_EMIT said(tr("The data is copied. Paste it into a spreadsheet."));
}

std::unique_ptr<QMimeData> ChartExporter::currentChart() const {
    const ChartExport chart = chartExport({charts_->grid()->current()});
    auto formats = std::make_unique<QMimeData>();
    formats->setImageData(QImage::fromData(chartBytes(chart, ChartFormat::Png)));
    formats->setData(QStringLiteral("image/svg+xml"), chartBytes(chart, ChartFormat::Svg));
    formats->setHtml(table_->filled()->toHtml());
    formats->setText(table_->filled()->toTsv());
    return formats;
}

void ChartExporter::copyChart() {
    QApplication::clipboard()->setMimeData(currentChart().release());  // the clipboard owns it
    Q_EMIT said(tr("The chart is copied. Paste it into a document as a picture or a table."));
}

Result<std::unique_ptr<QMimeData>> ChartExporter::draggedChart() const {
    const QString path =
        outgoingPath(fileNameOf(charts_->plot()->model()) + QStringLiteral(".png"));
    if (path.isEmpty()) {
        return Error{.code = ErrorCode::Io,
                     .what = tr("the folder for temporary files cannot be written").toStdString()};
    }
    if (auto saved = saveChart(path, chartExport({charts_->grid()->current()})); !saved) {
        return std::move(saved).error();
    }
    auto data = currentChart();
    data->setUrls({QUrl::fromLocalFile(path)});
    return data;
}

void ChartExporter::dragChart() {
    auto data = draggedChart();
    if (!data) {
        Q_EMIT said(tr("The chart cannot be dragged: %1. Copy it instead.")
                        .arg(QString::fromStdString(describe(data.error()))));
        return;
    }
    const auto picture = QPixmap::fromImage((*data)->imageData().value<QImage>());
    dragOut(
        window_, *std::move(data), picture.scaledToWidth(kDragWidthPx, Qt::SmoothTransformation));
}

Result<void> ChartExporter::exportTo(const QString& path) const {
    return saveChart(path, chartExport(charts_->grid()->panes()));
}

void ChartExporter::exportRaw(const QString& path) {
    RawData raw{.studies = document_->studies(), .charts = {}, .shown = document_->drawnRuns()};
    for (const ChartState& chart : document_->state().charts) {
        raw.charts.push_back(chart.choice);
    }
    Q_EMIT rawDataWanted(raw, path);
}

ExportDialog* ChartExporter::askAndExport() {
    auto* dialog = new ExportDialog(
        chartExport(charts_->grid()->panes()), folderFor(settings_, FolderFor::Charts), window_);
    connect(dialog, &ExportDialog::rawWanted, this, &ChartExporter::exportRaw);
    for (const auto& chosen : {&ExportDialog::rawWanted, &ExportDialog::saved}) {
        connect(dialog, chosen, this, [this, dialog](const QString& path) {
            rememberFolder(settings_, FolderFor::Charts, path);
            page_ = dialog->page();
        });
    }
    connect(
        dialog, &ExportDialog::saved, this, [this](const QString& path) { Q_EMIT saved(path); });
    openAndForget(dialog);
    return dialog;
}

ChartExport ChartExporter::chartExport(const std::vector<ChartPane*>& panes) const {
    ChartExport chart{.plots = {}, .page = {}};
    std::vector<const PlotModel*> models;
    QStringList remarks;
    QStringList views;
    for (const ChartPane* pane : panes) {
        const PlotView* plot = pane->plot();
        const ChartState& shown = document_->state().charts[charts_->grid()->indexOf(pane)];
        models.push_back(&plot->model());
        views << shown.view;
        if (!shown.unpublished.isEmpty() && concernsPublished(document_->studies(), shown.choice)) {
            remarks << shown.unpublished;
        }
        remarks += pane->missing();
        chart.plots.push_back({.model = &plot->model(),
                               .range = &plot->zoom().current(),
                               .title = chartTitle(plot->model())});
    }
    const bool one_view = !views.front().isEmpty() && views.count(views.front()) == views.size();
    chart.page.title = one_view            ? views.front()
                       : panes.size() == 1 ? chart.plots.front().title
                                           : QString();
    chart.page.size = page_.size;
    chart.page.scale = page_.scale;
    chart.page.footer = provenanceOf(
        document_->studies(), models, caveatsOf(document_->studies(), models) + remarks);
    chart.page.across = chartsAcross(panes.size(), charts_->grid()->arrangement());
    return chart;
}

}  // namespace throughline::ui
