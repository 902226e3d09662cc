// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/library_study.h"
#include "app/engine/report.h"
#include "app/engine/text_table.h"
#include "engine/run/derive.h"
#include "engine/run/table.h"
#include "engine/store/library.h"

namespace throughline::app {
namespace {

struct LibraryOptions {
    std::string library;
    std::string study;  ///< number in the library, or the beginning of a uuid
    std::string output;
    bool json = false;
    bool overwrite = false;
};

Json row_json(const store::StudyRow& row, bool in_bin) {
    return {{"id", row.id},
            {"study", row.uuid},
            {"title", json_text(row.title)},
            {"origin", run::name_of(row.origin)},
            {"started_at", row.started_at},
            {"host", json_text(row.host)},
            {"interrupted", row.interrupted},
            {"runs", row.run_count},
            {"verdict", json_text(row.verdict)},
            {"grade", run::name_of(row.grade)},
            {"source_path", json_text(row.source_path)},
            {"in_bin", in_bin}};
}

ExitCode list(store::Library& library, const LibraryOptions& options) {
    Json documents = Json::array();
    std::vector<std::vector<std::string>> table{{"id", "started", "host", "runs", "title", ""}};
    for (const bool in_bin : {false, true}) {
        const auto rows = library.studies(in_bin);
        if (!rows) {
            return report(rows.error());
        }
        for (const store::StudyRow& row : *rows) {
            documents.push_back(row_json(row, in_bin));
            table.push_back({std::to_string(row.id),
                             row.started_at,
                             row.host,
                             std::to_string(row.run_count),
                             row.title,
                             in_bin ? "in the bin" : (row.interrupted ? "interrupted" : "")});
        }
    }
    if (options.json) {
        Json document;
        document["studies"] = std::move(documents);
        print_json(document);
    } else {
        print(table.size() == 1 ? "The library is empty.\n" : aligned(table, true));
    }
    return kDone;
}

ExitCode show(store::Library& library, std::int64_t id, const LibraryOptions& options) {
    const auto row = library.study(id);
    auto study = library.load(id);
    if (!row || !study) {
        return report(row ? study.error() : row.error());
    }
    study->header.title = row->title;  // it may have been renamed since it was recorded
    run::derive(*study);
    print(options.json ? run::study_json(*study) + "\n" : run::study_table(*study));
    return kDone;
}

ExitCode done_or_report(const Result<void>& outcome, const std::string& words) {
    if (!outcome) {
        return report(outcome.error());
    }
    print(words + "\n");
    return kDone;
}

ExitCode export_study(store::Library& library, std::int64_t id, const LibraryOptions& options) {
    std::error_code none;
    if (!options.overwrite && std::filesystem::exists(options.output, none)) {
        return report(
            Error{.code = ErrorCode::Usage,
                  .what = "'" + options.output + "' exists; use --overwrite to replace it"});
    }
    return done_or_report(library.export_record(id, options.output), "wrote " + options.output);
}

using StudyAct = ExitCode (*)(store::Library&, std::int64_t, const LibraryOptions&);

ExitCode with_library(const LibraryOptions& options,
                      const std::function<ExitCode(store::Library&)>& act) {
    auto library = store::Library::open(options.library);
    return library ? act(**library) : report(library.error());
}

/// A command below `library` that acts on one study.
CLI::App* add_study_command(CLI::App& parent,
                            const char* name,
                            const char* words,
                            const std::shared_ptr<LibraryOptions>& options,
                            int& exit_code,
                            StudyAct act) {
    CLI::App* const command = parent.add_subcommand(name, words);
    command->add_option("ID", options->study, "Number of the study, or the beginning of its uuid")
        ->required();
    command->callback([options, act, &exit_code] {
        exit_code = with_library(*options, [&](store::Library& library) {
            const auto id = find_study(library, options->study);
            return id ? act(library, *id, *options)
                      : report(id.error(),
                               "'throughline-engine library list' shows what is there.");
        });
    });
    command->add_option("--library", options->library, "Library file instead of the user's own");
    return command;
}

}  // namespace

void add_library_command(CLI::App& app, int& exit_code) {
    CLI::App* const library = app.add_subcommand("library", "The studies kept on this computer");
    library->require_subcommand(1);
    const auto options = std::make_shared<LibraryOptions>();

    CLI::App* const list_command =
        library->add_subcommand("list", "List the studies, newest first");
    list_command->add_option(
        "--library", options->library, "Library file instead of the user's own");
    list_command->add_flag("--json", options->json, "Print JSON");
    list_command->callback([options, &exit_code] {
        exit_code =
            with_library(*options, [&](store::Library& opened) { return list(opened, *options); });
    });

    add_study_command(*library, "show", "Print a study", options, exit_code, show)
        ->add_flag("--json", options->json, "Print JSON");
    add_study_command(*library,
                      "delete",
                      "Move a study to the bin",
                      options,
                      exit_code,
                      [](store::Library& opened, std::int64_t id, const LibraryOptions&) {
                          return done_or_report(
                              opened.set_in_bin(id, true),
                              "moved to the bin; 'library restore' brings it back");
                      });
    add_study_command(*library,
                      "restore",
                      "Bring a study back from the bin",
                      options,
                      exit_code,
                      [](store::Library& opened, std::int64_t id, const LibraryOptions&) {
                          return done_or_report(opened.set_in_bin(id, false), "restored");
                      });
    CLI::App* const export_command = add_study_command(
        *library, "export", "Write a study as a record again", options, exit_code, export_study);
    export_command->add_option("-o,--output", options->output, "File to write (.tlrun)")
        ->required();
    export_command->add_flag("--overwrite", options->overwrite, "Replace an existing file");
}

}  // namespace throughline::app
