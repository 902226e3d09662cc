// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/event_outlet.h"
#include "app/engine/json_output.h"
#include "app/engine/observed_text.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/analysis/observed.h"
#include "engine/base/child_process.h"
#include "engine/base/clock.h"
#include "engine/base/environment.h"
#include "engine/base/format.h"
#include "engine/base/mutex.h"
#include "engine/base/say.h"
#include "engine/base/visible_text.h"
#include "engine/measure/control_reader.h"
#include "engine/measure/run_control.h"
#include "engine/observe/candidates.h"
#include "engine/observe/observe_job.h"

namespace throughline::app {
namespace {

struct ObserveArguments {
    std::vector<std::string> command;
    std::optional<pid_t> pid;
    double seconds = 30.0;
    std::optional<double> nudge_seconds;
    std::string log;
    std::string title;
    std::string output;
    std::vector<std::string> assume;
    bool overwrite = false;
    bool events = false;
    bool control = false;
    bool rules = false;
    bool list = false;
    bool json = false;
};

/// The file that a command names, as a shell finds it.
std::string file_of_command(const std::string& name) {
    return name.find('/') != std::string::npos ? name : program_in_path(name).value_or(name);
}

/// A job that this program started: its output goes on to ours, and is kept for its rates.
/// Thread: one owner; one of its own reads.
class StartedJob {
public:
    static Result<std::unique_ptr<StartedJob>> start(std::vector<std::string> command) {
        std::array<int, 2> out{};
        std::array<int, 2> err{};
        if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0) {
            return errno_error("start '" + command.front() + "'", errno);
        }
        std::unique_ptr<StartedJob> job(new StartedJob);
        job->out_ = UniqueFd(out[0]);
        job->err_ = UniqueFd(err[0]);
        const UniqueFd out_end(out[1]);
        const UniqueFd err_end(err[1]);
        command.front() = file_of_command(command.front());
        // What Python would keep back in a pipe comes line by line.
        auto child = start_child(
            {.command = std::move(command),
             .descriptors = {{out_end.get(), STDOUT_FILENO}, {err_end.get(), STDERR_FILENO}},
             .environment = {"PYTHONUNBUFFERED=1"}});
        if (!child) {
            return std::move(child).error();
        }
        job->pid_ = *child;
        job->thread_ =
            std::jthread([&one = *job](const std::stop_token& ended) { one.pass_on(ended); });
        return job;
    }

    pid_t pid() const noexcept { return pid_; }

    /// What it wrote since the last call.
    std::string take_output() {
        const MutexLock lock(mutex_);
        return std::exchange(text_, {});
    }

    /// Blocks: until it has ended. Returns: its exit code, 128 + signal as a shell says.
    int wait() {
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        // What it started may hold the pipes open for longer.
        thread_.request_stop();
        thread_.join();
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    StartedJob() = default;

    void pass_on(const std::stop_token& ended) {
        constexpr std::size_t kKeptMost = std::size_t{8} << 20U;
        constexpr int kPatience_ms = 100;
        std::array<pollfd, 2> ends{{{.fd = out_.get(), .events = POLLIN, .revents = 0},
                                    {.fd = err_.get(), .events = POLLIN, .revents = 0}}};
        std::array<char, 1 << 16> text;
        while (ends[0].fd >= 0 || ends[1].fd >= 0) {
            const int ready = ::poll(ends.data(), ends.size(), kPatience_ms);
            if (ready <= 0) {
                if (ended.stop_requested()) {
                    return;
                }
                continue;
            }
            for (pollfd& end : ends) {
                if (end.fd < 0 || end.revents == 0) {
                    continue;
                }
                const ssize_t got = ::read(end.fd, text.data(), text.size());
                if (got <= 0) {
                    end.fd = -1;
                    continue;
                }
                const std::string_view part(text.data(), static_cast<std::size_t>(got));
                const int onto = &end == &ends[0] ? STDOUT_FILENO : STDERR_FILENO;
                static_cast<void>(write_all(onto, part).has_value());
                const MutexLock lock(mutex_);
                text_ += part.substr(0, kKeptMost - std::min(kKeptMost, text_.size()));
            }
        }
    }

    pid_t pid_ = -1;
    UniqueFd out_{};
    UniqueFd err_{};
    Mutex mutex_;
    std::string text_ GUARDED_BY(mutex_){};
    std::jthread thread_{};
};

Result<std::unique_ptr<observe::JobLog>> log_of(const ObserveArguments& arguments) {
    importers::Assumptions assume;
    for (const std::string& text : arguments.assume) {
        if (auto added = importers::add_assumption(assume, text); !added) {
            return std::move(added).error();
        }
    }
    return std::make_unique<observe::JobLog>(
        arguments.log.empty() ? "the job's output" : arguments.log, std::move(assume));
}

struct Watch {
    const ObserveArguments& arguments;
    EventOutlet& events;
    std::unique_ptr<observe::JobLog> log{};
    std::optional<observe::LogFile> file{};
    std::unique_ptr<StartedJob> job{};

    void take_log() {
        log->take(file ? file->read_more() : job ? job->take_output() : std::string());
    }
};

/// Tells how far it is, to people and as a line of --events.
class Progress {
public:
    Progress(const ObserveArguments& arguments, EventOutlet& events)
        : total_s_(arguments.seconds + arguments.nudge_seconds.value_or(0.0)),
          as_events_(arguments.events),
          events_(events),
          line_(!arguments.command.empty() || arguments.events) {}

    /// `seconds`: of all that were planned. `shares`: what the threads did within the last second.
    void tell(const char* phase, double seconds, const metrics::MetricValues& shares = {}) {
        const double left_s = std::max(0.0, total_s_ - seconds);
        line_.show(seconds / total_s_,
                   std::string(phase) + ", " + format_duration(left_s) + " left");
        if (as_events_) {
            events_.event(Json{
                {"type", "progress"},
                {"phase", phase},
                {"run", 1},
                {"runs", 1},
                {"seconds_left", left_s},
                {"planned_seconds", total_s_},
                {"metrics",
                 shares}}.dump());
        }
    }
    void clear() { line_.clear(); }

private:
    double total_s_;
    bool as_events_;
    EventOutlet& events_;
    ProgressLine line_;
};

/// No device, pipe or link: they were there before.
void remove_if_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::symlink_status(path, ignored).type() ==
        std::filesystem::file_type::regular) {
        std::filesystem::remove(path, ignored);
    }
}

ExitCode watch(Watch& watch, record::RecordWriter& writer, const std::stop_token& stop) {
    const ObserveArguments& arguments = watch.arguments;
    Progress progress(arguments, watch.events);
    double seconds_seen = 0.0;
    const bool has_log = watch.file || watch.job;
    observe::ObserveOptions options{.pid = watch.job ? watch.job->pid() : *arguments.pid,
                                    .seconds = arguments.seconds,
                                    .just_started = watch.job != nullptr,
                                    .title = arguments.title,
                                    .log = has_log ? watch.log.get() : nullptr};
    options.on_second = [&](double seconds) {
        watch.take_log();
        seconds_seen = seconds;
        if (!arguments.events) {
            progress.tell("observing", seconds);
        }
    };
    watch.events.begin_record(&writer);
    if (arguments.events) {
        progress.tell("observing", 0.0);
        options.on_shares = [&](const metrics::MetricValues& shares) {
            progress.tell("observing", seconds_seen, shares);
        };
    }
    if (arguments.nudge_seconds) {
        options.nudge = observe::NudgeOptions{
            .seconds = *arguments.nudge_seconds,
            .seed = static_cast<std::uint64_t>(steady_now().time_since_epoch().count()) % 100'000};
        options.nudge->on_progress = [&](double seconds) {
            watch.take_log();
            progress.tell("nudging", arguments.seconds + seconds);
        };
    }
    watch.take_log();  // what was there before
    auto study = observe::observe_job(options, stop, writer);
    progress.clear();
    watch.events.end_record();
    const auto closed = writer.close(study ? 1 : 0);
    watch.events.record_closed();
    if (!study) {  // nothing was seen: what was opened for it is no record
        remove_if_file(arguments.output);
        return report(study.error());
    }
    study->footer = record::Footer{.runs_done = 1};
    std::string text = observed_text(*study);
    text += arguments.output.empty() ? "" : "\nRecord: " + arguments.output + "\n";
    if (arguments.events) {
        return closed ? kDone : report(closed.error());
    }
    if (watch.job) {  // what the job writes to stdout stays its own
        static_cast<void>(write_all(STDERR_FILENO, "\n" + text).has_value());
    } else {
        print(text);
    }
    return closed ? kDone : report(closed.error());
}

/// Processes that may be a training, and why.
int list_candidates(bool as_json) {
    const auto found = observe::find_candidates();
    if (as_json) {
        Json all = Json::array();
        for (const observe::Candidate& one : found) {
            all.push_back({{"pid", one.pid},
                           {"name", json_text(one.name)},
                           {"command", json_texts(one.command)},
                           {"user", one.user},
                           {"cpu_cores", one.cpu_cores},
                           {"why", json_texts(one.reasons)}});
        }
        print_json({{"candidates", std::move(all)}});
        return kDone;
    }
    std::vector<std::vector<std::string>> rows{{"PID", "cores", "program", "why"}};
    for (const observe::Candidate& one : found) {
        constexpr std::size_t kCommandMost = 60;
        const std::string command = visible_line(joined(one.command));
        std::string why;
        for (const std::string& reason : one.reasons) {
            why += (why.empty() ? "" : "; ") + reason;
        }
        rows.push_back({std::to_string(one.pid),
                        format_significant(one.cpu_cores, 2),
                        command.substr(0, kCommandMost),
                        why});
    }
    print(found.empty()
              ? "No process here has a GPU or image files open, or loads with workers of Python. "
                "Any other can be observed with --pid N; 'throughline-engine selftest job' is a "
                "stand-in to try it on.\n"
              : aligned(std::move(rows), {.heading = true, .columns = output_columns()}));
    return kDone;
}

/// The published rules, as a table.
std::string rules_text() {
    std::string text = "Rules, version " + std::to_string(analysis::kObservedRulesVersion) +
                       ". The first that holds decides.\n\n";
    for (const analysis::ObservedRule& rule : analysis::observed_rules()) {
        text += std::string(rule.id) + ": " + analysis::name_of(rule.limit) + "\n    " +
                say(rule.says) + "\n";
    }
    return text;
}

int observe_command(const ObserveArguments& arguments) {
    if (arguments.rules) {
        print(rules_text());
        return kDone;
    }
    if (arguments.list) {
        return list_candidates(arguments.json);
    }
    if (arguments.command.empty() == !arguments.pid) {
        return report(
            usage_error("name either a running job with --pid N, or a command behind --"));
    }
    auto log = log_of(arguments);
    if (!log) {
        return report(log.error());
    }
    EventOutlet events(arguments.events);
    Watch watched{.arguments = arguments, .events = events, .log = *std::move(log)};
    measure::RunControl control;
    const StopSignals signals([&control] { control.stop(); });
    if (!arguments.log.empty()) {
        auto file = observe::LogFile::open(arguments.log);
        if (!file) {
            return report(file.error());
        }
        watched.file = *std::move(file);
    }
    std::signal(SIGPIPE, SIG_IGN);  // output may have nowhere to go; the job goes on
    auto writer = record::RecordWriter::open({.path = arguments.output,
                                              .overwrite = arguments.overwrite,
                                              .events_fd = arguments.events ? STDOUT_FILENO : -1});
    if (!writer) {
        return report(writer.error());
    }
    std::optional<measure::ControlReader> commands;
    if (arguments.control) {
        commands.emplace(
            STDIN_FILENO, control, [&](const std::string& reply) { events.event(reply); });
    }
    if (arguments.pid) {
        return watch(watched, **writer, control.token());
    }
    auto job = StartedJob::start(arguments.command);
    if (!job) {
        return report(job.error());
    }
    watched.job = *std::move(job);
    const ExitCode seen = watch(watched, **writer, control.token());
    const int job_code = watched.job->wait();
    return job_code != 0 ? job_code : seen;
}

}  // namespace

void add_observe_command(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<ObserveArguments>();
    auto* command = app.add_subcommand(
        "observe", "Watch a training job that is not ours and say what holds it back");
    command->add_option("--pid", arguments->pid, "Process of the running job, or what started it")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    auto* of_command =
        command->add_option("COMMAND", arguments->command, "Job to start and watch, behind --");
    command->add_option("--seconds", arguments->seconds, "How long to watch it")
        ->check(CLI::Range(2.0, 86400.0))
        ->capture_default_str();
    command
        ->add_option("--nudge",
                     arguments->nudge_seconds,
                     "Afterwards take processors and disk from the job, in pulses of 2.5 s within "
                     "so many seconds, to prove what holds it back: it becomes slower for the "
                     "time, and is not touched")
        ->type_name("SECONDS")
        ->check(CLI::Range(30.0, 3600.0));
    command->add_option("--log",
                        arguments->log,
                        "File that the job writes its log into; its rates are read as it grows");
    command
        ->add_option("--assume",
                     arguments->assume,
                     "What the log does not say, as batch_size=256; 'throughline-engine metrics "
                     "--assume' lists the keys")
        ->type_name("KEY=VALUE");
    command->add_option("--title",
                        arguments->title,
                        "Title of the study; %1 in it is the name of the job [Observed: %1]");
    command->add_option("-o,--output", arguments->output, "Write the record (.tlrun) here");
    command->add_flag("--overwrite", arguments->overwrite, "Replace an existing record");
    auto* events = command->add_flag(
        "--events",
        arguments->events,
        "Print the record's lines to stdout as they are written, and what is seen meanwhile");
    events->excludes(of_command);
    command->add_flag("--control", arguments->control, "Read JSON commands from stdin");
    command->add_flag("--rules", arguments->rules, "Print the rules that it judges by, and exit");
    command->add_flag(
        "--list", arguments->list, "List what may be a training job, and why, and exit");
    command->add_flag("--json", arguments->json, "With --list: print it as JSON")->needs("--list");
    command->callback([arguments, &exit_code] { exit_code = observe_command(*arguments); });
}

}  // namespace throughline::app
