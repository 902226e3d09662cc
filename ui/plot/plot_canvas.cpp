// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_canvas.h"

#include <QAccessible>
#include <QEvent>
#include <QPaintEvent>
#include <QResizeEvent>
#include <utility>

#include "ui/plot/plot_text.h"
#include "ui/plot/plot_zoom.h"
#include "ui/plot/series_look.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr QSize kSizeHint(640, 400);
constexpr QSize kSizeMin(260, 180);
constexpr double kReachPx = 28.0;

}  // namespace

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Chart"));
    picture_.setLook({currentTheme(), font()});
    clock_.start();
    connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, this, [this] {
        picture_.setLook({currentTheme(), font()});
        update();
    });
    updateAccessibleText();
}

QSize PlotCanvas::sizeHint() const {
    return kSizeHint;
}

QSize PlotCanvas::minimumSizeHint() const {
    return kSizeMin;
}

void PlotCanvas::setModel(PlotModel model) {
    std::optional<PlotPoint> marked;
    if (marked_) {
        marked = picture_.model().series[marked_->series].points[marked_->point];
    }
    const bool same_axes = picture_.setModel(std::move(model));
    const auto& now = placed();
    if (!same_axes || (marked_ && (marked_->series >= now.size() ||
                                   marked_->point >= now[marked_->series].places.size()))) {
        mark(std::nullopt);
    }
    if (!same_axes) {  // what was read was of others
        cursor_.crosshair.reset();
        Q_EMIT statusTextChanged(QString());
    }
    updateAccessibleText();
    update();
    if (marked_ && marked) {
        markAgain(*marked);
    }
}

/// What was marked may have another index now, or be told in more detail.
void PlotCanvas::markAgain(const PlotPoint& before) {
    const PlotPoint& now = model().series[marked_->series].points[marked_->point];
    if (now.x == before.x && now.y == before.y) {
        return;
    }
    const bool by_key = marked_by_key_;
    const auto nearest =
        nearestAlongX(placed()[marked_->series], placeOf(before.x, model().x.scale));
    const PointRef there{marked_->series, nearest.value_or(0)};
    mark(std::nullopt);
    if (nearest) {
        mark(there);
        marked_by_key_ = by_key;
    }
}

void PlotCanvas::setSelected(PointIds ids) {
    if (picture_.setSelected(std::move(ids))) {
        update();
        if (marked_by_key_ && marked_) {
            describeMarked();
        }
    }
}

void PlotCanvas::setLifted(const SeriesSet& series) {
    if (picture_.setLifted(series)) {
        update();
    }
}

void PlotCanvas::setSharedHomeX(std::optional<Span> x) {
    if (picture_.setSharedHomeX(x)) {
        update();
    }
}

void PlotCanvas::showX(const Span& x) {
    PlotRange next = zoom().current();
    next.x = x;
    changeRange(next, RangeStep::Wheel);
}

void PlotCanvas::showRange(const PlotRange& range) {
    changeRange(range, RangeStep::Wheel);
}

QRectF PlotCanvas::areaAlone() const {
    return picture_.areaAlone(size());
}

void PlotCanvas::setAlignment(const PlotAlignment& alignment) {
    if (picture_.setAlignment(alignment)) {
        update();
    }
}

void PlotCanvas::setSeriesVisible(std::size_t series, bool visible) {
    if (picture_.setSeriesVisible(series, visible)) {
        if (marked_ && marked_->series == series) {
            mark(std::nullopt);
        }
        updateAccessibleText();
        update();
    }
}

void PlotCanvas::setAxisScales(AxisScale x, AxisScale y) {
    if (picture_.setScales(x, y)) {
        updateAccessibleText();
        update();
        Q_EMIT zoomChanged();
    }
}

void PlotCanvas::toggleLogarithmic(Qt::Orientation axis) {
    AxisScale x = model().x.scale;
    AxisScale y = model().y.scale;
    AxisScale& changed = axis == Qt::Horizontal ? x : y;
    changed = changed == AxisScale::Linear ? AxisScale::Logarithmic : AxisScale::Linear;
    setAxisScales(x, y);
    Q_EMIT scalesChanged(model().x.scale == AxisScale::Logarithmic,
                         model().y.scale == AxisScale::Logarithmic);
}

/// A hidden widget has its size before it is told so.
void PlotCanvas::fitPictureToSize() {
    picture_.setSize(size(), devicePixelRatioF());
}

const PlotMap& PlotCanvas::map() {
    fitPictureToSize();
    return picture_.map();
}

const PlotLayout& PlotCanvas::plotLayout() {
    fitPictureToSize();
    return picture_.layout();
}

void PlotCanvas::paintEvent(QPaintEvent* event) {
    fitPictureToSize();
    const PlotLook& look = picture_.look();
    QPainter painter(this);
    painter.setClipRegion(event->region());
    painter.drawPixmap(0, 0, picture_.pixmap());
    if (!model().hasPoints()) {
        return;
    }
    const PlotMap& places = map();
    if (marked_) {
        const PlacedSeries& series = placed()[marked_->series];
        cursor_.markedColour = seriesColour(model().series[marked_->series], look.theme);
        cursor_.marked = places.toPixel(series.places[marked_->point], series.onSecondAxis);
    }
    PlotCursor cursor = cursor_;
    if (!crosshair_shown_) {
        cursor.crosshair.reset();
    } else if (pointed_along_) {
        cursor.followed = places.toPixel({*pointed_along_, 0.0}, false).x();
        cursor.values = valuesAlong();
    }
    // A point that was zoomed out of sight must not carry a tooltip across the axes.
    if (cursor.marked && !places.area.adjusted(-2, -2, 2, 2).contains(*cursor.marked)) {
        cursor.marked.reset();
    }
    paintCursor(painter, cursor, places.area, QSizeF(size()), look);
    if (hasFocus()) {
        painter.setPen(QPen(look.theme.accent, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitPictureToSize();
    update();
    Q_EMIT resized();
}

void PlotCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        picture_.setLook({picture_.look().theme, font()});
        update();
    }
}

void PlotCanvas::changeRange(const PlotRange& next, RangeStep step) {
    if (picture_.changeRange(next, step, clock_.elapsed())) {
        update();
        Q_EMIT zoomChanged();
    }
}

void PlotCanvas::fit() {
    changeRange(zoom().home(), RangeStep::Jump);
}

void PlotCanvas::undoZoom() {
    if (picture_.undoZoom()) {
        update();
        Q_EMIT zoomChanged();
    }
}

void PlotCanvas::redoZoom() {
    if (picture_.redoZoom()) {
        update();
        Q_EMIT zoomChanged();
    }
}

void PlotCanvas::zoomBy(double factor) {
    changeRange(zoomedAt(map(), map().area.center(), factor, model().y2.has_value()),
                RangeStep::Wheel);
}

void PlotCanvas::setBand(std::optional<QRectF> band) {
    cursor_.band = band;
    update();
}

void PlotCanvas::setCrosshairShown(bool shown) {
    if (crosshair_shown_ != shown) {
        crosshair_shown_ = shown;
        update();
        Q_EMIT crosshairToggled(shown);
    }
}

void PlotCanvas::pointAlong(std::optional<double> x) {
    if (pointed_along_ != x) {
        pointed_along_ = x;
        if (crosshair_shown_) {
            update();
        }
    }
}

std::vector<CursorValue> PlotCanvas::valuesAlong() {
    std::vector<CursorValue> values;
    const auto& series_placed = placed();
    for (std::size_t s = 0; pointed_along_ && s < series_placed.size(); ++s) {
        const PlacedSeries& places = series_placed[s];
        const PlotSeries& series = model().series[s];
        const auto nearest = places.visible && series.kind != SeriesKind::Reference &&
                                     series.kind != SeriesKind::Cells
                                 ? nearestAlongX(places, *pointed_along_)
                                 : std::nullopt;
        if (nearest) {
            values.push_back(
                {.at = map().toPixel(places.places[*nearest], places.onSecondAxis),
                 .colour = seriesColour(series, picture_.look().theme),
                 .text = valueText(model().yAxisOf(series), series.points[*nearest].y)});
        }
    }
    return values;
}

void PlotCanvas::pointTo(const QPointF& pixel) {
    const PlotMap& now = map();
    const bool inside = model().hasPoints() && now.area.contains(pixel);
    cursor_.crosshair = inside ? std::optional(pixel) : std::nullopt;
    mark(inside ? nearestPoint(placed(), now, pixel, kReachPx) : std::nullopt);
    Q_EMIT statusTextChanged(inside ? statusLine(model(), placed(), now, pixel, crosshair_shown_)
                                    : QString());
    if (crosshair_shown_) {
        update();
    }
    Q_EMIT pointedAt(inside ? std::optional(now.toPlace(pixel, false).x()) : std::nullopt);
}

void PlotCanvas::pointNowhere() {
    cursor_.crosshair.reset();
    mark(std::nullopt);
    Q_EMIT statusTextChanged(QString());
    Q_EMIT pointedAt(std::nullopt);
    update();
}

void PlotCanvas::mark(std::optional<PointRef> point) {
    marked_by_key_ = false;
    if (marked_ == point) {
        return;
    }
    marked_ = point;
    cursor_.tooltip.clear();
    cursor_.marked.reset();
    if (point) {
        cursor_.tooltip = pointLines(model(), *point);
    }
    update();
}

void PlotCanvas::stepTo(const PointRef& point) {
    const PlacedSeries& series = placed()[point.series];
    changeRange(rangeWith(zoom().current(), series.places[point.point], series.onSecondAxis),
                RangeStep::Pan);
    mark(point);
    marked_by_key_ = true;
    describeMarked();
    Q_EMIT pointedAt(placed()[point.series].places[point.point].x());
}

void PlotCanvas::letGo() {
    mark(std::nullopt);
    updateAccessibleText();
    Q_EMIT pointedAt(std::nullopt);
}

void PlotCanvas::describeMarked() {
    QStringList words = cursor_.tooltip;
    if (selected().count(model().series[marked_->series].points[marked_->point].id) > 0) {
        words.prepend(tr("Selected"));
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
}

void PlotCanvas::updateAccessibleText() {
    setAccessibleDescription(describePlot(model()));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

}  // namespace throughline::ui
