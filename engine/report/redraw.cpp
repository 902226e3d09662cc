// SPDX-License-Identifier: Apache-2.0
#include "engine/report/redraw.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/base/text.h"
#include "engine/report/proof.h"

namespace throughline::report {
namespace {

/// "(2, 1533.9)", or with the name that stands for x.
std::string place_of(const ChartPoint& point) {
    return "(" + (point.x_name.empty() ? shortest_text(point.x) : point.x_name) + ", " +
           shortest_text(point.y) + ")";
}

/// Where a series is an axis of names, the place of a name there says nothing.
bool is_same(const ChartPoint& a, const ChartPoint& b) {
    return a.study == b.study && a.run == b.run && a.x_name == b.x_name &&
           (!a.x_name.empty() || same_number(a.x, b.x)) && same_number(a.y, b.y);
}

/// Compares one chart.
class ChartComparer {
public:
    ChartComparer(std::size_t number, Verification& result)
        : where_("chart " + std::to_string(number)), result_(result) {}

    void compare(const ChartData& said, const ChartData& made) {
        text("title", said.title, made.title);
        text("horizontal axis", said.x_title, made.x_title);
        text("vertical axis", said.y_title, made.y_title);
        text("horizontal quantity", said.x_key, made.x_key);
        text("vertical quantity", said.y_key, made.y_key);
        if (said.series.size() != made.series.size()) {
            find("It has " + std::to_string(said.series.size()) + " series, its records make " +
                 std::to_string(made.series.size()) + ".");
        }
        for (std::size_t i = 0; i < std::min(said.series.size(), made.series.size()); ++i) {
            compare(said.series[i], made.series[i]);
        }
        if (said.other_points != made.other_points) {
            find("It says that " + std::to_string(said.other_points) +
                 " points are of no single run, its records make " +
                 std::to_string(made.other_points) + ".");
        }
        for (std::size_t i = 0; i < std::max(said.notes.size(), made.notes.size()); ++i) {
            text("note",
                 i < said.notes.size() ? said.notes[i] : std::string(),
                 i < made.notes.size() ? made.notes[i] : std::string());
        }
    }

private:
    void find(std::string what) { result_.find(where_, std::move(what)); }
    void text(const char* what, const std::string& said, const std::string& made) {
        if (said != made) {
            find("Its " + std::string(what) + " is \"" + said + "\", its records make \"" + made +
                 "\".");
        }
    }
    void compare(const ChartSeries& said, const ChartSeries& made) {
        text("series", said.name, made.name);
        if (said.points.size() != made.points.size()) {
            find("\"" + made.name + "\" has " + std::to_string(said.points.size()) +
                 " points, its records make " + std::to_string(made.points.size()) + ".");
            return;  // which of them are meant is not known
        }
        for (std::size_t i = 0; i < said.points.size(); ++i) {
            if (!is_same(said.points[i], made.points[i])) {
                find("Point " + std::to_string(i + 1) + " of \"" + made.name + "\" is run " +
                     std::to_string(said.points[i].run) + " at " + place_of(said.points[i]) +
                     ", its records make run " + std::to_string(made.points[i].run) + " at " +
                     place_of(made.points[i]) + ".");
            }
        }
    }

    std::string where_;
    Verification& result_;
};

}  // namespace

void compare_charts(std::span<const ChartData> said,
                    std::span<const ChartData> made,
                    Verification& result) {
    if (said.size() != made.size()) {
        result.find("charts", "A chart was added or cut out.");
        return;
    }
    for (std::size_t i = 0; i < said.size(); ++i) {
        ChartComparer(i + 1, result).compare(said[i], made[i]);
    }
}

}  // namespace throughline::report
