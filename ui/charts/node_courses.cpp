// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/node_courses.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"
#include "engine/record/straggler_note.h"

namespace throughline::ui {

namespace {

constexpr const char* kRateOfNode = "images_per_second";
constexpr const char* kWaitOfNode = "step_wait";
constexpr std::size_t kCellsOfNode = 512;

/// The keys of a run's nodes, in the order of their names.
template <class Metrics>
std::vector<std::string> nodeKeys(const Metrics& metrics) {
    std::vector<std::string> keys;
    const std::string prefix = std::string(kRateOfNode) + "{node=";
    for (auto at = metrics.lower_bound(prefix);
         at != metrics.end() && at->first.starts_with(prefix);
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
        const std::size_t nodes = nodeKeys(run.metrics).size();
        const bool done = run.status == record::RunStatus::Done;
        if (done && nodes > 1 && (most == nullptr || nodes > nodeKeys(most->metrics).size())) {
            most = &run;
        }
    }
    return most;
}

}  // namespace

bool hasSeveralNodes(const StudyForPlot& study) {
    return std::ranges::any_of(
        study.runs, [](const RunForPlot& run) { return nodeKeys(run.metrics).size() > 1; });
}

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
    const auto keys = run == nullptr ? std::vector<std::string>() : nodeKeys(run->metrics);
    if (keys.empty() || keys.size() > kNodeCoursesMax) {
        return courses;
    }
    const auto waitOf = [&](const std::string& node) -> std::optional<double> {
        const auto at = run->metrics.find(metrics::labelled(kWaitOfNode, "node", node));
        return at == run->metrics.end() ? std::nullopt : std::optional(at->second.value);
    };
    const bool meet = std::ranges::all_of(keys, [&](const std::string& key) {
        return waitOf(metrics::parse_metric_key(key).value).has_value();
    });
    for (const std::string& key : keys) {
        const std::string node = metrics::parse_metric_key(key).value;
        const char* const quantity = meet ? kWaitOfNode : kRateOfNode;
        auto samples = readSamples(library,
                                   {.study = {},
                                    .run = run->id,
                                    .metric = metrics::labelled(quantity, "node", node),
                                    .stretch = {.cells = kCellsOfNode}});
        if (!samples) {
            return std::move(samples).error();
        }
        const bool holds_back = std::ranges::any_of(*notes, [&](const record::Note& note) {
            return note.code == record::kStragglerNote && note.run == run->number &&
                   note.item == node;
        });
        courses.push_back({.node = QString::fromStdString(node),
                           .imagesPerSecond = run->metrics.at(key).value,
                           .waits = waitOf(node),
                           .holdsBack = holds_back,
                           .quantity = quantity,
                           .samples = *std::move(samples)});
    }
    return courses;
}

}  // namespace throughline::ui
