// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/live_chart.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/fields.h"

namespace throughline::ui {

namespace {

constexpr double kRoomAbove = 1.15;
constexpr double kGrowth = 1.25;  ///< the axis grows in such steps, not with every new maximum

}  // namespace

LiveChart::LiveChart(Options options, QWidget* parent)
    : PlotView(parent), options_(std::move(options)) {
    if (options_.lines.empty()) {
        options_.lines.push_back({QString::fromUtf8(""), 0});
    }
    setWheelNeedsFocus(true);
    timer_.setInterval(kRedrawIntervalMs);
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (pending_) {
            redrawNow();
        } else {
            timer_.stop();
        }
    });
    redrawNow();
}

void LiveChart::append(double t_s, const std::vector<double>& values) {
    moments_.push_back({t_s, values});
    while (moments_.size() > 1 && moments_.front().t_s < t_s - options_.windowSeconds) {
        moments_.pop_front();
    }
    schedule();
}

void LiveChart::setHistories(const std::vector<std::vector<double>>& lines, double interval_s) {
    std::size_t longest = 0;
    for (const auto& line : lines) {
        longest = std::max(longest, line.size());
    }
    moments_.clear();
    for (std::size_t i = 0; i < longest; ++i) {
        Moment moment{(static_cast<double>(i) - static_cast<double>(longest) + 1.0) * interval_s,
                      {}};
        for (const auto& line : lines) {
            // Short histories end at the same moment as the others.
            const std::size_t missing = longest - line.size();
            moment.values.push_back(i < missing ? kNoNumber : line[i - missing]);
        }
        moments_.push_back(std::move(moment));
    }
    schedule();
}

void LiveChart::clear() {
    moments_.clear();
    y_max_ = 0.0;
    redrawNow();
}

void LiveChart::schedule() {
    if (timer_.isActive()) {
        pending_ = true;
        return;
    }
    timer_.start();
    redrawNow();
}

void LiveChart::redrawNow() {
    pending_ = false;
    PlotModel live;
    live.x = {.key = "live-time",
              .title = tr("Time (0 = now)"),
              .unit = "s",
              .shownUnit = QStringLiteral("s"),
              .range = Span{-options_.windowSeconds, 0.0}};
    live.y = axisOf(options_.metric);
    live.emptyText = tr("Values appear here during the measurement.");
    const double now = moments_.empty() ? 0.0 : moments_.back().t_s;
    double largest = 0.0;
    for (std::size_t i = 0; i < options_.lines.size(); ++i) {
        PlotSeries series;
        series.name = options_.lines[i].name.isEmpty() ? live.y.title : options_.lines[i].name;
        series.colourSlot = options_.lines[i].colourSlot;
        series.marker = runMarker(series.colourSlot);
        series.markers = false;  // one a second says nothing that the line does not
        for (const Moment& moment : moments_) {
            const double value = i < moment.values.size() ? moment.values[i] : kNoNumber;
            largest = std::isfinite(value) ? std::max(largest, value) : largest;
            series.points.push_back({.x = moment.t_s - now, .y = value});
        }
        live.series.push_back(std::move(series));
    }
    if (largest * 1.02 > y_max_) {
        y_max_ = std::max(largest * kRoomAbove, y_max_ > 0.0 ? y_max_ * kGrowth : 0.0);
    }
    if (live.y.unit == "%") {
        y_max_ = std::max(100.0, std::min(y_max_, largest * 1.02));
    }
    live.y.range = Span{0.0, y_max_ > 0.0 ? y_max_ : 1.0};
    setModel(std::move(live));
}

}  // namespace throughline::ui
