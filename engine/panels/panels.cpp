// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/panels.h"

#include <algorithm>

#include "engine/base/say.h"

namespace throughline::panels {

const char* title_of(Question question) noexcept {
    switch (question) {
        case Question::WhichDisk:
            return to_say("Which disk?");
        case Question::HowManyThreads:
            return to_say("How many threads?");
        case Question::DoesItScale:
            return to_say("Does it scale?");
        case Question::CopyOrStream:
            return to_say("Copy or stream?");
        case Question::WhereTheTimeGoes:
            return to_say("Where does the time go?");
    }
    return "";
}

const char* name_of(Question question) noexcept {
    switch (question) {
        case Question::WhichDisk:
            return "which-disk";
        case Question::HowManyThreads:
            return "how-many-threads";
        case Question::DoesItScale:
            return "does-it-scale";
        case Question::CopyOrStream:
            return "copy-or-stream";
        case Question::WhereTheTimeGoes:
            return "where-the-time-goes";
    }
    return "";
}

const Panel* find_panel(std::string_view id) {
    const std::vector<Panel>& all = all_panels();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Panel& panel) { return panel.id == id; });
    return found == all.end() ? nullptr : &*found;
}

const Experiment* experiment_of(const Panel& panel) {
    return find_experiment(panel.experiment);
}

const Experiment* experiment_of(const record::Study& study) {
    if (study.header.origin != record::Origin::Measured) {
        return nullptr;
    }
    std::vector<spec::Settings> settings;
    for (const record::RunData& run : study.runs) {
        settings.push_back(run.started.settings);
    }
    return experiment_of_runs(settings);
}

std::vector<const Panel*> panels_of(std::string_view experiment) {
    std::vector<const Panel*> served;
    for (const Panel& panel : all_panels()) {
        if (!experiment.empty() && panel.experiment == experiment) {
            served.push_back(&panel);
        }
    }
    return served;
}

}  // namespace throughline::panels
