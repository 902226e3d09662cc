// SPDX-License-Identifier: Apache-2.0
// PyTorch Lightning's metrics.csv: columns are what the user logged; rows are sparse. Only columns
// with a rate are results; loss and accuracy alone are not throughput.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"

namespace throughline::importers {
namespace lightning {
namespace {

enum class What { Images, Samples, Batches, Loss, Accuracy, Epoch, Step };

struct Wanted {
    What what = What::Step;
    /// Of several columns for one thing the highest counts: the validation before the training
    /// accuracy, the rate of all GPUs before that of one.
    int rank = 0;
    bool of_one_device = false;
};

/// Of the phases only training has a rate that is looked for here.
bool is_other_phase(const std::string& name) {
    for (const char* const phase : {"val", "test", "infer", "predict", "eval", "sanity"}) {
        if (contains(name, phase)) {
            return true;
        }
    }
    return false;
}

bool is_rate(What what) {
    return what == What::Images || what == What::Samples || what == What::Batches;
}

std::optional<What> rate_of(const std::string& name) {
    if (contains(name, "img/s") || contains(name, "images_per_sec")) {
        return What::Images;
    }
    if (contains(name, "batches_per_sec")) {
        return What::Batches;
    }
    const bool other = contains(name, "flops") || contains(name, "items_per_sec");
    return !other && (contains(name, "samples_per_sec") || contains(name, "throughput"))
               ? std::optional(What::Samples)
               : std::nullopt;
}

std::optional<Wanted> wanted_of(const std::string& column) {
    const std::string name = lower(column);
    if (const auto rate = rate_of(name)) {
        // ThroughputMonitor logs "train/device/…" for one and "train/…" or "global/…" for all.
        const bool device = contains(name, "device/");
        return is_other_phase(name) ? std::nullopt
                                    : std::optional(Wanted{*rate, device ? 0 : 1, device});
    }
    if (name == "train_loss" || name == "loss" || name == "train_loss_step") {
        return Wanted{What::Loss, 0, false};
    }
    const bool accuracy = name.ends_with("_acc") || name == "acc" || name.ends_with("accuracy") ||
                          name.ends_with("acc1") || name.ends_with("top1");
    if (accuracy && !name.starts_with("test")) {
        return Wanted{What::Accuracy, name.starts_with("val") ? 1 : 0, false};
    }
    if (name == "epoch" || name == "step") {
        return Wanted{name == "epoch" ? What::Epoch : What::Step, 0, false};
    }
    return std::nullopt;
}

/// How Lightning's users name what they log: "train_loss", "val_acc_epoch", "lr-Adam".
bool is_logged_name(const std::string& column) {
    const std::string name = lower(column);
    for (const char* const begin : {"train", "val", "test", "lr-"}) {
        if (name.starts_with(begin)) {
            return true;
        }
    }
    return name.ends_with("_step") || name.ends_with("_epoch");
}

/// Any table may count steps and epochs: a rate, or what Lightning's users log, has to be there.
int claim(const Head& head) {
    if (head.lines.empty()) {
        return 0;
    }
    const auto cells = csv_cells(head.lines.front());
    const Columns columns(cells);
    if (cells.size() < 3 || !columns.has("epoch") || !columns.has("step")) {
        return 0;
    }
    return std::any_of(cells.begin(),
                       cells.end(),
                       [](const std::string& cell) {
                           const auto wanted = wanted_of(cell);
                           return is_logged_name(cell) || (wanted && is_rate(wanted->what));
                       })
               ? kLikely
               : 0;
}

const char* metric_of(What what) {
    switch (what) {
        case What::Images:
            return "images_per_second";
        case What::Samples:
        case What::Batches:
            return "samples_per_second";
        case What::Loss:
            return "loss";
        case What::Accuracy:
            return "top1_accuracy";
        case What::Epoch:
            return "epoch";
        case What::Step:
            return "step";
    }
    return "";
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    /// Returns whether there is anything to import.
    bool take_header(const std::vector<std::string>& cells) {
        std::map<What, std::size_t> best;
        for (const std::string& cell : cells) {
            wanted_.push_back(wanted_of(cell));
            const std::size_t here = wanted_.size() - 1;
            if (!wanted_.back()) {
                continue;
            }
            const auto [known, is_new] = best.emplace(wanted_.back()->what, here);
            if (!is_new && wanted_[known->second]->rank < wanted_.back()->rank) {
                wanted_[known->second].reset();
                known->second = here;
            } else if (!is_new) {
                wanted_.back().reset();
            }
        }
        // Samples need no batch size: batches count only where nothing else is there.
        if (best.contains(What::Batches) &&
            (best.contains(What::Samples) || best.contains(What::Images))) {
            wanted_[best[What::Batches]].reset();
        }
        for (const auto& wanted : wanted_) {
            if (wanted && is_rate(wanted->what)) {
                rate_ = wanted;
            }
        }
        return rate_.has_value();
    }

    void take(const std::vector<std::string>& cells) {
        metrics::MetricValues values;
        for (std::size_t i = 0; i < cells.size() && i < wanted_.size(); ++i) {
            const auto number = parse_number(cells[i]);
            if (wanted_[i] && number) {
                values[metric_of(wanted_[i]->what)] = *number;
                most_accurate_ = wanted_[i]->what == What::Accuracy
                                     ? std::max(most_accurate_, *number)
                                     : most_accurate_;
            }
        }
        draft_.take_rows();
        // A row with nothing that is looked for is of validation, and its step is another count.
        if (values.size() > values.count("epoch") + values.count("step")) {
            rows_.push_back(std::move(values));
        }
    }

    void finish() {
        if (rows_.empty()) {
            return;
        }
        RunDraft& run = draft_.add_run();
        const bool batches = rate_->what == What::Batches;
        const auto batch =
            draft_.assumed_number(rate_->of_one_device ? "batch_size" : "global_batch_size");
        if (batches && !batch) {
            draft_.ask(rate_->of_one_device ? "batch_size" : "global_batch_size",
                       "the file counts batches per second; how many samples are in a batch?");
            run.absent("samples_per_second", to_say("the size of a batch is not in the file"));
        }
        if (rate_->of_one_device) {
            run.note(
                "lightning.device",
                record::Level::Warning,
                to_say(
                    "the rate is that of one device: the file has none of all devices together"));
        }
        StepRows steps(run);
        for (metrics::MetricValues& values : rows_) {
            if (const auto rate = values.find("samples_per_second");
                batches && rate != values.end()) {
                if (batch) {
                    rate->second *= *batch;
                } else {
                    values.erase(rate);
                }
            }
            // torchmetrics gives shares of 1, other code per cents.
            if (const auto share = values.find("top1_accuracy");
                share != values.end() && most_accurate_ <= 1.0) {
                share->second *= 100.0;
            }
            steps.add(std::nullopt, std::move(values));
        }
    }

private:
    Draft& draft_;
    std::vector<std::optional<Wanted>> wanted_{};  ///< by column
    std::optional<Wanted> rate_{};
    std::vector<metrics::MetricValues> rows_{};
    double most_accurate_ = 0.0;
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("PyTorch Lightning");
    Reader reader(draft);
    bool begun = false;
    while (const TextLine* const line = input.text.next()) {
        const auto cells = csv_cells(line->text);
        if (begun) {
            reader.take(cells);
            continue;
        }
        begun = true;
        if (!reader.take_header(cells)) {
            draft.info(
                "lightning.no_rate",
                say("no column with a throughput of training (*samples_per_sec*, *throughput*, "
                    "*img/s*, batches_per_second) and no times"));
            return {};
        }
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace lightning

const Format kLightning{.id = "lightning-csv",
                        .title = "PyTorch Lightning CSV",
                        .claim = &lightning::claim,
                        .read = &lightning::read};

}  // namespace throughline::importers
