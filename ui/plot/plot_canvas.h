// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPointF>
#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/plot/plot_cursor.h"
#include "ui/plot/plot_picture.h"

namespace throughline::ui {

/// A chart on the screen: its picture, and over it what is pointed at. Mouse and keyboard are
/// PlotView's. The picture is kept; moving the mouse only repaints what lies over it.
/// Thread: GUI.
class PlotCanvas : public QWidget {
    Q_OBJECT
public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    const PlotModel& model() const noexcept { return picture_.model(); }
    /// Shows other data. With the same axes a zoomed view stays where it is.
    virtual void setModel(PlotModel model);
    void setSeriesVisible(std::size_t series, bool visible);
    void setAxisScales(AxisScale x, AxisScale y);

    const ZoomStack& zoom() const noexcept { return picture_.zoom(); }
    const PlotMap& map();            ///< of the picture as it would be painted now
    const PlotLayout& plotLayout();  ///< likewise
    const std::vector<PlacedSeries>& placed() const noexcept { return picture_.placed(); }

    /// Where the plot area would be without others to stand in line with; nothing is drawn for it.
    QRectF areaAlone() const;
    void setAlignment(const PlotAlignment& alignment);
    bool namesX() const noexcept { return picture_.alignment().xTexts; }
    /// The x range that shows all of its own data.
    const Span& homeX() const noexcept { return picture_.ownHomeX(); }
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
    /// Picked out: these are drawn as they are, all others dimmed. Empty: nothing is dimmed.
    const PointIds& selected() const noexcept { return picture_.selected(); }
    void setSelected(PointIds ids);
    /// They stand out, the other curves are muted; empty: none.
    void setLifted(const throughline::ui::SeriesSet& series);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void fit();
    void undoZoom();
    void redoZoom();
    void zoomBy(double factor);  ///< around the middle; < 1 zooms in
    void setCrosshairShown(bool shown);
    void toggleLogarithmic(Qt::Orientation axis);

Q_SIGNALS:
    void zoomChanged();
    void resized();  ///< there are more or fewer pixels to show the same with
    void scalesChanged(bool logarithmic_x, bool logarithmic_y);  ///< by key
    void crosshairToggled(bool shown);
    void pointedAt(std::optional<double> x);      ///< a place along x; nothing when the mouse left
    void statusTextChanged(const QString& text);  ///< values under the cursor; empty when it left

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    void changeRange(const PlotRange& next, RangeStep step);
    void setBand(std::optional<QRectF> band);  ///< shown while it is drawn

    void pointTo(const QPointF& pixel);  ///< the mouse is there
    void pointNowhere();
    void mark(std::optional<PointRef> point);
    /// By key: brings it into view first, and tells a screen reader.
    void stepTo(const PointRef& point);
    void letGo();
    bool markedByKey() const noexcept { return marked_by_key_; }

private:
    void markAgain(const PlotPoint& before);
    void describeMarked();
    void updateAccessibleText();
    void fitPictureToSize();

    PlotPicture picture_;
    QElapsedTimer clock_;
    PlotCursor cursor_;
    std::optional<PointRef> marked_;
    bool marked_by_key_ = false;
    bool crosshair_shown_ = false;
    std::optional<double> pointed_along_;
};

}  // namespace throughline::ui
