// SPDX-License-Identifier: Apache-2.0
#include "app/engine/measure_session.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/study_table.h"
#include "app/engine/terminal.h"
#include "engine/base/pause.h"
#include "engine/measure/control_reader.h"
#include "engine/measure/step_socket.h"
#include "engine/store/data_folder.h"

namespace throughline::app {
namespace {

/// Ends the program when what is left to be done hangs too.
class LeaveAnyway {
public:
    LeaveAnyway()
        : thread_([](const std::stop_token& done) {
              if (pause_for(kPatience, done)) {
                  warn("the record could not be completed: its disk does not respond either");
                  ::_exit(kStopped);
              }
          }) {}

private:
    static constexpr auto kPatience = std::chrono::seconds(2);
    std::jthread thread_;
};

/// Closes the record, prints the table and finds the exit code.
int conclude(record::RecordWriter& writer,
             const MeasureOptions& options,
             record::Study study,
             bool stopped) {
    std::int64_t runs_done = 0;
    bool failed = false;
    for (const auto& one : study.runs) {
        runs_done += one.status == record::RunStatus::Done ? 1 : 0;
        failed = failed || one.status == record::RunStatus::Failed;
    }
    const auto closed = writer.close(runs_done);
    study.footer = record::Footer{.runs_done = runs_done};  // as close() wrote it
    if (options.on_end) {
        options.on_end(study);
    }
    if (!options.events && !options.silent) {
        print(app::study_table(study, output_columns()));
        if (!options.output.empty()) {
            print("Record: " + options.output + "\n");
        } else {
            print("Not kept; -o FILE.tlrun writes a record that 'show' and the window open.\n");
        }
    }
    if (!closed) {
        return report(closed.error());
    }
    return failed ? kFailed : stopped ? kStopped : kDone;
}

using Writer = std::unique_ptr<record::RecordWriter>;

int events_fd(const MeasureOptions& options) {
    return options.events ? STDOUT_FILENO : -1;
}

}  // namespace

Result<void> check_output(const MeasureOptions& options) {
    const std::string& path = options.output;
    struct stat info{};
    if (path.empty()) {
        return {};
    }
    if (::stat(path.c_str(), &info) == 0) {
        if (S_ISDIR(info.st_mode)) {
            return usage_error("'" + path + "' is a folder: name a file in it for the record");
        }
        if (info.st_size > 0 && !options.overwrite) {
            return usage_error("'" + path + "' exists; use --overwrite to replace it");
        }
        return {};
    }
    const std::string folder = std::filesystem::path(path).parent_path().string();
    if (!folder.empty() && ::stat(folder.c_str(), &info) != 0) {
        return errno_error("write the record into '" + folder + "'", errno);
    }
    return {};
}

int measure_into_record(const MeasureOptions& options,
                        Writer begun,
                        MeasureSession& session,
                        const std::function<Result<record::Study>(record::RecordWriter&)>& measure,
                        const std::function<void()>& end_progress) {
    measure::RunControl& control = session.control;
    auto writer = begun ? Result<Writer>(std::move(begun))
                        : record::RecordWriter::open({.path = options.output,
                                                      .overwrite = options.overwrite,
                                                      .events_fd = events_fd(options)});
    if (!writer) {
        return report(writer.error());
    }
    session.events.begin_record(writer->get());
    auto study = measure(**writer);
    std::optional<LeaveAnyway> leave;
    if (control.left_behind()) {
        leave.emplace();  // the record may lie on the storage that does not answer
    }
    end_progress();
    session.events.end_record();
    int exit_code = kFailed;
    if (study) {
        exit_code = conclude(**writer, options, *std::move(study), control.stop_requested());
    } else {
        static_cast<void>((*writer)->close(0).has_value());
        exit_code = report(study.error());
    }
    session.events.record_closed();
    if (control.left_behind()) {
        ::_exit(exit_code);  // threads that hang may use all of the above
    }
    return exit_code;
}

int run_session(const MeasureOptions& options,
                bool takes_up,
                const std::function<int(MeasureSession&)>& work) {
    measure::RunControl control;
    if (!options.output.empty()) {
        control.set_recorded();
    }
    if (options.hold) {
        control.hold_repeats();
    }
    std::optional<measure::StepSocket> steps;
    if (options.step_socket >= 0) {
        int type = 0;
        socklen_t size = sizeof type;
        if (::getsockopt(options.step_socket, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
            type != SOCK_SEQPACKET) {
            return report(usage_error("--meet-at: descriptor " +
                                      std::to_string(options.step_socket) +
                                      " is no socket that keeps messages apart"));
        }
        steps.emplace(options.step_socket);
        control.meet_at(&*steps);
    }
    const StopSignals signals([&control] { control.stop(); });
    std::signal(SIGPIPE, SIG_IGN);  // a reader of events that goes away is a write error

    using measure::MachineLock;
    auto lock = MachineLock::acquire(
        measure::lock_places(store::data_folder()),
        options.force ? MachineLock::WhenBusy::Join : MachineLock::WhenBusy::Refuse,
        options.together);
    if (!lock) {
        return report(lock.error());
    }
    if (!lock->problem().empty()) {
        warn("measuring without a lock; a second measurement would not be noticed: " +
             lock->problem());
    }
    if (const auto fits = takes_up ? Result<void>() : check_output(options); !fits) {
        return report(fits.error());
    }
    EventOutlet events(options.events);
    std::optional<measure::ControlReader> commands;
    if (options.control) {
        commands.emplace(
            STDIN_FILENO, control, [&events](const std::string& reply) { events.event(reply); });
    }
    events.event(R"({"type":"progress","phase":"preparing"})");
    MeasureSession session{control, events, *lock};
    return work(session);
}

}  // namespace throughline::app
