// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/default_choice.h"

#include <algorithm>

#include "engine/metrics/registry.h"
#include "engine/spec/choices.h"
#include "ui/charts/fields.h"

namespace throughline::ui {

/// What the studies are about: the first setting in which the full runs differ; where all of them
/// agree or there is none, in which the other runs differ. `stages` varies wherever ceilings were
/// measured and comes last: then the stages themselves are compared.
static std::string sweptKey(const std::vector<StudyForPlot>& studies) {
    for (const bool full_only : {true, false}) {
        for (const StudyForPlot& study : studies) {
            std::vector<const RunForPlot*> runs;
            for (const RunForPlot& run : study.runs) {
                if (!full_only || spec::is_full(run.settings)) {
                    runs.push_back(&run);
                }
            }
            for (const std::string& key : variedKeys(runs)) {
                if (key != "stages") {
                    return key;
                }
            }
        }
    }
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (settingText(run, "stages") != settingText(study.runs.front(), "stages")) {
                return "stages";
            }
        }
    }
    return {};
}

static bool isMeasured(const std::string& key) {
    const metrics::MetricInfo* info = metrics::find_metric(key);
    return info != nullptr && info->kind == metrics::Kind::Measured;
}

void leaveOutStagesAlone(PlotChoice& choice, const std::string& before) {
    if (auto* along = choice.part<AlongX>()) {
        along->fullOnly = isMeasured(choice.x) || (along->fullOnly && !isMeasured(before));
    }
}

PlotChoice defaultChoice(const std::vector<StudyForPlot>& studies) {
    const std::vector<Field> fields = availableFields(studies);
    PlotChoice choice;
    choice.y = hasField(fields, "images_per_second") ? "images_per_second" : "";
    for (const Field& field : fields) {
        if (choice.y.empty() && field.group == FieldGroup::Measured) {
            choice.y = field.key;
        }
    }
    choice.x = sweptKey(studies);
    if (choice.x.empty() && (fields.empty() || hasField(fields, "decode.threads"))) {
        choice.x = "decode.threads";
    }
    if (choice.x.empty()) {
        // A log of another tool: what it counted, over time.
        choice.chart = SamplesChart{};
        const auto other = std::ranges::find_if(
            fields, [&](const Field& field) { return field.key != choice.y && !field.isSeveral; });
        choice.x = other == fields.end() ? choice.y : other->key;
    }
    return choice;
}

}  // namespace throughline::ui
