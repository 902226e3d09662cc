// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/far_data.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "engine/base/format.h"
#include "engine/dataset_tools/inspect_dataset.h"
#include "engine/dataset_tools/make_dataset.h"
#include "engine/remote/hdfs_blocks.h"

namespace throughline::app {
namespace {

// Evenly spread, of a data set in HDFS: each is a question to the name node.
constexpr std::uint64_t kFilesAskedFor = 64;

struct InspectOptions {
    std::string directory;
    std::vector<std::string> sets;
    std::uint64_t headers = 10'000;
    std::string format = "auto";
    std::uint64_t block_bytes = 0;
    bool first_page = false;
    bool verify = false;
    bool json = false;
};

/// `files_asked_for`: whose blocks are asked for, of HDFS.
dataset_tools::StoreFacts store_facts(const remote::RemoteFiles& files,
                                      std::uint64_t files_asked_for,
                                      const std::stop_token& stop) {
    const remote::Target& target = files.store()->target;
    dataset_tools::StoreFacts facts{
        .origin = target.origin, .signed_in_by = target.signed_in_by, .has_more = files.has_more()};
    if (!files.store()->location.is_hdfs() || files_asked_for == 0) {
        return facts;
    }
    auto survey = remote::survey_blocks(files, files_asked_for, stop);
    if (survey) {
        facts.blocks = {.files = survey->files,
                        .blocks = survey->blocks,
                        .block_bytes_max = survey->block_bytes_max,
                        .copies_mean = survey->copies_mean,
                        .share_of_host = std::move(survey->share_of_host)};
    } else {
        facts.no_blocks_reason = describe(survey.error());
    }
    return facts;
}

ExitCode inspect(const InspectOptions& options) {
    const StopSignals signals;
    ProgressLine progress(options.json);
    const auto far = list_far_data(
        options.directory, options.sets, signals.token(), progress, options.first_page);
    if (!far) {
        return report_on_images(far.error());
    }
    auto facts = dataset_tools::inspect_dataset(
        {.path = options.directory,
         .far = *far,
         .format = dataset::format_of(options.format),
         .block_bytes = options.block_bytes,
         .headers_max = options.headers,
         .verify = options.verify},
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
    if (*far != nullptr) {
        facts->store = store_facts(**far, options.first_page ? 0 : kFilesAskedFor, signals.token());
    }
    if (options.json) {
        print_data(dataset_tools::facts_json(*facts));
    } else {
        print(dataset_tools::facts_text(*facts));
    }
    // Whoever asked for a check wants to be told by the exit code as well.
    return options.verify && !facts->sound() ? kFailed : kDone;
}

void add_inspect(CLI::App& dataset, int& exit_code) {
    CLI::App* const command = dataset.add_subcommand(
        "inspect", "Show format, count, sizes and kinds of the images in a folder or in shards");
    const auto options = std::make_shared<InspectOptions>();
    command
        ->add_option("DIR",
                     options->directory,
                     "Folder or one shard; also in a store: s3://bucket/prefix, "
                     "webhdfs://host:9870/path")
        ->required();
    add_store_settings(*command, options->sets);
    command->add_option("--headers", options->headers, "Read at most this many image headers")
        ->capture_default_str();
    command->add_option("--format", options->format, "Format of the data set")
        ->capture_default_str()
        ->check(CLI::IsMember({"auto", "folder", "tfrecord", "recordio", "tar", "raw", "blocks"}));
    command
        ->add_option("--block-bytes",
                     options->block_bytes,
                     "With --format blocks: size of a block [whole files]")
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 30U));
    command->add_flag("--first-page",
                      options->first_page,
                      "Of a store, look only at the first page of its objects, up to a thousand");
    command->add_flag("--verify",
                      options->verify,
                      "Read and check everything: checksums, record frames, start and end of each "
                      "JPEG; exit code 1 if anything is damaged");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = inspect(*options); });
}

void add_delete(CLI::App& dataset, int& exit_code) {
    CLI::App* const command = dataset.add_subcommand(
        "delete", "Delete a data set that 'dataset make' made, and nothing else");
    const auto directory = std::make_shared<std::string>();
    command->add_option("DIR", *directory, "Folder of the data set")->required();
    command->callback([directory, &exit_code] {
        const auto deleted = dataset_tools::delete_dataset(*directory);
        if (!deleted) {
            exit_code = report(deleted.error());
            return;
        }
        print("deleted the data set in " + *directory + "\n");
    });
}

}  // namespace

void add_dataset_command(CLI::App& app, int& exit_code) {
    CLI::App* const dataset =
        app.add_subcommand("dataset", "Make, convert, inspect, list, test or delete a data set");
    dataset->require_subcommand(1);
    add_dataset_make_command(*dataset, exit_code);
    add_dataset_convert_command(*dataset, exit_code);
    add_inspect(*dataset, exit_code);
    add_dataset_list_command(*dataset, exit_code);
    add_dataset_sync_command(*dataset, exit_code);
    add_dataset_test_command(*dataset, exit_code);
    add_delete(*dataset, exit_code);
}

}  // namespace throughline::app
