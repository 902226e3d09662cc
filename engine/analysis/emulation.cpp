// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/emulation.h"

#include <algorithm>
#include <set>

#include "engine/analysis/run_lookup.h"
#include "engine/base/say.h"
#include "engine/spec/choices.h"

namespace throughline::analysis {

namespace {

bool reads(const record::RunData& run) {
    const auto stages = spec::stages_of(run.started.settings);
    return stages != spec::Stages::Decode && stages != spec::Stages::Consumer;
}

}  // namespace

std::string emulated_volume_of(const record::RunData& run) {
    return reads(run) ? setting_or_empty(run, "storage.volume") : std::string();
}

std::string emulated_text(const record::Study& study) {
    const bool accelerator = std::ranges::any_of(study.runs, [](const record::RunData& run) {
        return spec::consumer_kind_of(run.started.settings) == spec::ConsumerKind::Paced;
    });
    const bool volume = std::ranges::any_of(
        study.runs, [](const record::RunData& run) { return !emulated_volume_of(run).empty(); });
    return accelerator && volume ? say("an emulated accelerator and an emulated volume")
           : accelerator         ? say("an emulated accelerator")
           : volume              ? say("an emulated volume")
                                 : "";
}

std::string emulated_reads_text(const record::Study& study) {
    std::set<std::string> volumes;
    bool all = true;
    for (const record::RunData& run : study.runs) {
        if (reads(run)) {
            const std::string volume = emulated_volume_of(run);
            all = all && !volume.empty();
            volumes.insert(volume);
        }
    }
    volumes.erase("");
    if (volumes.empty()) {
        return {};
    }
    return volumes.size() > 1 ? say(all ? to_say("Read from emulated volumes.")
                                        : to_say("Some runs read from emulated volumes."))
                              : say(all ? to_say("Read from the emulated volume %1.")
                                        : to_say("Some runs read from the emulated volume %1."),
                                    *volumes.begin());
}

}  // namespace throughline::analysis
