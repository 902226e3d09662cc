// SPDX-License-Identifier: Apache-2.0
#include "app/engine/measure_study.h"

#include <unistd.h>

#include <chrono>
#include <list>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/engine/event_outlet.h"
#include "app/engine/far_data.h"
#include "app/engine/gpu_probe.h"
#include "app/engine/loader_shim.h"
#include "app/engine/measure_session.h"
#include "app/engine/report.h"
#include "app/engine/run_display.h"
#include "app/engine/terminal.h"
#include "app/engine/user_catalog.h"
#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/mutex.h"
#include "engine/base/visible_text.h"
#include "engine/measure/carry_out.h"
#include "engine/measure/study_runner.h"
#include "engine/measure/take_up.h"
#include "engine/spec/study_loader.h"

namespace throughline::app {
namespace {

/// A data set that is looked through is asked from one sign of progress to the next.
/// Thread: any.
class ScanWatch {
public:
    explicit ScanWatch(storage::AnswerWatch& answers) : asker_(&answers) {}

    void seen(const std::string& path,
              std::uint64_t files,
              const std::shared_ptr<const remote::Store>& store) {
        const MutexLock lock(mutex_);
        store_ = store;
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
    /// failures_text() of the store that is asked; "": none is, or it fails in nothing.
    std::string failures() const {
        const MutexLock lock(mutex_);
        return store_ == nullptr ? std::string() : failures_text(*store_);
    }

private:
    mutable Mutex mutex_;
    std::shared_ptr<const remote::Store> store_ GUARDED_BY(mutex_);
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
            [&](const std::string& path,
                std::uint64_t files,
                const std::shared_ptr<const remote::Store>& store) {
                watch->seen(path, files, store);
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
                const std::string failures = watch->failures();
                const std::string scanning = "scanning '" + visible_line(scan.first) + "' has ";
                const std::string time = format_duration(seconds);
                warn(failures.empty()
                         ? scanning + "made no progress for " + time +
                               "; still waiting for the storage"
                         : scanning + "waited for " + time + ": " + failures + "; asking again");
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

/// The study is measured into `begun`, or into a record that is opened here, once there is
/// something to measure.
int measure_prepared(const MeasureOptions& options,
                     const measure::PreparedStudy& prepared,
                     std::unique_ptr<record::RecordWriter> begun,
                     MeasureSession& session) {
    RunDisplay display(options.events && !options.dry_run);
    display.plan(prepared);
    if (options.dry_run) {
        return kDone;
    }
    const measure::StudyOptions study_options{
        .disturbed = [&session] { return session.lock.disturbed(); },
        .unlocked = session.lock.problem(),
        .on_progress =
            [&](const measure::StudyProgress& progress) {
                display.progress(progress);
                session.events.event(progress_event(progress));
            },
        .on_begun =
            [&](const measure::RepeatBegun& repeat) {
                if (options.hold) {
                    session.events.event(begun_event(repeat));
                }
            },
        .on_sample = [&](const record::Sample& sample) { display.sample(sample); },
        .on_notice = [&](const std::string& text) { display.notice(text); }};
    return measure_into_record(
        options,
        std::move(begun),
        session,
        [&](record::RecordWriter& writer) {
            return measure::run_study(prepared, study_options, session.control, writer);
        },
        [&display] { display.end_progress(); });
}

}  // namespace

int measure_study(const MeasureOptions& options,
                  const spec::StudySpec& spec,
                  std::optional<record::RecordWriter::TakenUp> begun) {
    if (spec::has_loader(spec.base, spec.sweep)) {
        offer_loader_shim();
    }
    return run_session(options, begun.has_value(), [&](MeasureSession& session) {
        const auto prepared = prepare(spec, session.control, session.events, options.events);
        Result<void> taken_up;
        if (*prepared && begun) {
            taken_up =
                measure::take_up(**prepared, std::move(begun->study), session.control.token());
        }
        if (!*prepared) {
            return int{report_on_images(prepared->error())};
        }
        if (!taken_up) {
            return int{report(taken_up.error(), "The record was not changed.")};
        }
        return measure_prepared(
            options, **prepared, begun ? std::move(begun->writer) : nullptr, session);
    });
}

}  // namespace throughline::app
