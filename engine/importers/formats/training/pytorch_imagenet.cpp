// SPDX-License-Identifier: Apache-2.0
// The ImageNet example of PyTorch: "Epoch: [0][  10/5005]\tTime  0.361 ( 1.124)\tData  0.000 (
// 0.324)…", seconds now and on average. No rate is printed: it is batch / time.
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace pytorch_imagenet {
namespace {

constexpr const char* kRow = "Epoch: [%n][%_%n/%_%n]%_Time%_%n%_(%_%n)";

int claim(const Head& head) {
    return head.any_line_matches(kRow) ? kCertain : 0;
}

/// The value behind an option of a command line: "--batch-size 128", "--batch-size=128", "-b 128".
std::optional<std::string> option_of(std::string_view line, std::string_view name) {
    const auto parts = words(line);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] == name && i + 1 < parts.size()) {
            return std::string(parts[i + 1]);
        }
        if (parts[i].starts_with(name) && parts[i].substr(name.size()).starts_with('=')) {
            return std::string(parts[i].substr(name.size() + 1));
        }
    }
    return std::nullopt;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {
        batch_ = draft.assumed_number("global_batch_size");
        const auto each = draft.assumed_number("batch_size");
        const auto gpus = draft.assumed_number("gpu_count");
        if (!batch_ && each && gpus) {
            batch_ = *each * *gpus;
            run_.set("global_batch_size", batch_);
        }
    }

    void take(const TextLine& line) {
        if (const auto row = match(line.text, kRow)) {
            take_row(line.text, *row);
        } else if (is_validation(line.text)) {
            take_validation(line.text);
        } else if (is_command(line.text)) {
            take_command(line.text);
        } else if (const auto model = find(line.text, "=> creating model '%s'")) {
            run_.set("model", (*model)[0]);
        }
    }

    void finish() {
        run_.set("phase", "training");
        run_.figure("step_time", time_mean_);
        run_.figure("stage_starved{stage=consumer}", scaled(ratio(data_mean_, time_mean_), 100.0));
        run_.figure("data_wait_time", data_mean_);
        if (!batch_) {
            draft_.ask("global_batch_size",
                       "the log does not print the batch (of all GPUs of the "
                       "node; or batch_size and gpu_count): the rate is batch / time");
            run_.absent("images_per_second", to_say("the batch size is not in the log"));
            return;
        }
        run_.figure("images_per_second", ratio(batch_, time_mean_));
        run_.figure("steady_images_per_second", ratio(batch_, later_.mean()));
    }

private:
    /// "python main.py -a resnet50 …"; not the warnings, which begin with "main.py:88:".
    static bool is_command(std::string_view text) {
        for (const auto word : words(text)) {
            if (word == "main.py" || word.ends_with("/main.py")) {
                return true;
            }
        }
        return false;
    }

    /// " * Acc@1 69.758 Acc@5 89.078", once for each pass over the validation images.
    static bool is_validation(std::string_view text) {
        return match(trim(text), "*%_Acc@1").has_value() ||
               match(trim(text), "*%_Prec@1").has_value();
    }

    void take_validation(std::string_view text) {
        for (const char* const name : {"Acc@1%_%n", "Prec@1%_%n"}) {
            if (const auto accuracy = find(text, name)) {
                run_.figure("top1_accuracy", accuracy->number(0));
            }
        }
        for (const char* const name : {"Acc@5%_%n", "Prec@5%_%n"}) {
            if (const auto accuracy = find(text, name)) {
                run_.figure("top5_accuracy", accuracy->number(0));
            }
        }
    }

    void take_command(std::string_view text) {
        draft_.environment("command", text);
        const auto number = [&](std::string_view long_name, std::string_view short_name) {
            auto value = option_of(text, long_name);
            value = value ? value : option_of(text, short_name);
            return value ? parse_number(*value) : std::nullopt;
        };
        const auto batch = number("--batch-size", "-b");
        batch_ = batch_ ? batch_ : batch;
        run_.set("global_batch_size", batch_);
        run_.set("workers", number("--workers", "-j"));
        if (const auto model = option_of(text, "--arch")) {
            run_.set("model", std::string_view(*model));
        }
        if (const auto devices = find(text, "CUDA_VISIBLE_DEVICES=%w")) {
            run_.set("gpu_count", static_cast<double>(split((*devices)[0], ',').size()));
        }
    }

    void take_row(std::string_view text, const Match& row) {
        draft_.take_rows();
        const auto now = row.number(3);
        const auto step = row.number(1);
        time_mean_ = row.number(4);
        if (now && rows_.count() > 0) {
            later_.add(*now);
        }
        metrics::MetricValues values;
        const auto put = [&](const char* key, std::optional<double> value) {
            if (value) {
                values[key] = *value;
            }
        };
        put("step_time", now);
        put("step", step);
        put("epoch", row.number(0));
        put("images_per_second", ratio(batch_, now));
        if (const auto data = find(text, "Data%_%n%_(%_%n)")) {
            put("data_wait_time", data->number(0));
            data_mean_ = data->number(1);
        }
        if (const auto loss = find(text, "Loss%_%n")) {
            put("loss", loss->number(0));
        }
        // The accuracy of a batch that is being trained on is not that of the model.
        rows_.add(std::nullopt, std::move(values));
    }

    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    std::optional<double> batch_{};
    std::optional<double> time_mean_{};
    std::optional<double> data_mean_{};
    RunningMean later_{};  ///< step times of all rows but the first
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("PyTorch ImageNet example");
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace pytorch_imagenet

const Format kPytorchImagenet{.id = "pytorch-imagenet",
                              .title = "PyTorch ImageNet example",
                              .claim = &pytorch_imagenet::claim,
                              .read = &pytorch_imagenet::read};

}  // namespace throughline::importers
