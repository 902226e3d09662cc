// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>

#include "engine/record/study.h"
#include "engine/spec/spec.h"

namespace throughline::ui {

/// The same settings with the full pipeline and each stage alone, without a title of its own. An
/// axis of stages goes, since it would say otherwise.
spec::StudySpec withEachStageAlone(spec::StudySpec spec);

/// What a study says that it did not measure, as the measurement that does: the same settings with
/// the full pipeline and each stage alone, in one study, which is what a measured verdict needs.
struct MissingMeasurement {
    QString title{};  ///< of a button that leads to it: "Measure storage a&lone…"
    QString tip{};
    spec::StudySpec spec{};
};

/// `spec`: what the study was asked to measure. None: nothing is missing, or only points that a
/// stop left out, or the study is nothing that this program measures stage by stage.
std::optional<MissingMeasurement> missingMeasurement(const record::Study& study,
                                                     const spec::StudySpec& spec);

/// The same by what the record says that it was asked to measure. None also where the study is
/// known to be of another computer.
std::optional<MissingMeasurement> measurementHere(const record::Study& study);

}  // namespace throughline::ui
