// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_picture.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <utility>

namespace throughline::ui {

namespace {

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

const PlotLayout& PlotPicture::layout() {
    // Not the picture: more may change before it is painted, and it is what costs.
    if (!layout_) {
        layout_ = layOutPlot(model_, zoom_.current(), QSizeF(size_), look_.font, alignment_);
        map_ = {layout_->area, zoom_.current()};
    }
    return *layout_;
}

const PlotMap& PlotPicture::map() {
    layout();
    return map_;
}

QRectF PlotPicture::areaAlone(const QSize& size) const {
    return layOutPlot(model_, zoom_.current(), QSizeF(size), look_.font).area;
}

const QPixmap& PlotPicture::pixmap() {
    if (picture_stale_) {
        paint();
    }
    if (selected_placed_.empty() || !model_.hasPoints()) {
        return picture_;
    }
    if (selection_stale_) {
        paintSelected();
    }
    return selection_picture_;
}

void PlotPicture::paint() {
    const QSize pixels = (QSizeF(size_) * ratio_).toSize().expandedTo(QSize(1, 1));
    if (picture_.size() != pixels || picture_.devicePixelRatio() != ratio_) {
        picture_ = QPixmap(pixels);
        picture_.setDevicePixelRatio(ratio_);
    }
    QPainter painter(&picture_);
    if (model_.hasPoints()) {
        scene_.paint(painter,
                     {model_, placed_, zoom_.current(), QSizeF(size_), look_, alignment_},
                     layout());
    } else {
        const QRect whole(QPoint(), size_);
        painter.fillRect(whole, look_.theme.surface);
        painter.setFont(look_.font);
        painter.setPen(look_.theme.mutedText);
        const int margin = QFontMetrics(look_.font).height() * 2;
        painter.drawText(whole.adjusted(margin, margin, -margin, -margin),
                         static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
                         model_.emptyText);
    }
    picture_stale_ = false;
    selection_stale_ = true;
}

void PlotPicture::paintSelected() {
    selection_picture_ = picture_;
    QPainter painter(&selection_picture_);
    paintSelection(painter,
                   {model_, selected_placed_, zoom_.current(), QSizeF(size_), look_, alignment_},
                   layout());
    selection_stale_ = false;
}

void PlotPicture::outdate() {
    layout_.reset();
    picture_stale_ = true;
}

void PlotPicture::setSize(const QSize& size, qreal ratio) {
    if (size_ != size || ratio_ != ratio) {
        size_ = size;
        ratio_ = ratio;
        outdate();
    }
}

void PlotPicture::setLook(PlotLook look) {
    look_ = std::move(look);
    outdate();
}

bool PlotPicture::setModel(PlotModel model) {
    const bool same_axes = sameAxes(model_, model) && model_.hasPoints();
    model_ = std::move(model);
    lifted_.clear();  // their indices may be others'
    if (!same_axes) {
        zoom_ = ZoomStack();
    }
    place();
    return same_axes;
}

void PlotPicture::place() {
    placed_ = placedSeries(model_);
    own_home_ = homeRange(model_, placed_);
    placeHome();
    placeSelection();
    outdate();
}

void PlotPicture::placeHome() {
    PlotRange home = own_home_;
    home.x = shared_home_x_.value_or(home.x);
    zoom_.setHome(home);
}

void PlotPicture::placeSelection() {
    selection_stale_ = true;
    selected_placed_.clear();
    const auto isLifted = [&](std::size_t s) { return lifted_.count(s) > 0; };
    bool any = false;
    bool others = false;
    for (std::size_t s = 0; s < placed_.size(); ++s) {
        any = any || (placed_[s].visible && isLifted(s));
        others = others || (placed_[s].visible && !isLifted(s));
    }
    if (any && others) {
        PlacedSeries none;  // not their millions of points
        none.visible = false;
        selected_placed_.assign(placed_.size(), none);
        for (const std::size_t s : lifted_) {
            if (s < placed_.size()) {
                selected_placed_[s] = placed_[s];
            }
        }
    } else if (!selected_.empty()) {
        selected_placed_ = placedOf(selected_, model_, placed_);
    }
}

bool PlotPicture::setSeriesVisible(std::size_t series, bool visible) {
    if (series >= placed_.size() || placed_[series].visible == visible) {
        return false;
    }
    model_.series[series].visible = visible;
    placed_[series].visible = visible;
    placeSelection();
    outdate();
    return true;
}

bool PlotPicture::setScales(AxisScale x, AxisScale y) {
    const AxisScale wanted_x = hasChoiceOfScale(model_.x) ? x : model_.x.scale;
    const bool stacked =
        std::ranges::any_of(model_.series, [](const PlotSeries& one) { return one.stack >= 0; });
    const AxisScale wanted_y = hasChoiceOfScale(model_.y) && !stacked ? y : model_.y.scale;
    if (model_.x.scale == wanted_x && model_.y.scale == wanted_y) {
        return false;
    }
    model_.x.scale = wanted_x;
    model_.y.scale = wanted_y;
    zoom_ = ZoomStack();
    place();
    return true;
}

bool PlotPicture::setSharedHomeX(std::optional<Span> x) {
    if (shared_home_x_ == x) {
        return false;
    }
    shared_home_x_ = x;
    placeHome();
    outdate();
    return true;
}

bool PlotPicture::setAlignment(const PlotAlignment& alignment) {
    if (alignment_ == alignment) {
        return false;
    }
    alignment_ = alignment;
    outdate();
    return true;
}

bool PlotPicture::setSelected(PointIds ids) {
    if (selected_ == ids) {
        return false;
    }
    selected_ = std::move(ids);
    placeSelection();
    return true;
}

bool PlotPicture::setLifted(SeriesSet series) {
    if (lifted_ == series) {
        return false;
    }
    lifted_ = std::move(series);
    placeSelection();
    return true;
}

bool PlotPicture::outdateIf(bool changed) {
    if (changed) {
        outdate();
    }
    return changed;
}

bool PlotPicture::changeRange(const PlotRange& next, RangeStep step, std::int64_t now_ms) {
    return outdateIf(zoom_.change(next, step, now_ms));
}

}  // namespace throughline::ui
