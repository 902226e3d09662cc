// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_legend.h"

#include <QIcon>
#include <QPixmap>
#include <QSignalBlocker>
#include <algorithm>
#include <tuple>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

namespace {

constexpr QSize kSwatchPx(32, 14);
constexpr int kWidthMin = 140;
constexpr int kWidthMax = 260;
constexpr int kNarrowest = 200;  ///< that a splitter leaves it

/// Whether a legend says the same of both.
bool sameEntry(const PlotSeries& a, const PlotSeries& b) {
    const auto look = [](const PlotSeries& one) {
        return std::tie(one.name,
                        one.colourSlot,
                        one.marker,
                        one.origin,
                        one.joined,
                        one.markers,
                        one.bars,
                        one.fill,
                        one.cells,
                        one.onSecondAxis,
                        one.reference);
    };
    return look(a) == look(b);
}

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
    if (isOf(model)) {
        return;  // more points have come; where somebody is in the list stays
    }
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

bool PlotLegend::isOf(const PlotModel& model) const {
    if (model.series.size() != model_.series.size()) {
        return false;
    }
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        const bool ticked = item(static_cast<int>(s))->checkState() == Qt::Checked;
        if (ticked != model.series[s].visible || !sameEntry(model_.series[s], model.series[s])) {
            return false;
        }
    }
    return true;
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
