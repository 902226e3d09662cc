// SPDX-License-Identifier: Apache-2.0
// MLPerf training logs: ":::MLLOG {…}" anywhere in a line, several on one line, text around them.
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "engine/importers/formats.h"
#include "engine/importers/json_tree.h"
#include "engine/importers/scan.h"
#include "engine/importers/step_rows.h"

namespace throughline::importers {
namespace {

constexpr std::string_view kMark = ":::MLLOG {";

int claim(const Head& head) {
    return head.any_line_has(kMark) || head.any_line_has(":::MLPv0.") ? kCertain + 5 : 0;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        std::string_view rest = line.text;
        for (std::size_t at = rest.find(kMark); at != std::string_view::npos;
             at = rest.find(kMark)) {
            rest.remove_prefix(at + kMark.size() - 1);
            const auto end = json_end(rest, 0);
            if (!end) {
                draft_.drop_row(line.number, "an MLLOG object that is cut");
                return;
            }
            const auto tree = JsonTree::parse(rest.substr(0, *end));
            if (tree) {
                take_event(tree->root());
            } else {
                draft_.drop_row(line.number, "an MLLOG object that is no JSON");
            }
            rest.remove_prefix(*end);
        }
        if (const auto old = find(line.text, ":::MLPv0.%w %w %n (%s) %s")) {
            take_old(*old);
        }
        if (const auto closing = find(line.text, "'training_sequences_per_second':%_%n")) {
            closing_rate_ = closing->number(0);
        }
        if (const auto speed = find(line.text, "Speed:%_%n%_samples/sec")) {
            speed_.add(speed->number(0).value_or(0.0));
        }
    }

    void finish() {
        if (run_ != nullptr) {
            finish_run();
        }
    }

private:
    RunDraft& run() {
        if (run_ == nullptr) {
            run_ = &draft_.add_run();
            rows_.emplace(*run_);
        }
        return *run_;
    }

    static double ms_to_s(std::optional<double> ms) { return ms.value_or(0.0) / 1e3; }

    void take_event(JsonValue event) {
        draft_.take_rows();
        take_key(event["key"].words(),
                 ms_to_s(event["time_ms"].number()),
                 event["value"],
                 event["metadata"]);
    }

    /// v0.5: ":::MLPv0.5.0 resnet 1540000000.12 (file.py:12) key: value".
    void take_old(const Match& old) {
        run().set("model", old[1]);
        draft_.take_rows();
    }

    void take_key(const std::string& key, double t, JsonValue value, JsonValue metadata) {
        if (key == "run_start" && started_ && stopped_) {
            finish_run();  // the next trial of the same file
            run_ = nullptr;
        }
        RunDraft& to = run();
        const auto number = value.number();
        if (key == "submission_benchmark") {
            to.set("model", value.words());
        } else if (key == "global_batch_size") {
            to.set("global_batch_size", number);
            global_batch_ = number;
        } else if (key == "d_batch_size") {
            to.set("batch_size", number);
            device_batch_ = number;
        } else if (key == "train_samples") {
            train_samples_ = number;
        } else if (key == "run_start") {
            started_ = t;
            to.started_at(t);
        } else if (key == "run_stop") {
            stopped_ = t;
            const std::string status = metadata["status"].words();
            if (!status.empty() && status != "success") {
                to.status(run::RunStatus::Failed);
                to.note("mllog.status", run::Level::Warning, "the run ended with status " + status);
            }
        } else if (key == "tracked_stats") {
            take_stats(t, value);
        } else if (key == "epoch_start") {
            ++epochs_;
        } else if (key == "eval_accuracy" && number) {
            rows_->add(t, {{"top1_accuracy", *number * 100.0}});
        }
    }

    void take_stats(double t, JsonValue stats) {
        const auto images = stats["imgs_sec"].number();
        const auto samples = stats["throughput"].number();
        metrics::MetricValues values;
        if (images) {
            values["images_per_second"] = *images;
        } else if (samples) {
            values["samples_per_second"] = *samples;
        }
        if (const auto loss = stats["loss"].number()) {
            values["loss"] = *loss;
        }
        if (!values.empty()) {
            rows_->add(t, std::move(values));
            tracked_ = true;
        }
    }

    void finish_run() {
        draft_.tool("MLPerf training log");
        if (global_batch_ && device_batch_ && *device_batch_ > 0.0) {
            const double devices = *global_batch_ / *device_batch_;
            if (std::floor(devices) == devices) {
                run_->set("gpu_count", devices);
            }
        }
        if (started_ && stopped_) {
            run_->set("duration", *stopped_ - *started_);
            run_->figure("training_time", *stopped_ - *started_);
        } else {
            run_->status(run::RunStatus::Interrupted);
        }
        put_rate();
        if (speed_.count > 0) {
            run_->note("mllog.speed",
                       run::Level::Info,
                       std::to_string(speed_.count) +
                           " lines of MXNet's Speedometer beside, mean " +
                           number_text(speed_.mean().value_or(0.0)) + " samples/s");
        }
        started_ = stopped_ = train_samples_ = global_batch_ = device_batch_ = closing_rate_ = {};
        tracked_ = false;
        speed_ = {};
    }

    void put_rate() {
        const bool whole = started_ && stopped_ && *stopped_ > *started_;
        std::optional<double> derived;
        if (whole && train_samples_) {
            derived = *train_samples_ / (*stopped_ - *started_);
        }
        if (closing_rate_) {
            run_->figure("samples_per_second", closing_rate_);
            if (derived) {
                run_->note("mllog.derived",
                           run::Level::Info,
                           "samples / (run_stop - run_start) = " + number_text(*derived) +
                               " samples/s, start-up included");
            }
        } else if (!tracked_ && derived) {
            run_->figure("samples_per_second", derived);
            run_->note("mllog.derived",
                       run::Level::Info,
                       "the rate is derived: train_samples / (run_stop - run_start)");
        } else if (!tracked_) {
            run_->absent("samples_per_second",
                         "the log holds no rate, and not its start, its end "
                         "and the number of samples");
        }
    }

    Draft& draft_;
    RunDraft* run_ = nullptr;
    std::optional<StepRows> rows_{};
    std::optional<double> started_{};
    std::optional<double> stopped_{};
    std::optional<double> train_samples_{};
    std::optional<double> global_batch_{};
    std::optional<double> device_batch_{};
    std::optional<double> closing_rate_{};
    bool tracked_ = false;
    double epochs_ = 0.0;
    RunningMean speed_{};
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("MLPerf training log");
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    reader.finish();
    return {};
}

}  // namespace

const Format kMllog{.id = "mllog", .title = "MLPerf training log", .claim = &claim, .read = &read};

}  // namespace throughline::importers
