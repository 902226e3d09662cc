// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/missing_measurement.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

#include "engine/record/this_machine.h"
#include "engine/record/touched.h"

namespace throughline::ui {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("throughline::study", text);
}

std::set<spec::Stages> stagesIn(const record::Study& study) {
    std::set<spec::Stages> stages;
    for (const record::RunData& run : study.runs) {
        if (const auto measured = spec::stages_of(run.started.settings)) {
            stages.insert(*measured);
        }
    }
    return stages;
}

QString buttonTitle(const std::set<spec::Stages>& missing, bool all_alone) {
    if (missing.contains(spec::Stages::Full)) {
        return words("Measure the full pipe&line…");
    }
    if (all_alone) {
        return words("Measure each stage a&lone…");
    }
    switch (*missing.begin()) {
        case spec::Stages::Storage:
            return words("Measure storage a&lone…");
        case spec::Stages::Decode:
            return words("Measure decoding a&lone…");
        case spec::Stages::Consumer:
        case spec::Stages::Full:
            break;
    }
    return words("Measure the consumer a&lone…");
}

}  // namespace

spec::StudySpec withEachStageAlone(spec::StudySpec spec) {
    spec.title.clear();
    spec.ceilings = true;
    spec.base["stages"] = std::string(spec::name_of(spec::Stages::Full));
    std::erase_if(spec.sweep, [](const auto& axis) { return axis.sets("stages"); });
    return spec;
}

std::optional<MissingMeasurement> missingMeasurement(const record::Study& study,
                                                     const spec::StudySpec& spec) {
    const bool whole_study = study.footer && record::missing_runs(study).empty();
    const bool sweeps_stages =
        std::ranges::any_of(spec.sweep, [](const auto& axis) { return axis.sets("stages"); });
    const std::set<spec::Stages> measured = stagesIn(study);
    if (study.header.origin != record::Origin::Measured || !whole_study || sweeps_stages ||
        measured.empty()) {
        return std::nullopt;
    }
    MissingMeasurement found{.spec = withEachStageAlone(spec)};
    if (!spec::validate(found.spec)) {
        return std::nullopt;
    }
    std::set<spec::Stages> missing;
    std::set<spec::Stages> alone;
    for (const spec::Settings& point : spec::expand(found.spec)) {
        const spec::Stages stages = spec::stages_of(point).value_or(spec::Stages::Full);
        if (stages != spec::Stages::Full) {
            alone.insert(stages);
        }
        if (!measured.contains(stages)) {
            missing.insert(stages);
        }
    }
    if (missing.empty()) {
        return std::nullopt;
    }
    found.title = buttonTitle(missing, missing == alone);
    found.tip = words(
        "Load the settings of this study into the form, with the full pipeline and each "
        "stage alone, which tells for sure what limits (Alt+L)");
    return found;
}

std::optional<MissingMeasurement> measurementHere(const record::Study& study) {
    const record::Place place =
        record::place_of(record::machine_of(study.header), record::this_machine());
    if (place == record::Place::Elsewhere || place == record::Place::Demo) {
        return std::nullopt;
    }
    const auto spec = spec::parse_spec(study.header.spec_json);
    return spec ? missingMeasurement(study, *spec) : std::nullopt;
}

}  // namespace throughline::ui
