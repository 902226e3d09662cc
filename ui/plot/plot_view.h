// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <optional>

#include "ui/plot/plot_canvas.h"
#include "ui/plot/plot_place.h"

namespace throughline::ui {

/// A chart to look into.
///
/// Mouse: wheel zooms at the cursor (over an axis, that axis alone), dragging draws a rubber band,
/// middle button or space and dragging pans, a click opens a point, a double click fits (so while
/// not all is in view a click waits for whether it becomes one). From outside the axes the chart
/// itself is dragged, out of the window.
/// Keys: Left and Right go from point to point along a curve, Up and Down to the next curve, Home
/// and End to a curve's ends, Page Up and Page Down a part of the view; Enter opens the point, N
/// asks for a note at it, Esc lets go of it, the menu key asks for a menu about it. Shift and
/// arrows pan, + and - zoom, F fit, Backspace takes the last zoom back, L and Shift+L logarithmic y
/// and x, G crosshair. Tab goes past. Where points can be picked out: a drag with Shift, or any
/// while brushing (B), picks them, with Ctrl besides those before; such a click, or Space at a
/// point that was stepped to, adds it or takes it away. Thread: GUI.
class PlotView : public PlotCanvas {
    Q_OBJECT
public:
    explicit PlotView(QWidget* parent = nullptr);

    void setModel(PlotModel model) override;
    /// Whether the user can pick points out; without it all drags zoom.
    void setSelectable(bool can) { selectable_ = can; }
    /// In a page that scrolls the wheel zooms only after a click into the chart.
    void setWheelNeedsFocus(bool needs) { wheel_needs_focus_ = needs; }

public Q_SLOTS:
    void setBrushing(bool on);  ///< dragging picks points out instead of zooming

Q_SIGNALS:
    void brushingToggled(bool on);
    /// By the user; what is selected is not changed by it.
    void picked(const PointIds& ids, PickHow how);
    void pointActivated(int series, int point);  ///< clicked, or Enter
    void noteAsked(int series, int point);       ///< by key
    void draggedOut();                           ///< the mouse left with the chart itself
    /// A menu about what lies there, at a place of the screen.
    void menuAsked(const throughline::ui::PlotPlace& place, const QPoint& at);

protected:
    bool event(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Drag { None, Band, Pan, Brush, Out };

    void dragBand(const QPointF& to);
    void drawBand(std::optional<QRectF> band);
    void endDrag();
    void activate(const std::optional<PointRef>& point);
    void pickBand(const QRectF& band, Qt::KeyboardModifiers keys);
    void pickMarked();
    bool panByKey(int key);   ///< false: it is another key
    bool stepByKey(int key);  ///< likewise

    QTimer click_wait_;                ///< runs while a click may become a double click
    std::optional<PointRef> clicked_;  ///< by that click, wherever the mouse is by then
    Drag drag_ = Drag::None;
    QPointF drag_from_;
    PlotRange drag_range_;
    std::optional<QRectF> dragged_;  ///< by a drag that draws a band
    bool space_held_ = false;
    bool selectable_ = false;
    bool brushing_ = false;
    bool wheel_needs_focus_ = false;
};

}  // namespace throughline::ui
