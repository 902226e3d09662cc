// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "engine/store/library.h"

namespace throughline::app {
namespace {

struct ImportOptions {
    std::vector<std::string> files;
    std::string library;
    bool json = false;
};

Json file_json(const std::string& path, const Result<store::IngestReport>& outcome) {
    Json json = {{"path", json_text(path)}, {"ok", outcome.has_value()}};
    if (!outcome) {
        json["error"] = json_text(describe(outcome.error()));
        json["error_code"] = error_code_name(outcome.error().code);
        return json;
    }
    json["study"] = outcome->uuid;
    json["id"] = outcome->study_id;
    json["lines_new"] = outcome->lines_new;
    if (const auto& damage = outcome->damage) {
        json["damage"] = {{"line", damage->line},
                          {"byte_offset", damage->byte_offset},
                          {"text", json_text(damage->text)}};
    }
    return json;
}

void print_outcome(const std::string& path, const store::IngestReport& outcome) {
    print(path + ": study " + std::to_string(outcome.study_id) + ", " +
          (outcome.lines_new == 0 ? "nothing new"
                                  : std::to_string(outcome.lines_new) + " new lines") +
          "\n");
    if (outcome.damage) {
        warn(path + ": damaged at line " + std::to_string(outcome.damage->line) + ": " +
             outcome.damage->text + "\n  Everything before that was taken in.");
    }
}

ExitCode import_files(const ImportOptions& options) {
    auto library = store::Library::open(options.library);
    if (!library) {
        return report(library.error());
    }
    ExitCode exit_code = kDone;
    Json files = Json::array();
    for (const std::string& path : options.files) {
        const auto outcome = (*library)->ingest(path);
        if (!outcome) {
            report(outcome.error());
            exit_code = kFailed;
        } else if (!options.json) {
            print_outcome(path, *outcome);
        }
        files.push_back(file_json(path, outcome));
    }
    if (options.json) {
        print_json({{"files", files}});
    }
    return exit_code;
}

}  // namespace

void add_import_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "import", "Take records into the library; what is there already is left as it is");
    const auto options = std::make_shared<ImportOptions>();
    command->add_option("FILES", options->files, "Records (.tlrun)")->required();
    command->add_option("--library", options->library, "Library file instead of the user's own");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = import_files(*options); });
}

}  // namespace throughline::app
