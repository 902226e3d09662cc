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
#include "app/engine/terminal.h"
#include "engine/base/format.h"
#include "engine/dataset_tools/convert_dataset.h"

namespace throughline::app {
namespace {

struct ConvertArguments {
    dataset_tools::ConvertOptions convert;
    std::vector<std::string> sets;
    std::string format;
    std::string source_format = "auto";
    bool sequential = false;
    bool json = false;
};

std::string plan_text(const dataset_tools::ConvertOptions& options,
                      const dataset_tools::ConvertPlan& plan) {
    std::string text = std::string(dataset::format_name(plan.source_format)) + " to " +
                       dataset::format_name(options.format) + ": " + format_count(plan.images) +
                       " images";
    if (plan.shards > 0) {
        text += " in " + format_count(plan.shards) + (plan.shards == 1 ? " shard" : " shards");
    }
    return text + ", about " + format_quantity(plan.bytes_expected, "bytes") +
           (plan.bytes_estimated ? " estimated from a sample" : "") + ", to " +
           options.destination +
           "; free there: " + format_quantity(static_cast<double>(plan.bytes_free), "bytes") + "\n";
}

void show(ProgressLine& line, const dataset_tools::ConvertProgress& progress) {
    const auto done = static_cast<double>(progress.images_done);
    const double share = progress.images == 0 ? -1.0 : done / static_cast<double>(progress.images);
    std::string text =
        format_count(progress.images_done) + " of " + format_count(progress.images) + " images";
    if (progress.seconds > 0.0) {
        text +=
            ", " + format_quantity(static_cast<double>(progress.bytes_written) / progress.seconds,
                                   "bytes/s");
    }
    line.show(share, text);
}

std::string done_text(const dataset_tools::ConvertReport& report) {
    std::string text = "complete: " + format_count(report.images) + " images, " +
                       format_quantity(static_cast<double>(report.bytes), "bytes");
    if (report.files > 0) {
        text += " in " + format_count(report.files) + (report.files == 1 ? " shard" : " shards");
    }
    text += ", after " + format_duration(report.seconds) + "\n";
    if (report.left_out > 0) {
        text += "left out: " + format_count(report.left_out) +
                ", the first: " + percent_escape_non_utf8(report.first_left_out) + "\n";
    }
    return text;
}

Json done_json(const ConvertArguments& arguments,
               const dataset_tools::ConvertPlan& plan,
               const dataset_tools::ConvertReport& report) {
    Json json = {{"status", "done"},
                 {"directory", json_text(arguments.convert.destination)},
                 {"source_format", dataset::format_name(plan.source_format)},
                 {"format", dataset::format_name(arguments.convert.format)},
                 {"images", report.images},
                 {"bytes", report.bytes},
                 {"shards", report.files},
                 {"left_out", report.left_out},
                 {"seconds", report.seconds}};
    if (report.left_out > 0) {
        json["first_left_out"] = json_text(report.first_left_out);
    }
    return json;
}

ExitCode convert(ConvertArguments& arguments) {
    const StopSignals signals;
    arguments.convert.format = *dataset::format_of(arguments.format);
    arguments.convert.source_format = dataset::format_of(arguments.source_format);
    arguments.convert.shuffle = !arguments.sequential;
    ProgressLine line(arguments.json);
    auto far = list_far_data(arguments.convert.source, arguments.sets, signals.token(), line);
    if (!far) {
        return report_on_images(far.error());
    }
    arguments.convert.far = *std::move(far);
    dataset_tools::ConvertPlan plan;
    dataset_tools::ConvertProgress last;
    const auto report_of = dataset_tools::convert_dataset(
        arguments.convert,
        [&](const dataset_tools::ConvertPlan& made) {
            plan = made;
            if (!arguments.json) {
                print(plan_text(arguments.convert, plan));
            }
        },
        [&](const dataset_tools::ConvertProgress& progress) {
            last = progress;
            show(line, progress);
        },
        signals.token());
    line.clear();
    if (!report_of) {
        if (report_of.error().code == ErrorCode::Stopped) {
            warn("stopped after " + format_count(last.images_done) + " of " +
                 format_count(last.images) + " images\n  Complete files are kept in " +
                 arguments.convert.destination + "; the same command continues from there.");
            return kStopped;
        }
        return report_on_images(report_of.error());
    }
    if (arguments.json) {
        print_json(done_json(arguments, plan, *report_of));
    } else {
        print(done_text(*report_of));
    }
    return kDone;
}

}  // namespace

void add_dataset_convert_command(CLI::App& dataset, int& exit_code) {
    CLI::App* const command = dataset.add_subcommand(
        "convert", "Convert a data set to another format: shards, raw tensors or a folder");
    const auto arguments = std::make_shared<ConvertArguments>();
    dataset_tools::ConvertOptions& options = arguments->convert;
    const std::vector<std::string> formats{"folder", "tfrecord", "recordio", "tar", "raw"};
    command->add_option("SOURCE", options.source, "Folder or file to read; also in a store: s3://…")
        ->required();
    add_store_settings(*command, arguments->sets);
    command->add_option("DESTINATION", options.destination, "Folder; created if absent")
        ->required();
    command->add_option("--format", arguments->format, "Format to write")
        ->required()
        ->check(CLI::IsMember(formats));
    command
        ->add_option("--shards",
                     options.shards,
                     "Number of shards [of about 128 MB each; ImageNet has 1024]")
        ->check(CLI::Range(1, 99'999));
    command
        ->add_option("--short-side",
                     options.short_side_px,
                     "Shrink images to this short side and re-encode them [bytes unchanged]")
        ->check(CLI::Range(1, 65'500));
    command->add_option("--quality", options.quality, "JPEG quality of re-encoded images")
        ->capture_default_str()
        ->check(CLI::Range(1, 100));
    command->add_option("--replicate", options.replicate, "Write every image this many times")
        ->capture_default_str()
        ->check(CLI::Range(1, 10'000));
    command->add_option("--width", options.width_px, "Width of raw tensors")
        ->capture_default_str()
        ->check(CLI::Range(1, 16'384));
    command->add_option("--height", options.height_px, "Height of raw tensors")
        ->capture_default_str()
        ->check(CLI::Range(1, 16'384));
    command->add_flag("--sequential",
                      arguments->sequential,
                      "Keep the order of the source [spread over the shards]");
    command->add_option("--seed", options.seed, "Seed of the order in shards")
        ->capture_default_str();
    command->add_option("--source-format", arguments->source_format, "Format of SOURCE")
        ->capture_default_str()
        ->check(CLI::IsMember({"auto", "folder", "tfrecord", "recordio", "tar"}));
    command->add_option("--feature", options.feature, "TFRecord feature with the image [detected]");
    command->add_option("--threads", options.threads, "Number of threads [all cores]");
    command->add_flag("--json", arguments->json, "Print JSON");
    command->callback([arguments, &exit_code] { exit_code = convert(*arguments); });
}

}  // namespace throughline::app
