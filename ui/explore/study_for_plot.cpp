// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/study_for_plot.h"

#include <utility>

#include "engine/run/settings.h"

namespace throughline::ui {

Result<StudyForPlot> readStudyForPlot(store::Library& library, std::int64_t id) {
    const auto study = library.study(id);
    if (!study) {
        return study.error();
    }
    auto rows = library.runs(id);
    if (!rows) {
        return std::move(rows).error();
    }
    StudyForPlot result{.uuid = QString::fromStdString(study->uuid),
                        .title = QString::fromStdString(study->title),
                        .origin = study->origin,
                        .startedAt = QString::fromStdString(study->started_at),
                        .host = QString::fromStdString(study->host),
                        .isBaseline = study->baseline,
                        .storage = storageLimitsOf(study->target),
                        .runs = {}};
    for (store::RunRow& row : *rows) {
        const auto histograms = library.histograms(row.id);
        if (!histograms) {
            return histograms.error();
        }
        result.runs.push_back({.id = row.id,
                               .number = row.number,
                               .status = row.status,
                               .settings = std::move(row.settings),
                               .metrics = std::move(row.metrics),
                               .absent = std::move(row.absent),
                               .spreads = run::distributions_of(*histograms)});
    }
    return result;
}

StudyForPlot studyForPlot(const run::Study& study, int colourSlot) {
    StudyForPlot result{.uuid = QString::fromStdString(study.header.study),
                        .title = QString::fromStdString(study.header.title),
                        .origin = study.header.origin,
                        .colourSlot = colourSlot,
                        .startedAt = QString::fromStdString(study.header.started_at),
                        .host = {},
                        .runs = {}};
    if (const auto host = study.header.environment.find("host.name");
        host != study.header.environment.end()) {
        result.host = QString::fromStdString(run::setting_text(host->second));
    }
    for (const run::RunData& run : study.runs) {
        result.runs.push_back({.id = run.started.run,
                               .number = run.started.run,
                               .status = run.status,
                               .settings = run.started.settings,
                               .metrics = run.metrics,
                               .absent = run.absent,
                               .spreads = run::distributions_of(run.histograms)});
    }
    return result;
}

}  // namespace throughline::ui
