// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/engine/commands.h"
#include "app/engine/loader_shim.h"
#include "app/engine/measure_study.h"
#include "app/engine/report.h"
#include "app/engine/study_arguments.h"
#include "engine/base/counted.h"
#include "engine/record/record_writer.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"

namespace throughline::app {
namespace {

struct RunArguments {
    StudyArguments study{};
    bool print_shim = false;
    std::string finish;  ///< a record that is taken up
    MeasureOptions how{};
};

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

/// Of one that is measured together with others.
void add_company_options(CLI::App* command, RunArguments* arguments) {
    command->add_flag("--hold",
                      arguments->how.hold,
                      "Prepare each repeat, then wait for the command 'begin', so that several "
                      "machines begin together; needs --control and --events");
    command->add_option("--meet-at",
                        arguments->how.step_socket,
                        "Meet other machines after each step through this open socket, where "
                        "consumer.barrier is on; throughline-mpi does");
    command->add_option("--together",
                        arguments->how.together,
                        "Measure beside those of the same name on this machine, as parts of one "
                        "measurement: throughline-mpi does, with a rank of its own for each");
}

int run(const RunArguments& arguments) {
    if (arguments.print_shim) {
        return print_shim_folder();
    }
    if (arguments.how.control && arguments.study.spec == "-") {
        return report(usage_error("--control and a spec from stdin cannot be combined"));
    }
    if (arguments.how.hold && !(arguments.how.control && arguments.how.events)) {
        return report(usage_error("--hold needs --control and --events: nothing would begin"));
    }
    if (!arguments.finish.empty()) {
        return finish(arguments);
    }
    auto spec = read_spec(arguments.study);
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
    add_study_options(command, &arguments->study);
    command->add_flag("--print-loader-shim",
                      arguments->print_shim,
                      "Print the folder of throughline_loader.py and its examples, and exit");
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
