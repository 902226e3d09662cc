// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of PlotView. Qt Charts takes no part in it: its own view crashes on a press
// and its zoom leaves the data (6.4).
#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "ui/plot/plot_steps.h"
#include "ui/plot/plot_text.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {

namespace {

constexpr double kWheelNotch = 120.0;  // QWheelEvent: eighths of a degree, 15 degrees a notch
constexpr double kWheelFactor = 0.8;
constexpr double kKeyZoomFactor = 0.8;
constexpr double kKeyPanFraction = 0.1;
constexpr double kHoverReachPx = 28.0;
/// A drag shorter than this is a click; a band thinner than this zooms the other axis alone.
constexpr double kBandMinPx = 8.0;

std::optional<PointStep> stepOf(int key) {
    switch (key) {
        case Qt::Key_Left:
            return PointStep::Previous;
        case Qt::Key_Right:
            return PointStep::Next;
        case Qt::Key_Up:
            return PointStep::Above;
        case Qt::Key_Down:
            return PointStep::Below;
        case Qt::Key_Home:
            return PointStep::First;
        case Qt::Key_End:
            return PointStep::Last;
        case Qt::Key_PageUp:
            return PointStep::PageBack;
        case Qt::Key_PageDown:
            return PointStep::PageOn;
        default:
            return std::nullopt;
    }
}

/// With `place` in it, and some room behind that.
Span movedTo(const Span& span, double place) {
    constexpr double kRoom = 0.1;
    const double room = span.length() * kRoom;
    if (place < span.low) {
        return shiftedSpan(span, place - room - span.low);
    }
    return place > span.high ? shiftedSpan(span, place + room - span.high) : span;
}

}  // namespace

void PlotView::zoomAt(const QPointF& pixel, double factor) {
    const PlotMap& now = map();
    const QPointF inside(std::clamp(pixel.x(), now.area.left(), now.area.right()),
                         std::clamp(pixel.y(), now.area.top(), now.area.bottom()));
    const QPointF place = now.toPlace(inside, false);
    PlotRange next = zoom_.current();
    const bool on_x = pixel.y() > now.area.bottom();
    const bool on_y = !on_x && pixel.x() < now.area.left();
    const bool on_y2 = !on_x && pixel.x() > now.area.right() && model_.y2.has_value();
    if (!on_y && !on_y2) {
        next.x = zoomedSpan(next.x, factor, place.x());
    }
    if (!on_x && !on_y2) {
        next.y = zoomedSpan(next.y, factor, place.y());
    }
    if (!on_x && !on_y && model_.y2) {
        next.y2 = zoomedSpan(next.y2, factor, now.toPlace(inside, true).y());
    }
    // Zooming out at a border keeps the length: clampedSpan() moves the view back into the data.
    changeRange(next, RangeStep::Wheel);
}

void PlotView::panBy(double x_fraction, double y_fraction, RangeStep step) {
    PlotRange next = step == RangeStep::Pan && drag_ == Drag::Pan ? drag_range_ : zoom_.current();
    next.x = shiftedSpan(next.x, x_fraction * next.x.length());
    next.y = shiftedSpan(next.y, y_fraction * next.y.length());
    next.y2 = shiftedSpan(next.y2, y_fraction * next.y2.length());
    changeRange(next, step);
}

bool PlotView::panByKey(int key) {
    switch (key) {
        case Qt::Key_Left:
            panBy(-kKeyPanFraction, 0.0, RangeStep::Pan);
            return true;
        case Qt::Key_Right:
            panBy(kKeyPanFraction, 0.0, RangeStep::Pan);
            return true;
        case Qt::Key_Up:
            panBy(0.0, kKeyPanFraction, RangeStep::Pan);
            return true;
        case Qt::Key_Down:
            panBy(0.0, -kKeyPanFraction, RangeStep::Pan);
            return true;
        default:
            return false;
    }
}

void PlotView::applyBand(const QRectF& band) {
    const PlotMap& now = map();
    PlotRange next = zoom_.current();
    if (band.width() >= kBandMinPx) {
        next.x = {now.toPlace(band.bottomLeft(), false).x(),
                  now.toPlace(band.bottomRight(), false).x()};
    }
    if (band.height() >= kBandMinPx) {
        next.y = {now.toPlace(band.bottomLeft(), false).y(),
                  now.toPlace(band.topLeft(), false).y()};
        next.y2 = {now.toPlace(band.bottomLeft(), true).y(), now.toPlace(band.topLeft(), true).y()};
    }
    changeRange(next, RangeStep::Jump);
}

void PlotView::hover(const QPointF& pixel) {
    const PlotMap& now = map();
    const bool inside = model_.hasPoints() && now.area.contains(pixel);
    cursor_.crosshair = inside ? std::optional(pixel) : std::nullopt;
    mark(inside ? nearestPoint(placed_, now, pixel, kHoverReachPx) : std::nullopt);
    Q_EMIT statusTextChanged(inside ? statusLine(model_, placed_, now, pixel, crosshair_shown_)
                                    : QString());
    if (crosshair_shown_) {
        update();
    }
    Q_EMIT pointedAt(inside ? std::optional(now.toPlace(pixel, false).x()) : std::nullopt);
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    if (!model_.hasPoints()) {
        QWidget::mousePressEvent(event);
        return;
    }
    click_wait_.stop();
    const bool left = event->button() == Qt::LeftButton;
    const bool pan = event->button() == Qt::MiddleButton || (left && space_held_);
    if (pan) {
        drag_ = Drag::Pan;
        drag_from_ = event->position();
        drag_range_ = zoom_.current();
        setCursor(Qt::ClosedHandCursor);
    } else if (left && map().area.contains(event->position())) {
        const bool brush =
            selectable_ && (brushing_ || (event->modifiers() & Qt::ShiftModifier) != 0);
        drag_ = brush ? Drag::Brush : Drag::Band;
        drag_from_ = event->position();
    } else {
        QWidget::mousePressEvent(event);
    }
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    const QRectF area = map().area;
    switch (drag_) {
        case Drag::None:
            hover(at);
            return;
        case Drag::Pan: {
            const QPointF moved = at - drag_from_;
            panBy(-moved.x() / area.width(), moved.y() / area.height(), RangeStep::Pan);
            return;
        }
        case Drag::Band:
            return dragBand(at);
        case Drag::Brush: {
            cursor_.band = QRectF(drag_from_, at).normalized().intersected(area);
            update();
            return;
        }
    }
}

void PlotView::dragBand(const QPointF& to) {
    const QRectF area = map().area;
    QRectF band = QRectF(drag_from_, to).normalized().intersected(area);
    const bool thin_x = std::abs(to.x() - drag_from_.x()) < kBandMinPx;
    const bool thin_y = std::abs(to.y() - drag_from_.y()) < kBandMinPx;
    if (thin_x && thin_y) {
        cursor_.band.reset();
    } else if (thin_x) {  // the whole width: only y will change
        cursor_.band = QRectF(area.left(), band.top(), area.width(), band.height());
    } else if (thin_y) {
        cursor_.band = QRectF(band.left(), area.top(), band.width(), area.height());
    } else {
        cursor_.band = band;
    }
    update();
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
    const Drag was = drag_;
    const std::optional<QRectF> band = cursor_.band;
    endDrag();
    if (was == Drag::Band && band) {
        // A band over a whole side leaves that axis alone.
        const QRectF area = map().area;
        QRectF used = *band;
        if (used.width() >= area.width()) {
            used.setWidth(0.0);
        }
        if (used.height() >= area.height()) {
            used.setHeight(0.0);
        }
        applyBand(used);
    } else if (was == Drag::Brush) {
        pickBand(band.value_or(QRectF(event->position(), QSizeF())), event->modifiers());
    } else if (was == Drag::Band && event->button() == Qt::LeftButton) {
        hover(event->position());
        // Where a double click fits, a single one waits for whether another follows.
        if (zoom_.isHome()) {
            activate(marked_);
        } else if (marked_) {
            clicked_ = marked_;
            click_wait_.start(QApplication::doubleClickInterval());
        }
    }
    hover(event->position());
}

void PlotView::activate(const std::optional<PointRef>& point) {
    click_wait_.stop();
    if (point) {
        Q_EMIT pointActivated(static_cast<int>(point->series), static_cast<int>(point->point));
    }
}

void PlotView::pickBand(const QRectF& band, Qt::KeyboardModifiers keys) {
    if (std::max(band.width(), band.height()) < kBandMinPx) {  // a click: one point
        hover(band.center());
        pickMarked();
        return;
    }
    const bool add = (keys & Qt::ControlModifier) != 0;
    Q_EMIT picked(idsWithin(model_, placed_, map(), band), add ? PickHow::Add : PickHow::Replace);
}

void PlotView::pickMarked() {
    if (marked_) {
        Q_EMIT picked({model_.series[marked_->series].points[marked_->point].id}, PickHow::Toggle);
    }
}

void PlotView::endDrag() {
    drag_ = Drag::None;
    cursor_.band.reset();
    setCursor(space_held_ ? Qt::OpenHandCursor : brushing_ ? Qt::CrossCursor : Qt::ArrowCursor);
    update();
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        click_wait_.stop();
        endDrag();
        fit();
    }
}

void PlotView::wheelEvent(QWheelEvent* event) {
    if (!model_.hasPoints() || (wheel_needs_focus_ && !hasFocus()) || drag_ != Drag::None) {
        event->ignore();
        return;
    }
    const QPoint turned = event->angleDelta();
    if (turned.y() != 0) {
        zoomAt(event->position(), std::pow(kWheelFactor, turned.y() / kWheelNotch));
    } else if (turned.x() != 0) {
        panBy(-turned.x() / kWheelNotch * kKeyPanFraction, 0.0, RangeStep::Wheel);
    }
    hover(event->position());
    event->accept();
}

void PlotView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    cursor_.crosshair.reset();
    mark(std::nullopt);
    Q_EMIT statusTextChanged(QString());
    Q_EMIT pointedAt(std::nullopt);
    update();
}

bool PlotView::event(QEvent* event) {
    // Single keys are shortcuts of the window elsewhere; with the focus here they are the chart's.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        // The zoom is what was done last here; without one they are the window's.
        if ((key->matches(QKeySequence::Undo) && zoom_.canUndo()) ||
            (key->matches(QKeySequence::Redo) && zoom_.canRedo())) {
            event->accept();
            return true;
        }
        const bool plain = (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
        switch (key->key()) {
            case Qt::Key_Escape:
                if (drag_ == Drag::None && !marked_by_key_) {
                    break;  // nothing to let go of here
                }
                event->accept();
                return true;
            case Qt::Key_B:
            case Qt::Key_F:
            case Qt::Key_G:
            case Qt::Key_L:
            case Qt::Key_N:
            case Qt::Key_Plus:
            case Qt::Key_Minus:
            case Qt::Key_Backspace:
                if (plain) {
                    event->accept();
                    return true;
                }
                break;
            default:
                break;
        }
    }
    return QWidget::event(event);
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo) && zoom_.canUndo()) {
        return undoZoom();
    }
    if (event->matches(QKeySequence::Redo) && zoom_.canRedo()) {
        return redoZoom();
    }
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    if (shift ? panByKey(event->key()) : stepByKey(event->key())) {
        return;
    }
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomBy(kKeyZoomFactor);
        case Qt::Key_Minus:
            return zoomBy(1.0 / kKeyZoomFactor);
        case Qt::Key_B:
            return selectable_ ? setBrushing(!brushing_) : QWidget::keyPressEvent(event);
        case Qt::Key_F:
            return fit();
        case Qt::Key_G:
            return setCrosshairShown(!crosshair_shown_);
        case Qt::Key_L:
            return shift ? toggleLogarithmicX() : toggleLogarithmicY();
        case Qt::Key_N:
            if (marked_) {
                Q_EMIT noteAsked(static_cast<int>(marked_->series),
                                 static_cast<int>(marked_->point));
            }
            return;
        case Qt::Key_Backspace:
            return shift ? redoZoom() : undoZoom();
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return activate(marked_);
        case Qt::Key_Escape:
            if (drag_ == Drag::None && !marked_) {
                break;  // nothing to let go of: the window's
            }
            endDrag();
            return letGo();
        case Qt::Key_Space:
            if (event->isAutoRepeat()) {
                return;
            }
            if (marked_by_key_ && selectable_) {
                return pickMarked();
            }
            space_held_ = true;
            setCursor(Qt::OpenHandCursor);
            return;
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void PlotView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        space_held_ = false;
        if (drag_ == Drag::None) {
            setCursor(brushing_ ? Qt::CrossCursor : Qt::ArrowCursor);
        }
        return;
    }
    QWidget::keyReleaseEvent(event);
}

void PlotView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    // A menu or a dialog about the marked point takes the focus for a while; Tab goes away.
    const bool leaves =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (leaves && marked_by_key_) {
        letGo();
    }
}

void PlotView::letGo() {
    mark(std::nullopt);
    updateAccessibleText();
    Q_EMIT pointedAt(std::nullopt);
}

bool PlotView::stepByKey(int key) {
    const auto step = stepOf(key);
    if (!step) {
        return false;
    }
    if (const auto point = steppedTo(placed_, map(), marked_, *step)) {
        showPoint(*point);
        mark(point);
        marked_by_key_ = true;
        describeMarked();
        Q_EMIT pointedAt(placed_[point->series].places[point->point].x());
    }
    return true;
}

/// Moves the view no farther than the point needs.
void PlotView::showPoint(const PointRef& point) {
    const PlacedSeries& series = placed_[point.series];
    const QPointF place = series.places[point.point];
    PlotRange next = zoom_.current();
    next.x = movedTo(next.x, place.x());
    Span& y = series.onSecondAxis ? next.y2 : next.y;
    y = movedTo(y, place.y());
    changeRange(next, RangeStep::Pan);
}

}  // namespace throughline::ui
