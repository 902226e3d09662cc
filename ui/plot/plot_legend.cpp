// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_legend.h"

#include <QIcon>
#include <QPixmap>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

namespace {

constexpr QSize kSwatchPx(32, 14);
constexpr int kWidthMin = 140;
constexpr int kWidthMax = 260;
constexpr int kNarrowest = 200;  ///< that a splitter leaves it

}  // namespace

PlotLegend::PlotLegend(QWidget* parent) : QListWidget(parent) {
    setAccessibleName(tr("Series of the chart"));
    setIconSize(kSwatchPx);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideMiddle);
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    connect(this, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        Q_EMIT visibilityChanged(row(item), item->checkState() == Qt::Checked);
    });
    connect(
        ThemeNotifier::instance(), &ThemeNotifier::themeChanged, this, &PlotLegend::refreshIcons);
}

void PlotLegend::setModelSeries(const PlotModel& model) {
    const QSignalBlocker blocker(this);
    clear();
    model_ = PlotModel();
    for (const PlotSeries& series : model.series) {
        PlotSeries bare = series;
        bare.points.clear();
        model_.series.push_back(std::move(bare));
        auto* item = new QListWidgetItem(series.name, this);  // owned by the list
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(series.visible ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(series.name);
    }
    refreshIcons();
    updateGeometry();
}

void PlotLegend::refreshIcons() {
    const QSignalBlocker blocker(this);
    const qreal ratio = devicePixelRatioF();
    for (int row = 0; row < count(); ++row) {
        QPixmap pixmap(kSwatchPx * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        paintSwatch(painter,
                    model_.series[static_cast<std::size_t>(row)],
                    currentTheme(),
                    QRectF(QPointF(1, 0), QSizeF(kSwatchPx) - QSizeF(2, 0)));
        item(row)->setIcon(QIcon(pixmap));
    }
}

QSize PlotLegend::sizeHint() const {
    // Longer names go on in a second line.
    const int beside = 2 * kSwatchPx.width() + 2 * frameWidth();
    int width = 0;
    for (int row = 0; row < count(); ++row) {
        width = std::max(width, fontMetrics().horizontalAdvance(item(row)->text()) + beside);
    }
    return {std::clamp(width, kWidthMin, kWidthMax), 120};
}

QSize PlotLegend::minimumSizeHint() const {
    return {std::min(sizeHint().width(), kNarrowest), 60};
}

}  // namespace throughline::ui
