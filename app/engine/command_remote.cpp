// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/build_info/build_info.h"
#include "app/engine/import_target.h"
#include "app/engine/json_output.h"
#include "app/engine/library_access.h"
#include "app/engine/measure_session.h"
#include "app/engine/remote_commands.h"
#include "app/engine/remote_display.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/study_arguments.h"
#include "app/engine/study_table.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/analysis/derive.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/base/pause.h"
#include "engine/base/text.h"
#include "engine/base/uuid.h"
#include "engine/base/visible_text.h"
#include "engine/record/touched.h"
#include "engine/remote_run/client.h"
#include "engine/remote_run/engine_copy.h"
#include "engine/remote_run/line_reader.h"
#include "engine/remote_run/list_jobs.h"
#include "engine/remote_run/news.h"

namespace throughline::app {
namespace {

struct RemoteArguments {
    remote_run::Target target{};
    StudyArguments study{};
    MeasureOptions how{};
    std::string id{};
    bool to_library = false;
    std::string library{};
    bool json = false;
    bool yes = false;
};

std::string bytes_text(std::int64_t bytes) {
    return format_quantity(static_cast<double>(bytes), "bytes");
}

std::string command_for(const RemoteArguments& arguments, const std::string& rest) {
    return "throughline-engine remote " + arguments.target.host + " " + rest;
}

std::string copy_text(const remote_run::EngineCopy& copy) {
    return bytes_text(copy.bytes) + ": this program and " + std::to_string(copy.libraries.size()) +
           " libraries, to ~/" + copy.folder;
}

/// Says what failed, and where no engine is there what would be copied.
int report_remote(const RemoteArguments& arguments, const Error& error) {
    if (error.code == ErrorCode::NotFound && error.errno_value != 0) {
        return report(error, "Install the OpenSSH client here.");
    }
    if (error.code == ErrorCode::NotFound) {
        return report(error, "'" + command_for(arguments, "list") + "' lists the runs there.");
    }
    if (error.code == ErrorCode::Version) {
        return report(error, "Install the same version there, or name one with --engine PATH.");
    }
    if (const std::size_t line = error.what.find('\n'); line != std::string::npos) {
        Error cause = error;  // what to do stands behind it
        cause.what.resize(line);
        return report(cause, trim(std::string_view(error.what).substr(line)));
    }
    if (error.code == ErrorCode::Io) {
        return report(
            error,
            "'ssh " + arguments.target.host + " throughline-engine version' shows what is there.");
    }
    if (error.code != ErrorCode::Unsupported) {
        return report(error);
    }
    const auto copy = remote_run::engine_copy(kVersion);
    return report(error,
                  (copy ? "'" + command_for(arguments, "install") + "' would copy " +
                              copy_text(*copy) + ".\n  "
                        : std::string()) +
                      "If it lies elsewhere there, name it with --engine PATH.");
}

/// What was fetched, as `run` shows what was measured.
int show_record(const RemoteArguments& arguments, const remote_run::JobEnd& end) {
    const std::string& path = arguments.how.output;
    auto study = read_study(path);
    if (!study) {
        return report(study.error());
    }
    analysis::derive(*study);
    if (!study->footer) {
        warn("the run was ended there before its record was complete; what it holds counts");
    }
    if (!arguments.how.events) {
        print(study_table(*study, output_columns()));
        print("Record: " + path + " (" + bytes_text(end.record_bytes) + ", as it was on " +
              arguments.target.host + ")\n");
    }
    if (!arguments.to_library) {
        return kDone;
    }
    auto target = ImportTarget::to_library(arguments.library);
    if (!target) {
        return report(target.error());
    }
    const auto taken = target->take_record(path);
    if (!taken) {
        return report(taken.error());
    }
    if (!arguments.how.events) {
        print("Library: study " + std::to_string(taken->study_id) + "\n");
    }
    return kDone;
}

int conclude(const RemoteArguments& arguments, const remote_run::JobEnd& end) {
    if (!end.error_text.empty()) {
        static_cast<void>(
            write_all(STDERR_FILENO, visible_text(trim(end.error_text)) + "\n").has_value());
    }
    if (end.record_bytes > 0) {
        if (const int shown = show_record(arguments, end); shown != kDone) {
            return shown;
        }
    } else if (!arguments.how.dry_run && end.error_text.empty()) {
        warn("the run on " + arguments.target.host + " ended without a record");
    }
    return end.exit_code < 0 ? kFailed : static_cast<int>(end.exit_code);
}

/// Follows a run, from its beginning or later, until its record is here.
int follow(const RemoteArguments& arguments, remote_run::Request request) {
    using As = RemoteDisplay::As;
    RemoteDisplay display(arguments.target.host,
                          request.id,
                          arguments.how.events    ? As::Events
                          : arguments.how.dry_run ? As::Text
                                                  : As::Progress);
    const std::string fetch = command_for(arguments, "fetch " + request.id + " -o FILE.tlrun");
    std::stop_source wish_sent;
    const StopSignals signals(
        [&] {
            // A window has no Ctrl+C.
            display.notice(remote_run::asked_to_end_text(arguments.target.host) +
                           (arguments.how.events ? "" : ". Ctrl+C again leaves it there."));
        },
        [&] {
            constexpr std::chrono::seconds kForTheWish{2};
            static_cast<void>(pause_for(kForTheWish, wish_sent.get_token()));
            display.notice(remote_run::left_text(
                arguments.target.host, request.id, wish_sent.stop_requested()));
            warn("To fetch its record: " + fetch);
        });
    std::signal(SIGPIPE, SIG_IGN);  // a connection that breaks is a write error
    remote_run::LineReader input(STDIN_FILENO);
    request.version = kVersion;
    remote_run::Wishes wishes{
        .request = request, .record = arguments.how.output, .stop = signals.token()};
    wishes.on_hello = [&](const auto& hello) { display.hello(hello); };
    wishes.on_begun = [&] { display.set_waiting(true); };
    wishes.on_event = [&](std::string_view line) { display.event(line); };
    wishes.on_stop_sent = [&] { wish_sent.request_stop(); };
    wishes.on_link = [&](const remote_run::Link& link) { display.link(link); };
    if (arguments.how.control) {
        wishes.commands = [&input] {
            std::vector<std::string> lines;
            for (std::string line; input.next(line, std::chrono::milliseconds(0)) ==
                                   remote_run::LineReader::Got::Line;) {
                lines.push_back(std::move(line));
            }
            return lines;
        };
    }
    const auto end = remote_run::follow_run(arguments.target, wishes);
    display.end();
    if (!end) {
        const bool goes_on = end.error().code == ErrorCode::Io && !end.error().what.empty() &&
                             end.error().what.find(request.id) != std::string::npos;
        if (goes_on || end.error().code == ErrorCode::NotFound) {
            display.set_waiting(goes_on);
        }
        return goes_on ? report(end.error(), "To fetch its record later: " + fetch)
                       : report_remote(arguments, end.error());
    }
    display.set_waiting(false);  // what there was is here
    return conclude(arguments, *end);
}

int run(const RemoteArguments& arguments) {
    if (arguments.how.control && arguments.study.spec == "-") {
        return report(usage_error("--control and a spec from stdin cannot be combined"));
    }
    if (arguments.how.output.empty() && !arguments.how.dry_run) {
        return report(usage_error("say where the record is to lie here: -o FILE.tlrun"));
    }
    if (const auto fits = check_output(arguments.how); !fits) {
        return report(fits.error());
    }
    bool threads_given = false;
    const auto spec = read_spec(arguments.study, &threads_given);
    if (!spec) {
        return report(spec.error());
    }
    // As many threads as that computer has cores, not as this one has.
    constexpr std::array<std::string_view, 1> kOfThatComputer{"decode.threads"};
    const auto left_out = std::span(kOfThatComputer).first(threads_given ? 0 : 1);
    return follow(arguments,
                  {.act = remote_run::Act::Run,
                   .id = make_uuid(),
                   .spec_json = spec::spec_to_json(*spec, left_out),
                   .force = arguments.how.force,
                   .dry_run = arguments.how.dry_run});
}

int fetch(const RemoteArguments& arguments) {
    if (const auto fits = check_output(arguments.how); !fits) {
        return report(fits.error());
    }
    constexpr std::int64_t kFromNowOn = -1;
    return follow(arguments,
                  {.act = remote_run::Act::Follow, .id = arguments.id, .events_from = kFromNowOn});
}

/// For programs: what `install` would copy to a computer that has no engine.
void offer_install(const RemoteArguments& arguments, const Error& error) {
    const auto copy = error.code == ErrorCode::Unsupported
                          ? std::optional(remote_run::engine_copy(kVersion))
                          : std::nullopt;
    if (copy && *copy) {
        print_json({{"host", json_text(arguments.target.host)},
                    {"install",
                     {{"bytes", (*copy)->bytes},
                      {"libraries", (*copy)->libraries.size()},
                      {"folder", "~/" + (*copy)->folder}}}});
    }
}

/// For programs: what to do where ssh failed.
void offer_advice(const RemoteArguments& arguments, const Error& error) {
    if (const std::size_t line = error.what.find('\n'); line != std::string::npos) {
        print_json(
            {{"host", json_text(arguments.target.host)},
             {"advice", json_text(std::string(trim(std::string_view(error.what).substr(line))))}});
    }
}

const char* state_text(remote_run::JobState state) {
    switch (state) {
        case remote_run::JobState::Measuring:
            return "measuring";
        case remote_run::JobState::Ended:
            return "waits to be fetched";
        case remote_run::JobState::Interrupted:
            return "was interrupted; what it measured can be fetched";
    }
    return "";
}

int list(const RemoteArguments& arguments) {
    const auto found = remote_run::list_jobs(arguments.target, kVersion);
    if (!found && arguments.json) {
        offer_install(arguments, found.error());
        offer_advice(arguments, found.error());
    }
    if (!found) {
        return report_remote(arguments, found.error());
    }
    Json rows = Json::array();
    std::vector<std::vector<std::string>> table{{"run", "begun", "record", "state", "title"}};
    for (const remote_run::JobRow& job : found->jobs) {
        rows.push_back({{"id", job.id},
                        {"begun_at", job.begun_at},
                        {"record_bytes", job.record_bytes},
                        {"state", state_text(job.state)},
                        {"title", json_text(job.title)}});
        table.push_back({visible_line(job.id),
                         visible_line(job.begun_at),
                         bytes_text(job.record_bytes),
                         state_text(job.state),
                         visible_line(job.title)});
    }
    if (arguments.json) {
        Json answer{{"host", arguments.target.host},
                    {"version", found->hello.version},
                    {"runs", std::move(rows)}};
        if (const auto cores = spec::number_at(found->hello.facts, "cpu.cores").value_or(0.0);
            cores >= 1.0) {
            answer["cores"] = static_cast<std::int64_t>(cores);
        }
        if (const auto name = spec::text_or_empty(found->hello.facts, "host.name"); !name.empty()) {
            answer["computer"] = json_text(name);
        }
        print_json(answer);
    } else {
        print(found->jobs.empty()
                  ? "No run of yours goes on or waits on " + arguments.target.host + ".\n"
                  : aligned(std::move(table), {.heading = true, .columns = output_columns()}));
    }
    return kDone;
}

int install(const RemoteArguments& arguments) {
    const auto copy = remote_run::engine_copy(kVersion);
    if (!copy) {
        return report(copy.error());
    }
    const std::string what = "Copying " + copy_text(*copy) + " on " + arguments.target.host;
    if (!arguments.yes) {
        const auto sure = is_sure(what + "?", what);
        if (!sure || !*sure) {
            return sure ? kStopped : report(sure.error());
        }
    }
    if (const auto done = remote_run::install_engine(arguments.target, *copy); !done) {
        return report_remote(arguments, done.error());
    }
    // Whether it starts there is known when it was started.
    remote_run::Target installed = arguments.target;
    installed.engine = copy->folder + "/throughline-engine";
    const auto answers = remote_run::list_jobs(installed, kVersion);
    if (!answers) {
        return report(answers.error(), "It was copied, but does not run there.");
    }
    print("Installed: ~/" + copy->folder + " on " + arguments.target.host + ", version " +
          answers->hello.version + ", answers.\n");
    return kDone;
}

void add_record_options(CLI::App* command, RemoteArguments* arguments) {
    auto* const output =
        command->add_option("-o,--output", arguments->how.output, "Record to write here (.tlrun)");
    command->add_flag("--overwrite", arguments->how.overwrite, "Replace an existing record");
    command
        ->add_option_function<std::string>(
            "--library",
            [arguments](const std::string& path) {
                arguments->to_library = true;
                arguments->library = path;
            },
            "Take the record into this library too; without FILE into the user's own")
        ->expected(0, 1)
        ->trigger_on_parse()
        ->option_text("[FILE]")
        ->needs(output);
    command->add_flag(
        "--events", arguments->how.events, "Print the record's lines to stdout as they arrive");
    command->add_flag("--control",
                      arguments->how.control,
                      "Hand JSON commands from stdin on to the run; {\"command\":\"try_now\"} does "
                      "not wait for the "
                      "next try of a connection that broke");
}

}  // namespace

void add_remote_command(CLI::App& app, int& exit_code) {
    const auto arguments = std::make_shared<RemoteArguments>();
    auto* const remote =
        app.add_subcommand("remote", "Measure on another computer over ssh; the record comes home");
    remote->footer(
        "A run goes on there when the connection breaks; its record waits until it is fetched. "
        "Ctrl+C ends the run there and fetches what it measured; a second one leaves it there.");
    remote
        ->add_option("HOST",
                     arguments->target.host,
                     "As ssh takes it: a name of ~/.ssh/config, or user@host")
        ->required();
    remote->add_option("--engine",
                       arguments->target.engine,
                       "Path of throughline-engine there, if it is not found by its name");
    remote
        ->add_option(
            "--ssh-option", arguments->target.options, "Option of ssh, as Port=2222; one per flag")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false)
        ->option_text("NAME=VALUE");
    remote->require_subcommand(1);

    auto* const run_there = remote->add_subcommand("run", "Measure there what 'run' measures here");
    add_study_options(run_there, &arguments->study);
    add_record_options(run_there, arguments.get());
    run_there->add_flag("--force",
                        arguments->how.force,
                        "Measure even if another of your measurements is running there");
    run_there->add_flag("--dry-run", arguments->how.dry_run, "Print the estimate and exit");
    run_there->callback([arguments, &exit_code] { exit_code = run(*arguments); });

    auto* const fetch_it = remote->add_subcommand(
        "fetch", "Fetch the record of a run there, once it has ended, and remove it there");
    fetch_it->add_option("ID", arguments->id, "Run, or the beginning of its id; 'list' names it")
        ->required();
    add_record_options(fetch_it, arguments.get());
    fetch_it->get_option("--output")->required();
    fetch_it->callback([arguments, &exit_code] { exit_code = fetch(*arguments); });

    auto* const list_them =
        remote->add_subcommand("list", "List the runs that go on there or wait to be fetched");
    list_them->add_flag("--json", arguments->json, "Print JSON");
    list_them->callback([arguments, &exit_code] { exit_code = list(*arguments); });

    auto* const copy_it = remote->add_subcommand(
        "install", "Copy this engine and its libraries there, below your home folder");
    copy_it->add_flag("--yes", arguments->yes, "Do not ask");
    copy_it->callback([arguments, &exit_code] { exit_code = install(*arguments); });
    for (CLI::App* const command : {run_there, fetch_it, list_them, copy_it}) {
        command->fallthrough();
    }
}

}  // namespace throughline::app
