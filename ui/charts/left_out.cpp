// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/left_out.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace throughline::ui {

namespace {

/// A point of a run, of which a chart may show several devices on two axes.
struct PointKey {
    std::int64_t run = 0;
    bool onSecondAxis = false;
    QString member;

    bool operator<(const PointKey& other) const {
        return std::tie(run, onSecondAxis, member) <
               std::tie(other.run, other.onSecondAxis, other.member);
    }
};

/// In which curve of a chart each point is.
using Places = std::map<PointKey, const PlotSeries*>;

PointKey keyOf(const PlotSeries& series, const PlotPoint& point) {
    return {point.id, series.onSecondAxis, series.member};
}

Places placesIn(const PlotModel& model) {
    Places places;
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            places.try_emplace(keyOf(series, point), &series);
        }
    }
    return places;
}

/// Whether a point of the whole chart that is not shown keeps these two apart.
bool areApart(const PlotSeries& series,
              const PlotPoint& left,
              const PlotPoint& right,
              const Places& shown,
              const Places& whole) {
    const auto from = whole.find(keyOf(series, left));
    const auto to = whole.find(keyOf(series, right));
    if (from == whole.end() || to == whole.end()) {
        return false;
    }
    if (from->second != to->second) {
        return true;
    }
    return std::ranges::any_of(from->second->points, [&](const PlotPoint& point) {
        return point.x > left.x && point.x < right.x &&
               !shown.contains(keyOf(*from->second, point));
    });
}

}  // namespace

bool hasLeftOut(const std::vector<StudyForPlot>& studies) {
    return std::ranges::any_of(studies,
                               [](const StudyForPlot& study) { return !study.leftOut.empty(); });
}

std::vector<StudyForPlot> withLeftOut(std::vector<StudyForPlot> studies) {
    for (StudyForPlot& study : studies) {
        std::ranges::move(study.leftOut, std::back_inserter(study.runs));
        study.leftOut.clear();
        std::ranges::stable_sort(study.runs, {}, &RunForPlot::number);
    }
    return studies;
}

bool breakAcrossLeftOut(PlotModel& shown, const PlotModel& whole) {
    const Places there = placesIn(whole);
    const Places here = placesIn(shown);
    bool broke = false;
    for (PlotSeries& series : shown.series) {
        if (!series.isLine() || series.kind == SeriesKind::Reference) {
            continue;
        }
        std::vector<PlotPoint> points;
        for (PlotPoint& point : series.points) {
            if (!points.empty() && areApart(series, points.back(), point, here, there)) {
                points.push_back({.x = (points.back().x + point.x) / 2, .y = kNoNumber});
                broke = true;
            }
            points.push_back(std::move(point));
        }
        series.points = std::move(points);
    }
    return broke;
}

}  // namespace throughline::ui
