// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_bands.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "ui/plot/series_look.h"

namespace throughline::ui {

namespace {

constexpr int kBandAlpha = 56;  ///< of 255: twelve runs over each other can still be told apart

/// Where bands are painted: boxes in pixels of the chart, in one colour each.
class Ground {
public:
    virtual ~Ground() = default;
    virtual void fill(const std::vector<QRectF>& boxes, const QColor& colour) = 0;
};

/// A picture that lies over the plot area. The raster engine wakes threads for each box, which
/// costs more than the few pixels of it: they are blended here.
class Layer final : public Ground {
public:
    Layer(const QRectF& area, double ratio)
        : area_(area),
          ratio_(ratio),
          image_((area.size() * ratio).toSize().expandedTo(QSize(1, 1)),
                 QImage::Format_ARGB32_Premultiplied) {
        image_.setDevicePixelRatio(ratio);
        image_.fill(Qt::transparent);
    }
    const QImage& image() const noexcept { return image_; }

    void fill(const std::vector<QRectF>& boxes, const QColor& colour) override {
        const QRgb ink = qPremultiply(colour.rgba());
        const auto lines = static_cast<std::size_t>(image_.bytesPerLine()) / sizeof(QRgb);
        auto* const pixels = reinterpret_cast<QRgb*>(image_.bits());
        for (const QRectF& box : boxes) {
            const auto [left, right] =
                toPixels(box.left() - area_.left(), box.right() - area_.left(), image_.width());
            const auto [top, bottom] =
                toPixels(box.top() - area_.top(), box.bottom() - area_.top(), image_.height());
            for (std::size_t y = top; y < bottom; ++y) {
                for (std::size_t x = left; x < right; ++x) {
                    QRgb& pixel = pixels[y * lines + x];
                    pixel = over(ink, pixel);
                }
            }
        }
    }

private:
    /// The first pixel and the one past the last.
    std::pair<std::size_t, std::size_t> toPixels(double from, double to, int size) const {
        const auto bound = [&](double at) {
            return static_cast<std::size_t>(
                std::clamp(std::lround(at * ratio_), 0L, static_cast<long>(size)));
        };
        return {bound(from), bound(to)};
    }

    /// Both premultiplied; each byte of `below` times what `ink` lets through, two at a time.
    static QRgb over(QRgb ink, QRgb below) {
        constexpr QRgb kEven = 0x00FF00FF;
        const QRgb through = 256 - qAlpha(ink);
        const QRgb even = ((below & kEven) * through >> 8) & kEven;
        const QRgb odd = (((below >> 8) & kEven) * through) & ~kEven;
        return ink + (even | odd);
    }

    QRectF area_;
    double ratio_;
    QImage image_;
};

/// A picture that scales: one path for each band rather than a thousand boxes.
class Paths final : public Ground {
public:
    explicit Paths(QPainter& painter) : painter_(painter) {}
    void fill(const std::vector<QRectF>& boxes, const QColor& colour) override {
        QPainterPath path;
        for (const QRectF& box : boxes) {
            path.addRect(box);
        }
        painter_.fillPath(path, colour);
    }

private:
    QPainter& painter_;
};

/// A band between two gaps: its columns from left to right, in pixels.
class Band {
public:
    /// Widens the last column, or begins one at another pixel.
    void include(double x_px, double top_px, double bottom_px) {
        if (!columns_.empty() && std::floor(columns_.back().x) == std::floor(x_px)) {
            Column& last = columns_.back();
            last.top = std::min(last.top, top_px);
            last.bottom = std::max(last.bottom, bottom_px);
            return;
        }
        columns_.push_back({x_px, top_px, bottom_px});
    }

    /// Each column reaches half way to its neighbours. Leaves the band empty.
    void addTo(std::vector<QRectF>& boxes) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const Column& at = columns_[i];
            const double from = i == 0 ? at.x - 0.5 : std::midpoint(columns_[i - 1].x, at.x);
            const double to =
                i + 1 == columns_.size() ? at.x + 0.5 : std::midpoint(at.x, columns_[i + 1].x);
            boxes.emplace_back(from, at.top, to - from, std::max(1.0, at.bottom - at.top));
        }
        columns_.clear();
    }

private:
    struct Column {
        double x;
        double top;
        double bottom;
    };
    std::vector<Column> columns_;
};

/// The boxes of one series.
std::vector<QRectF> boxesOf(const PlotFrame& frame, const PlotMap& map, std::size_t s) {
    const PlotSeries& series = frame.model.series[s];
    const PlacedSeries& placed = frame.placed[s];
    const AxisScale scale = frame.model.yAxisOf(series).scale;
    // What lies above or below the view is cut just outside of it.
    const auto toY = [&](double value) {
        const double place = placeOf(value, scale);
        const double y = map.toPixel({map.range.x.low, place}, placed.onSecondAxis).y();
        return std::isfinite(y) ? std::clamp(y, map.area.top() - 1, map.area.bottom() + 1)
                                : map.area.bottom() + 1;
    };
    const auto& places = placed.places;
    const auto isBefore = [&](std::size_t p) { return places[p].x() < map.range.x.low; };
    std::vector<QRectF> boxes;
    Band band;
    for (std::size_t p = 0; p < places.size(); ++p) {
        if (!std::isfinite(places[p].x())) {
            band.addTo(boxes);
            continue;
        }
        // A cell beside the view on either side, so that the band reaches its edges.
        if (isBefore(p) && p + 1 < places.size() && isBefore(p + 1)) {
            continue;
        }
        const PlotPoint& point = series.points[p];
        band.include(
            map.toPixel(places[p], placed.onSecondAxis).x(), toY(point.high), toY(point.low));
        if (places[p].x() > map.range.x.high) {
            break;
        }
    }
    band.addTo(boxes);
    return boxes;
}

void fillBands(Ground& ground, const PlotFrame& frame, const PlotMap& map) {
    for (std::size_t s = 0; s < frame.model.series.size(); ++s) {
        if (frame.placed[s].visible && frame.model.series[s].kind == SeriesKind::Band &&
            frame.placed[s].ascending) {
            QColor colour = seriesColour(frame.model.series[s], frame.look.theme);
            colour.setAlpha(kBandAlpha);
            ground.fill(boxesOf(frame, map, s), colour);
        }
    }
}

}  // namespace

void paintBands(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const auto& all = frame.model.series;
    if (std::ranges::none_of(all,
                             [](const PlotSeries& one) { return one.kind == SeriesKind::Band; })) {
        return;
    }
    const PlotMap map{layout.area, frame.range};
    painter.save();
    painter.setClipRect(layout.area);
    if (painter.paintEngine()->type() == QPaintEngine::Raster) {
        Layer layer(layout.area, painter.device()->devicePixelRatioF());
        fillBands(layer, frame, map);
        painter.drawImage(layout.area.topLeft(), layer.image());
    } else {
        Paths paths(painter);
        fillBands(paths, frame, map);
    }
    painter.restore();
}

}  // namespace throughline::ui
