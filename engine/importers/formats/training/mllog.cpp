// SPDX-License-Identifier: Apache-2.0
// MLPerf training logs: ":::MLLOG {…}" anywhere in a line, several on one line, text around them.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/training/mllog_rate.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace mllog {
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
                draft_.drop_row(line.number, "an MLLOG object that is cut off");
                return;
            }
            const auto tree = JsonTree::parse(rest.substr(0, *end));
            if (tree) {
                take_event(tree->root());
            } else {
                draft_.drop_row(line.number, "an MLLOG object that is not JSON");
            }
            rest.remove_prefix(*end);
        }
        if (const auto old = find(line.text, ":::MLPv0.%w %w %n (%s) ")) {
            take_old(*old, line.text);
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
    void take_old(const Match& old, std::string_view line) {
        const std::string place = "(" + std::string(old[3]) + ") ";
        const std::string_view event = line.substr(line.find(place) + place.size());
        const std::size_t colon = event.find(':');
        const std::string_view key = trim(event.substr(0, colon));
        const std::string value(colon == std::string_view::npos ? std::string_view("null")
                                                                : event.substr(colon + 1));
        const auto tree = JsonTree::parse("{\"value\":" + value + "}");
        const JsonValue given = tree ? tree->root()["value"] : JsonValue();
        draft_.take_rows();
        take_key(key_of_old(key), old.number(2).value_or(0.0), given, {});
        counts_.early_version = true;
        run().set("model", old[1]);
        model_ = old[1];
    }

    /// The present name of what version 0.5 called otherwise.
    static std::string key_of_old(std::string_view key) {
        if (key == "input_batch_size") {
            return "global_batch_size";
        }
        if (key == "preproc_num_train_examples") {
            return "train_samples";
        }
        return key == "train_epoch" ? "epoch_start" : std::string(key);
    }

    /// What a trial begins with; behind the end of one it is the next trial of the same file.
    static bool begins_trial(std::string_view key) {
        return key == "run_start" || key == "init_start" || key == "cache_clear" ||
               key.starts_with("submission_");
    }

    void take_key(const std::string& key, double t, JsonValue value, JsonValue metadata) {
        if (stopped_ && begins_trial(key)) {
            finish_run();
            run_ = nullptr;
        }
        RunDraft& to = run();
        const auto number = value.number();
        if (key == "submission_benchmark") {
            to.set("model", value.words());
            model_ = value.words();
        } else if (key == "global_batch_size") {
            to.set("global_batch_size", number);
            counts_.global_batch = number;
        } else if (key == "d_batch_size") {
            to.set("batch_size", number);
            device_batch_ = number;
        } else if (key == "train_samples") {
            counts_.train_samples = number;
        } else if (key == "max_sequence_length") {
            counts_.sequence_length = number;
        } else if (key == "run_start") {
            started_ = t;
            to.started_at(t);
        } else if (key == "run_stop") {
            take_stop(t, metadata);
        } else if (key == "tracked_stats") {
            take_stats(t, value);
        } else if (key == "epoch_start" || key == "epoch_stop") {
            // Each rank may print it.
            auto& epochs = key == "epoch_start" ? counts_.epochs_begun : counts_.epochs_ended;
            epochs.insert(metadata["epoch_num"].number().value_or(
                number.value_or(static_cast<double>(epochs.size()))));
        } else if (key == "eval_accuracy") {
            const auto epoch = metadata["epoch_num"].number();
            if (!stopped_) {
                counts_.last_quality_epoch = epoch ? epoch : value["epoch"].number();
            }
            take_quality(t, number ? number : value["value"].number());
        }
    }

    void take_stop(double t, JsonValue metadata) {
        stopped_ = t;
        counts_.stop_samples = metadata["samples_count"].number();
        const auto steps = metadata["step_num"].number();
        counts_.stop_steps = steps ? steps : metadata["step"].number();
        counts_.stop_epoch = metadata["epoch_num"].number();
        const std::string status = metadata["status"].words();
        if (!status.empty() && status != "success") {
            run().status(record::RunStatus::Failed);
            run().note("mllog.status",
                       record::Level::Warning,
                       say_english("the run ended with status %1", status));
        }
    }

    /// "eval_accuracy" is whatever a benchmark is judged by: only of image classification it is the
    /// share of right answers.
    void take_quality(double t, std::optional<double> quality) {
        if (quality && lower(model_).starts_with("resnet")) {
            rows_->add(t, {{"top1_accuracy", *quality * 100.0}});
        } else if (quality) {
            quality_ = quality;
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
        if (images || samples) {
            tracked_.add(images ? *images : *samples);
        }
        if (const auto loss = stats["loss"].number()) {
            values["loss"] = *loss;
        }
        if (!values.empty()) {
            stats_.emplace_back(t, std::move(values));
        }
    }

    void finish_run() {
        draft_.tool("MLPerf training log");
        if (const auto devices = ratio(counts_.global_batch, device_batch_);
            devices && std::floor(*devices) == *devices) {
            run_->set("gpu_count", devices);
        }
        if (started_ && stopped_) {
            run_->set("duration", *stopped_ - *started_);
            run_->figure("training_time", *stopped_ - *started_);
        } else {
            run_->status(record::RunStatus::Interrupted);
        }
        put_rate();
        if (quality_) {
            run_->note("mllog.quality",
                       record::Level::Info,
                       say_english("the last eval_accuracy, the quality of this benchmark, is %1",
                                   number_to_show(*quality_)));
        }
        if (speed_.count > 0) {
            run_->note("mllog.speed",
                       record::Level::Info,
                       say_english("%1 lines of MXNet's Speedometer beside it, mean %2 samples/s",
                                   std::to_string(speed_.count),
                                   number_to_show(speed_.mean().value_or(0.0))));
        }
        started_ = stopped_ = device_batch_ = closing_rate_ = quality_ = {};
        counts_ = {};
        model_.clear();
        stats_.clear();
        tracked_ = {};
        speed_ = {};
    }

    void put_rate() {
        counts_.model = model_;
        if (started_ && stopped_ && *stopped_ > *started_) {
            counts_.seconds = *stopped_ - *started_;
        }
        const MllogRate rate = mllog_rate(counts_, tracked_.mean());
        const bool tracked = tracked_.count > 0 && rate.tracked_refused.empty();
        for (auto& [t, values] : stats_) {
            if (!tracked) {
                values.erase("images_per_second");
                values.erase("samples_per_second");
            }
            rows_->add(t, std::move(values));
        }
        if (!rate.tracked_refused.empty() && tracked_.count > 0) {
            run_->note("mllog.tracked",
                       record::Level::Warning,
                       say_english("the tracked throughput is left out: %1", rate.tracked_refused));
        }
        if (closing_rate_) {
            run_->figure("samples_per_second", closing_rate_);
        } else if (!tracked && rate.derived) {
            run_->figure("samples_per_second", rate.derived);
        } else if (!tracked) {
            run_->absent("samples_per_second",
                         tracked_.count > 0 ? rate.tracked_refused : rate.refused);
        }
        if (rate.derived && (closing_rate_ || !tracked)) {
            run_->note(
                "mllog.derived",
                record::Level::Info,
                closing_rate_
                    ? say_english("%1 samples/s follow from the %2 and the time from run_start to "
                                  "run_stop, including start-up and evaluations",
                                  number_to_show(*rate.derived),
                                  rate.by)
                    : say_english("the rate follows from the %1 and the time from run_start to "
                                  "run_stop, including start-up and evaluations",
                                  rate.by));
        }
    }

    Draft& draft_;
    RunDraft* run_ = nullptr;
    std::optional<StepRows> rows_{};
    std::optional<double> started_{};
    std::optional<double> stopped_{};
    std::optional<double> device_batch_{};
    std::optional<double> closing_rate_{};
    MllogCounts counts_{};
    std::vector<std::pair<double, metrics::MetricValues>> stats_{};  ///< tracked_stats, by time
    RunningMean tracked_{};
    std::string model_{};
    std::optional<double> quality_{};
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
}  // namespace mllog

const Format kMllog{
    .id = "mllog", .title = "MLPerf training log", .claim = &mllog::claim, .read = &mllog::read};

}  // namespace throughline::importers
