// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/meant_runs.h"

#include <algorithm>

#include "engine/analysis/foreign_names.h"
#include "engine/spec/spec.h"
#include "ui/charts/fields.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/words.h"

namespace throughline::ui {

bool concernsGrids(const PlotChoice& choice) {
    return std::ranges::any_of(choice.published,
                               [](const auto& condition) { return condition.key == "pattern"; });
}

bool isMeant(const StudyForPlot& study, const RunForPlot& run, const PlotChoice& choice) {
    const bool published = study.origin == record::Origin::Published || concernsGrids(choice);
    const auto& conditions = published ? choice.published : choice.own;
    // What limits allow stands beside no measurements unless a chart is of it.
    if (isListedLimit(run) && std::ranges::none_of(conditions, [](const auto& condition) {
            return condition.key == "statement" && !condition.absent;
        })) {
        return false;
    }
    return std::ranges::all_of(conditions, [&](const RunCondition& condition) {
        const QString text = settingText(run, condition.key);
        const bool holds = isSetting(run, condition.key) &&
                           (condition.contains.empty() ||
                            std::ranges::any_of(condition.contains, [&](const std::string& part) {
                                return text.contains(QString::fromStdString(part));
                            }));
        return holds != condition.absent;
    });
}

std::vector<const RunForPlot*> meantRuns(const StudyForPlot& study, const PlotChoice& choice) {
    std::vector<const RunForPlot*> runs;
    for (const RunForPlot& run : study.runs) {
        if (isMeant(study, run, choice)) {
            runs.push_back(&run);
        }
    }
    return runs;
}

std::function<bool(const RunForPlot&)> stagesThatFit(const std::vector<StudyForPlot>& studies,
                                                     bool stagesOnAxis) {
    bool full = false;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            full = full || spec::stages_of(run.settings) == spec::Stages::Full;
        }
    }
    const bool any = !full || stagesOnAxis;
    return [any](const RunForPlot& run) { return any || spec::is_full(run.settings); };
}

bool isCeilingWithPlace(const RunForPlot& run, const PlotChoice& choice) {
    const AlongX& along = choice.partOrNone<AlongX>();
    const bool shown = along.fullOnly && along.ceilings && along.yAs == YAs::Value &&
                       choice.y == "images_per_second";
    return shown && spec::stages_of(run.settings) == spec::Stages::Storage &&
           !isSetting(run, choice.x) && numberOf(run, choice.x) && numberOf(run, choice.y) &&
           whyNoResult(run).isEmpty();
}

std::vector<StudyForPlot> withoutStagesAlone(const std::vector<StudyForPlot>& studies,
                                             const PlotChoice& choice,
                                             MissingCount& missing) {
    const auto fits = stagesThatFit(studies, choice.x == "stages");
    std::vector<StudyForPlot> fitting = studies;
    for (StudyForPlot& study : fitting) {
        std::erase_if(study.runs, [&](const RunForPlot& run) {
            if (fits(run) || isCeilingWithPlace(run, choice)) {
                return false;
            }
            if (isMeant(study, run, choice)) {
                const QString stages = settingName("stages", settingText(run, "stages"));
                missing.add(tr("%1, not mixed with the full pipeline").arg(stages), run.id);
            }
            return true;
        });
    }
    return fitting;
}

bool bearsOn(const RunForPlot& run, const std::string& key) {
    const auto stages = spec::stages_of(run.settings);
    return isSetting(run, key) ? !stages || key == "stages" || spec::setting_matters(key, stages)
                               : !analysis::foreign_name_needs_more(key, stages);
}

}  // namespace throughline::ui
