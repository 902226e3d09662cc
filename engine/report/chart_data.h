// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace throughline::report {

/// A point of a chart that is one run: both values can be computed from its record.
struct ChartPoint {
    std::string study{};  ///< uuid
    int run = 0;          ///< its number there
    double x = 0.0;
    std::string x_name{};  ///< where x is an axis of names; its place there says nothing
    double y = 0.0;
};

struct ChartSeries {
    std::string name{};
    std::vector<ChartPoint> points{};
};

/// What a drawing shows, as far as it can be computed again.
struct ChartData {
    std::string title{};
    std::string x_key{};  ///< of a metric or setting
    std::string y_key{};
    std::string x_title{};
    std::string y_title{};
    std::vector<ChartSeries> series{};
    std::size_t other_points = 0;      ///< drawn besides: of no single run
    std::vector<std::string> notes{};  ///< what is not drawn, what has to be known of it
};

}  // namespace throughline::report
