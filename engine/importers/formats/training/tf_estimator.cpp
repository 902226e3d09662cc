// SPDX-License-Identifier: Apache-2.0
// Logs of TensorFlow's Estimator and TPUEstimator, and of NVIDIA's BERT that is made of them:
// "global_step/sec: 1.54", "examples/sec: 68.98", "loss = 0.37, step = 30 (0.88 sec)",
// "Throughput Average (sentences/sec) = 46.67".
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/training/train_rates.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace train {
namespace {

constexpr std::string_view kSteps = "global_step/sec: %n";
constexpr std::string_view kExamples = " examples/sec: %n";
constexpr std::string_view kBatchRow = "examples/sec; %n sec/batch";

bool has_examples(std::string_view line) {
    return find(line, ":examples/sec: %n") || find(line, kExamples);
}

int claim_estimator(const Head& head) {
    for (const std::string_view line : head.lines) {
        const bool steps =
            find(line, kSteps) && (contains(line, "tensorflow") || contains(line, ".py:"));
        if (steps || find(line, kBatchRow) ||
            find(line, "Throughput Average (sentences/sec) = %n")) {
            return kCertain - 10;  // other tools' logs hold such lines beside their own
        }
    }
    return 0;
}

class EstimatorReader {
public:
    explicit EstimatorReader(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {}

    void take(std::string_view line) {
        if (const auto steps = find(line, kSteps)) {
            flush();
            if (const auto rate = steps->number(0); rate && *rate > 0.0) {
                steps_.add(*rate);
                values_["step_time"] = 1.0 / *rate;
            }
        } else if (const auto row = find(line, kBatchRow)) {
            take_batch_row(line, row->number(0));
        } else if (has_examples(line)) {
            if (const auto rate = number_behind(line, "examples/sec"); rate && *rate > 0.0) {
                examples_.add(*rate);
                values_["samples_per_second"] = *rate;
            }
        } else if (const auto mean = find(line, "Throughput Average (sentences/sec) = %n")) {
            sentences_ = mean->number(0);
        } else if (const auto loss = find(line, "loss = %n, step = %n")) {
            put("loss", loss->number(0));
            put("step", loss->number(1));
        }
    }

    void finish() {
        flush();
        run_.figure("step_time", steps_.seconds());
        if (sentences_) {
            run_.figure("samples_per_second", sentences_);
            run_.note(
                "estimator.sentences",
                record::Level::Info,
                to_say("samples are sentences; the rate is the log's own mean, without the first "
                       "steps and saving"));
        } else {
            run_.figure("samples_per_second", examples_.mean());
            run_.figure("steady_samples_per_second", examples_.steady());
        }
        if (!sentences_ && !examples_.mean()) {
            run_.absent("samples_per_second",
                        to_say("the log counts steps, not samples: the rate would follow from the "
                               "batch size"));
        }
    }

private:
    /// "step 100, loss = 4.68 (1532.2 examples/sec; 0.084 sec/batch)".
    void take_batch_row(std::string_view line, std::optional<double> seconds) {
        flush();
        const std::size_t open = line.rfind('(', line.find("examples/sec;"));
        const auto rate = open == std::string_view::npos
                              ? std::nullopt
                              : match(line.substr(open), "(%n examples/sec;");
        if (rate && rate->number(0) && *rate->number(0) > 0.0) {
            examples_.add(*rate->number(0));
            values_["samples_per_second"] = *rate->number(0);
        }
        if (seconds && *seconds > 0.0) {
            steps_.add(1.0 / *seconds);
            values_["step_time"] = *seconds;
        }
        put("loss", number_behind(line, "loss ="));
        put("step", number_behind(line, "step"));
    }

    void put(const char* key, std::optional<double> value) {
        if (value) {
            values_[key] = *value;
        }
    }
    void flush() {
        if (values_.contains("step_time") || values_.contains("samples_per_second")) {
            draft_.take_rows();
            rows_.add(std::nullopt, values_);
        }
        values_.clear();
    }

    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    metrics::MetricValues values_{};
    StepRate steps_{};
    StepRate examples_{};
    std::optional<double> sentences_{};
};

Result<void> read_estimator(Input& input, Draft& draft) {
    draft.tool("TensorFlow Estimator");
    EstimatorReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace train

const Format kTfEstimator{.id = "tf-estimator",
                          .title = "TensorFlow Estimator log",
                          .claim = &train::claim_estimator,
                          .read = &train::read_estimator};

}  // namespace throughline::importers
