// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/report.h"
#include "app/engine/run_display.h"
#include "app/engine/stop_signals.h"
#include "engine/base/file_descriptor.h"
#include "engine/run/record_writer.h"
#include "engine/run/spec.h"
#include "engine/run/table.h"
#include "engine/runner/control_reader.h"
#include "engine/runner/machine_lock.h"
#include "engine/runner/study_runner.h"

namespace throughline::app {
namespace {

struct RunArguments {
    std::string spec;
    std::vector<std::string> sets;
    std::vector<std::string> sweeps;
    std::string output;
    bool overwrite = false;
    bool events = false;
    bool control = false;
    bool force = false;
    bool dry_run = false;
};

Result<run::StudySpec> read_spec(const RunArguments& arguments) {
    run::StudySpec spec = run::default_spec();
    if (!arguments.spec.empty()) {
        auto text =
            arguments.spec == "-"
                ? Result<std::string>(std::string(std::istreambuf_iterator<char>(std::cin), {}))
                : read_whole_file(arguments.spec);
        if (!text) {
            return std::move(text).error();
        }
        auto parsed = run::parse_spec(*text);
        if (!parsed) {
            Error error = std::move(parsed).error();
            error.what = arguments.spec + ": " + error.what;
            return error;
        }
        spec = *std::move(parsed);
    }
    for (const auto& assignment : arguments.sets) {
        if (auto set = run::apply_set(spec, assignment); !set) {
            return std::move(set).error();
        }
    }
    for (const auto& assignment : arguments.sweeps) {
        if (auto swept = run::apply_sweep(spec, assignment); !swept) {
            return std::move(swept).error();
        }
    }
    return spec;
}

std::string progress_event(const runner::StudyProgress& progress) {
    nlohmann::json event{{"type", "progress"},
                         {"phase", progress.phase},
                         {"run", progress.run},
                         {"runs", progress.runs},
                         {"repeat", progress.repeat},
                         {"seconds_left", progress.seconds_left}};
    return event.dump();
}

/// Measures into `writer` with live display and control commands.
Result<run::Study> measure_into(run::RecordWriter& writer,
                                const RunArguments& arguments,
                                const runner::PreparedStudy& prepared,
                                RunDisplay& display,
                                bool disturbed,
                                runner::RunControl& control) {
    std::optional<runner::ControlReader> commands;
    if (arguments.control) {
        commands.emplace(STDIN_FILENO, control, [&writer](std::string reply) {
            writer.event(std::move(reply));
        });
    }
    const runner::StudyOptions options{
        .disturbed = disturbed,
        .on_progress =
            [&](const runner::StudyProgress& progress) {
                display.progress(progress);
                writer.event(progress_event(progress));
            },
        .on_sample = [&](const run::Sample& sample) { display.sample(sample); }};
    auto study = runner::run_study(prepared, options, control, writer);
    display.end_progress();
    return study;
}

/// Closes the record, prints the table and finds the exit code.
int conclude(run::RecordWriter& writer,
             const RunArguments& arguments,
             run::Study study,
             bool stopped) {
    std::int64_t runs_done = 0;
    bool failed = false;
    for (const auto& one : study.runs) {
        runs_done += one.status == run::RunStatus::Done ? 1 : 0;
        failed = failed || one.status == run::RunStatus::Failed;
    }
    const auto closed = writer.close(runs_done);
    study.footer = run::Footer{.runs_done = runs_done};  // as close() wrote it
    if (!arguments.events) {
        print(run::study_table(study));
        if (!arguments.output.empty()) {
            print("Record: " + arguments.output + "\n");
        }
    }
    if (!closed) {
        return report(closed.error());
    }
    return failed ? kFailed : stopped ? kStopped : kDone;
}

/// Everything between a checked spec and the exit code.
int measure(const RunArguments& arguments, const run::StudySpec& spec) {
    runner::RunControl control;
    const StopSignals signals([&control] { control.stop(); });
    std::signal(SIGPIPE, SIG_IGN);  // a reader of events that goes away is a write error

    auto lock = runner::MachineLock::acquire();
    if (!lock && !(arguments.force && lock.error().code == ErrorCode::Busy)) {
        return report(lock.error());
    }
    auto prepared = runner::prepare_study(spec, control.token());
    if (!prepared) {
        return report(prepared.error());
    }
    RunDisplay display(arguments.events);
    display.plan(*prepared);
    if (arguments.dry_run) {
        return kDone;
    }
    auto writer = run::RecordWriter::open({.path = arguments.output,
                                           .overwrite = arguments.overwrite,
                                           .events_fd = arguments.events ? STDOUT_FILENO : -1});
    if (!writer) {
        return report(writer.error());
    }
    auto study = measure_into(**writer, arguments, *prepared, display, !lock.has_value(), control);
    if (!study) {
        static_cast<void>((*writer)->close(0).has_value());
        return report(study.error());
    }
    return conclude(**writer, arguments, *std::move(study), control.stop_requested());
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<RunArguments>();
    auto* command = app.add_subcommand("run", "Measure: storage, decode, or all stages together");
    command->add_option("SPEC", arguments->spec, "Spec file (JSON); - reads it from stdin");
    command
        ->add_option(
            "--set", arguments->sets, "KEY=VALUE, one per flag; keys: throughline-engine settings")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command
        ->add_option(
            "--sweep", arguments->sweeps, "KEY=V1,V2,…, up to three; the first varies slowest")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command->add_option("-o,--output", arguments->output, "Record to write (.tlrun)");
    command->add_flag("--overwrite", arguments->overwrite, "Replace an existing record");
    command->add_flag("--events", arguments->events, "Copy the record's lines to stdout, live");
    command->add_flag("--control", arguments->control, "Read JSON commands from stdin");
    command->add_flag("--force",
                      arguments->force,
                      "Measure although another measurement runs; the record is marked disturbed");
    command->add_flag("--dry-run", arguments->dry_run, "Print the estimate and end");
    command->callback([arguments, &exit_code] {
        if (arguments->control && arguments->spec == "-") {
            exit_code = report(Error{.code = ErrorCode::Usage,
                                     .what = "--control and a spec from stdin exclude each other"});
            return;
        }
        auto spec = read_spec(*arguments);
        exit_code = spec ? measure(*arguments, *spec) : report(spec.error());
    });
}

}  // namespace throughline::app
