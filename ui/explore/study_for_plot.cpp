// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/study_for_plot.h"

#include "engine/run/settings.h"

namespace throughline::ui {

RunForPlot runForPlot(const store::RunRow& row) {
    return {.id = row.id,
            .number = row.number,
            .status = row.status,
            .settings = row.settings,
            .metrics = row.metrics,
            .absent = row.absent};
}

RunForPlot runForPlot(const run::RunStarted& started, const run::RunEnded& ended) {
    return {.id = started.run,
            .number = started.run,
            .status = ended.status,
            .settings = started.settings,
            .metrics = ended.metrics,
            .absent = ended.absent};
}

StudyForPlot studyForPlot(const store::StudyRow& study,
                          const std::vector<store::RunRow>& runs,
                          int colourSlot) {
    StudyForPlot result{.uuid = QString::fromStdString(study.uuid),
                        .title = QString::fromStdString(study.title),
                        .origin = study.origin,
                        .colourSlot = colourSlot,
                        .startedAt = QString::fromStdString(study.started_at),
                        .host = QString::fromStdString(study.host),
                        .isBaseline = study.baseline,
                        .runs = {}};
    for (const store::RunRow& row : runs) {
        result.runs.push_back(runForPlot(row));
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
                               .absent = run.absent});
    }
    return result;
}

}  // namespace throughline::ui
