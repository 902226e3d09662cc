// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/far_data.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "engine/base/far_path.h"
#include "engine/base/format.h"
#include "engine/remote/sync.h"

namespace throughline::app {
namespace {

struct SyncArguments {
    std::string source;
    remote::SyncOptions options;
    std::vector<std::string> sets;
    bool json = false;
};

std::string bytes_of(std::uint64_t bytes) {
    return format_quantity(static_cast<double>(bytes), "bytes");
}

std::string plan_text(const remote::SyncPlan& plan, const std::string& folder) {
    return format_count(plan.files) + " files, " + bytes_of(plan.bytes) + "; " +
           bytes_of(plan.bytes - plan.bytes_there) + " to fetch, to " + folder +
           "; free there: " + bytes_of(plan.bytes_free) + "\n";
}

void show(ProgressLine& line, const remote::SyncPlan& plan, const remote::SyncProgress& now) {
    std::string text = format_count(now.files_done) + " of " + format_count(plan.files) + " files";
    if (now.seconds > 0.5 && now.bytes_fetched > 0) {
        const double rate = static_cast<double>(now.bytes_fetched) / now.seconds;
        text += ", " + format_quantity(rate, "bytes/s") + ", " +
                format_duration(static_cast<double>(plan.bytes - now.bytes_done) / rate) + " left";
    }
    line.show(plan.bytes == 0
                  ? -1.0
                  : static_cast<double>(now.bytes_done) / static_cast<double>(plan.bytes),
              text);
}

bool is_complete(const remote::SyncReport& report) {
    return report.failed == 0 && report.plan.files_left_out == 0;
}

std::string done_text(const remote::SyncReport& report) {
    std::string text = is_complete(report) ? "complete: " : "incomplete: ";
    const std::uint64_t left_out = report.plan.files_left_out;
    if (left_out > 0) {
        text += format_count(left_out) + (left_out == 1 ? " object is" : " objects are") +
                " left out, as the key is no path; of the others ";
    }
    text += format_count(report.plan.files) + " files, " + format_count(report.files_fetched) +
            " of them fetched, " + bytes_of(report.bytes_fetched);
    if (report.seconds > 0.0 && report.bytes_fetched > 0) {
        text += " at " + format_quantity(static_cast<double>(report.bytes_fetched) / report.seconds,
                                         "bytes/s");
    }
    return text + ", after " + format_duration(report.seconds) + "; all have their length, " +
           format_count(report.checked) + " were compared with the store's MD5\n";
}

Json done_json(const SyncArguments& arguments, const remote::SyncReport& report) {
    return {{"status", is_complete(report) ? "done" : "incomplete"},
            {"directory", json_text(arguments.options.folder)},
            {"files", report.plan.files},
            {"bytes", report.plan.bytes},
            {"files_there", report.plan.files_there},
            {"files_fetched", report.files_fetched},
            {"bytes_fetched", report.bytes_fetched},
            {"files_checked", report.checked},
            {"files_failed", report.failed},
            {"files_left_out", report.plan.files_left_out},
            {"seconds", report.seconds}};
}

ExitCode end_of(const SyncArguments& arguments, const remote::SyncReport& report) {
    if (arguments.json) {
        print_json(done_json(arguments, report));
    } else if (report.failed == 0) {
        print(done_text(report));
    }
    if (report.failed == 0) {
        return is_complete(report) ? kDone : kFailed;
    }
    warn(format_count(report.failed) +
         (report.failed == 1 ? " file is missing"
                             : " files are missing, the first for this reason") +
         "\n  The same command tries again.");
    return app::report(*report.first_failure);
}

ExitCode sync(SyncArguments& arguments) {
    if (!is_far(arguments.source)) {
        return report(usage_error("'" + arguments.source +
                                  "' is a path of this machine; 'dataset sync' copies from stores "
                                  "(s3://, gs://, https://, webhdfs://)"));
    }
    const StopSignals signals;
    ProgressLine line(arguments.json);
    const auto listed = list_far_data(arguments.source, arguments.sets, signals.token(), line);
    if (!listed) {
        return report_on_images(listed.error());
    }
    warn_left_out(**listed);
    arguments.options.stop = signals.token();
    remote::SyncPlan plan;
    remote::SyncProgress last;
    const auto done = remote::sync_files(
        **listed,
        arguments.options,
        [&](const remote::SyncPlan& made) {
            plan = made;
            if (!arguments.json) {
                print(plan_text(plan, arguments.options.folder));
            }
        },
        [&](const remote::SyncProgress& progress) {
            last = progress;
            show(line, plan, progress);
        });
    line.clear();
    if (!done && done.error().code == ErrorCode::Stopped) {
        warn("stopped after " + format_count(last.files_done) + " of " + format_count(plan.files) +
             " files, " + bytes_of(last.bytes_done) + "\n  The same command goes on from there.");
        return kStopped;
    }
    return done ? end_of(arguments, *done) : report(done.error());
}

}  // namespace

void add_dataset_sync_command(CLI::App& dataset, int& exit_code) {
    CLI::App* const command = dataset.add_subcommand(
        "sync", "Copy a data set from a store into a folder, verified, and go on after a stop");
    const auto arguments = std::make_shared<SyncArguments>();
    remote::SyncOptions& options = arguments->options;
    command
        ->add_option("SOURCE",
                     arguments->source,
                     "s3://bucket/prefix, gs://…, https://…, webhdfs://host:9870/path")
        ->required();
    command->add_option("DESTINATION", options.folder, "Folder; created if absent")->required();
    add_store_settings(*command, arguments->sets);
    command->add_option("--requests", options.requests, "Requests in flight, all together")
        ->capture_default_str()
        ->check(CLI::Range(1, 4096));
    command->add_option("--threads", options.threads, "Number of threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    command->add_flag("--again",
                      options.again,
                      "Fetch also files that are there with their length [they are kept]");
    command->add_flag("--json", arguments->json, "Print JSON");
    command->callback([arguments, &exit_code] { exit_code = sync(*arguments); });
}

}  // namespace throughline::app
