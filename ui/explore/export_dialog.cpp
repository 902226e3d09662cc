// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPixmap>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <array>
#include <utility>

namespace throughline::ui {

namespace {

constexpr QSize kPreviewPx(560, 340);
constexpr int kScaleMax = 3;

/// "Slide, 16:9 (1280 x 720)": in 1/96 inch, as vector formats have it.
QString sizeTitle(const QString& name, const QSize& size) {
    const QString what = name == QLatin1String("slide")    ? ExportDialog::tr("Slide, 16:9")
                         : name == QLatin1String("column") ? ExportDialog::tr("Report column")
                         : name == QLatin1String("page")   ? ExportDialog::tr("Full page")
                                                           : name;
    return ExportDialog::tr("%1 (%2 \u00D7 %3)").arg(what).arg(size.width()).arg(size.height());
}

}  // namespace

ExportDialog::ExportDialog(const ChartExport& chart, QString folder, QWidget* parent)
    : QDialog(parent),
      page_(chart.page),
      folder_(std::move(folder)),
      title_(new QLineEdit(chart.page.title)),
      size_(new QComboBox),
      scale_(new QSpinBox),
      preview_(new QLabel) {
    for (const PagePlot& plot : chart.plots) {
        plots_.push_back(
            {.model = *plot.model,
             .range = plot.range == nullptr ? std::nullopt : std::optional(*plot.range),
             .title = plot.title});
    }
    setWindowTitle(tr("Export chart"));
    title_->setToolTip(tr("Type a title for the picture, or leave it empty for none"));
    for (const QString& name : pageSizeNames()) {
        const QSize size = *pageSizeOf(name);
        size_->addItem(sizeTitle(name, size), size);
        if (size == page_.size) {
            size_->setCurrentIndex(size_->count() - 1);
        }
    }
    size_->setToolTip(
        tr("Choose where the picture will be used. Sizes are in 1/96 inch; text is legible at that "
           "size."));
    scale_->setRange(1, kScaleMax);
    scale_->setSuffix(QStringLiteral("\u00D7"));
    scale_->setValue(static_cast<int>(page_.scale));
    scale_->setToolTip(tr("Choose the pixels per 1/96 inch; only for PNG"));
    preview_->setFixedSize(kPreviewPx);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setFrameShape(QFrame::StyledPanel);
    preview_->setAccessibleName(tr("Preview of the picture"));

    auto* form = new QFormLayout;
    form->addRow(tr("&Title"), title_);
    form->addRow(tr("&Size"), size_);
    form->addRow(tr("&Pixels"), scale_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* save = buttons->addButton(tr("Sa&ve\u2026"), QDialogButtonBox::AcceptRole);
    save->setToolTip(
        tr("Save as PNG, SVG or PDF, or as CSV: the plotted data or all data behind it"));
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::askAndSave);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(title_, &QLineEdit::textChanged, this, &ExportDialog::showPreview);
    connect(size_, &QComboBox::currentIndexChanged, this, &ExportDialog::showPreview);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(preview_, 1, Qt::AlignCenter);
    column->addWidget(buttons);
    save->setDefault(true);  // means nothing before the button is the dialog's
    title_->setFocus();
    showPreview();
}

PlotPage ExportDialog::page() const {
    PlotPage page = page_;
    page.title = title_->text().trimmed();
    page.size = size_->currentData().toSize();
    page.scale = scale_->value();
    return page;
}

ChartExport ExportDialog::chart() const {
    ChartExport chart{.plots = {}, .page = page()};
    for (const Copy& plot : plots_) {
        chart.plots.push_back({.model = &plot.model,
                               .range = plot.range ? &*plot.range : nullptr,
                               .title = plot.title});
    }
    return chart;
}

Result<void> ExportDialog::saveTo(const QString& path) const {
    return saveChart(path, chart());
}

void ExportDialog::showPreview() {
    ChartExport small = chart();
    small.page.scale = devicePixelRatioF();
    QPixmap picture;
    picture.loadFromData(chartBytes(small, ChartFormat::Png));
    const QSize room = kPreviewPx - 2 * QSize(preview_->frameWidth(), preview_->frameWidth());
    picture = picture.scaled((QSizeF(room) * devicePixelRatioF()).toSize(),
                             Qt::KeepAspectRatio,
                             Qt::SmoothTransformation);
    picture.setDevicePixelRatio(devicePixelRatioF());
    preview_->setPixmap(picture);
}

void ExportDialog::askAndSave() {
    const QString raw = tr("Raw data as CSV (*.csv)");
    const std::array<std::pair<QString, QString>, 5> formats{{
        {tr("Picture (*.png)"), QStringLiteral("png")},
        {tr("Scalable picture (*.svg)"), QStringLiteral("svg")},
        {tr("PDF page (*.pdf)"), QStringLiteral("pdf")},
        {tr("Data as plotted, as CSV (*.csv)"), QStringLiteral("csv")},
        {raw, QStringLiteral("csv")},
    }};
    QStringList filters;
    for (const auto& [filter, ending] : formats) {
        filters << filter;
    }
    QFileDialog dialog(this, tr("Export"), folder_);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(formats.front().second);
    dialog.selectFile(fileNameOf(plots_.front().model));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& chosen) {
        for (const auto& [filter, ending] : formats) {
            if (filter == chosen) {
                dialog.setDefaultSuffix(ending);
            }
        }
    });
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) {
        return;
    }
    const QString path = dialog.selectedFiles().constFirst();
    if (dialog.selectedNameFilter() == raw) {
        const bool is_csv = chartFormatOf(path) == ChartFormat::Csv;
        Q_EMIT rawWanted(is_csv ? path : path + QStringLiteral(".csv"));
        accept();
        return;
    }
    if (const auto done = saveTo(path); !done) {
        QMessageBox::warning(this, tr("Export"), QString::fromStdString(describe(done.error())));
        return;
    }
    Q_EMIT saved(path);
    accept();
}

}  // namespace throughline::ui
