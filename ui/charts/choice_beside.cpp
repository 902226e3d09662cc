// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/choice_beside.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/metrics/registry.h"
#include "ui/charts/chart_kinds.h"

namespace throughline::ui {

namespace {

/// What people look at next, in this order, where the runs have it.
constexpr std::array kLookedAtNext{"images_per_second",
                                   "disk_utilisation",
                                   "read_bytes_per_second",
                                   "requested_read_bytes_per_second",
                                   "cpu_utilisation",
                                   "gpu_utilisation",
                                   "read_iops",
                                   "read_requests_per_second",
                                   "read_latency_p99"};

std::string_view idOf(std::string_view key) {
    return key.substr(0, key.find('{'));
}

/// A measured quantity that no chart shows yet: one of those, else the first; where all are shown,
/// `otherwise`.
std::string quantityNotShown(const std::vector<StudyForPlot>& studies,
                             const ExploreState& state,
                             const std::string& otherwise) {
    std::vector<Field> fields = availableFields(studies);
    std::erase_if(fields, [&](const Field& field) {
        return field.group != FieldGroup::Measured || field.isText || field.isSeveral ||
               std::ranges::any_of(state.charts, [&](const ChartState& chart) {
                   // The same quantity of the only device is no other one.
                   return idOf(chart.choice.y) == idOf(field.key) ||
                          idOf(chart.choice.x) == idOf(field.key);
               });
    });
    for (const char* id : kLookedAtNext) {
        for (const Field& field : fields) {
            if (metrics::parse_metric_key(field.key).id == id) {
                return field.key;
            }
        }
    }
    return fields.empty() ? otherwise : fields.front().key;
}

}  // namespace

PlotChoice choiceBeside(const ExploreState& state, const std::vector<StudyForPlot>& studies) {
    const PlotChoice& current = state.chart().choice;
    PlotChoice choice = current;
    for (const Field& subject : subjectsOf(current.points(), studies)) {
        const bool is_shown = std::ranges::any_of(state.charts, [&](const ChartState& other) {
            return other.choice.points() == current.points() &&
                   other.choice.partOrNone<Subject>().subject == subject.key;
        });
        if (!is_shown) {
            choice.part<Subject>()->subject = subject.key;
            return choice;
        }
    }
    if (current.has<Subject>()) {
        ChartParts before = state.chart().before;
        choice = ofKind(choice, PointsOf::Runs, before);
    }
    choice.y = quantityNotShown(studies, state, current.y);
    if (auto* second = choice.part<SecondY>()) {
        second->y2.clear();
    }
    if (auto* levels = choice.part<LevelsShown>()) {
        levels->goal.reset();  // it was of another quantity
    }
    return choice;
}

}  // namespace throughline::ui
