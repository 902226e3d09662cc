// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/axis_drop.h"

#include <QDropEvent>
#include <QMimeData>
#include <QPainter>

#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr double kXShare = 0.2;  ///< of the plot area's height belongs to x, besides its labels
constexpr int kTintAlpha = 40;   ///< of 255
constexpr double kRimPx = 2.0;

}  // namespace

AxisDrop::AxisDrop(PlotView* plot, Allowed allowed, Words words)
    : QWidget(plot), plot_(plot), allowed_(std::move(allowed)), words_(std::move(words)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    plot->setAcceptDrops(true);
    plot->installEventFilter(this);
}

QRectF AxisDrop::zoneOf(PlotSide side) const {
    const QRectF area = plot_->plotLayout().area;
    const double foot = area.bottom() - area.height() * kXShare;
    const double middle = area.center().x();
    switch (side) {
        case PlotSide::X:
            return {0.0, foot, static_cast<double>(plot_->width()), plot_->height() - foot};
        case PlotSide::Y:
            return {0.0, 0.0, middle, foot};
        case PlotSide::SecondY:
            break;
    }
    return {middle, 0.0, plot_->width() - middle, foot};
}

PlotSide AxisDrop::sideAt(const QPointF& pixel) const {
    for (const PlotSide side : {PlotSide::X, PlotSide::Y}) {
        if (zoneOf(side).contains(pixel)) {
            return side;
        }
    }
    return PlotSide::SecondY;
}

bool AxisDrop::drag(QEvent* event) {
    auto* drop = static_cast<QDropEvent*>(event);  // QDragEnterEvent and -MoveEvent are
    const QByteArray key = drop->mimeData()->data(QLatin1String(kFieldMimeType));
    if (key.isEmpty()) {
        return false;  // files are the window's
    }
    if (event->type() == QEvent::DragEnter) {
        setGeometry(plot_->rect());
        show();
        raise();
        Q_EMIT entered();
    }
    const PlotSide side = sideAt(drop->position());
    const QString field = QString::fromUtf8(key);
    const bool allowed = allowed_(field, side);
    over_ = allowed ? std::optional(side) : std::nullopt;
    update();
    // Entering counts as accepted everywhere: else no move would follow.
    drop->setDropAction(allowed || event->type() == QEvent::DragEnter ? Qt::CopyAction
                                                                      : Qt::IgnoreAction);
    drop->setAccepted(allowed || event->type() == QEvent::DragEnter);
    if (event->type() == QEvent::Drop) {
        leave();
        if (allowed) {
            Q_EMIT dropped(field, side);
        }
    }
    return true;
}

void AxisDrop::leave() {
    over_.reset();
    hide();
}

bool AxisDrop::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::DragEnter:
        case QEvent::DragMove:
        case QEvent::Drop:
            if (drag(event)) {
                return true;
            }
            event->ignore();
            return true;
        case QEvent::DragLeave:
            leave();
            return true;
        default:
            return QWidget::eventFilter(watched, event);
    }
}

void AxisDrop::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    for (const PlotSide side : {PlotSide::X, PlotSide::Y, PlotSide::SecondY}) {
        const QRectF zone = zoneOf(side).adjusted(kRimPx, kRimPx, -kRimPx, -kRimPx);
        const bool here = over_ == side;
        QColor tint = theme.accent;
        tint.setAlpha(here ? kTintAlpha * 2 : kTintAlpha / 2);
        painter.setBrush(tint);
        painter.setPen(QPen(theme.accent, here ? kRimPx : 1.0, here ? Qt::SolidLine : Qt::DotLine));
        painter.drawRect(zone);
        if (here) {
            QFont font = painter.font();
            font.setBold(true);
            painter.setFont(font);
            painter.setPen(theme.text);
            painter.drawText(zone, Qt::AlignCenter, words_(side));
        }
    }
}

}  // namespace throughline::ui
