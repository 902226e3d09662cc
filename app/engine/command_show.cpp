// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/report.h"
#include "app/engine/study_table.h"
#include "app/engine/terminal.h"
#include "engine/analysis/derive.h"
#include "engine/record/read_record.h"
#include "engine/record/study.h"

namespace throughline::app {
namespace {

struct ShowOptions {
    std::string path;
    bool json = false;
    bool all = false;
    std::string find;
};

ExitCode show(const ShowOptions& options) {
    auto record = record::read_record(options.path);
    if (!record) {
        return report(record.error());
    }
    if (const auto& damage = record->damage) {
        warn(options.path + ": damaged at line " + std::to_string(damage->line) + ", byte " +
             std::to_string(damage->byte_offset) + ": " + damage->text +
             "\n  Everything before that is shown.");
    }
    record::Study& study = record->study;
    analysis::derive(study);
    if (!options.find.empty()) {
        const std::string found = app::study_figures(study, options.find, options.all);
        if (found.empty()) {
            return report(Error{.code = ErrorCode::NotFound,
                                .what = "no figure contains all of these words: " + options.find},
                          "'throughline-engine metrics' lists all.");
        }
        print(found);
    } else if (options.json) {
        print_data(app::study_json(study) + "\n");
    } else {
        print(options.all ? app::study_details(study) : app::study_table(study, output_columns()));
    }
    return kDone;
}

}  // namespace

void add_show_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand("show", "Print what a record holds");
    const auto options = std::make_shared<ShowOptions>();
    command->add_option("FILE", options->path, "Record (.tlrun)")->required();
    CLI::Option* const json = command->add_flag("--json", options->json, "Print JSON");
    command
        ->add_flag("--all",
                   options->all,
                   "Print every setting, metric and note; with --find each of many nodes")
        ->excludes(json);
    command
        ->add_option("--find",
                     options->find,
                     "Print the figures with all of these words, and why a run lacks one and what "
                     "would bring it")
        ->type_name("WORDS")
        ->excludes(json);
    command->callback([options, &exit_code] { exit_code = show(*options); });
}

}  // namespace throughline::app
