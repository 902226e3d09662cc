// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/panels.h"

#include <algorithm>
#include <iterator>

#include "engine/base/say.h"
#include "engine/panels/panel_lists.h"

namespace throughline::panels {
namespace {

std::vector<Panel> panels_of_all_studies() {
    std::vector<Panel> all;
    for (std::vector<Panel> (*const list)() : {io_study_panels,
                                               io_study_device_panels,
                                               cloud_study_disk_panels,
                                               cloud_study_system_panels,
                                               training_study_panels,
                                               own_panels}) {
        std::vector<Panel> some = list();
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

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

const std::vector<Panel>& all_panels() {
    static const std::vector<Panel> kAll = panels_of_all_studies();
    return kAll;
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
