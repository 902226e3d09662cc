// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/node_courses.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"
#include "engine/record/straggler_note.h"
#include "ui/charts/curves.h"
#include "ui/charts/fields.h"
#include "ui/charts/x_axis.h"

namespace throughline::ui {

namespace {

constexpr const char* kCourse = "images_per_second";
/// Above the highest sample.
constexpr double kRoomAbove = 1.05;

/// The keys of a run's nodes, in the order of their names.
std::vector<std::string> nodeKeys(const store::RunRow& run) {
    std::vector<std::string> keys;
    const std::string prefix = std::string(kCourse) + "{node=";
    for (auto at = run.metrics.lower_bound(prefix);
         at != run.metrics.end() && at->first.starts_with(prefix);
         ++at) {
        keys.push_back(at->first);
    }
    std::ranges::sort(keys, metrics::is_read_before);
    return keys;
}

/// Null: none is of several.
const store::RunRow* runOfMostNodes(const std::vector<store::RunRow>& runs) {
    const store::RunRow* most = nullptr;
    for (const store::RunRow& run : runs) {
        const std::size_t nodes = nodeKeys(run).size();
        const bool done = run.status == record::RunStatus::Done;
        if (done && nodes > 1 && (most == nullptr || nodes > nodeKeys(*most).size())) {
            most = &run;
        }
    }
    return most;
}

}  // namespace

Result<std::vector<NodeCourse>> readNodeCourses(store::Library& library, std::int64_t study) {
    const auto runs = library.runs(study);
    if (!runs) {
        return runs.error();
    }
    const auto notes = library.notes(study);
    if (!notes) {
        return notes.error();
    }
    std::vector<NodeCourse> courses;
    const store::RunRow* const run = runOfMostNodes(*runs);
    if (run == nullptr || nodeKeys(*run).size() > kNodeCoursesMax) {
        return courses;
    }
    for (const std::string& key : nodeKeys(*run)) {
        auto samples = readSamples(library, {.study = {}, .run = run->id, .metric = key});
        if (!samples) {
            return std::move(samples).error();
        }
        const std::string node = metrics::parse_metric_key(key).value;
        const bool holds_back = std::ranges::any_of(*notes, [&](const record::Note& note) {
            return note.code == record::kStragglerNote && note.run == run->number &&
                   note.item == node;
        });
        courses.push_back({.node = QString::fromStdString(node),
                           .imagesPerSecond = run->metrics.at(key).value,
                           .holdsBack = holds_back,
                           .samples = *std::move(samples)});
    }
    return courses;
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
        PlotModel plot{.x = axisOf(kTimeKey), .y = yAxis(kCourse, false)};
        plot.series.push_back(std::move(series));
        plots.push_back(std::move(plot));
    }
    for (PlotModel& plot : plots) {
        plot.x.range = Span{0.0, std::max(end, 1.0)};
        plot.y.range = Span{0.0, std::max(top * kRoomAbove, 1.0)};
    }
    return plots;
}

}  // namespace throughline::ui
