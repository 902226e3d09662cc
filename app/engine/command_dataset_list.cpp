// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/far_data.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "engine/base/far_path.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/remote/remote_files.h"

namespace throughline::app {
namespace {

struct DatasetListArguments {
    std::string path;
    std::vector<std::string> sets;
    std::string output;
    bool json = false;
};

std::uint64_t bytes_of(const remote::RemoteFiles& listed) {
    const auto& files = listed.files();
    return std::accumulate(
        files.begin(), files.end(), std::uint64_t{0}, [](std::uint64_t sum, const auto& file) {
            return sum + file.bytes;
        });
}

Json listing_json(const remote::RemoteFiles& listed, const std::string& path) {
    Json files = Json::array();
    for (const auto& file : listed.files()) {
        files.push_back({{"path", json_text(file.path)}, {"bytes", file.bytes}});
    }
    return {{"directory", json_text(path)},
            {"files", std::move(files)},
            {"files_left_out", listed.left_out_total()}};
}

std::string listing_text(const remote::RemoteFiles& listed) {
    std::string text;
    for (const auto& file : listed.files()) {
        text += std::to_string(file.bytes) + "\t" + visible_line(file.path) + "\n";
    }
    return text;
}

/// As a shell takes it for one word.
std::string as_one_word(const std::string& text) {
    const bool plain = std::ranges::all_of(text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("-_./=:,+%@").find(c) != std::string_view::npos;
    });
    if (plain) {
        return text;
    }
    std::string word = "'";
    for (const char c : text) {
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return word + "'";
}

/// Errors: those of remote::keep_listing().
Result<void> keep(const remote::RemoteFiles& listed, const DatasetListArguments& arguments) {
    if (auto kept = remote::keep_listing(listed, arguments.output); !kept) {
        return kept;
    }
    const std::uint64_t bytes = bytes_of(listed);
    if (arguments.json) {
        print_json({{"listing", json_text(arguments.output)},
                    {"directory", json_text(arguments.path)},
                    {"objects", listed.files().size()},
                    {"bytes", bytes},
                    {"files_left_out", listed.left_out_total()}});
    } else {
        const std::size_t count = listed.files().size();
        print(format_count(count) + (count == 1 ? " object, " : " objects, ") +
              format_quantity(static_cast<double>(bytes), "bytes") + ", kept in " +
              visible_line(arguments.output) + "; --set " +
              as_one_word("storage.listing=" + visible_line(arguments.output)) +
              " uses it instead of listing again\n");
    }
    return {};
}

ExitCode list_dataset(const DatasetListArguments& arguments) {
    if (!is_far(arguments.path)) {
        return report(usage_error("'" + arguments.path +
                                  "' is a path of this machine; 'dataset list' is for stores "
                                  "(s3://, gs://, https://, webhdfs://)"));
    }
    const StopSignals signals;
    ProgressLine progress(arguments.json);
    const auto listed = list_far_data(arguments.path, arguments.sets, signals.token(), progress);
    if (!listed) {
        return report_on_images(listed.error());
    }
    if (!arguments.output.empty()) {
        if (const auto kept = keep(**listed, arguments); !kept) {
            return report(kept.error());
        }
    } else if (arguments.json) {
        print_json(listing_json(**listed, arguments.path));
    } else {
        print(listing_text(**listed));
    }
    return warn_left_out(**listed) ? kFailed : kDone;
}

}  // namespace

void add_dataset_list_command(CLI::App& dataset, int& exit_code) {
    CLI::App* const command = dataset.add_subcommand(
        "list", "List the files of a data set in a store, with their sizes in bytes");
    const auto arguments = std::make_shared<DatasetListArguments>();
    command
        ->add_option("PATH",
                     arguments->path,
                     "s3://bucket/prefix, gs://…, https://…, webhdfs://host:9870/path")
        ->required();
    add_store_settings(*command, arguments->sets);
    command->add_option("-o,--output",
                        arguments->output,
                        "Keep the listing in this file instead, for storage.listing=FILE");
    command->add_flag("--json", arguments->json, "Print JSON");
    command->callback([arguments, &exit_code] { exit_code = list_dataset(*arguments); });
}

}  // namespace throughline::app
