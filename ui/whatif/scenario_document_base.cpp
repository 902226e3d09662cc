// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenarios rest on: studies, and what is asked of them.
#include <utility>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

using whatif::Scenario;

void ScenarioDocument::setStudyBase(StudyBasePtr study) {
    State next = state_;
    whatif::ScenarioFile& file = next.file;
    if (!study) {
        file.base = std::exchange(file.typed_base, {})
                        .value_or(file.study_base ? Scenario{.name = whatif::kUnnamedBase}
                                                  : state_.file.base);
    } else {
        if (!state_.file.study_base) {
            file.typed_base = file.base;
        }
        // Typed-in figures would hide what was measured.
        file.base.changes.clear();
        file.base.catalog = {};
        file.base.cpu_cost.reset();
        const bool of_former =
            state_.file.study_base && file.title == whatif::marked_title(*state_.file.study_base);
        file.title = file.title.empty() || of_former ? whatif::marked_title(*study) : file.title;
    }
    file.lost_base.clear();
    const QString text =
        study ? tr("Use study as the base") : tr("Use typed-in figures as the base");
    file.study_base = std::move(study);
    apply(std::move(next), text);
}

whatif::WaysQuestion firstWaysQuestion() {
    constexpr double kEpochs = 10.0;  // by then a copy has mostly paid
    return {.epochs = {kEpochs}};
}

void ScenarioDocument::askWays(StudyOfWays study,
                               const whatif::WaysQuestion& question,
                               const QString& text,
                               const QString& mergeKey) {
    State next = state_;
    next.file.ways_study = std::move(study);
    next.file.ways = question;
    apply(std::move(next), text, mergeKey);
}

}  // namespace throughline::ui
