// SPDX-License-Identifier: Apache-2.0
#include "app/engine/measure_study.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <list>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "app/engine/gpu_probe.h"
#include "app/engine/report.h"
#include "app/engine/run_display.h"
#include "app/engine/stop_signals.h"
#include "app/engine/study_table.h"
#include "app/engine/terminal.h"
#include "app/engine/user_catalog.h"
#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/base/mutex.h"
#include "engine/base/pause.h"
#include "engine/base/visible_text.h"
#include "engine/measure/carry_out.h"
#include "engine/measure/control_reader.h"
#include "engine/measure/machine_lock.h"
#include "engine/measure/study_runner.h"
#include "engine/measure/take_up.h"
#include "engine/store/data_folder.h"

namespace throughline::app {
namespace {

std::string progress_event(const measure::StudyProgress& progress) {
    nlohmann::json event{{"type", "progress"},
                         {"phase", progress.phase},
                         {"run", progress.run},
                         {"runs", progress.runs},
                         {"repeat", progress.repeat},
                         {"seconds_left", progress.seconds_left}};
    return event.dump();
}

/// Where event-only lines go: to stdout while nothing is measured yet, then through the record's
/// writer, which never waits for a slow reader. Thread: any.
class EventOutlet {
public:
    explicit EventOutlet(bool on) : on_(on) {}

    void event(const std::string& json) {
        const MutexLock lock(mutex_);
        if (writer_ != nullptr) {
            writer_->event(json);
        } else if (closing_) {
            held_.push_back(json);
        } else {
            print_event(json);
        }
    }
    void begin_record(record::RecordWriter* writer) {
        const MutexLock lock(mutex_);
        writer_ = writer;
    }
    /// The record takes no more: what comes now, the answer to a stop, waits until it is closed.
    void end_record() {
        const MutexLock lock(mutex_);
        writer_ = nullptr;
        closing_ = true;
    }
    void record_closed() {
        const MutexLock lock(mutex_);
        closing_ = false;
        for (const std::string& json : held_) {
            print_event(json);
        }
        held_.clear();
    }

private:
    void print_event(const std::string& json) const {
        if (on_) {
            const std::string line = json.substr(0, json.size() - 1) + ",\"seq\":0}\n";
            static_cast<void>(write_all(STDOUT_FILENO, line).has_value());
        }
    }

    const bool on_;
    Mutex mutex_;
    /// Of the record that is open, borrowed.
    record::RecordWriter* writer_ GUARDED_BY(mutex_) = nullptr;
    bool closing_ GUARDED_BY(mutex_) = false;
    std::vector<std::string> held_ GUARDED_BY(mutex_){};
};

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

/// A data set that is looked through is asked from one sign of progress to the next.
/// Thread: any.
class ScanWatch {
public:
    explicit ScanWatch(storage::AnswerWatch& answers) : asker_(&answers) {}

    void seen(const std::string& path, std::uint64_t files) {
        const MutexLock lock(mutex_);
        const bool another = paths_.empty() || paths_.back() != path;
        if (!another && files == files_) {
            return;  // a scan that hangs is heard of, too
        }
        if (another) {
            paths_.push_back(path);
        }
        files_ = files;
        asker_.asked(paths_.back().c_str(), steady_now());
    }
    void ended() {
        const MutexLock lock(mutex_);
        asker_.answered();
    }

private:
    Mutex mutex_;
    std::list<std::string> paths_ GUARDED_BY(mutex_);  ///< which the watch borrows
    std::uint64_t files_ GUARDED_BY(mutex_) = 0;       ///< seen in the last of them
    storage::AnswerWatch::Asker asker_ GUARDED_BY(mutex_);
};

/// The study ready to be measured, or why it cannot be. Says on stderr, and to whoever reads the
/// events, how far the scan of a slow disk is, and on stderr when it gets no further; one that
/// hangs when it is asked to stop is left behind.
std::shared_ptr<Result<measure::PreparedStudy>> prepare(const spec::StudySpec& spec,
                                                        measure::RunControl& control,
                                                        EventOutlet& events,
                                                        bool quiet) {
    constexpr auto kPatience = std::chrono::seconds(2);
    auto prepared = std::make_shared<Result<measure::PreparedStudy>>(Error{});
    const auto line = std::make_shared<ProgressLine>(quiet);
    const auto watch = std::make_shared<ScanWatch>(control.answers());
    const auto work = [spec, &control, &events, prepared, line, watch] {
        *prepared = measure::prepare_study(
            spec,
            control.token(),
            &user_catalog,
            [] { return find_gpu_access(default_gpu_places()); },
            [&](const std::string& path, std::uint64_t files) {
                watch->seen(path, files);
                line->show(-1.0, path + ": " + format_count(files) + " files checked so far");
                events.event(
                    nlohmann::json{{"type", "progress"}, {"phase", "preparing"}, {"files", files}}
                        .dump());
            });
        watch->ended();
    };
    const measure::CarryOut options{
        .on_silence =
            [&](const storage::AnswerWatch::Unanswered& scan, double seconds) {
                line->clear();
                warn("scanning '" + visible_line(scan.first) + "' has made no progress for " +
                     format_duration(seconds) + "; still waiting for the storage");
            },
        .on_answer =
            [&](double seconds) {
                line->clear();
                warn("the storage responded after " + format_duration(seconds));
            },
        .unwatched_patience = kPatience};
    if (!measure::carry_out(work, control, options)) {
        warn("stopping without waiting any longer: the storage of the data set does not respond");
        ::_exit(kStopped);
    }
    line->clear();
    return prepared;
}

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

/// The study is measured into `begun`, or into a record that is opened here, once there is
/// something to measure.
int measure_prepared(const MeasureOptions& options,
                     const measure::PreparedStudy& prepared,
                     Writer begun,
                     measure::MachineLock& lock,
                     EventOutlet& events,
                     measure::RunControl& control) {
    RunDisplay display(options.events && !options.dry_run);
    display.plan(prepared);
    if (options.dry_run) {
        return kDone;
    }
    auto writer = begun ? Result<Writer>(std::move(begun))
                        : record::RecordWriter::open({.path = options.output,
                                                      .overwrite = options.overwrite,
                                                      .events_fd = events_fd(options)});
    if (!writer) {
        return report(writer.error());
    }
    events.begin_record(writer->get());
    const measure::StudyOptions study_options{
        .disturbed = [&lock] { return lock.disturbed(); },
        .unlocked = lock.problem(),
        .on_progress =
            [&](const measure::StudyProgress& progress) {
                display.progress(progress);
                events.event(progress_event(progress));
            },
        .on_sample = [&](const record::Sample& sample) { display.sample(sample); },
        .on_notice = [&](const std::string& text) { display.notice(text); }};
    auto study = measure::run_study(prepared, study_options, control, **writer);
    std::optional<LeaveAnyway> leave;
    if (control.left_behind()) {
        leave.emplace();  // the record may lie on the storage that does not answer
    }
    display.end_progress();
    events.end_record();
    int exit_code = kFailed;
    if (study) {
        exit_code = conclude(**writer, options, *std::move(study), control.stop_requested());
    } else {
        static_cast<void>((*writer)->close(0).has_value());
        exit_code = report(study.error());
    }
    events.record_closed();
    if (control.left_behind()) {
        ::_exit(exit_code);  // threads that hang may use all of the above
    }
    return exit_code;
}

/// What of the record's path can be said before a long scan, not after it.
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

}  // namespace

int measure_study(const MeasureOptions& options,
                  const spec::StudySpec& spec,
                  std::optional<record::RecordWriter::TakenUp> begun) {
    measure::RunControl control;
    if (!options.output.empty()) {
        control.set_recorded();
    }
    const StopSignals signals([&control] { control.stop(); });
    std::signal(SIGPIPE, SIG_IGN);  // a reader of events that goes away is a write error

    using measure::MachineLock;
    auto lock = MachineLock::acquire(
        measure::lock_places(store::data_folder()),
        options.force ? MachineLock::WhenBusy::Join : MachineLock::WhenBusy::Refuse);
    if (!lock) {
        return report(lock.error());
    }
    if (!lock->problem().empty()) {
        warn("measuring without a lock; a second measurement would not be noticed: " +
             lock->problem());
    }
    if (const auto fits = begun ? Result<void>() : check_output(options); !fits) {
        return report(fits.error());
    }
    EventOutlet events(options.events);
    std::optional<measure::ControlReader> commands;
    if (options.control) {
        commands.emplace(
            STDIN_FILENO, control, [&events](const std::string& reply) { events.event(reply); });
    }
    events.event(R"({"type":"progress","phase":"preparing"})");
    const auto prepared = prepare(spec, control, events, options.events);
    Result<void> taken_up;
    if (*prepared && begun) {
        taken_up = measure::take_up(**prepared, std::move(begun->study), control.token());
    }
    const int exit_code = !*prepared  ? report_on_images(prepared->error())
                          : !taken_up ? report(taken_up.error(), "The record was not changed.")
                                      : measure_prepared(options,
                                                         **prepared,
                                                         begun ? std::move(begun->writer) : nullptr,
                                                         *lock,
                                                         events,
                                                         control);
    commands.reset();
    return exit_code;
}

}  // namespace throughline::app
