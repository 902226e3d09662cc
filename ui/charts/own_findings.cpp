// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/own_findings.h"

#include "ui/style/said.h"

namespace throughline::ui {

record::Study figuresOf(const StudyForPlot& study) {
    record::Study figures;
    figures.header.study = study.uuid.toStdString();
    figures.header.origin = study.origin;
    for (const RunForPlot& run : study.runs) {
        record::RunData& copy = figures.runs.emplace_back();
        copy.started.run = run.number;
        copy.started.settings = run.settings;
        copy.status = run.status;
        copy.metrics = run.metrics;
        for (const auto& [code, text] : run.warnings) {
            copy.notes.push_back({.run = run.number,
                                  .code = code,
                                  .level = record::Level::Warning,
                                  .text = text.toStdString()});
        }
    }
    return figures;
}

std::optional<OwnFinding> findingOf(const panels::Panel& panel,
                                    const std::vector<StudyForPlot>& studies) {
    const StudyForPlot* newest = nullptr;
    for (const StudyForPlot& study : studies) {
        const panels::Experiment* const experiment =
            panel.claim.finding == nullptr ? nullptr : panels::experiment_of(figuresOf(study));
        const bool is_one =
            experiment != nullptr && std::string_view(experiment->id) == panel.experiment;
        if (is_one && (newest == nullptr || newest->startedAt < study.startedAt)) {
            newest = &study;
        }
    }
    if (newest == nullptr) {
        return std::nullopt;
    }
    panels::Finding finding = panel.claim.finding(figuresOf(*newest));
    if (finding.holds == panels::Holds::Unknown) {
        return std::nullopt;
    }
    const QString text = QString::fromStdString(panels::finding_text(panel.claim, finding));
    const QString grounds =
        said(panel.claim.rule) + u' ' + QString::fromStdString(panels::grade_text(finding));
    return OwnFinding{.finding = std::move(finding), .text = text, .grounds = grounds};
}

}  // namespace throughline::ui
