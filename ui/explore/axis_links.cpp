// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/axis_links.h"

#include <QEvent>
#include <algorithm>
#include <utility>

#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

bool shareX(const PlotView* a, const PlotView* b) {
    return a->model().hasPoints() && b->model().hasPoints() && sameAxis(a->model().x, b->model().x);
}

}  // namespace

void AxisLinks::setPlots(std::vector<PlotView*> plots, bool column) {
    for (PlotView* plot : plots_) {
        plot->removeEventFilter(this);
        disconnect(plot, nullptr, this, nullptr);
    }
    plots_ = std::move(plots);
    column_ = column;
    for (PlotView* plot : plots_) {
        plot->installEventFilter(this);
        connect(plot, &PlotView::zoomChanged, this, [this, plot] { follow(plot); });
        connect(plot, &PlotView::pointedAt, this, [this, plot](std::optional<double> x) {
            point(plot, x);
        });
    }
    join();
}

void AxisLinks::join() {
    for (PlotView* plot : plots_) {
        std::optional<Span> x;
        for (const PlotView* other : plots_) {
            if (other != plot && shareX(plot, other)) {
                const Span& has = other->homeX();
                const Span so_far = x.value_or(plot->homeX());
                x = Span{std::min(so_far.low, has.low), std::max(so_far.high, has.high)};
            }
        }
        plot->setSharedHomeX(x);
    }
    // A chart that was built on other axes shows everything: it comes to where the others are.
    for (PlotView* plot : plots_) {
        if (plot->zoom().current().x != plot->zoom().home().x) {
            follow(plot);
        }
    }
    alignAreas();
}

void AxisLinks::follow(PlotView* leader) {
    if (following_) {
        return;
    }
    following_ = true;
    for (PlotView* plot : plots_) {
        if (plot != leader && shareX(plot, leader)) {
            plot->showX(leader->zoom().current().x);
        }
    }
    following_ = false;
    alignAreas();
}

void AxisLinks::point(const PlotView* leader, std::optional<double> x) {
    for (PlotView* plot : plots_) {
        plot->pointAlong(plot != leader && shareX(plot, leader) ? x : std::nullopt);
    }
}

void AxisLinks::alignAreas() {
    PlotAlignment common;
    for (const PlotView* plot : plots_) {
        if (!plot->model().hasPoints()) {
            continue;
        }
        const QRectF area = plot->areaAlone();
        common.top = std::max(common.top, area.top());
        if (column_) {
            common.left = std::max(common.left, area.left());
            common.right = std::max(common.right, plot->width() - area.right());
        }
    }
    for (std::size_t i = 0; i < plots_.size(); ++i) {
        PlotAlignment own = common;
        std::vector<const PlotAxis*> axes;
        for (const PlotView* other : plots_) {
            if (other == plots_[i] || shareX(plots_[i], other)) {
                axes.push_back(&other->model().x);
            }
        }
        own.xMarks = axes.size() > 1 ? std::optional(joinedMarks(axes)) : std::nullopt;
        own.xTexts = !column_ || i + 1 == plots_.size() || !shareX(plots_[i], plots_[i + 1]);
        plots_[i]->setAlignment(own);
    }
}

bool AxisLinks::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) {
        alignAreas();
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace throughline::ui
