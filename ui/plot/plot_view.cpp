// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_view.h"

#include <QAccessible>
#include <QEvent>
#include <QPaintEvent>
#include <QResizeEvent>
#include <cmath>

#include "ui/plot/plot_text.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr QSize kSizeHint(640, 400);
constexpr QSize kSizeMin(260, 180);

/// Names, dates, percentiles and the time since a start are never logarithmic.
bool hasChoiceOfScale(const PlotAxis& axis) {
    return axis.categories.isEmpty() && !axis.isDate && !axis.alwaysLinear &&
           axis.scale != AxisScale::Nines;
}

bool sameAxes(const PlotModel& a, const PlotModel& b) {
    const bool same_second =
        a.y2.has_value() == b.y2.has_value() && (!a.y2 || sameAxis(*a.y2, *b.y2));
    return sameAxis(a.x, b.x) && sameAxis(a.y, b.y) && same_second;
}

}  // namespace

PlotView::PlotView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Chart"));
    look_ = {currentTheme(), font()};
    clock_.start();
    click_wait_.setSingleShot(true);
    connect(&click_wait_, &QTimer::timeout, this, [this] { activate(clicked_); });
    connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, this, [this] {
        look_.theme = currentTheme();
        redraw();
    });
    refreshData();
}

PlotView::~PlotView() = default;

QSize PlotView::sizeHint() const {
    return kSizeHint;
}

QSize PlotView::minimumSizeHint() const {
    return kSizeMin;
}

void PlotView::setModel(PlotModel model) {
    const bool same_axes = sameAxes(model_, model) && model_.hasPoints();
    std::optional<PlotPoint> marked;
    if (marked_) {
        marked = model_.series[marked_->series].points[marked_->point];
    }
    model_ = std::move(model);
    click_wait_.stop();  // what was clicked may be gone
    if (!same_axes) {
        zoom_ = ZoomStack();
        mark(std::nullopt);
    }
    refreshData();
    if (marked_ && marked) {
        markAgain(*marked);
    }
}

/// What was marked may have another index now, or be told in more detail.
void PlotView::markAgain(const PlotPoint& before) {
    const PlotPoint& now = model_.series[marked_->series].points[marked_->point];
    if (now.x == before.x && now.y == before.y) {
        return;
    }
    const bool by_key = marked_by_key_;
    const auto nearest = nearestAlongX(placed_[marked_->series], placeOf(before.x, model_.x.scale));
    const PointRef there{marked_->series, nearest.value_or(0)};
    mark(std::nullopt);
    if (nearest) {
        mark(there);
        marked_by_key_ = by_key;
    }
}

void PlotView::refreshData() {
    placed_ = placedSeries(model_);
    own_home_ = homeRange(model_, placed_);
    placeHome();
    if (marked_ && (marked_->series >= placed_.size() ||
                    marked_->point >= placed_[marked_->series].places.size())) {
        mark(std::nullopt);
    }
    placeSelection();
    updateAccessibleText();
    redraw();
}

void PlotView::setSelected(PointIds ids) {
    if (selected_ != ids) {
        selected_ = std::move(ids);
        placeSelection();
        update();
        if (marked_by_key_ && marked_) {
            describeMarked();
        }
    }
}

void PlotView::placeSelection() {
    selected_placed_ =
        selected_.empty() ? std::vector<PlacedSeries>() : placedOf(selected_, model_, placed_);
    selection_stale_ = true;
}

void PlotView::placeHome() {
    PlotRange home = own_home_;
    home.x = shared_home_x_.value_or(home.x);
    zoom_.setHome(home);
}

void PlotView::setSharedHomeX(std::optional<Span> x) {
    if (shared_home_x_ != x) {
        shared_home_x_ = x;
        placeHome();
        redraw();
    }
}

void PlotView::showX(const Span& x) {
    PlotRange next = zoom_.current();
    next.x = x;
    changeRange(next, RangeStep::Wheel);
}

void PlotView::showRange(const PlotRange& range) {
    changeRange(range, RangeStep::Wheel);
}

QRectF PlotView::areaAlone() const {
    return layOutPlot(model_, zoom_.current(), QSizeF(size()), look_.font).area;
}

void PlotView::setAlignment(const PlotAlignment& alignment) {
    if (alignment_ != alignment) {
        alignment_ = alignment;
        redraw();
    }
}

void PlotView::setSeriesVisible(std::size_t series, bool visible) {
    if (series >= placed_.size() || placed_[series].visible == visible) {
        return;
    }
    model_.series[series].visible = visible;
    placed_[series].visible = visible;
    placeSelection();
    if (marked_ && marked_->series == series) {
        mark(std::nullopt);
    }
    updateAccessibleText();
    redraw();
}

void PlotView::setAxisScales(AxisScale x, AxisScale y) {
    const AxisScale wanted_x = hasChoiceOfScale(model_.x) ? x : model_.x.scale;
    const bool stacked = std::any_of(model_.series.begin(),
                                     model_.series.end(),
                                     [](const PlotSeries& one) { return one.stack >= 0; });
    const AxisScale wanted_y = hasChoiceOfScale(model_.y) && !stacked ? y : model_.y.scale;
    if (model_.x.scale == wanted_x && model_.y.scale == wanted_y) {
        return;
    }
    model_.x.scale = wanted_x;
    model_.y.scale = wanted_y;
    zoom_ = ZoomStack();
    refreshData();
    Q_EMIT zoomChanged();
}

void PlotView::toggleLogarithmicY() {
    const bool linear = model_.y.scale == AxisScale::Linear;
    setAxisScales(model_.x.scale, linear ? AxisScale::Logarithmic : AxisScale::Linear);
    Q_EMIT scalesChanged(model_.x.scale == AxisScale::Logarithmic,
                         model_.y.scale == AxisScale::Logarithmic);
}

void PlotView::toggleLogarithmicX() {
    const bool linear = model_.x.scale == AxisScale::Linear;
    setAxisScales(linear ? AxisScale::Logarithmic : AxisScale::Linear, model_.y.scale);
    Q_EMIT scalesChanged(model_.x.scale == AxisScale::Logarithmic,
                         model_.y.scale == AxisScale::Logarithmic);
}

const PlotMap& PlotView::map() {
    plotLayout();
    return map_;
}

const PlotLayout& PlotView::plotLayout() {
    // Not the picture: more may change before it is painted, and it is what costs.
    if (layout_stale_) {
        layOut();
    }
    return layout_;
}

void PlotView::redraw() {
    layout_stale_ = true;
    picture_stale_ = true;
    update();
}

void PlotView::layOut() {
    const PlotRange& range = zoom_.current();
    layout_ = layOutPlot(model_, range, QSizeF(size()), look_.font, alignment_);
    map_ = {layout_.area, range};
    layout_stale_ = false;
}

void PlotView::renderPicture() {
    const qreal ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize().expandedTo(QSize(1, 1));
    if (picture_.size() != pixels || picture_.devicePixelRatio() != ratio) {
        picture_ = QPixmap(pixels);
        picture_.setDevicePixelRatio(ratio);
    }
    QPainter painter(&picture_);
    const PlotFrame frame{model_, placed_, zoom_.current(), QSizeF(size()), look_, alignment_};
    const PlotLayout& layout = plotLayout();
    if (model_.hasPoints()) {
        scene_.paint(painter, frame, layout);
    } else {
        painter.fillRect(rect(), look_.theme.surface);
        painter.setFont(look_.font);
        painter.setPen(look_.theme.mutedText);
        const int margin = fontMetrics().height() * 2;
        painter.drawText(rect().adjusted(margin, margin, -margin, -margin),
                         static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
                         model_.emptyText);
    }
    picture_stale_ = false;
    selection_stale_ = true;
}

void PlotView::renderSelection() {
    selection_picture_ = picture_;
    QPainter painter(&selection_picture_);
    paintSelection(painter,
                   {model_, selected_placed_, zoom_.current(), QSizeF(size()), look_, alignment_},
                   layout_);
    selection_stale_ = false;
}

void PlotView::paintEvent(QPaintEvent* event) {
    if (picture_stale_ || picture_.devicePixelRatio() != devicePixelRatioF()) {
        renderPicture();
    }
    const bool dims = !selected_.empty() && model_.hasPoints();
    if (dims && selection_stale_) {
        renderSelection();
    }
    QPainter painter(this);
    painter.setClipRegion(event->region());
    painter.drawPixmap(0, 0, dims ? selection_picture_ : picture_);
    if (!model_.hasPoints()) {
        return;
    }
    if (marked_) {
        const PlacedSeries& series = placed_[marked_->series];
        cursor_.markedColour = seriesColour(model_.series[marked_->series], look_.theme);
        cursor_.marked = map_.toPixel(series.places[marked_->point], series.onSecondAxis);
    }
    PlotCursor cursor = cursor_;
    if (!crosshair_shown_) {
        cursor.crosshair.reset();
    } else if (pointed_along_) {
        cursor.followed = map_.toPixel({*pointed_along_, 0.0}, false).x();
        cursor.values = valuesAlong();
    }
    // A point that was zoomed out of sight must not carry a tooltip across the axes.
    if (cursor.marked && !map_.area.adjusted(-2, -2, 2, 2).contains(*cursor.marked)) {
        cursor.marked.reset();
    }
    paintCursor(painter, cursor, map_.area, QSizeF(size()), look_);
    if (hasFocus()) {
        painter.setPen(QPen(look_.theme.accent, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    redraw();
    Q_EMIT resized();
}

void PlotView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        look_.font = font();
        redraw();
    }
}

void PlotView::changeRange(const PlotRange& next, RangeStep step) {
    if (zoom_.change(next, step, clock_.elapsed())) {
        redraw();
        Q_EMIT zoomChanged();
    }
}

void PlotView::fit() {
    changeRange(zoom_.home(), RangeStep::Jump);
}

void PlotView::undoZoom() {
    if (zoom_.undo()) {
        redraw();
        Q_EMIT zoomChanged();
    }
}

void PlotView::redoZoom() {
    if (zoom_.redo()) {
        redraw();
        Q_EMIT zoomChanged();
    }
}

void PlotView::zoomBy(double factor) {
    zoomAt(map().area.center(), factor);
}

void PlotView::setCrosshairShown(bool shown) {
    if (crosshair_shown_ != shown) {
        crosshair_shown_ = shown;
        update();
        Q_EMIT crosshairToggled(shown);
    }
}

void PlotView::pointAlong(std::optional<double> x) {
    if (pointed_along_ != x) {
        pointed_along_ = x;
        if (crosshair_shown_) {
            update();
        }
    }
}

std::vector<CursorValue> PlotView::valuesAlong() {
    std::vector<CursorValue> values;
    for (std::size_t s = 0; pointed_along_ && s < placed_.size(); ++s) {
        const PlotSeries& series = model_.series[s];
        const auto nearest = placed_[s].visible && !series.reference && !series.cells
                                 ? nearestAlongX(placed_[s], *pointed_along_)
                                 : std::nullopt;
        if (nearest) {
            values.push_back(
                {.at = map().toPixel(placed_[s].places[*nearest], placed_[s].onSecondAxis),
                 .colour = seriesColour(series, look_.theme),
                 .text = valueText(model_.yAxisOf(series), series.points[*nearest].y)});
        }
    }
    return values;
}

void PlotView::setBrushing(bool on) {
    if (brushing_ != on) {
        brushing_ = on;
        setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
        Q_EMIT brushingToggled(on);
    }
}

void PlotView::mark(std::optional<PointRef> point) {
    marked_by_key_ = false;
    if (marked_ == point) {
        return;
    }
    marked_ = point;
    cursor_.tooltip.clear();
    cursor_.marked.reset();
    if (point) {
        cursor_.tooltip = pointLines(model_, *point);
    }
    update();
}

void PlotView::describeMarked() {
    QStringList words = cursor_.tooltip;
    if (selected_.count(model_.series[marked_->series].points[marked_->point].id) > 0) {
        words.prepend(tr("Selected"));
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
}

void PlotView::updateAccessibleText() {
    setAccessibleDescription(describePlot(model_));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

}  // namespace throughline::ui
