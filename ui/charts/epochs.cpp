// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/epochs.h"

#include <algorithm>
#include <map>

#include "engine/metrics/registry.h"
#include "engine/panels/panels.h"

namespace throughline::ui {

namespace {

constexpr const char* kLabel = "epoch";

/// By epoch, its figures.
std::map<int, record::Summaries> figuresByEpoch(const RunForPlot& run) {
    std::map<int, record::Summaries> epochs;
    for (const auto& [key, summary] : run.metrics) {
        const metrics::MetricKey parsed = metrics::parse_metric_key(key);
        if (parsed.label == kLabel) {
            epochs[QString::fromStdString(parsed.value).toInt()][parsed.id] = summary;
        }
    }
    return epochs;
}

}  // namespace

bool hasEpochs(const RunForPlot& run) {
    return std::ranges::any_of(run.metrics, [](const auto& figure) {
        return metrics::parse_metric_key(figure.first).label == kLabel;
    });
}

std::vector<StudyForPlot> epochsOf(const std::vector<StudyForPlot>& studies) {
    std::vector<StudyForPlot> all = studies;
    for (StudyForPlot& study : all) {
        std::vector<RunForPlot> epochs;
        for (const RunForPlot& run : study.runs) {
            for (auto& [number, figures] : figuresByEpoch(run)) {
                RunForPlot& one = epochs.emplace_back(run);
                one.settings[panels::kEpochOfRun] = std::int64_t{number};
                std::erase_if(one.metrics, [](const auto& figure) {
                    return metrics::parse_metric_key(figure.first).label == kLabel;
                });
                one.metrics.insert(figures.begin(), figures.end());
            }
        }
        study.runs = std::move(epochs);
    }
    return all;
}

}  // namespace throughline::ui
