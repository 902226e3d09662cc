// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_legend.h"

#include <QIcon>
#include <QPixmap>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QStyle>
#include <algorithm>
#include <tuple>

#include "ui/plot/plot_paint.h"
#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

constexpr QSize kSwatchPx(32, 14);
constexpr int kWidthMin = 140;
constexpr int kWidthMax = 260;
constexpr int kNarrowest = 200;  ///< that a splitter leaves it
constexpr int kSeriesRole = Qt::UserRole;
constexpr int kTextRole = Qt::UserRole + 1;  ///< as long as it is

/// Whether a legend says the same of both.
bool sameEntry(const PlotSeries& a, const PlotSeries& b) {
    const auto look = [](const PlotSeries& one) {
        return std::tie(one.name,
                        one.head,
                        one.label,
                        one.colourSlot,
                        one.tint,
                        one.stageAlone,
                        one.marker,
                        one.origin,
                        one.markers,
                        one.fill,
                        one.onSecondAxis);
    };
    // Samples nearby and their means from afar are the same curve.
    const auto kind = [](const PlotSeries& one) {
        return one.kind == SeriesKind::Band ? SeriesKind::Line : one.kind;
    };
    return kind(a) == kind(b) && look(a) == look(b);
}

/// No more of a text than two lines hold, the beginning and the end of it.
QString inTwoLines(const QString& text, const QFont& font, int width) {
    const QStringList lines = wrappedLines(text, font, width);
    if (lines.size() < 2) {
        return text;
    }
    const QString rest = text.mid(lines[0].size()).trimmed();
    return lines[0] + QChar(QChar::LineSeparator) +
           QFontMetrics(font).elidedText(rest, Qt::ElideMiddle, width);
}

bool isEntry(const QListWidgetItem* item) {
    return item->flags().testFlag(Qt::ItemIsUserCheckable);
}

}  // namespace

PlotLegend::PlotLegend(QWidget* parent) : QListWidget(parent) {
    setAccessibleName(tr("Series of the chart"));
    setIconSize(kSwatchPx);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideRight);
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    connect(this, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (isEntry(item)) {
            Q_EMIT visibilityChanged(item->data(kSeriesRole).toInt(),
                                     item->checkState() == Qt::Checked);
        }
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
    model_.legendNote = model.legendNote;
    model_.x = model.x;
    model_.y = model.y;
    model_.z = model.z;
    addHead(model.legendNote);
    QString head;
    for (const PlotSeries& series : model.series) {
        if (series.head != head) {
            head = series.head;
            addHead(head);
        }
        auto* item = new QListWidgetItem(this);  // owned by the list
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(series.visible ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(series.name);
        item->setData(Qt::AccessibleTextRole, series.name);
        item->setData(kTextRole, series.label.isEmpty() ? series.name : series.label);
        item->setData(kSeriesRole, static_cast<int>(model_.series.size()));
        PlotSeries bare = series;
        if (series.kind != SeriesKind::Cells) {  // whose colours have a scale
            bare.points.clear();
        }
        model_.series.push_back(std::move(bare));
    }
    refreshIcons();
    fitTexts();
    updateGeometry();
}

void PlotLegend::addHead(const QString& text) {
    if (text.isEmpty()) {
        return;
    }
    auto* item = new QListWidgetItem(this);
    item->setFlags(Qt::NoItemFlags);
    item->setToolTip(text);
    item->setData(Qt::AccessibleTextRole, text);
    item->setData(kTextRole, text);
}

QListWidgetItem* PlotLegend::entry(int series) const {
    for (int row = 0; row < count(); ++row) {
        if (isEntry(item(row)) && item(row)->data(kSeriesRole).toInt() == series) {
            return item(row);
        }
    }
    return nullptr;
}

bool PlotLegend::isOf(const PlotModel& model) const {
    if (model.series.size() != model_.series.size() || model.legendNote != model_.legendNote) {
        return false;
    }
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        if (drawnAsBars(model, model.series[s]) != drawnAsBars(model_, model_.series[s])) {
            return false;
        }
    }
    for (int row = 0; row < count(); ++row) {
        if (!isEntry(item(row))) {
            continue;
        }
        const auto s = item(row)->data(kSeriesRole).toUInt();
        const bool ticked = item(row)->checkState() == Qt::Checked;
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
        if (!isEntry(item(row))) {
            item(row)->setForeground(currentTheme().mutedText);
            continue;
        }
        QPixmap pixmap(kSwatchPx * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        paintSwatch(painter,
                    model_,
                    model_.series[item(row)->data(kSeriesRole).toUInt()],
                    currentTheme(),
                    QRectF(QPointF(1, 0), QSizeF(kSwatchPx) - QSizeF(2, 0)));
        item(row)->setIcon(QIcon(pixmap));
    }
}

int PlotLegend::textWidth(bool entry) const {
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = QRect(0, 0, viewport()->width(), fontMetrics().height());
    option.text = QStringLiteral("-");
    option.features = QStyleOptionViewItem::HasDisplay;
    if (entry) {
        option.features |= QStyleOptionViewItem::HasCheckIndicator;
        option.features |= QStyleOptionViewItem::HasDecoration;
        option.decorationSize = kSwatchPx;
    }
    const int left = style()->subElementRect(QStyle::SE_ItemViewItemText, &option, this).left();
    const int margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1;
    return viewport()->width() - left - 2 * margin;
}

void PlotLegend::fitTexts() {
    const QSignalBlocker blocker(this);
    for (int row = 0; row < count(); ++row) {
        const int width = textWidth(isEntry(item(row)));
        const QString text = item(row)->data(kTextRole).toString();
        const bool is_scale =
            isEntry(item(row)) &&
            model_.series[item(row)->data(kSeriesRole).toUInt()].kind == SeriesKind::Cells;
        // Of a scale of colours both ends are there, however long its name is.
        item(row)->setText(is_scale
                               ? wrappedLines(text, font(), width).join(QChar(QChar::LineSeparator))
                               : inTwoLines(text, font(), width));
    }
    doItemsLayout();
}

void PlotLegend::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        fitTexts();
    }
}

QSize PlotLegend::sizeHint() const {
    // Longer names go on in a second line.
    const int beside = 2 * kSwatchPx.width() + 2 * frameWidth();
    int width = 0;
    for (int row = 0; row < count(); ++row) {
        width = std::max(
            width, fontMetrics().horizontalAdvance(item(row)->data(kTextRole).toString()) + beside);
    }
    return {std::clamp(width, kWidthMin, kWidthMax), 120};
}

QSize PlotLegend::minimumSizeHint() const {
    return {std::min(sizeHint().width(), kNarrowest), 60};
}

}  // namespace throughline::ui
