// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stage_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "engine/metrics/registry.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

constexpr const char* kBusy = "stage_busy";
/// Costs that add up over the stages.
constexpr std::array kCosts{"cpu_seconds_per_image", "process_cpu_cores"};

bool isTime(const std::string& subject) {
    return metrics::parse_metric_key(subject).id == kBusy;
}

/// The stages that runs have `id` of, and how many runs each: in the order of the data, then by
/// name. Checksums are part of the storage stage's time already.
std::vector<std::pair<std::string, int>> stagesOf(const std::vector<StudyForPlot>& studies,
                                                  const std::string& id) {
    static constexpr std::array<std::string_view, 3> kOrder{"storage", "decode", "consumer"};
    std::map<std::string, int> found;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            for (auto at = run.metrics.lower_bound(id + "{");
                 at != run.metrics.end() && at->first.starts_with(id + "{");
                 ++at) {
                const metrics::MetricKey key = metrics::parse_metric_key(at->first);
                if (key.label == "stage" && key.value != "verify") {
                    ++found[key.value];
                }
            }
        }
    }
    std::vector<std::pair<std::string, int>> stages(found.begin(), found.end());
    std::ranges::stable_sort(stages, [](const auto& a, const auto& b) {
        return std::ranges::find(kOrder, a.first) < std::ranges::find(kOrder, b.first);
    });
    return stages;
}

std::vector<StagePart> partsOfTime(const std::string& stage, int slot) {
    const QString name = QString::fromStdString(stage);
    const auto part = [&](const QString& what, const char* id, BarFill fill) {
        return StagePart{.name = QStringLiteral("%1, %2").arg(name, what),
                         .key = metrics::labelled(id, "stage", stage),
                         .stack = slot,
                         .colourSlot = slot,
                         .fill = fill};
    };
    return {part(tr("busy"), kBusy, BarFill::Plain),
            part(tr("starved"), "stage_starved", BarFill::Hatched),
            part(tr("blocked"), "stage_blocked", BarFill::Crossed)};
}

}  // namespace

std::vector<Field> stageSubjects(const std::vector<StudyForPlot>& studies) {
    std::vector<Field> subjects;
    const auto add = [&](const std::string& key, int runs) {
        subjects.push_back({.key = key, .title = stageSubjectTitle(key), .runs = runs});
    };
    const auto stages = stagesOf(studies, kBusy);
    if (stages.size() > 1) {
        add(kBusy, stages.front().second);
    }
    for (const auto& [stage, runs] : stages) {
        add(metrics::labelled(kBusy, "stage", stage), runs);
    }
    for (const char* const cost : kCosts) {
        if (const auto of = stagesOf(studies, cost); !of.empty()) {
            add(cost, of.front().second);
        }
    }
    return subjects;
}

std::vector<StagePart> stageParts(const std::vector<StudyForPlot>& studies,
                                  const std::string& subject) {
    constexpr std::array kFills{BarFill::Plain, BarFill::Hatched, BarFill::Crossed};
    const metrics::MetricKey wanted = metrics::parse_metric_key(subject);
    const auto stages = stagesOf(studies, wanted.id);
    std::vector<StagePart> parts;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const std::string& stage = stages[i].first;
        const int slot = static_cast<int>(i);
        if (!isTime(subject)) {
            parts.push_back({.name = QString::fromStdString(stage),
                             .key = metrics::labelled(wanted.id, "stage", stage),
                             .stack = 0,
                             .colourSlot = slot,
                             .fill = kFills[i % kFills.size()]});
        } else if (wanted.value.empty() || wanted.value == stage) {
            const auto of_stage = partsOfTime(stage, slot);
            parts.insert(parts.end(), of_stage.begin(), of_stage.end());
        }
    }
    return parts;
}

QString stageSubjectTitle(const std::string& subject) {
    const metrics::MetricKey key = metrics::parse_metric_key(subject);
    if (!isTime(subject)) {
        return tr("%1 by stage").arg(axisOf(key.id).title);
    }
    return key.value.empty()
               ? tr("Stage time: busy, starved, blocked")
               : tr("Time of %1: busy, starved, blocked").arg(QString::fromStdString(key.value));
}

PlotAxis stageAxis(const std::string& subject) {
    const metrics::MetricKey key = metrics::parse_metric_key(subject);
    if (!isTime(subject)) {
        return axisOf(key.id);
    }
    return {.key = subject,
            .title = key.value.empty()
                         ? tr("Share of each stage's time")
                         : tr("Share of the time of %1").arg(QString::fromStdString(key.value)),
            .unit = "%",
            .shownUnit = QStringLiteral("%"),
            .fromZero = true,
            .range = Span{0.0, 100.0}};
}

}  // namespace throughline::ui
