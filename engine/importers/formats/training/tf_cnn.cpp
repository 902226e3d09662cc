// SPDX-License-Identifier: Apache-2.0
// tf_cnn_benchmarks: a header, rows of the mean rate since the start, and the total. Tabs may have
// become blanks, other lines lie between.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace tf_cnn {
namespace {

constexpr const char* kTrainingRow = "%_%n%_images/sec:%_%n";
constexpr const char* kEvaluationRow = "%_%n %n examples/sec";

int claim(const Head& head) {
    if (head.any_line_has("tf_cnn_benchmarks") && head.any_line_matches("Model: ")) {
        return kCertain;
    }
    return head.any_line([](std::string_view line) {
        return match(line, "total images/sec: %n") || match(line, kTrainingRow) ||
               match(line, "Step%_Img/sec%_total_loss");
    })
               ? kCertain - 5
           : head.any_line_matches("TensorFlow:%_%n") && head.any_line_matches("SingleSess:")
               ? kLikely
               : 0;
}

/// What TensorFlow, Python or the shell say when a run ends; "" for other lines.
std::string failure_in(std::string_view text) {
    constexpr std::size_t kShownMax = 160;
    const std::string shown(trim(text).substr(0, kShownMax));
    for (const char* const mark : {"ResourceExhaustedError",
                                   "OOM when allocating",
                                   "CUDA_ERROR_OUT_OF_MEMORY",
                                   "MemoryError"}) {
        if (contains(text, mark)) {
            return say_english("out of memory (%1)", shown);
        }
    }
    if (trim(text) == "Killed" || contains(text, "oom-kill")) {
        return to_say("out of memory (the system killed the process)");
    }
    const bool raised = contains(text, "errors_impl.") || contains(text, "Segmentation fault") ||
                        contains(text, "CUDA_ERROR_") || text.starts_with("ValueError:") ||
                        text.starts_with("RuntimeError:") || text.starts_with("ImportError:") ||
                        text.starts_with("ModuleNotFoundError:");
    return raised ? shown : std::string();
}

class Reader {
public:
    Reader(Draft& draft, RunDraft& run) : draft_(draft), run_(run), rows_(run) {}

    void take(const TextLine& line) {
        if (failure_.empty()) {
            failure_ = failure_in(line.text);
        }
        if (const auto row = match(line.text, kTrainingRow)) {
            take_row(line.text.substr(row->end()), row->number(0), row->number(1));
        } else if (const auto evaluation = match(line.text, kEvaluationRow)) {
            take_row({}, evaluation->number(0), evaluation->number(1));
        } else if (const auto total = match(line.text, "total images/sec:%_%n")) {
            run_.figure("images_per_second", total->number(0));
            ended_ = true;
        } else {
            take_header(line.text);
        }
    }

    void finish() {
        if (!ended_ && last_) {
            run_.figure("images_per_second", last_);
            run_.status(record::RunStatus::Interrupted);
            run_.note(
                "tf_cnn.no_total",
                record::Level::Warning,
                to_say("the total is missing (the log is cut off): the last row's mean is used"));
        } else if (!ended_) {
            run_.status(record::RunStatus::Failed);
            run_.absent("images_per_second",
                        failure_.empty() ? std::string(to_say("the log has no row with a rate"))
                                         : say_english("the run failed: %1", failure_));
        }
        if (!ended_ && !failure_.empty()) {
            run_.status(record::RunStatus::Failed);
            run_.note(
                "tf_cnn.failed", record::Level::Error, say_english("the run failed: %1", failure_));
        }
    }

private:
    void take_row(std::string_view behind, std::optional<double> step, std::optional<double> rate) {
        draft_.take_rows();
        last_ = rate;
        metrics::MetricValues values;
        if (step) {
            values["step"] = *step;
        }
        if (rate) {
            values["running_images_per_second"] = *rate;
        }
        // "+/- 0.7 (jitter = 6.3)\t8.949[\taccuracies][\tepoch seconds]"
        std::optional<double> time;
        if (const std::size_t bracket = behind.find(')'); bracket != std::string_view::npos) {
            const auto cells = words(behind.substr(bracket + 1));
            if (!cells.empty()) {
                put(values, "loss", parse_number(cells[0]));
                if (accuracies_ && cells.size() > 2) {
                    put(values, "top1_accuracy", scaled(parse_number(cells[1]), 100.0));
                    put(values, "top5_accuracy", scaled(parse_number(cells[2]), 100.0));
                }
                const auto last = parse_number(cells.back());
                constexpr double kYear2001 = 1e9;
                time = last && *last > kYear2001 ? last : std::nullopt;
            }
        }
        rows_.add(time, std::move(values));
    }

    /// "training" or "evaluation"; later versions print "BenchmarkMode.TRAIN".
    static std::string_view phase_of(std::string_view mode) {
        constexpr std::string_view kEnum = "BenchmarkMode.";
        if (!mode.starts_with(kEnum)) {
            return mode;
        }
        mode.remove_prefix(kEnum.size());
        return mode == "TRAIN" ? "training" : mode.starts_with("EVAL") ? "evaluation" : mode;
    }

    static void put(metrics::MetricValues& values, const char* key, std::optional<double> value) {
        if (value) {
            values[key] = *value;
        }
    }

    void take_header(std::string_view text) {
        if (match(text, "Step%_Img/sec%_total_loss")) {
            // --print_training_accuracy: shares of 1.
            accuracies_ = contains(text, "top_1_accuracy") && contains(text, "top_5_accuracy");
        } else if (const auto version = match(text, "TensorFlow:%_%w")) {
            draft_.environment("tensorflow.version", (*version)[0]);
        } else if (const auto model = match(text, "Model:%_%w")) {
            run_.set("model", (*model)[0]);
        } else if (const auto data = match(text, "Dataset:%_%w")) {
            run_.set("data", contains(text, "synthetic") ? "synthetic" : "real");
        } else if (const auto mode = match(text, "Mode:%_%s")) {
            run_.set("phase", phase_of((*mode)[0]));
        } else if (const auto global = match(text, "Batch size:%_%n global")) {
            run_.set("global_batch_size", global->number(0));
            if (const auto same_line = find(text, "global,%_%n per device")) {
                run_.set("batch_size", same_line->number(0));
            }
        } else if (const auto device = match(text, "%_%n per device")) {
            run_.set("batch_size", device->number(0));
        } else if (text.starts_with("Devices:")) {
            const auto quotes = std::count(text.begin(), text.end(), '\'');
            run_.set("gpu_count", std::floor(static_cast<double>(quotes) / 2));
        } else if (const auto precision = match(text, "Precision:%_%w")) {
            run_.set("precision", (*precision)[0]);
        } else if (const auto layout = match(text, "Data format:%_%w")) {
            draft_.environment("tf_cnn.data_format", (*layout)[0]);
        } else if (contains(text, "tf_cnn_benchmarks.py")) {
            draft_.environment("command", text);
        } else if (contains(text, "fp16") && contains(text, "use_fp16=True")) {
            run_.set("precision", "fp16");
        }
    }

    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    std::optional<double> last_{};
    std::string failure_{};
    bool ended_ = false;
    bool accuracies_ = false;
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("tf_cnn_benchmarks");
    RunDraft& run = draft.add_run();
    Reader reader(draft, run);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace tf_cnn

const Format kTfCnn{.id = "tf-cnn-benchmarks",
                    .title = "tf_cnn_benchmarks",
                    .claim = &tf_cnn::claim,
                    .read = &tf_cnn::read};

}  // namespace throughline::importers
