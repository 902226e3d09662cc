// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/measure_study.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/study_list.h"
#include "app/engine/terminal.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/dataset_tools/convert_dataset.h"
#include "engine/dataset_tools/make_dataset.h"
#include "engine/panels/panels.h"

namespace throughline::app {
namespace {

struct StudyArguments {
    std::string panel{};
    std::string folder{};
    bool quick = false;
    bool data_only = false;
    bool list = false;
    bool about = false;
    bool json = false;
    MeasureOptions how{};
};

std::string pictures_in(const std::string& folder) {
    return folder + "/pictures";
}
std::string tensors_in(const std::string& folder) {
    return folder + "/tensors";
}

/// Makes what is missing of the experiment's data: pictures, and raw tensors of them where it reads
/// those. Returns the folder to read.
Result<std::string> make_data(const StudyArguments& arguments, panels::Data data) {
    const StopSignals signals;
    ProgressLine line(arguments.how.events);
    const dataset_tools::MakeOptions pictures{.directory = pictures_in(arguments.folder),
                                              .images = panels::kPictures,
                                              .width_px = panels::kTensorWidthPx,
                                              .height_px = panels::kTensorHeightPx,
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
    if (data == panels::Data::Pictures) {
        line.clear();
        return pictures.directory;
    }
    const dataset_tools::ConvertOptions tensors{
        .source = pictures.directory,
        .destination = tensors_in(arguments.folder),
        .format = dataset::Format::RawTensor,
        .replicate = static_cast<std::uint32_t>(panels::kTensors / panels::kPictures),
        .width_px = panels::kTensorWidthPx,
        .height_px = panels::kTensorHeightPx};
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
    return converted ? Result<std::string>(tensors.destination)
                     : Result<std::string>(converted.error());
}

int measure_panel(const StudyArguments& arguments, const panels::Panel& panel) {
    if (!panel.experiment) {
        return report(Error{.code = ErrorCode::Usage,
                            .what = "study " + arguments.panel + ": " + say(panel.not_measured)});
    }
    if (arguments.folder.empty()) {
        return report(Error{.code = ErrorCode::Usage,
                            .what = "study " + arguments.panel +
                                    ": name a folder for its data, which are made once and kept"});
    }
    const auto folder = make_data(arguments, panel.experiment->data);
    if (!folder) {
        return report(folder.error(), "What was made is kept; the same command goes on from it.");
    }
    if (arguments.data_only) {
        if (arguments.how.events) {
            print_json_line({{"status", "done"}, {"directory", json_text(*folder)}});
        } else {
            print("the data of the study are in " + *folder + "\n");
        }
        return kDone;
    }
    return measure_study(arguments.how, panel.experiment->spec(*folder, arguments.quick));
}

int carry_out(const StudyArguments& arguments) {
    if (arguments.list) {
        print_panels(arguments.json);
        return kDone;
    }
    const panels::Panel* const panel = panels::find_panel(arguments.panel);
    if (panel == nullptr) {
        return report(
            Error{.code = ErrorCode::Usage,
                  .what = arguments.panel.empty()
                              ? "study: name a panel, or list them with --list"
                              : "study " + arguments.panel + ": no such panel; --list names them"});
    }
    if (arguments.about) {
        print_panel(*panel, arguments.json);
        return kDone;
    }
    return measure_panel(arguments, *panel);
}

}  // namespace

void add_study_command(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand(
        "study", "List the charts of the published studies, or measure one of them again");
    auto arguments = std::make_shared<StudyArguments>();
    command->add_option("PANEL", arguments->panel, "Chart to measure: a name that --list prints");
    command->add_option("FOLDER",
                        arguments->folder,
                        "Folder for the data, up to 410 MB that are made once and kept");
    command->add_flag("--list", arguments->list, "List every chart of the studies");
    command->add_flag("--about", arguments->about, "Explain PANEL and measure nothing");
    command->add_flag("--json", arguments->json, "With --list and --about: print JSON");
    command->add_flag("--quick", arguments->quick, "Measure for about two minutes instead of ten");
    command->add_flag("--data-only", arguments->data_only, "Make the data and measure nothing");
    MeasureOptions& how = arguments->how;
    command->add_option("-o,--output", how.output, "Record to write (.tlrun)");
    command->add_flag("--overwrite", how.overwrite, "Replace an existing record");
    command->add_flag(
        "--events", how.events, "Print the record's lines to stdout as they are written");
    command->add_flag("--control", how.control, "Read JSON commands from stdin");
    command->add_flag(
        "--force",
        how.force,
        "Measure even if another of your measurements is running; both are marked disturbed");
    command->callback([arguments, &exit_code] { exit_code = carry_out(*arguments); });
}

}  // namespace throughline::app
