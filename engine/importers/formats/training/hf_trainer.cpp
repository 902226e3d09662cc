// SPDX-License-Identifier: Apache-2.0
// Trainer of Hugging Face: the summary that it prints ("{'train_runtime': 123.4,
// 'train_samples_per_second': 45.6, …}", "train_samples_per_second = 45.6") or writes as JSON
// (all_results.json, trainer_state.json), with the rows of its log before it.
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/formats/training/train_rates.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace train {
namespace {

constexpr std::string_view kRate = "train_samples_per_second";

int claim_hf_log(const Head& head) {
    if (head.is_json() && head.json.has(kRate)) {
        return 0;
    }
    return head.any_line([](std::string_view line) {
        return number_behind(line, kRate) &&
               (contains(line, "train_runtime") || trim(line).starts_with(kRate));
    })
               ? kCertain - 3
               : 0;
}

int claim_hf_json(const Head& head) {
    return head.json.has(kRate) || head.json.has("log_history.[].train_samples_per_second") ||
                   (head.json.has("log_history") && head.json.has("global_step"))
               ? kCertain
               : 0;
}

/// A summary, from whichever spelling `number` reads it.
template <class Number>
bool put_summary(RunDraft& run, const Number& number) {
    const auto rate = number("train_samples_per_second");
    const auto steps = number("train_steps_per_second");
    run.figure("samples_per_second", rate);
    run.figure("tokens_per_second", number("train_tokens_per_second"));
    run.figure("evaluation_samples_per_second", number("eval_samples_per_second"));
    if (steps && *steps > 0.0) {
        run.figure("step_time", 1.0 / *steps);
    }
    run.figure("training_time", number("train_runtime"));
    run.set("duration", number("train_runtime"));
    return rate.has_value();
}

void say_rate(RunDraft& run, bool known) {
    if (known) {
        run.note(
            "hf.whole_time",
            record::Level::Info,
            to_say(
                "the rates are over the whole call of train(), including evaluations, saving and "
                "the start; samples are those of the data set times the epochs"));
        return;
    }
    run.status(record::RunStatus::Interrupted);
    run.absent(
        "samples_per_second",
        to_say(
            "the summary at the end is missing: the training did not end, or the log is cut off"));
}

class HfReader {
public:
    explicit HfReader(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {}

    void take(std::string_view line) {
        if (const std::size_t back = line.rfind('\r'); back != std::string_view::npos) {
            line.remove_prefix(back + 1);
        }
        const auto number = [&](std::string_view name) { return number_behind(line, name); };
        if (number("train_samples_per_second") || number("train_runtime") ||
            number("train_steps_per_second") || number("eval_samples_per_second")) {
            draft_.take_rows();
            known_ = put_summary(run_, number) || known_;
        } else if (const auto loss = number("'loss'"); loss && contains(line, "'epoch'")) {
            draft_.take_rows();
            metrics::MetricValues values{{"loss", *loss}};
            if (const auto epoch = number("'epoch'")) {
                values["epoch"] = *epoch;
            }
            rows_.add(std::nullopt, std::move(values));
        } else if (const auto batch = number("Instantaneous batch size per device")) {
            run_.set("batch_size", batch);
        } else if (const std::size_t total = line.find("Total train batch size");
                   total != std::string_view::npos) {
            const auto size = find(line.substr(total), "= %n");
            run_.set("global_batch_size", size ? size->number(0) : std::nullopt);
        }
    }

    void finish() { say_rate(run_, known_); }

private:
    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    bool known_ = false;
};

Result<void> read_hf_log(Input& input, Draft& draft) {
    draft.tool("Hugging Face Trainer");
    HfReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.finish();
    return {};
}

Result<void> read_hf_json(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("Hugging Face Trainer");
    RunDraft& run = draft.add_run();
    StepRows rows(run);
    bool known = false;
    const auto take = [&](JsonValue entry) {
        draft.take_rows();
        if (entry[kRate] || entry["train_runtime"] || entry["eval_samples_per_second"]) {
            known = put_summary(run, [&](std::string_view name) { return entry[name].number(); }) ||
                    known;
        }
        metrics::MetricValues values;
        for (const char* const key : {"loss", "epoch", "step"}) {
            if (const auto value = entry[key].number(); value && entry["loss"]) {
                values[key] = *value;
            }
        }
        if (!values.empty()) {
            rows.add(std::nullopt, std::move(values));
        }
    };
    const JsonValue root = tree->root();
    if (root["log_history"]) {
        for (const JsonValue entry : root["log_history"]) {
            take(entry);
        }
        run.set("batch_size", root["train_batch_size"].number());
    } else {
        take(root);
    }
    say_rate(run, known);
    return {};
}

}  // namespace
}  // namespace train

const Format kHfTrainerLog{.id = "hf-trainer-log",
                           .title = "Hugging Face Trainer log",
                           .claim = &train::claim_hf_log,
                           .read = &train::read_hf_log};
const Format kHfTrainerJson{.id = "hf-trainer-json",
                            .title = "Hugging Face Trainer JSON",
                            .claim = &train::claim_hf_json,
                            .read = &train::read_hf_json};

}  // namespace throughline::importers
