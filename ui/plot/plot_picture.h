// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <cstdint>
#include <optional>
#include <vector>

#include "ui/plot/axis_range.h"
#include "ui/plot/plot_map.h"
#include "ui/plot/plot_scene.h"
#include "ui/plot/plot_selection.h"

namespace throughline::ui {

/// A plot model with the part of it that is in view, laid out and painted when that is asked for
/// and kept until something changes. Who changes it repaints where the answer is true.
/// Thread: GUI.
class PlotPicture {
public:
    PlotPicture() { place(); }

    const PlotModel& model() const noexcept { return model_; }
    const std::vector<PlacedSeries>& placed() const noexcept { return placed_; }
    const ZoomStack& zoom() const noexcept { return zoom_; }
    const PlotLook& look() const noexcept { return look_; }
    const PlotAlignment& alignment() const noexcept { return alignment_; }
    /// The x range that shows all of its own data.
    const Span& ownHomeX() const noexcept { return own_home_.x; }
    const PointIds& selected() const noexcept { return selected_; }

    const PlotLayout& layout();
    const PlotMap& map();
    /// Where the plot area would be without others to stand in line with; nothing is drawn for it.
    QRectF areaAlone(const QSize& size) const;
    /// The chart; with points picked out or curves lifted these as they are and the others dimmed.
    const QPixmap& pixmap();

    /// In device-independent pixels, of which each has `ratio` by `ratio`.
    void setSize(const QSize& size, qreal ratio);
    void setLook(PlotLook look);
    /// Other data. A zoomed view stays where it is unless the axes are others; returns whether they
    /// are the same.
    bool setModel(PlotModel model);
    bool setSeriesVisible(std::size_t series, bool visible);
    bool setScales(AxisScale x, AxisScale y);  ///< as far as the axes have the choice
    bool setSharedHomeX(std::optional<Span> x);
    bool setAlignment(const PlotAlignment& alignment);
    bool setSelected(PointIds ids);
    /// Dims all other curves; empty, or none of these drawn: none.
    bool setLifted(SeriesSet series);
    bool changeRange(const PlotRange& next, RangeStep step, std::int64_t now_ms);
    bool undoZoom() { return outdateIf(zoom_.undo()); }
    bool redoZoom() { return outdateIf(zoom_.redo()); }

private:
    void place();
    void placeHome();
    void placeSelection();
    void outdate();  ///< layout and picture
    bool outdateIf(bool changed);
    void paint();
    void paintSelected();

    PlotModel model_;
    std::vector<PlacedSeries> placed_;
    PlotRange own_home_;
    std::optional<Span> shared_home_x_;
    ZoomStack zoom_;
    PlotAlignment alignment_;
    PlotLook look_;
    QSize size_;
    qreal ratio_ = 1.0;
    PlotScene scene_;
    std::optional<PlotLayout> layout_;
    PlotMap map_;
    QPixmap picture_;
    bool picture_stale_ = true;
    PointIds selected_;
    SeriesSet lifted_;
    std::vector<PlacedSeries> selected_placed_;  ///< of those alone; empty without any
    QPixmap selection_picture_;
    bool selection_stale_ = true;
};

}  // namespace throughline::ui
