// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/emulation.h"

#include <algorithm>

#include "engine/analysis/run_lookup.h"
#include "engine/spec/choices.h"

namespace throughline::analysis {

std::string emulated_volume_of(const record::RunData& run) {
    const auto stages = spec::stages_of(run.started.settings);
    const bool reads = stages != spec::Stages::Decode && stages != spec::Stages::Consumer;
    return reads ? setting_or_empty(run, "storage.volume") : std::string();
}

std::string emulated_text(const record::Study& study) {
    const bool accelerator = std::ranges::any_of(study.runs, [](const record::RunData& run) {
        return spec::consumer_kind_of(run.started.settings) == spec::ConsumerKind::Paced;
    });
    const bool volume = std::ranges::any_of(
        study.runs, [](const record::RunData& run) { return !emulated_volume_of(run).empty(); });
    return accelerator && volume ? "an emulated accelerator and an emulated volume"
           : accelerator         ? "an emulated accelerator"
           : volume              ? "an emulated volume"
                                 : "";
}

}  // namespace throughline::analysis
