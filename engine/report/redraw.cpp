// SPDX-License-Identifier: Apache-2.0
#include "engine/report/redraw.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/base/say.h"
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
        : where_(say("chart %1", std::to_string(number))), result_(result) {}

    void compare(const ChartData& said, const ChartData& made) {
        text(to_say("Its title is \"%1\", its records make \"%2\"."), said.title, made.title);
        text(to_say("Its horizontal axis is \"%1\", its records make \"%2\"."),
             said.x_title,
             made.x_title);
        text(to_say("Its vertical axis is \"%1\", its records make \"%2\"."),
             said.y_title,
             made.y_title);
        text(to_say("Its horizontal quantity is \"%1\", its records make \"%2\"."),
             said.x_key,
             made.x_key);
        text(to_say("Its vertical quantity is \"%1\", its records make \"%2\"."),
             said.y_key,
             made.y_key);
        if (said.series.size() != made.series.size()) {
            find(say("It has %1 series, its records make %2.",
                     std::to_string(said.series.size()),
                     std::to_string(made.series.size())));
        }
        for (std::size_t i = 0; i < std::min(said.series.size(), made.series.size()); ++i) {
            compare(said.series[i], made.series[i]);
        }
        if (said.other_points != made.other_points) {
            find(say("It says that %1 points are of no single run, its records make %2.",
                     std::to_string(said.other_points),
                     std::to_string(made.other_points)));
        }
        for (std::size_t i = 0; i < std::max(said.notes.size(), made.notes.size()); ++i) {
            text(to_say("Its note is \"%1\", its records make \"%2\"."),
                 i < said.notes.size() ? said.notes[i] : std::string(),
                 i < made.notes.size() ? made.notes[i] : std::string());
        }
    }

private:
    void find(std::string what) { result_.find(where_, std::move(what)); }
    void text(const char* message, const std::string& said, const std::string& made) {
        if (said != made) {
            find(say(message, said, made));
        }
    }
    void compare(const ChartSeries& said, const ChartSeries& made) {
        text(to_say("Its series is \"%1\", its records make \"%2\"."), said.name, made.name);
        if (said.points.size() != made.points.size()) {
            find(say("\"%1\" has %2 points, its records make %3.",
                     made.name,
                     std::to_string(said.points.size()),
                     std::to_string(made.points.size())));
            return;  // which of them are meant is not known
        }
        for (std::size_t i = 0; i < said.points.size(); ++i) {
            if (!is_same(said.points[i], made.points[i])) {
                find(say("Point %1 of \"%2\" is run %3 at %4, its records make run %5 at %6.",
                         std::to_string(i + 1),
                         made.name,
                         std::to_string(said.points[i].run),
                         place_of(said.points[i]),
                         std::to_string(made.points[i].run),
                         place_of(made.points[i])));
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
        result.find(say("charts"), say("A chart was added or cut out."));
        return;
    }
    for (std::size_t i = 0; i < said.size(); ++i) {
        ChartComparer(i + 1, result).compare(said[i], made[i]);
    }
}

}  // namespace throughline::report
