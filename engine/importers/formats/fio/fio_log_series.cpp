// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_log_series.h"

#include <algorithm>
#include <cmath>

namespace throughline::importers {

void FioLogSeries::turn_to_windows() {
    windowed_ = true;
    double earliest = HUGE_VAL;
    for (const Direction& direction : directions_) {
        for (const FioLogPoint& point : direction.points) {
            earliest = std::min(earliest, point.t_ms);
        }
    }
    origin_ms_ = earliest;
    for (unsigned i = 0; i < kDirections; ++i) {
        const std::vector<FioLogPoint> points = std::move(directions_[i].points);
        directions_[i].points = {};
        for (const FioLogPoint& point : points) {
            add_to_window(point.t_ms, point.value, i);
        }
    }
}

void FioLogSeries::add_to_window(double t_ms, double value, unsigned direction) {
    // A row that comes late, from before the first one, belongs to the first window.
    const double since = std::max(0.0, t_ms - origin_ms_);
    while (since / window_ms_ >= static_cast<double>(kWindowsMax)) {
        widen();
    }
    const auto index = static_cast<std::size_t>(since / window_ms_);
    auto& windows = directions_[direction].windows;
    if (index >= windows.size()) {
        windows.resize(index + 1);
    }
    windows[index].sum += value;
    ++windows[index].rows;
}

void FioLogSeries::widen() {
    window_ms_ *= 2.0;
    for (Direction& direction : directions_) {
        auto& windows = direction.windows;
        for (std::size_t i = 0; i < windows.size(); ++i) {
            const Window window = windows[i];
            windows[i] = {};
            windows[i / 2].sum += window.sum;
            windows[i / 2].rows += window.rows;
        }
        windows.resize((windows.size() + 1) / 2);
    }
}

std::vector<FioLogPoint> FioLogSeries::points(unsigned direction) const {
    const Direction& from = directions_[direction];
    std::vector<FioLogPoint> points = from.points;
    for (std::size_t i = 0; i < from.windows.size(); ++i) {
        const Window& window = from.windows[i];
        if (window.rows > 0) {
            points.push_back({origin_ms_ + static_cast<double>(i + 1) * window_ms_,
                              window.sum / static_cast<double>(window.rows),
                              window.rows});
        }
    }
    std::stable_sort(
        points.begin(), points.end(), [](const auto& a, const auto& b) { return a.t_ms < b.t_ms; });
    return points;
}

double FioLogSeries::mean(unsigned direction) const {
    const Direction& from = directions_[direction];
    return from.rows == 0 ? 0.0 : from.sum / static_cast<double>(from.rows);
}

}  // namespace throughline::importers
