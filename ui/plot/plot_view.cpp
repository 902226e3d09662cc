// SPDX-License-Identifier: GPL-3.0-or-later
// Qt Charts takes no part in mouse and keyboard: its own view crashes on a press and its zoom
// leaves the data (6.4).
#include "ui/plot/plot_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "ui/plot/plot_steps.h"
#include "ui/plot/plot_zoom.h"

namespace throughline::ui {

namespace {

constexpr double kWheelNotch = 120.0;  // QWheelEvent: eighths of a degree, 15 degrees a notch
constexpr double kWheelFactor = 0.8;
constexpr double kKeyZoomFactor = 0.8;
constexpr double kKeyPanFraction = 0.1;

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

}  // namespace

PlotView::PlotView(QWidget* parent) : PlotCanvas(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    click_wait_.setSingleShot(true);
    connect(&click_wait_, &QTimer::timeout, this, [this] { activate(clicked_); });
}

void PlotView::setModel(PlotModel model) {
    click_wait_.stop();  // what was clicked may be gone
    PlotCanvas::setModel(std::move(model));
}

void PlotView::setBrushing(bool on) {
    if (brushing_ != on) {
        brushing_ = on;
        setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
        Q_EMIT brushingToggled(on);
    }
}

bool PlotView::panByKey(int key) {
    const int right = (key == Qt::Key_Right ? 1 : 0) - (key == Qt::Key_Left ? 1 : 0);
    const int up = (key == Qt::Key_Up ? 1 : 0) - (key == Qt::Key_Down ? 1 : 0);
    if (right == 0 && up == 0) {
        return false;
    }
    changeRange(panned(zoom().current(), right * kKeyPanFraction, up * kKeyPanFraction),
                RangeStep::Pan);
    return true;
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    if (!model().hasPoints()) {
        PlotCanvas::mousePressEvent(event);
        return;
    }
    click_wait_.stop();
    const bool left = event->button() == Qt::LeftButton;
    if (event->button() == Qt::MiddleButton || (left && space_held_)) {
        drag_ = Drag::Pan;
        drag_from_ = event->position();
        drag_range_ = zoom().current();
        setCursor(Qt::ClosedHandCursor);
    } else if (left && map().area.contains(event->position())) {
        const bool brush =
            selectable_ && (brushing_ || (event->modifiers() & Qt::ShiftModifier) != 0);
        drag_ = brush ? Drag::Brush : Drag::Band;
        drag_from_ = event->position();
    } else if (left) {
        drag_ = Drag::Out;
        drag_from_ = event->position();
    } else {
        PlotCanvas::mousePressEvent(event);
    }
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    const QRectF area = map().area;
    switch (drag_) {
        case Drag::None:
            pointTo(at);
            return;
        case Drag::Pan: {
            const QPointF moved = at - drag_from_;
            changeRange(panned(drag_range_, -moved.x() / area.width(), moved.y() / area.height()),
                        RangeStep::Pan);
            return;
        }
        case Drag::Band:
            return dragBand(at);
        case Drag::Brush:
            return drawBand(QRectF(drag_from_, at).normalized().intersected(area));
        case Drag::Out:
            if ((at - drag_from_).manhattanLength() >= QApplication::startDragDistance()) {
                endDrag();
                Q_EMIT draggedOut();
            }
            return;
    }
}

void PlotView::dragBand(const QPointF& to) {
    const QRectF area = map().area;
    QRectF band = QRectF(drag_from_, to).normalized().intersected(area);
    const bool thin_x = std::abs(to.x() - drag_from_.x()) < kBandMinPx;
    const bool thin_y = std::abs(to.y() - drag_from_.y()) < kBandMinPx;
    if (thin_x && thin_y) {
        return drawBand(std::nullopt);
    }
    // Thin in one direction: the whole of it, so that only the other axis changes.
    if (thin_x) {
        band = {area.left(), band.top(), area.width(), band.height()};
    } else if (thin_y) {
        band = {band.left(), area.top(), band.width(), area.height()};
    }
    drawBand(band);
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
    const Drag was = drag_;
    const std::optional<QRectF> dragged = dragged_;
    endDrag();
    if (was == Drag::Band && dragged) {
        // A band over a whole side leaves that axis alone.
        const QRectF area = map().area;
        QRectF used = *dragged;
        if (used.width() >= area.width()) {
            used.setWidth(0.0);
        }
        if (used.height() >= area.height()) {
            used.setHeight(0.0);
        }
        changeRange(rangeOf(map(), used), RangeStep::Jump);
    } else if (was == Drag::Brush) {
        pickBand(dragged.value_or(QRectF(event->position(), QSizeF())), event->modifiers());
    } else if (was == Drag::Band && event->button() == Qt::LeftButton) {
        pointTo(event->position());
        // Where a double click fits, a single one waits for whether another follows.
        if (zoom().isHome()) {
            activate(markedPoint());
        } else if (markedPoint()) {
            clicked_ = markedPoint();
            click_wait_.start(QApplication::doubleClickInterval());
        }
    }
    pointTo(event->position());
}

void PlotView::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() != QContextMenuEvent::Keyboard) {
        pointTo(event->pos());
        Q_EMIT menuAsked(placeAt(model(), placed(), map(), event->pos(), markedPoint()),
                         event->globalPos());
        return;
    }
    const auto& point = markedPoint();
    PlotPlace place;
    QPoint at = map().area.center().toPoint();
    if (point) {
        place = {.part = PlotPlace::Part::Point, .point = *point};
        const PlacedSeries& series = placed()[point->series];
        at = map().toPixel(series.places[point->point], series.onSecondAxis).toPoint();
    }
    Q_EMIT menuAsked(place, mapToGlobal(at));
}

void PlotView::activate(const std::optional<PointRef>& point) {
    click_wait_.stop();
    if (point) {
        Q_EMIT pointActivated(static_cast<int>(point->series), static_cast<int>(point->point));
    }
}

void PlotView::pickBand(const QRectF& band, Qt::KeyboardModifiers keys) {
    if (std::max(band.width(), band.height()) < kBandMinPx) {  // a click: one point
        pointTo(band.center());
        pickMarked();
        return;
    }
    const bool add = (keys & Qt::ControlModifier) != 0;
    Q_EMIT picked(idsWithin(model(), placed(), map(), band), add ? PickHow::Add : PickHow::Replace);
}

void PlotView::pickMarked() {
    if (markedPoint()) {
        Q_EMIT picked({model().series[markedPoint()->series].points[markedPoint()->point].id},
                      PickHow::Toggle);
    }
}

void PlotView::drawBand(std::optional<QRectF> band) {
    dragged_ = band;
    setBand(band);
}

void PlotView::endDrag() {
    drag_ = Drag::None;
    drawBand(std::nullopt);
    setCursor(space_held_ ? Qt::OpenHandCursor : brushing_ ? Qt::CrossCursor : Qt::ArrowCursor);
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        click_wait_.stop();
        endDrag();
        fit();
    }
}

void PlotView::wheelEvent(QWheelEvent* event) {
    if (!model().hasPoints() || (wheel_needs_focus_ && !hasFocus()) || drag_ != Drag::None) {
        event->ignore();
        return;
    }
    const QPoint turned = event->angleDelta();
    if (turned.y() != 0) {
        const double factor = std::pow(kWheelFactor, turned.y() / kWheelNotch);
        changeRange(zoomedAt(map(), event->position(), factor, model().y2.has_value()),
                    RangeStep::Wheel);
    } else if (turned.x() != 0) {
        changeRange(panned(zoom().current(), -turned.x() / kWheelNotch * kKeyPanFraction, 0.0),
                    RangeStep::Wheel);
    }
    pointTo(event->position());
    event->accept();
}

void PlotView::leaveEvent(QEvent* event) {
    PlotCanvas::leaveEvent(event);
    pointNowhere();
}

bool PlotView::event(QEvent* event) {
    // Single keys are shortcuts of the window elsewhere; with the focus here they are the chart's.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        // The zoom is what was done last here; without one they are the window's.
        if ((key->matches(QKeySequence::Undo) && zoom().canUndo()) ||
            (key->matches(QKeySequence::Redo) && zoom().canRedo())) {
            event->accept();
            return true;
        }
        const bool plain = (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
        switch (key->key()) {
            case Qt::Key_Escape:
                if (drag_ == Drag::None && !markedByKey()) {
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
    return PlotCanvas::event(event);
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo) && zoom().canUndo()) {
        return undoZoom();
    }
    if (event->matches(QKeySequence::Redo) && zoom().canRedo()) {
        return redoZoom();
    }
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        PlotCanvas::keyPressEvent(event);
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
            return selectable_ ? setBrushing(!brushing_) : PlotCanvas::keyPressEvent(event);
        case Qt::Key_F:
            return fit();
        case Qt::Key_G:
            return setCrosshairShown(!crosshairShown());
        case Qt::Key_L:
            return toggleLogarithmic(shift ? Qt::Horizontal : Qt::Vertical);
        case Qt::Key_N:
            if (markedPoint()) {
                Q_EMIT noteAsked(static_cast<int>(markedPoint()->series),
                                 static_cast<int>(markedPoint()->point));
            }
            return;
        case Qt::Key_Backspace:
            return shift ? redoZoom() : undoZoom();
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return activate(markedPoint());
        case Qt::Key_Escape:
            if (drag_ == Drag::None && !markedPoint()) {
                break;  // nothing to let go of: the window's
            }
            endDrag();
            return letGo();
        case Qt::Key_Space:
            if (event->isAutoRepeat()) {
                return;
            }
            if (markedByKey() && selectable_) {
                return pickMarked();
            }
            space_held_ = true;
            setCursor(Qt::OpenHandCursor);
            return;
        default:
            break;
    }
    PlotCanvas::keyPressEvent(event);
}

void PlotView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        space_held_ = false;
        if (drag_ == Drag::None) {
            setCursor(brushing_ ? Qt::CrossCursor : Qt::ArrowCursor);
        }
        return;
    }
    PlotCanvas::keyReleaseEvent(event);
}

void PlotView::focusOutEvent(QFocusEvent* event) {
    PlotCanvas::focusOutEvent(event);
    // A menu or a dialog about the marked point takes the focus for a while; Tab goes away.
    const bool leaves =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (leaves && markedByKey()) {
        letGo();
    }
}

bool PlotView::stepByKey(int key) {
    const auto step = stepOf(key);
    if (!step) {
        return false;
    }
    if (const auto point = steppedTo(placed(), map(), markedPoint(), *step)) {
        stepTo(*point);
    }
    return true;
}

}  // namespace throughline::ui
