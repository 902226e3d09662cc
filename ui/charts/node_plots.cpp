// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/node_plots.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "engine/metrics/registry.h"
#include "ui/charts/curves.h"
#include "ui/charts/fields.h"
#include "ui/charts/members.h"
#include "ui/charts/words.h"
#include "ui/plot/ticks.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

/// Above the highest sample.
constexpr double kRoomAbove = 1.05;
constexpr std::size_t kStripCellsMax = 60;

using Courses = std::vector<const NodeCourse*>;

Courses inOrder(const std::vector<NodeCourse>& courses, bool slowest_first) {
    Courses order;
    for (const NodeCourse& course : courses) {
        order.push_back(&course);
    }
    std::ranges::stable_sort(order, [&](const NodeCourse* a, const NodeCourse* b) {
        const auto rank = [&](const NodeCourse* one) {
            return std::pair(!one->holdsBack, slowest_first ? one->value() : 0.0);
        };
        return rank(a) < rank(b);
    });
    return order;
}

bool isOfMeasuredTime(const SampleSeries& samples, std::size_t at) {
    return at >= samples.phases.size() || samples.phases[at] == record::Phase::Measured;
}

/// The times of the samples of all nodes, which were taken together, and in which cell each is.
std::map<double, std::size_t> cellsByTime(const std::vector<NodeCourse>& courses) {
    std::map<double, std::size_t> cells;
    for (const NodeCourse& course : courses) {
        for (std::size_t i = 0; i < course.samples.t_s.size(); ++i) {
            if (isOfMeasuredTime(course.samples, i)) {
                cells[course.samples.t_s[i]] = 0;
            }
        }
    }
    const std::size_t in_one = (cells.size() + kStripCellsMax - 1) / kStripCellsMax;
    std::size_t index = 0;
    for (auto& [time, cell] : cells) {
        cell = index++ / std::max<std::size_t>(in_one, 1);
    }
    return cells;
}

/// The mean of a node in each cell; NaN where it has no sample.
std::vector<double> meansOf(const SampleSeries& samples,
                            const std::map<double, std::size_t>& cells,
                            std::size_t count) {
    std::vector<double> sums(count, 0.0);
    std::vector<double> counts(count, 0.0);
    for (std::size_t i = 0; i < samples.t_s.size(); ++i) {
        const auto cell = cells.find(samples.t_s[i]);
        if (isOfMeasuredTime(samples, i) && cell != cells.end() &&
            std::isfinite(samples.values[i])) {
            sums[cell->second] += samples.values[i];
            counts[cell->second] += 1.0;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        sums[i] = counts[i] > 0.0 ? sums[i] / counts[i] : kNoNumber;
    }
    return sums;
}

/// From below the slowest node to above the fastest, by their means over the run: single samples
/// that lie farther out have the colours of the ends.
Span coloursOf(const std::vector<NodeCourse>& courses) {
    constexpr double kLeast = 0.1;  // of the middle, on both sides: nearly equal nodes look so
    constexpr double kRoom = 0.25;
    std::vector<double> values;
    for (const NodeCourse& course : courses) {
        values.push_back(course.value());
    }
    std::ranges::sort(values);
    const double middle = values[values.size() / 2];
    const double room = kRoom * (values.back() - values.front());
    const double least = kLeast * std::fabs(middle);
    const double low = std::min(values.front() - room, middle - least);
    const double high = std::max(values.back() + room, middle + least);
    const bool share = courses.front().quantity == "step_wait";
    return {std::max(0.0, low), share ? std::min(100.0, high) : high};
}

/// Beyond an end that is the least or the most there can be nothing is.
QString stripsName(const PlotAxis& z) {
    const bool to_least = z.range->low <= 0.0;
    const bool to_most = z.key == "step_wait" && z.range->high >= 100.0;
    const QString text = to_least && to_most ? tr("%1, from %2 to %3")
                         : to_least          ? tr("%1, from %2 to %3 or more")
                         : to_most           ? tr("%1, from %2 or less to %3")
                                             : tr("%1, from %2 or less to %3 or more");
    return text.arg(z.title, valueText(z, z.range->low), valueText(z, z.range->high));
}

}  // namespace

QString figuresOfNode(const NodeCourse& course) {
    const QString rate =
        QString::fromStdString(metrics::format_metric("images_per_second", course.imagesPerSecond));
    const QString figures =
        course.waits
            ? tr("%1, waits %2 of the time")
                  .arg(rate,
                       QString::fromStdString(metrics::format_metric("step_wait", *course.waits)))
            : rate;
    return figures + (course.holdsBack ? stragglerMark() : QString());
}

std::vector<PlotModel> plotsOfNodes(const std::vector<NodeCourse>& courses, int colourSlot) {
    double end = 0.0;
    double top = 0.0;
    std::vector<PlotModel> plots;
    for (const NodeCourse& course : courses) {
        PlotSeries series{.name = course.node,
                          .colourSlot = colourSlot,
                          .kind = course.samples.isRaw() ? SeriesKind::Line : SeriesKind::Band,
                          .points = pointsOfSamples(course.samples, 0)};
        for (const PlotPoint& point : series.points) {
            end = std::max(end, point.x);
            top = std::isfinite(point.y) ? std::max(top, point.y) : top;
        }
        PlotModel plot{.x = axisOf(kTimeKey), .y = axisOf(courses.front().quantity)};
        plot.x.title = tr("Time, s");  // as wide as each of many beside one another has it
        plot.series.push_back(std::move(series));
        plots.push_back(std::move(plot));
    }
    for (PlotModel& plot : plots) {
        plot.x.range = Span{0.0, std::max(end, 1.0)};
        plot.y.range = Span{0.0, std::max(top * kRoomAbove, 1.0)};
    }
    return plots;
}

PlotModel stripsOfNodes(const std::vector<NodeCourse>& courses) {
    PlotModel plot{.x = {.title = axisOf(kTimeKey).title}, .y = {.title = tr("Node")}};
    if (courses.empty()) {
        return plot;
    }
    plot.z = axisOf(courses.front().quantity);
    plot.z->range = coloursOf(courses);
    const std::map<double, std::size_t> cells = cellsByTime(courses);
    for (const auto& [time, cell] : cells) {
        const QString text = QStringLiteral("%1 s").arg(countText(std::round(time)));
        if (static_cast<qsizetype>(cell) < plot.x.categories.size()) {
            plot.x.categories.back() = text;  // a cell is named by its end
        } else {
            plot.x.categories << text;
        }
    }
    PlotSeries strips{.name = stripsName(*plot.z), .kind = SeriesKind::Cells};
    const Courses order = inOrder(courses, false);
    for (auto course = order.rbegin(); course != order.rend(); ++course) {  // upwards
        if ((*course)->holdsBack && !plot.y.categories.isEmpty()) {
            plot.y.categories << QString();  // stands apart from the others
        }
        const auto row = static_cast<double>(plot.y.categories.size());
        plot.y.categories << (*course)->node;
        const std::vector<double> means =
            meansOf((*course)->samples, cells, static_cast<std::size_t>(plot.x.categories.size()));
        for (std::size_t cell = 0; cell < means.size(); ++cell) {
            if (std::isfinite(means[cell])) {
                strips.points.push_back({.x = static_cast<double>(cell),
                                         .y = row,
                                         .z = means[cell],
                                         .note = tr("In all: %1").arg(figuresOfNode(**course))});
            }
        }
    }
    plot.emptyText =
        strips.points.empty() ? tr("Nothing was recorded of single nodes over time.") : QString();
    plot.series.push_back(std::move(strips));
    if (order.front()->holdsBack) {
        plot.legendNote = tr("Top row: %1 holds the others back").arg(order.front()->node);
    }
    return plot;
}

PlotModel barsOfNodes(const std::vector<NodeCourse>& courses, int colourSlot) {
    PlotModel plot{.x = {.title = tr("Node")}, .y = {}};
    if (courses.empty()) {
        return plot;
    }
    plot.y = axisOf(courses.front().quantity);
    PlotSeries others{.name = plot.y.title, .colourSlot = colourSlot, .kind = SeriesKind::Bars};
    std::vector<PlotSeries> slow;
    for (const NodeCourse* const course : inOrder(courses, true)) {
        PlotPoint point{.x = static_cast<double>(plot.x.categories.size()),
                        .y = course->value(),
                        .note = figuresOfNode(*course)};
        plot.x.categories << course->node;
        if (!course->holdsBack) {
            others.points.push_back(std::move(point));
            continue;
        }
        slow.push_back({.name = course->node + stragglerMark(),
                        .colourSlot = colourSlot,
                        .kind = SeriesKind::Bars,
                        .fill = BarFill::Crossed});
        slow.back().points.push_back(std::move(point));
    }
    plot.series = std::move(slow);
    plot.series.push_back(std::move(others));
    return plot;
}

}  // namespace throughline::ui
