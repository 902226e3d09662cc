// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_dashes.h"

#include <algorithm>
#include <limits>

namespace throughline::ui {

namespace {

/// Pixels along x, drawn and left out by turns.
std::span<const double> patternOf(Qt::PenStyle style) {
    static constexpr double kDash[] = {9.0, 6.0};
    static constexpr double kDot[] = {2.0, 4.0};
    static constexpr double kDashDot[] = {9.0, 4.0, 2.0, 4.0};
    static constexpr double kDashDotDot[] = {9.0, 4.0, 2.0, 4.0, 2.0, 4.0};
    switch (style) {
        case Qt::DashLine:
            return kDash;
        case Qt::DotLine:
            return kDot;
        case Qt::DashDotLine:
            return kDashDot;
        case Qt::DashDotDotLine:
            return kDashDotDot;
        default:
            return {};
    }
}

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(const QPolygonF& piece) {
        for (const QPointF& at : piece) {
            low = std::min(low, at.y());
            high = std::max(high, at.y());
        }
    }
};

/// Whether something would be lost without `gap`: it goes clearly beyond the pieces around it.
bool standsOut(const QPolygonF& gap, const QPolygonF& before, const QPolygonF& after) {
    constexpr double kClearPx = 6.0;
    Extent around;
    around.include(before);
    around.include(after);
    Extent own;
    own.include(gap);
    const double clear = std::max(kClearPx, (around.high - around.low) / 2);
    return own.low < around.low - clear || own.high > around.high + clear;
}

/// The line cut where drawing and leaving out take turns. Each piece begins where the last ended.
std::vector<QPolygonF> cutByPattern(std::span<const QPointF> pixels,
                                    std::span<const double> pattern) {
    std::vector<QPolygonF> pieces(1);
    std::size_t turn = 0;
    double end = pixels.front().x() + pattern[0];
    pieces.back() << pixels.front();
    for (std::size_t i = 1; i < pixels.size(); ++i) {
        const QPointF& a = pixels[i - 1];
        const QPointF& b = pixels[i];
        while (b.x() > end) {
            const double t = std::clamp((end - a.x()) / (b.x() - a.x()), 0.0, 1.0);
            const QPointF cut(end, a.y() + t * (b.y() - a.y()));
            pieces.back() << cut;
            pieces.emplace_back();
            pieces.back() << cut;
            turn = (turn + 1) % pattern.size();
            end += pattern[turn];
        }
        pieces.back() << b;
    }
    return pieces;
}

}  // namespace

std::vector<QPolygonF> dashesAlongX(std::span<const QPointF> pixels, Qt::PenStyle style) {
    const std::span<const double> pattern = patternOf(style);
    if (pixels.empty()) {
        return {};
    }
    if (pattern.empty()) {
        return {QPolygonF(QList<QPointF>(pixels.begin(), pixels.end()))};
    }
    const std::vector<QPolygonF> pieces = cutByPattern(pixels, pattern);
    std::vector<QPolygonF> drawn;
    drawn.reserve(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool gap = i % 2 == 1;
        const QPolygonF& after = i + 1 < pieces.size() ? pieces[i + 1] : QPolygonF();
        if (!gap || standsOut(pieces[i], pieces[i - 1], after)) {
            drawn.push_back(pieces[i]);
        }
    }
    return drawn;
}

}  // namespace throughline::ui
