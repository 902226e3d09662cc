// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/measure_study.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "engine/base/format.h"
#include "engine/dataset_tools/convert_dataset.h"
#include "engine/dataset_tools/make_dataset.h"
#include "engine/spec/ready_studies.h"

namespace throughline::app {
namespace {

struct StudyArguments {
    std::string folder{};
    bool quick = false;
    bool data_only = false;
    MeasureOptions how{};
};

/// Different pictures; the tensors are copies of them.
constexpr std::uint64_t kPictures = 512;

std::string pictures_in(const std::string& folder) {
    return folder + "/pictures";
}
std::string tensors_in(const std::string& folder) {
    return folder + "/tensors";
}

/// Makes what is missing of the study's data: pictures, and raw tensors of them.
Result<void> make_data(const StudyArguments& arguments) {
    const StopSignals signals;
    ProgressLine line(arguments.how.events);
    const dataset_tools::MakeOptions pictures{.directory = pictures_in(arguments.folder),
                                              .images = kPictures,
                                              .width_px = spec::kRescaleWidthPx,
                                              .height_px = spec::kRescaleHeightPx,
                                              .file_bytes = 16U << 10U};
    const auto made = dataset_tools::make_dataset(
        pictures,
        [&](const dataset_tools::MakeProgress& progress) {
            line.show(-1.0, "making pictures: " + format_count(progress.images_done));
        },
        signals.token());
    if (!made) {
        return made.error();
    }
    const dataset_tools::ConvertOptions tensors{
        .source = pictures.directory,
        .destination = tensors_in(arguments.folder),
        .format = dataset::Format::RawTensor,
        .replicate = static_cast<std::uint32_t>(spec::kRescaleImages / kPictures),
        .width_px = spec::kRescaleWidthPx,
        .height_px = spec::kRescaleHeightPx};
    const auto converted = dataset_tools::convert_dataset(
        tensors,
        [&](const dataset_tools::ConvertPlan& plan) {
            line.show(-1.0,
                      format_quantity(plan.bytes_expected, "bytes") + " of raw tensors in " +
                          tensors.destination);
        },
        [&](const dataset_tools::ConvertProgress& progress) {
            line.show(-1.0, "making raw tensors: " + format_count(progress.images_done));
        },
        signals.token());
    line.clear();
    return converted ? Result<void>() : Result<void>(converted.error());
}

int measure_rescale(const StudyArguments& arguments) {
    if (auto made = make_data(arguments); !made) {
        return report(made.error(), "What was made is kept; the same command goes on from it.");
    }
    if (arguments.data_only) {
        const std::string folder = tensors_in(arguments.folder);
        if (arguments.how.events) {
            print_json_line({{"status", "done"}, {"directory", json_text(folder)}});
        } else {
            print("the data of the study are in " + folder + "\n");
        }
        return kDone;
    }
    return measure_study(arguments.how,
                         spec::rescale_volumes(tensors_in(arguments.folder), arguments.quick));
}

}  // namespace

void add_study_command(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand("study", "Measure a published study again");
    command->require_subcommand(1);
    auto arguments = std::make_shared<StudyArguments>();
    auto* rescale = command->add_subcommand(
        "rescale",
        "Which volume for 4 and 8 V100s? Emulated accelerators on emulated gp2, st1 and io1");
    rescale
        ->add_option("FOLDER",
                     arguments->folder,
                     "Folder for the data of the study, 410 MB that are made once and kept")
        ->required();
    rescale->add_flag("--quick", arguments->quick, "Measure for two minutes instead of ten");
    rescale->add_flag("--data-only", arguments->data_only, "Make the data and measure nothing");
    MeasureOptions& how = arguments->how;
    rescale->add_option("-o,--output", how.output, "Record to write (.tlrun)");
    rescale->add_flag("--overwrite", how.overwrite, "Replace an existing record");
    rescale->add_flag(
        "--events", how.events, "Print the record's lines to stdout as they are written");
    rescale->add_flag("--control", how.control, "Read JSON commands from stdin");
    rescale->add_flag(
        "--force",
        how.force,
        "Measure even if another of your measurements is running; both are marked disturbed");
    rescale->callback([arguments, &exit_code] { exit_code = measure_rescale(*arguments); });
}

}  // namespace throughline::app
