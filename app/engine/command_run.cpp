// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/loader_shim.h"
#include "app/engine/measure_study.h"
#include "app/engine/report.h"
#include "engine/base/counted.h"
#include "engine/base/file_descriptor.h"
#include "engine/panels/ways.h"
#include "engine/record/record_writer.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"
#include "engine/spec/study_loader.h"

namespace throughline::app {
namespace {

struct RunArguments {
    std::string spec;
    std::vector<std::string> sets;
    std::vector<std::string> sweeps;
    std::vector<std::string> loaders;
    bool print_shim = false;
    std::string finish;  ///< a record that is taken up
    bool ways = false;
    MeasureOptions how{};
};

/// --loader, once a setting, and more often a sweep.
Result<void> put_loaders(const RunArguments& arguments, spec::StudySpec& spec) {
    constexpr const char* kCommand = "loader.command";
    spec::SweepAxis axis{.key = kCommand, .values = {}};
    for (const std::string& command : arguments.loaders) {
        auto value = spec::parse_setting(kCommand, command);
        if (!value) {
            return std::move(value).error();
        }
        axis.values.push_back(*std::move(value));
    }
    if (axis.values.size() == 1) {
        spec.base[kCommand] = axis.values.front();
    } else if (axis.values.size() > 1) {
        spec.sweep.push_back(std::move(axis));
    }
    return {};
}

Result<spec::StudySpec> read_spec(const RunArguments& arguments) {
    spec::StudySpec spec = spec::default_spec();
    if (std::error_code none; std::filesystem::is_directory(arguments.spec, none)) {
        return usage_error(
            "'" + arguments.spec +
            "' is a folder, not a spec file; to measure it: --set dataset.path=" + arguments.spec);
    }
    if (!arguments.spec.empty()) {
        auto text =
            arguments.spec == "-"
                ? Result<std::string>(std::string(std::istreambuf_iterator<char>(std::cin), {}))
                : read_whole_file(arguments.spec);
        if (!text) {
            return std::move(text).error();
        }
        auto parsed = spec::parse_spec(*text);
        if (!parsed) {
            Error error = std::move(parsed).error();
            error.what = arguments.spec + ": " + error.what;
            return error;
        }
        spec = *std::move(parsed);
    }
    if (arguments.ways) {
        panels::sweep_ways(spec);
    }
    if (auto put = put_loaders(arguments, spec); !put) {
        return std::move(put).error();
    }
    for (const auto& assignment : arguments.sets) {
        if (auto set = spec::apply_set(spec, assignment); !set) {
            return std::move(set).error();
        }
    }
    for (const auto& assignment : arguments.sweeps) {
        if (auto swept = spec::apply_sweep(spec, assignment); !swept) {
            return std::move(swept).error();
        }
    }
    const auto is_threads = [](const std::string& set) {
        return set.starts_with("decode.threads=");
    };
    if (std::ranges::any_of(arguments.sets, is_threads) &&
        spec::has_loader(spec.base, spec.sweep)) {
        return usage_error(
            "decode.threads cannot be set beside a data loader: set loader.workers, which is "
            "the number of decode threads of Throughline's own pipeline too");
    }
    return spec;
}

/// Where the shim lies, for whoever writes a loader.
int print_shim_folder() {
    const std::string folder = loader_shim_folder();
    if (folder.empty()) {
        return report(Error{.code = ErrorCode::NotFound,
                            .what = "throughline_loader.py was not installed with this "
                                    "program"});
    }
    print_data(folder + "\n");
    return kDone;
}

/// Measures what a record lacks, into that record.
int finish(RunArguments arguments) {
    auto begun =
        record::RecordWriter::take_up(arguments.finish, arguments.how.events ? STDOUT_FILENO : -1);
    if (!begun) {
        return report(begun.error());
    }
    const record::Study& study = begun->study;
    if (study.header.origin == record::Origin::Measured && study.footer &&
        record::missing_runs(study).empty()) {
        print("Nothing is missing in " + arguments.finish + ": each of its " +
              counted(study.runs.size(), "run") + " was completed.\n");
        return kDone;
    }
    auto spec = spec::parse_spec(study.header.spec_json);
    if (!spec) {
        Error error = std::move(spec).error();
        error.what =
            "'" + arguments.finish + "' does not say what it should measure: " + error.what;
        return report(error);
    }
    arguments.how.output = arguments.finish;
    return measure_study(arguments.how, *spec, *std::move(begun));
}

/// What is measured.
void add_study_options(CLI::App* command, RunArguments* arguments) {
    command->add_option("SPEC", arguments->spec, "Spec file (JSON); - reads it from stdin");
    command
        ->add_option("--set",
                     arguments->sets,
                     "Set KEY=VALUE, one per flag; 'throughline-engine settings' lists the keys")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option("--sweep",
                     arguments->sweeps,
                     "Sweep KEY=V1,V2,…, up to three keys, one per flag; the first varies slowest; "
                     "'KEY=V1,V2 with KEY=W1,W2' changes both together")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command->add_flag("--ways",
                      arguments->ways,
                      "Copy first, stream, or cache? Measure all three in turn, with what --set "
                      "and --sweep say besides");
    command
        ->add_option("--loader",
                     arguments->loaders,
                     "Command of a data loader that delivers the batches in place of storage and "
                     "decode, as --set loader.command=; several are swept, 'none' is Throughline's "
                     "own pipeline. In Python: 'from throughline_loader import serve'")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command->add_flag("--print-loader-shim",
                      arguments->print_shim,
                      "Print the folder of throughline_loader.py and its examples, and exit");
}

/// Of one that is measured together with others.
void add_company_options(CLI::App* command, RunArguments* arguments) {
    command->add_flag("--hold",
                      arguments->how.hold,
                      "Prepare each repeat, then wait for the command 'begin', so that several "
                      "machines begin together; needs --control and --events");
    command->add_option("--together",
                        arguments->how.together,
                        "Measure beside those of the same name on this machine, as parts of one "
                        "measurement: throughline-mpi does, with a rank of its own for each");
}

int run(const RunArguments& arguments) {
    if (arguments.print_shim) {
        return print_shim_folder();
    }
    if (arguments.how.control && arguments.spec == "-") {
        return report(usage_error("--control and a spec from stdin cannot be combined"));
    }
    if (arguments.how.hold && !(arguments.how.control && arguments.how.events)) {
        return report(usage_error("--hold needs --control and --events: nothing would begin"));
    }
    if (!arguments.finish.empty()) {
        return finish(arguments);
    }
    auto spec = read_spec(arguments);
    return spec ? measure_study(arguments.how, *spec)
                : report(spec.error(),
                         spec.error().code == ErrorCode::Usage
                             ? "'throughline-engine settings' lists every key and what it allows; "
                               "'throughline-engine run --help' the rest."
                             : "");
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<RunArguments>();
    auto* command = app.add_subcommand("run", "Measure storage, decode, or all stages together");
    add_study_options(command, arguments.get());
    auto* const output =
        command->add_option("-o,--output", arguments->how.output, "Record to write (.tlrun)");
    command
        ->add_option(
            "--finish",
            arguments->finish,
            "Record (.tlrun) of a study that ended early: measure what it lacks and add it")
        ->excludes(output)
        ->excludes("SPEC")
        ->excludes("--set")
        ->excludes("--sweep")
        ->excludes("--ways")
        ->excludes("--loader");
    command->add_flag("--overwrite", arguments->how.overwrite, "Replace an existing record");
    command->add_flag("--events",
                      arguments->how.events,
                      "Print the record's lines to stdout as they are written");
    command->add_flag("--control", arguments->how.control, "Read JSON commands from stdin");
    add_company_options(command, arguments.get());
    command->add_flag(
        "--force",
        arguments->how.force,
        "Measure even if another of your measurements is running; both are marked disturbed");
    command->add_flag("--dry-run", arguments->how.dry_run, "Print the estimate and exit");
    command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace throughline::app
