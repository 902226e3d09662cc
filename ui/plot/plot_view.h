// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/plot/axis_range.h"
#include "ui/plot/plot_cursor.h"
#include "ui/plot/plot_map.h"
#include "ui/plot/plot_scene.h"
#include "ui/plot/plot_selection.h"

namespace throughline::ui {

/// A chart to look into.
///
/// Mouse: wheel zooms at the cursor (over an axis, that axis alone), dragging draws a rubber band,
/// middle button or space and dragging pans, a click opens a point, a double click fits (so while
/// not all is in view a click waits for whether it becomes one).
/// Keys: Left and Right go from point to point along a curve, Up and Down to the next curve, Home
/// and End to a curve's ends, Page Up and Page Down a part of the view; Enter opens the point, N
/// asks for a note at it, Esc lets go of it. Shift and arrows pan, + and - zoom, F fit, Backspace
/// takes the last zoom back, L and Shift+L logarithmic y and x, G crosshair. Tab goes past.
/// Where points can be picked out: a drag with Shift, or any while brushing (B), picks them, with
/// Ctrl besides those before; such a click, or Space at a point that was stepped to, adds it or
/// takes it away.
/// The picture is kept; moving the mouse only repaints what lies over it.
/// Thread: GUI.
class PlotView : public QWidget {
    Q_OBJECT
public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    const PlotModel& model() const noexcept { return model_; }
    /// Shows other data. With the same axes a zoomed view stays where it is.
    void setModel(PlotModel model);
    void setSeriesVisible(std::size_t series, bool visible);
    void setAxisScales(AxisScale x, AxisScale y);

    const ZoomStack& zoom() const noexcept { return zoom_; }
    const PlotMap& map();            ///< of the picture as it would be painted now
    const PlotLayout& plotLayout();  ///< likewise
    const std::vector<PlacedSeries>& placed() const noexcept { return placed_; }

    /// Where the plot area would be without others to stand in line with; nothing is drawn for it.
    QRectF areaAlone() const;
    void setAlignment(const PlotAlignment& alignment);
    bool namesX() const noexcept { return alignment_.xTexts; }
    /// The x range that shows all of its own data.
    const Span& homeX() const noexcept { return own_home_.x; }
    /// Everything is this range of x; without it homeX(). For charts that share their x axis.
    void setSharedHomeX(std::optional<Span> x);
    /// Shows this part of x; y stays.
    void showX(const Span& x);
    /// Shows this part of all axes, as far as there are data.
    void showRange(const PlotRange& range);

    /// With a crosshair: where another chart with the same x axis is pointed at, as a place along
    /// x. Nothing: nowhere.
    void pointAlong(std::optional<double> x);
    std::optional<double> pointedAlong() const noexcept { return pointed_along_; }
    /// What the curves have there.
    std::vector<CursorValue> valuesAlong();

    bool crosshairShown() const noexcept { return crosshair_shown_; }
    std::optional<PointRef> markedPoint() const noexcept { return marked_; }
    /// Whether the user can pick points out; without it all drags zoom.
    void setSelectable(bool can) { selectable_ = can; }
    /// Picked out: these are drawn as they are, all others dimmed. Empty: nothing is dimmed.
    const PointIds& selected() const noexcept { return selected_; }
    void setSelected(PointIds ids);
    /// In a page that scrolls the wheel zooms only after a click into the chart.
    void setWheelNeedsFocus(bool needs) { wheel_needs_focus_ = needs; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void fit();
    void undoZoom();
    void redoZoom();
    void zoomBy(double factor);  ///< around the middle; < 1 zooms in
    void setCrosshairShown(bool shown);
    void setBrushing(bool on);  ///< dragging picks points out instead of zooming
    void toggleLogarithmicY();
    void toggleLogarithmicX();

Q_SIGNALS:
    void zoomChanged();
    void resized();  ///< there are more or fewer pixels to show the same with
    void scalesChanged(bool logarithmic_x, bool logarithmic_y);  ///< by key
    void crosshairToggled(bool shown);
    void pointedAt(std::optional<double> x);  ///< a place along x; nothing when the mouse left
    void brushingToggled(bool on);
    /// By the user; what is selected is not changed by it.
    void picked(const PointIds& ids, PickHow how);
    void statusTextChanged(const QString& text);  ///< values under the cursor; empty when it left
    void pointActivated(int series, int point);   ///< clicked, or Enter
    void noteAsked(int series, int point);        ///< by key

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
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
    enum class Drag { None, Band, Pan, Brush };

    void refreshData();  ///< after a change of model or scale
    void placeHome();
    void markAgain(const PlotPoint& before);
    void redraw();  ///< layout and picture are out of date
    void layOut();
    void renderPicture();
    void renderSelection();
    void placeSelection();
    void changeRange(const PlotRange& next, RangeStep step);
    void zoomAt(const QPointF& pixel, double factor);
    void panBy(double x_fraction, double y_fraction, RangeStep step);
    void applyBand(const QRectF& band);
    void hover(const QPointF& pixel);
    void mark(std::optional<PointRef> point);
    void pickBand(const QRectF& band, Qt::KeyboardModifiers keys);
    void pickMarked();
    void activate(const std::optional<PointRef>& point);
    void letGo();
    bool panByKey(int key);   ///< false: it is another key
    bool stepByKey(int key);  ///< likewise
    void showPoint(const PointRef& point);
    void dragBand(const QPointF& to);
    void endDrag();
    void describeMarked();
    void updateAccessibleText();

    PlotModel model_;
    std::vector<PlacedSeries> placed_;
    PlotRange own_home_;
    std::optional<Span> shared_home_x_;
    ZoomStack zoom_;
    PlotAlignment alignment_;
    PlotLook look_;
    PlotScene scene_;
    PlotLayout layout_;
    PlotMap map_;
    bool layout_stale_ = true;
    QPixmap picture_;
    bool picture_stale_ = true;
    PointIds selected_;
    std::vector<PlacedSeries> selected_placed_;  ///< of those alone; empty without any
    QPixmap selection_picture_;                  ///< the picture dimmed, and these over it
    bool selection_stale_ = true;
    QElapsedTimer clock_;

    PlotCursor cursor_;
    std::optional<PointRef> marked_;
    bool marked_by_key_ = false;
    QTimer click_wait_;                ///< runs while a click may become a double click
    std::optional<PointRef> clicked_;  ///< by that click, wherever the mouse is by then
    Drag drag_ = Drag::None;
    QPointF drag_from_;
    PlotRange drag_range_;
    bool space_held_ = false;
    bool crosshair_shown_ = false;
    std::optional<double> pointed_along_;
    bool selectable_ = false;
    bool brushing_ = false;
    bool wheel_needs_focus_ = false;
};

}  // namespace throughline::ui
