// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "engine/base/format.h"
#include "engine/prepare/inspect_dataset.h"
#include "engine/prepare/make_dataset.h"

namespace throughline::app {
namespace {

struct InspectOptions {
    std::string directory;
    std::uint64_t headers = 10'000;
    bool json = false;
};

ExitCode inspect(const InspectOptions& options) {
    const StopSignals signals;
    ProgressLine progress(options.json);
    const auto facts = prepare::inspect_dataset(
        options.directory,
        options.headers,
        [&](std::uint64_t done, std::uint64_t total) {
            const double share =
                total == 0 ? -1.0 : static_cast<double>(done) / static_cast<double>(total);
            progress.show(share, format_count(done) + " files read");
        },
        signals.token());
    progress.clear();
    if (!facts) {
        return report_on_images(facts.error());
    }
    print(options.json ? prepare::facts_json(*facts) : prepare::facts_text(*facts));
    return kDone;
}

void add_inspect(CLI::App& dataset, int& exit_code) {
    CLI::App* const command =
        dataset.add_subcommand("inspect", "Count, sizes and kinds of the images in a folder");
    const auto options = std::make_shared<InspectOptions>();
    command->add_option("DIR", options->directory, "Folder of JPEGs")->required();
    command->add_option("--headers", options->headers, "Read at most this many image headers")
        ->capture_default_str();
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = inspect(*options); });
}

void add_delete(CLI::App& dataset, int& exit_code) {
    CLI::App* const command = dataset.add_subcommand(
        "delete", "Delete a data set that 'dataset make' made, and nothing else");
    const auto directory = std::make_shared<std::string>();
    command->add_option("DIR", *directory, "Folder of the data set")->required();
    command->callback([directory, &exit_code] {
        const auto deleted = prepare::delete_dataset(*directory);
        if (!deleted) {
            exit_code = report(deleted.error());
            return;
        }
        print("deleted the data set in " + *directory + "\n");
    });
}

}  // namespace

void add_dataset_command(CLI::App& app, int& exit_code) {
    CLI::App* const dataset = app.add_subcommand("dataset", "Make, inspect or delete a data set");
    dataset->require_subcommand(1);
    add_dataset_make_command(*dataset, exit_code);
    add_inspect(*dataset, exit_code);
    add_delete(*dataset, exit_code);
}

}  // namespace throughline::app
