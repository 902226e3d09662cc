// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/far_data.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "engine/base/far_path.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/measure/store_access.h"

namespace throughline::app {
namespace {

struct DatasetTestArguments {
    std::string path;
    std::vector<std::string> sets;
    bool json = false;
};

Json trial_json(const remote::StoreTrial& trial, const remote::Store& store) {
    Json answer{{"objects", trial.objects},
                {"has_more", trial.has_more},
                {"files_left_out", trial.left_out},
                {"first", json_text(trial.first)},
                {"first_bytes", trial.first_bytes},
                {"listing_seconds", trial.listing_seconds},
                {"origin", json_text(store.target.origin)},
                {"region", json_text(store.target.region)},
                {"signed_in_by", json_text(store.target.signed_in_by)}};
    if (trial.first_byte_seconds) {
        answer["first_byte_seconds"] = *trial.first_byte_seconds;
    }
    return answer;
}

std::string milliseconds(double seconds) {
    return format_significant(1e3 * seconds, 2) + " ms";
}

/// `kept`: the file of a listing that was taken; "": none.
std::string trial_text(const remote::StoreTrial& trial,
                       const remote::Store& store,
                       const std::string& kept) {
    std::string text = trial.has_more ? "more than " : "";
    text += format_count(trial.objects) + (trial.objects == 1 ? " object" : " objects");
    text += kept.empty() ? ", listed in " : ", named by '" + visible_line(kept) + "', read in ";
    text += milliseconds(trial.listing_seconds) + "\n";
    text += "first: " + trial.first + ", " +
            format_quantity(static_cast<double>(trial.first_bytes), "bytes");
    text += trial.first_byte_seconds
                ? ", first byte after " + milliseconds(*trial.first_byte_seconds) + "\n"
                : "; no object that was listed holds a byte\n";
    if (trial.left_out > 0) {
        text += format_count(trial.left_out) +
                (trial.left_out == 1 ? " object is" : " objects are") +
                " left out, as the key is no path\n";
    }
    text += "asked of " + store.target.origin;
    text += store.target.region.empty() ? "" : ", region " + store.target.region;
    return text + "; signed in by " + store.target.signed_in_by + "\n";
}

ExitCode test_dataset(const DatasetTestArguments& arguments) {
    if (!is_far(arguments.path)) {
        return report(usage_error("'" + arguments.path +
                                  "' is a path of this machine; 'dataset test' is for stores "
                                  "(s3://, gs://, https://, webhdfs://)"));
    }
    const auto settings = far_settings(arguments.path, arguments.sets);
    if (!settings) {
        return report(settings.error());
    }
    const StopSignals signals;
    std::shared_ptr<const remote::Store> store;
    const auto trial = measure::try_far(*settings, signals.token(), store);
    if (!trial) {
        return report(trial.error());
    }
    if (arguments.json) {
        print_json(trial_json(*trial, *store));
    } else {
        print(trial_text(*trial, *store, spec::text_of(*settings, "storage.listing")));
    }
    return kDone;
}

}  // namespace

void add_dataset_test_command(CLI::App& dataset, int& exit_code) {
    CLI::App* const command = dataset.add_subcommand(
        "test", "Try whether a data set in a store can be reached, listed and read");
    const auto arguments = std::make_shared<DatasetTestArguments>();
    command
        ->add_option("PATH",
                     arguments->path,
                     "s3://bucket/prefix, gs://…, https://…, webhdfs://host:9870/path")
        ->required();
    add_store_settings(*command, arguments->sets);
    command->add_flag("--json", arguments->json, "Print JSON");
    command->callback([arguments, &exit_code] { exit_code = test_dataset(*arguments); });
}

}  // namespace throughline::app
