// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/measure_study.h"
#include "app/engine/report.h"
#include "app/engine/study_data.h"
#include "app/engine/study_findings.h"
#include "app/engine/study_list.h"
#include "engine/analysis/derive.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/panels/panels.h"
#include "engine/record/read_record.h"
#include "engine/store/data_folder.h"

namespace throughline::app {
namespace {

struct ExperimentArguments {
    std::string name{};
    std::string folder{};
    std::string check{};
    bool quick = false;
    bool data_only = false;
    bool list = false;
    bool about = false;
    bool json = false;
    MeasureOptions how{};
};

using Panels = std::vector<const panels::Panel*>;

/// What a name stands for: one panel, or all that an experiment of this name serves.
struct Named {
    const panels::Experiment* experiment = nullptr;
    Panels shown{};
};

Error no_panel(const std::string& name) {
    return usage_error(name.empty() ? "study: name a panel, or list them with --list"
                                    : "study " + name + ": no such panel; --list names them");
}

/// Errors: Usage: there is neither of this name, or it is not measured.
Result<Named> named(const std::string& name) {
    if (const panels::Panel* const panel = panels::find_panel(name)) {
        const panels::Experiment* const experiment = panels::experiment_of(*panel);
        if (experiment == nullptr) {
            return usage_error("study " + name + ": " + say(panel->not_measured));
        }
        return Named{.experiment = experiment, .shown = panels::panels_of(experiment->id)};
    }
    if (const panels::Experiment* const experiment = panels::find_experiment(name)) {
        return Named{.experiment = experiment, .shown = panels::panels_of(name)};
    }
    return no_panel(name);
}

/// Says of a record whether the findings hold: those of the panel that was named, else of all that
/// its experiment serves.
int check_record(const ExperimentArguments& arguments) {
    auto record = record::read_record(arguments.check);
    if (!record) {
        return report(record.error());
    }
    if (const auto& damage = record->damage) {
        warn(arguments.check + ": damaged at line " + std::to_string(damage->line) + ": " +
             damage->text + "\n  Everything before that is checked.");
    }
    analysis::derive(record->study);
    Panels shown;
    if (!arguments.name.empty()) {
        const auto asked = named(arguments.name);
        if (!asked) {
            return report(asked.error());
        }
        const panels::Panel* const panel = panels::find_panel(arguments.name);
        shown = panel == nullptr ? asked->shown : Panels{panel};
    } else if (const auto* const experiment = panels::experiment_of(record->study)) {
        shown = panels::panels_of(experiment->id);
    } else {
        return report(
            usage_error("'" + arguments.check +
                        "' is not the whole of any experiment of a study: name a panel before "
                        "--check"));
    }
    print_findings(record->study, shown, arguments.json);
    return kDone;
}

int measure_named(const ExperimentArguments& arguments) {
    const auto asked = named(arguments.name);
    if (!asked) {
        return report(asked.error());
    }
    const std::string root =
        arguments.folder.empty() ? store::data_folder() + "/datasets/studies" : arguments.folder;
    if (arguments.folder.empty()) {
        if (const auto made = store::make_private_folder(root); !made) {
            return report(made.error());
        }
    }
    if (const auto made = make_study_data(*asked->experiment, root, arguments.how.events); !made) {
        return report(made.error(), "What was made is kept; the same command goes on from it.");
    }
    if (arguments.data_only) {
        if (arguments.how.events) {
            print_json_line({{"status", "done"}, {"directory", json_text(root)}});
        } else {
            print("the data of the study are in " + root + "\n");
        }
        return kDone;
    }
    std::optional<record::Study> measured;
    MeasureOptions how = arguments.how;
    how.on_end = [&measured](const record::Study& study) { measured = study; };
    spec::StudySpec spec = panels::spec_of(*asked->experiment, root, arguments.quick);
    spec.title = say(asked->experiment->title);
    const int exit_code = measure_study(how, spec);
    if (measured && !how.events) {
        print_findings(*measured, asked->shown, false);
    }
    return exit_code;
}

int carry_out(const ExperimentArguments& arguments) {
    if (arguments.list) {
        print_panels(arguments.json);
        return kDone;
    }
    if (!arguments.check.empty()) {
        return check_record(arguments);
    }
    if (!arguments.about) {
        return measure_named(arguments);
    }
    const panels::Panel* const panel = panels::find_panel(arguments.name);
    if (panel == nullptr) {
        return report(no_panel(arguments.name));
    }
    print_panel(*panel, arguments.json);
    return kDone;
}

}  // namespace

void add_study_command(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand(
        "study",
        "List the charts of the published studies, measure one again, and say whether what it "
        "showed holds here");
    auto arguments = std::make_shared<ExperimentArguments>();
    command->add_option("PANEL", arguments->name, "Chart to measure: a name that --list prints");
    command->add_option("FOLDER",
                        arguments->folder,
                        "Folder for the data, up to 500 MB that are made once and kept; else one "
                        "in the data folder");
    command->add_flag("--list", arguments->list, "List every chart of the studies");
    command->add_flag("--about", arguments->about, "Explain PANEL and measure nothing");
    command->add_option("--check",
                        arguments->check,
                        "Say of a record (.tlrun) whether the study's findings hold in it");
    command->add_flag("--json", arguments->json, "With --list, --about and --check: print JSON");
    command->add_flag("--quick", arguments->quick, "Measure for a minute or two instead of ten");
    command->add_flag("--data-only", arguments->data_only, "Make the data and measure nothing");
    MeasureOptions& how = arguments->how;
    command->add_option("-o,--output", how.output, "Record to write (.tlrun)");
    command->add_flag("--overwrite", how.overwrite, "Replace an existing record");
    command->add_flag(
        "--events", how.events, "Print the record's lines to stdout as they are written");
    command->add_flag("--control", how.control, "Read JSON commands from stdin");
    command->add_flag(
        "--force",
        how.force,
        "Measure even if another of your measurements is running; both are marked disturbed");
    command->callback([arguments, &exit_code] { exit_code = carry_out(*arguments); });
}

}  // namespace throughline::app
