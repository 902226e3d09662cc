// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/default_choice.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/metrics/registry.h"
#include "engine/spec/choices.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/study_views.h"

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

/// Whether a run has samples of it, or may have them where nobody says.
static bool isSampled(const std::vector<StudyForPlot>& studies, const Field& field) {
    return std::ranges::any_of(studies, [&](const StudyForPlot& study) {
        return std::ranges::any_of(study.runs, [&](const RunForPlot& run) {
            return !run.sampled || std::ranges::any_of(*run.sampled, [&](const std::string& key) {
                return key == field.key || metrics::parse_metric_key(key).id == field.key;
            });
        });
    });
}

/// Whether a run has both as numbers, so that it is a point.
static bool isPoint(const std::vector<StudyForPlot>& studies,
                    const std::string& x,
                    const std::string& y) {
    return std::ranges::any_of(studies, [&](const StudyForPlot& study) {
        return std::ranges::any_of(study.runs, [&](const RunForPlot& run) {
            return numberOf(run, x) && numberOf(run, y);
        });
    });
}

/// Nothing was set: what another tool measured, over time where it has samples, else against the
/// next of its figures.
static void chooseOfOneRun(PlotChoice& choice,
                           const std::vector<StudyForPlot>& studies,
                           const std::vector<Field>& fields) {
    const auto isY = [&](const Field& field) { return field.key == choice.y; };
    const auto sampled = [&](const Field& field) {
        return field.group == FieldGroup::Measured && isSampled(studies, field);
    };
    const auto y = std::ranges::find_if(fields, isY);
    auto over_time = y != fields.end() && sampled(*y) ? y : std::ranges::find_if(fields, sampled);
    const auto other = std::ranges::find_if(fields, [&](const Field& field) {
        return !isY(field) && !field.isSeveral && isPoint(studies, field.key, choice.y);
    });
    const auto any = std::ranges::find_if(
        fields, [&](const Field& field) { return !isY(field) && !field.isSeveral; });
    choice.x = other != fields.end() ? other->key : any != fields.end() ? any->key : choice.y;
    if (over_time != fields.end()) {
        choice.y = over_time->key;
        choice.chart = SamplesChart{};
    }
}

/// A storage baseline, with or without small files.
static bool isStorageBaseline(const StudyForPlot& study) {
    return !study.runs.empty() && std::ranges::all_of(study.runs, [](const RunForPlot& run) {
        return isSetting(run, "pattern") && spec::stages_of(run.settings) == spec::Stages::Storage;
    });
}

/// Whether the runs that a view of grids means differ in this setting.
static bool differIn(const StudyForPlot& study, const PlotChoice& choice, const std::string& key) {
    std::set<QString> texts;
    for (const RunForPlot* const run : meantRuns(study, choice)) {
        if (numberOf(*run, choice.y)) {
            texts.insert(settingText(*run, key));
        }
    }
    return texts.size() > 1;
}

/// What storage baselines are first seen as: one as the map of its grid, several by request size.
static std::optional<PlotChoice> choiceOfBaselines(const std::vector<StudyForPlot>& studies) {
    if (studies.empty() || !std::ranges::all_of(studies, isStorageBaseline)) {
        return std::nullopt;
    }
    const PlotChoice map = studyViewNamed(QStringLiteral("storage-map")).value().choice;
    const std::string& rows = std::get<MapChart>(map.chart).rows;
    if (studies.size() == 1 && differIn(studies[0], map, map.x) &&
        differIn(studies[0], map, rows)) {
        return map;
    }
    const PlotChoice sizes = studyViewNamed(QStringLiteral("storage-sizes")).value().choice;
    return std::ranges::any_of(studies,
                               [&](const auto& study) { return differIn(study, sizes, sizes.x); })
               ? std::optional(sizes)
               : std::nullopt;
}

PlotChoice defaultChoice(const std::vector<StudyForPlot>& studies) {
    if (auto baseline = choiceOfBaselines(studies)) {
        return *std::move(baseline);
    }
    const std::vector<Field> fields = availableFields(studies);
    PlotChoice choice;
    choice.y = hasField(fields, "images_per_second") ? "images_per_second" : "";
    for (const Field& field : fields) {
        if (choice.y.empty() && field.group == FieldGroup::Measured) {
            choice.y = field.key;
        }
    }
    choice.x = sweptKey(studies);
    if (choice.x == "node_count" && choice.y == "images_per_second" &&
        std::ranges::any_of(studies, [](const StudyForPlot& study) {
            return study.origin == record::Origin::Measured;
        })) {
        return studyViewNamed(QStringLiteral("nodes")).value().choice;
    }
    if (choice.x.empty() && (fields.empty() || hasField(fields, "decode.threads"))) {
        choice.x = "decode.threads";
    }
    if (choice.x.empty()) {
        chooseOfOneRun(choice, studies, fields);
    }
    if (auto* scale = choice.part<LogY>()) {
        scale->logByData = true;
    }
    return choice;
}

}  // namespace throughline::ui
