// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/emulation.h"

#include <algorithm>
#include <set>

#include "engine/analysis/run_lookup.h"
#include "engine/base/say.h"
#include "engine/spec/choices.h"

namespace throughline::analysis {

namespace {

bool reads(const spec::Settings& settings) {
    const auto stages = spec::stages_of(settings);
    return stages != spec::Stages::Decode && stages != spec::Stages::Consumer;
}

}  // namespace

std::string emulated_volume_of(const record::RunData& run) {
    return reads(run.started.settings) ? setting_or_empty(run, "storage.volume") : std::string();
}

Emulated emulated_in(const spec::Settings& settings) {
    const auto stages = spec::stages_of(settings);
    const bool fed = stages != spec::Stages::Storage && stages != spec::Stages::Decode;
    return {.accelerator = fed && spec::consumer_kind_of(settings) == spec::ConsumerKind::Paced,
            .volume = reads(settings) && !spec::text_or_empty(settings, "storage.volume").empty()};
}

Emulated emulated_in(const record::Study& study) {
    Emulated result;
    for (const record::RunData& run : study.runs) {
        const Emulated one = emulated_in(run.started.settings);
        result.accelerator = result.accelerator || one.accelerator;
        result.volume = result.volume || one.volume;
    }
    return result;
}

std::string emulated_mark(Emulated emulated) {
    return emulated.accelerator && emulated.volume ? say("emulated accelerator and volume")
           : emulated.accelerator                  ? say("emulated accelerator")
           : emulated.volume                       ? say("emulated volume")
                                                   : "";
}

std::string marked_title(const std::string& title, Emulated emulated) {
    if (!emulated) {
        return title;
    }
    return title.empty() ? emulated_mark(emulated) : title + " (" + emulated_mark(emulated) + ")";
}

std::string marked_title(const record::Study& study) {
    return marked_title(study.header.title, emulated_in(study));
}

std::string emulated_text(const record::Study& study) {
    const Emulated emulated = emulated_in(study);
    return emulated.accelerator && emulated.volume
               ? say("an emulated accelerator and an emulated volume")
           : emulated.accelerator ? say("an emulated accelerator")
           : emulated.volume      ? say("an emulated volume")
                                  : "";
}

std::string emulated_reads_text(const record::Study& study) {
    std::set<std::string> volumes;
    bool all = true;
    for (const record::RunData& run : study.runs) {
        if (reads(run.started.settings)) {
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
