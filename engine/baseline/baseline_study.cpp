// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/baseline_study.h"

#include <fcntl.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "engine/analysis/disturbance.h"
#include "engine/analysis/verdict.h"
#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/uuid.h"
#include "engine/baseline/cell_record.h"
#include "engine/baseline/own_folder.h"
#include "engine/measure/carry_out.h"
#include "engine/measure/emulated_volume.h"
#include "engine/measure/environment.h"
#include "engine/measure/run_sink.h"
#include "engine/measure/silence.h"
#include "engine/storage/page_cache.h"

namespace throughline::baseline {
namespace {

using record::Level;

/// A first cell that is measured again at the end and comes out further apart than this has met
/// another storage: a burst that was used up, a neighbour.
constexpr double kDriftMax = 0.10;
constexpr std::uint64_t kBlocksLookedAt = 2000;

record::Header header_of(const BaselinePlan& plan) {
    record::Header header;
    header.study = make_uuid();
    header.title = plan.options.title;
    if (header.title.empty()) {
        const std::filesystem::path path(plan.target.path);
        header.title = "Storage baseline of " + path.filename().string();
    }
    header.origin = record::Origin::Measured;
    header.started_at = utc_now_iso8601();
    header.spec_json = plan.options.spec_json.empty() ? "{}" : plan.options.spec_json;
    header.environment = measure::environment(plan.target);
    for (const auto& metric : metrics::all_metrics()) {
        if (metric.kind == metrics::Kind::Measured) {
            header.metrics.push_back({metric.id, metric.unit, metric.title});
        }
    }
    std::uint64_t memory = 0;
    for (const Cell& cell : plan.cells) {
        memory = std::max(memory, memory_of(cell, plan.timing));
    }
    header.plan = {.runs = static_cast<std::int64_t>(plan.cells.size()) + (plan.metadata ? 2 : 0),
                   .seconds = plan.seconds_least,
                   .memory_bytes = memory};
    return header;
}

/// The acts of a baseline, in their order. Thread: the one that measures.
class BaselineRun {
public:
    BaselineRun(const BaselinePlan& plan,
                const measure::StudyOptions& options,
                std::string journal,
                measure::RunControl& control,
                record::RecordWriter& writer,
                measure::RunSink& sink)
        : plan_(plan),
          options_(options),
          journal_(std::move(journal)),
          control_(control),
          writer_(writer),
          sink_(sink) {}

    Result<void> run() {
        note_surroundings();
        auto done = make_files();
        if (done && !stopped()) {
            done = measure();
        }
        if (!done && done.error().code == ErrorCode::Stopped) {
            done = {};
        }
        if (folder_) {
            data_.reset();
            const Speaking english(Language::English);  // what becomes a record is
            if (auto removed = folder_->remove(); !removed) {
                sink_.note({}, "storage.left_files", Level::Error, describe(removed.error()));
                tell(describe(removed.error()));
            }
        }
        return done;
    }

private:
    bool stopped() const { return control_.stop_requested(); }
    void tell(const std::string& text) const {
        if (options_.on_notice) {
            options_.on_notice(text);
        }
    }

    void note_surroundings() {
        for (const std::string& warning : plan_.target.warnings) {
            sink_.note({}, "dataset.target", Level::Warning, warning, plan_.target.path);
        }
        for (const std::string& text : plan_.left_out) {
            sink_.note({}, "storage.left_out", Level::Warning, text);
        }
        if (options_.disturbed && options_.disturbed()) {
            sink_.note({},
                       analysis::kBesideCode,
                       Level::Warning,
                       say_english("another measurement ran on this machine meanwhile (--force)"));
        }
        if (!options_.unlocked.empty()) {
            sink_.note({},
                       "study.unlocked",
                       Level::Warning,
                       say_english("measured without a lock; another measurement at the same time "
                                   "would not have been noticed: %1",
                                   options_.unlocked));
        }
    }

    Result<void> make_files() {
        if (plan_.file) {
            read_ = {.path = plan_.file->path, .bytes = plan_.file->bytes};
            read_direct_ = plan_.file->direct_works;
            note_file(*plan_.file);
        }
        if (!plan_.makes_folder()) {
            return {};
        }
        auto folder = OwnFolder::make(plan_.folder(), journal_);
        if (!folder) {
            return std::move(folder).error();
        }
        folder_.emplace(*std::move(folder));
        if (plan_.file_bytes == 0) {
            return {};
        }
        const double before_s = plan_.seconds_least;
        auto written =
            write_data_file(*folder_, plan_.file_bytes, control_.token(), [&](double share) {
                progress("preparing", 0, nullptr, before_s * (1.0 + (1.0 - share) * 0.05));
            });
        if (!written) {
            return written;
        }
        auto facts = look_at_file(folder_->path() + "/data");
        if (!facts) {
            return std::move(facts).error();
        }
        write_ = {.path = facts->path, .bytes = facts->bytes};
        write_direct_ = facts->direct_works;
        if (!plan_.file) {
            read_ = write_;
            read_direct_ = write_direct_;
            note_file(*facts);
        }
        auto data = open_file(write_.path, O_RDWR | O_NOFOLLOW | (write_direct_ ? O_DIRECT : 0));
        if (!data) {
            return std::move(data).error();
        }
        data_ = *std::move(data);
        write_.descriptor = data_.get();
        return {};
    }

    void note_file(const FileFacts& file) {
        const auto size = [](std::uint64_t bytes) {
            return format_quantity(static_cast<double>(bytes), "bytes");
        };
        if (!file.direct_works) {
            sink_.note({},
                       "storage.not_direct",
                       Level::Warning,
                       say_english("the file system does not read past the page cache: the "
                                   "figures are those of the page cache where it holds the file"),
                       file.path);
        }
        if (file.hole_bytes > 0) {
            sink_.note({},
                       "storage.holes",
                       Level::Warning,
                       say_english("%1 of %2 of the file were never written: they are answered "
                                   "with zeros and without the device, so that the figures are "
                                   "too good",
                                   size(file.hole_bytes),
                                   size(file.bytes)),
                       file.path);
        }
        if (file.bytes < plan_.target.memory_bytes) {
            sink_.note({},
                       "storage.small_file",
                       Level::Info,
                       say_english("the file has %1: a cache of the storage itself (in a drive, a "
                                   "controller, a hypervisor, a file server) may hold all of it",
                                   size(file.bytes)),
                       file.path);
        }
    }

    Result<void> measure() {
        std::optional<double> first_rate;
        for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
            pause_if_asked(i);
            if (stopped()) {
                break;
            }
            const Cell cell = as_possible(plan_.cells[i]);
            const double rate = measure_cell(cell, number_of(i));
            first_rate = i == 0 ? std::optional(rate) : first_rate;
            writer_.flush();
            if (auto failure = writer_.failure(); !failure) {
                return failure;
            }
        }
        // Not of writes: no more is written than was said.
        if (plan_.cells.size() > 1 && !plan_.cells.front().writes &&
            first_rate.value_or(0.0) > 0.0 && !stopped()) {
            measure_drift(*first_rate);
        }
        return plan_.metadata && !stopped() ? measure_metadata_runs() : Result<void>();
    }

    void pause_if_asked(std::size_t index) const {
        if (control_.paused()) {
            progress("paused", number_of(index), nullptr, seconds_after(index));
            control_.wait_while_paused();
        }
    }

    static int number_of(std::size_t index) { return static_cast<int>(index) + 1; }

    Cell as_possible(Cell cell) const {
        cell.direct = cell.direct && (cell.writes ? write_direct_ : read_direct_);
        return cell;
    }

    const TargetFile& file_of(const Cell& cell) const { return cell.writes ? write_ : read_; }

    const measure::ChosenVolume* volume_for(const Cell& cell) const {
        return cell.writes || plan_.volumes.empty() ? nullptr : &plan_.volumes.begin()->second;
    }

    double seconds_after(std::size_t index) const {
        const std::size_t left = plan_.cells.size() - std::min(index + 1, plan_.cells.size());
        return static_cast<double>(left + 1) * plan_.timing.seconds_least();
    }

    void progress(const char* phase, int run, const spec::Settings* settings, double left) const {
        if (options_.on_progress) {
            options_.on_progress(
                {.phase = phase,
                 .run = run,
                 .runs = static_cast<int>(plan_.cells.size()) + (plan_.metadata ? 2 : 0),
                 .seconds_left = left,
                 .settings = settings});
        }
    }

    spec::Settings settings_for(const Cell& cell) const {
        spec::Settings settings = settings_of(cell);
        settings["dataset.path"] = plan_.target.path;
        settings["storage.reader"] = std::string(plan_.no_uring.empty() ? "io_uring" : "pread");
        if (volume_for(cell) != nullptr) {
            for (const auto& [key, value] : plan_.options.volume) {
                settings[key] = value;
            }
        }
        return settings;
    }

    CellOptions options_for(const Cell& cell, measure::EmulatedVolume* volume) const {
        CellOptions options{.timing = plan_.timing,
                            .queue = {.watch = &control_.answers(),
                                      .emulated = volume,
                                      .uring = plan_.no_uring.empty()},
                            .seed = seed_};
        for (const auto& device : plan_.target.devices) {
            options.devices.push_back(device.name);
        }
        if (cell.writes) {
            options.write_bytes_max = plan_.cell_write_bytes_max;
        }
        return options;
    }

    /// The file is dropped from the page cache first. Returns: what of it is there all the same.
    std::optional<double> drop_from_cache(const TargetFile& file) const {
        const storage::FileList files{.directory_fd = AT_FDCWD,
                                      .count = 1,
                                      .path = [&](std::uint64_t) { return file.path.c_str(); },
                                      .bytes = [&](std::uint64_t) { return file.bytes; },
                                      .watch = &control_.answers()};
        static_cast<void>(storage::evict_files(files, control_.token()).has_value());
        const auto left = storage::sample_residency(files, kBlocksLookedAt, control_.token());
        return left ? std::optional(left->share()) : std::nullopt;
    }

    CellOutcome run_once(const Cell& cell, CellOptions options) {
        std::unique_ptr<measure::EmulatedVolume> volume;
        if (const auto* chosen = volume_for(cell)) {
            volume = std::make_unique<measure::EmulatedVolume>(chosen->rules, chosen->start);
        }
        options.queue.emulated = volume.get();
        return run_cell(cell, file_of(cell), options, control_.token());
    }

    /// Returns: requests per second.
    double measure_cell(const Cell& cell, int number) {
        const spec::Settings settings = settings_for(cell);
        sink_.write(
            record::RunStarted{.run = number, .settings = settings, .at = utc_now_iso8601()});
        if (const auto* chosen = volume_for(cell)) {
            sink_.note(number, record::kVolumeNote, Level::Info, chosen->text, chosen->name);
        }
        std::optional<double> resident;
        if (!cell.direct && !cell.writes) {
            resident = drop_from_cache(file_of(cell));
        }
        CellOptions options = options_for(cell, nullptr);
        const SteadyTime begin = steady_now();
        options.on_window = [&](double) {
            const double left = plan_.timing.seconds_least() - in_seconds(steady_now() - begin);
            progress("measured",
                     number,
                     &settings,
                     std::max(0.0, left) + seconds_after(static_cast<std::size_t>(number) - 1));
        };
        progress(
            "warmup",
            number,
            &settings,
            plan_.timing.seconds_least() + seconds_after(static_cast<std::size_t>(number) - 1));
        const CellOutcome outcome = run_once(cell, options);
        seed_ += 1;
        write_cell({.run = number,
                    .cell = cell,
                    .timing = plan_.timing,
                    .target = plan_.target,
                    .resident_share = resident,
                    .volume = volume_for(cell)},
                   outcome,
                   sink_);
        return request_rate(outcome);
    }

    void measure_drift(double first_rate) {
        const Cell cell = as_possible(plan_.cells.front());
        progress("drain", number_of(plan_.cells.size() - 1), nullptr, plan_.timing.seconds_least());
        const CellOutcome outcome = run_once(cell, options_for(cell, nullptr));
        if (outcome.stopped || outcome.failure) {
            return;
        }
        const double share = request_rate(outcome) / first_rate;
        const bool same = share > 1.0 - kDriftMax && share < 1.0 + kDriftMax;
        sink_.note(
            {},
            "storage.drift",
            same ? Level::Info : Level::Warning,
            say_english(same ? to_say("the first cell was measured again at the end and reached %1 "
                                      "times its first rate")
                             : to_say("the first cell was measured again at the end and reached %1 "
                                      "times its first rate: the storage changed meanwhile, as it "
                                      "does when a burst is used up or others work on it, so that "
                                      "the cells do not compare"),
                        format_significant(share, 3)));
    }

    Result<void> measure_metadata_runs() {
        int number = number_of(plan_.cells.size()) - 1;
        for (const Layout layout : {Layout::Files, Layout::Shards}) {
            ++number;
            spec::Settings settings = settings_of(*plan_.metadata, layout, write_direct_);
            settings["dataset.path"] = plan_.target.path;
            sink_.write(
                record::RunStarted{.run = number, .settings = settings, .at = utc_now_iso8601()});
            const auto outcome = measure_metadata(
                *folder_,
                *plan_.metadata,
                layout,
                write_direct_,
                options_for({}, nullptr).queue,
                control_.token(),
                [&](const char*) { progress("measured", number, &settings, 0.0); });
            write_metadata(number, outcome, sink_);
            if (!outcome) {
                return {};  // the record says why
            }
        }
        return {};
    }

    const BaselinePlan& plan_;
    const measure::StudyOptions& options_;
    const std::string journal_;
    measure::RunControl& control_;
    record::RecordWriter& writer_;
    measure::RunSink& sink_;
    std::optional<OwnFolder> folder_;
    UniqueFd data_;
    TargetFile read_;
    TargetFile write_;
    bool read_direct_ = true;
    bool write_direct_ = true;
    std::uint64_t seed_ = 1;
};

}  // namespace

Result<record::Study> run_baseline(const BaselinePlan& plan,
                                   const measure::StudyOptions& options,
                                   const std::string& journal,
                                   measure::RunControl& control,
                                   record::RecordWriter& writer) {
    // Shared, as a thread that is left behind still has them.
    const auto sink = std::make_shared<measure::RunSink>(writer, options.on_sample);
    const auto done = std::make_shared<Result<void>>();
    const auto run = std::make_shared<BaselineRun>(plan, options, journal, control, writer, *sink);
    sink->write(header_of(plan));
    const auto act = [run, sink, done] { *done = run->run(); };
    if (!measure::carry_out(act, control, silence_told_to(*sink, options.on_notice))) {
        measure::leave_behind(*sink, options.on_notice, control);
    } else if (!*done) {
        return done->error();
    }
    record::Study study = sink->study();
    const record::Verdict verdict = analysis::judge(study);
    sink->write(verdict);
    study.verdict = verdict;
    return study;
}

}  // namespace throughline::baseline
