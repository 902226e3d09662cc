// SPDX-License-Identifier: Apache-2.0
// NVIDIA DLLogger: JSON lines ("DLLL {…}") and its text form ("DLL date - step  key : value").
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace dllogger {
namespace {

/// Rates of training over all GPUs, the likeliest first. What is not here is offered, not taken:
/// val.*, infer*, and audio samples are not training rates.
constexpr std::array kRates = {"train.total_ips",
                               "train_throughput",
                               "throughput_train",
                               "total_ips",
                               "average_ips",
                               "images_per_second",
                               "train_samples_per_sec",
                               "training_sequences_per_second"};

int rank_of(std::string_view name) {
    const auto found = std::find(kRates.begin(), kRates.end(), name);
    return found == kRates.end() ? -1 : static_cast<int>(found - kRates.begin());
}

bool says_images(std::string_view name, std::string_view unit) {
    return contains(unit, "img") || contains(unit, "images") || contains(name, "images");
}

/// A rate by its name that is not known as one of training: "train_perf_fps", "avg_img/sec".
bool is_other_rate(const std::string& name) {
    const std::string plain = lower(name);
    for (const char* const part :
         {"_ips", "throughput", "per_sec", "/sec", "/s", "fps", "items_s", "_perf"}) {
        if (contains(plain, part)) {
            return true;
        }
    }
    return false;
}

int claim_json(const Head& head) {
    return head.any_line_finds("DLLL {") ? kCertain : 0;
}

int claim_text(const Head& head) {
    return head.any_line_matches("DLL %n %n:%n:") ? kCertain : 0;
}

/// A logged line, from either form.
struct Entry {
    enum class Kind { Parameter, Step, Summary };
    Kind kind = Kind::Step;
    std::optional<double> time{};  ///< UTC
    std::optional<double> epoch{};
    std::optional<double> iteration{};
    std::vector<std::pair<std::string, std::string>> values{};
};

class LogImport {
public:
    explicit LogImport(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {}

    void unit(const std::string& metric, const std::string& unit) { units_[metric] = unit; }

    void take(const Entry& entry) {
        draft_.take_rows();
        if (entry.kind == Entry::Kind::Parameter) {
            for (const auto& [key, value] : entry.values) {
                parameter(key, value);
            }
        } else if (entry.kind == Entry::Kind::Summary) {
            for (const auto& [key, value] : entry.values) {
                summary(key, value);
            }
        } else {
            step(entry);
        }
    }

    void line_beside(std::string_view text) {
        if (const auto gpus = find(text, "Num GPUs %n")) {
            run_.set("gpu_count", gpus->number(0));
        } else if (const auto batch = find(text, "Per-GPU Batch Size %n")) {
            run_.set("batch_size", batch->number(0));
        }
    }

    void finish() {
        put_parameters();
        if (best_rank_ >= 0) {
            for (const auto& [name, rate] : offered_) {
                if (rate.summary) {
                    run_.note("dllogger.offered",
                              record::Level::Info,
                              say_english("also there: %1 = %2 (not taken as the training rate)",
                                          name,
                                          number_to_show(*rate.summary)));
                }
            }
        }
        if (best_rank_ >= 0) {
            run_.figure(rate_metric(best_name_), best_rate_);
        } else if (steps_.count > 0) {
            run_.figure(rate_metric(step_name_), steps_.mean());
            run_.note("dllogger.no_summary",
                      record::Level::Info,
                      to_say("no summary line: the rate is the mean of the steps"));
        } else if (!offered_.empty()) {
            offer();
        } else {
            run_.status(record::RunStatus::Interrupted);
            run_.absent("samples_per_second", to_say("the log holds no rate and no summary"));
        }
        if (!run_.has_condition("gpu_count")) {
            draft_.ask("gpu_count", "DLLogger does not state how many GPUs took part");
        }
    }

private:
    /// Rates of names that are not known: the summary's value, else the mean of the steps.
    void offer() {
        std::string all;
        bool taken = false;
        for (const auto& [name, rate] : offered_) {
            const auto value = rate.summary ? rate.summary : rate.steps.mean();
            const std::string text = number_to_show(value.value_or(0.0));
            all += (all.empty() ? "" : ", ") + name + " = " + text;
            if (const auto* const metric = draft_.assumed_metric("metric." + name)) {
                run_.figure(metric->id, value);
                taken = true;
            } else {
                draft_.ask("metric." + name,
                           say("which metric is '%1' (%2)? samples_per_second, images_per_second, "
                               "or nothing of it",
                               name,
                               text));
            }
        }
        if (!taken) {
            run_.absent("samples_per_second",
                        say_english("no known name of a training rate; the log has %1", all));
        }
    }

    std::string rate_metric(const std::string& name) const {
        const auto unit = units_.find(name);
        const std::string words = unit == units_.end() ? "" : unit->second;
        return says_images(name, words) || images_ ? "images_per_second" : "samples_per_second";
    }

    void parameter(const std::string& key, const std::string& value) {
        const auto number = parse_number(value);
        if (key == "arch" || key == "model" || key == "model_name") {
            run_.set("model", std::string_view(value));
            // A classifier's "ips" are images; its data set says so as well.
            images_ = images_ || value.starts_with("resnet") || value.starts_with("resnext");
        } else if (key == "batch_size" || key == "train_batch_size" ||
                   key == "batch_size_per_gpu") {
            run_.set("batch_size", number);
        } else if (key == "num_gpus" || key == "gpus" || key == "world_size" || key == "n_gpu") {
            run_.set("gpu_count", number);
        } else if (key == "data_dir" || key == "data") {
            data_path_ = value;
            images_ = images_ || contains(lower(value), "imagenet");
        } else if (key == "data_backend" || key == "data-backend") {
            synthetic_ = synthetic_ || contains(lower(value), "synthetic");
        } else if (key == "synthetic" || key == "synthetic_data" || key == "use_synthetic_data") {
            synthetic_ = synthetic_ || is_true(value);
        } else if (key == "workers" || key == "num_workers") {
            run_.set("workers", number);
        } else if (key == "precision") {
            run_.set("precision", std::string_view(value));
        } else if (is_true(value) && is_precision(key)) {
            precisions_.insert(key == "use_amp" ? "amp" : key);
        }
    }

    static bool is_true(const std::string& value) { return lower(value) == "true" || value == "1"; }

    static bool is_precision(const std::string& key) {
        return key == "amp" || key == "use_amp" || key == "fp16" || key == "bf16" ||
               key == "tf32" || key == "fp8";
    }

    /// Each is said by a flag of its own: "fp16 : True" beside "amp : False" is fp16.
    void put_parameters() {
        if (!run_.has_condition("precision") && !precisions_.empty()) {
            std::string all;
            for (const std::string& one : precisions_) {
                all += (all.empty() ? "" : ", ") + one;
            }
            run_.set("precision", std::string_view(all));
        }
        if (synthetic_) {
            run_.set("data", "synthetic");
            if (!data_path_.empty()) {
                run_.absent("dataset.path", to_say("the data were synthetic: nothing was read"));
            }
        } else if (!data_path_.empty()) {
            run_.set("dataset.path", std::string_view(data_path_));
        }
    }

    void summary(const std::string& key, const std::string& value) {
        const auto number = parse_number(value);
        if (const int rank = rank_of(key); rank >= 0 && number) {
            if (best_rank_ < 0 || rank < best_rank_) {
                best_rank_ = rank;
                best_name_ = key;
                best_rate_ = *number;
            }
        } else if (key == "e2e_train_time") {
            run_.figure("training_time", number);
        } else if (key == "final_loss" || key == "train.loss") {
            run_.figure("loss", number);
        } else if (number && is_other_rate(key)) {
            offered_[key].summary = number;
        }
    }

    void step(const Entry& entry) {
        metrics::MetricValues values;
        for (const auto& [key, text] : entry.values) {
            const auto number = parse_number(text);
            if (!number) {
                continue;
            }
            if (key == "batch_size_per_gpu") {
                run_.set("batch_size", number);
            } else if (rank_of(key) >= 0) {
                values[rate_metric(key)] = *number;
                steps_.add(*number);
                step_name_ = key;
            } else if (key == "train.compute_ips" || key == "compute_ips") {
                values["compute_samples_per_second"] = *number;
            } else if (key == "train.data_time" || key == "data_time") {
                values["data_wait_time"] = *number;
            } else if (key == "train.loss" || key == "loss" || key == "average_loss" ||
                       key == "step_loss") {
                values["loss"] = *number;
            } else if (key == "val.top1") {
                values["top1_accuracy"] = *number;
            } else if (is_other_rate(key)) {
                offered_[key].steps.add(*number);
            }
        }
        if (entry.iteration && !values.empty()) {
            values["step"] = *entry.iteration;
        }
        if (entry.epoch && !values.empty()) {
            values["epoch"] = *entry.epoch;
        }
        if (!values.empty()) {
            rows_.add(entry.time, std::move(values));
        }
    }

    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    std::map<std::string, std::string> units_{};
    RunningMean steps_{};
    std::string step_name_{};
    int best_rank_ = -1;
    std::string best_name_{};
    double best_rate_ = 0.0;
    bool images_ = false;
    bool synthetic_ = false;
    std::string data_path_{};
    std::set<std::string> precisions_{};
    struct Offered {
        std::optional<double> summary{};
        RunningMean steps{};
    };
    std::map<std::string, Offered> offered_{};  ///< by name
};

Entry entry_of(JsonValue line) {
    Entry entry;
    entry.time = line["timestamp"].number();
    const JsonValue step = line["step"];
    const std::string text = step.words();
    if (text == "PARAMETER") {
        entry.kind = Entry::Kind::Parameter;
    } else if (text == "()" || (step.is_array() && step.size() == 0)) {
        entry.kind = Entry::Kind::Summary;
    } else if (step.is_array()) {
        entry.epoch = step.at(0).number();
        entry.iteration = step.at(1).number();
    } else {
        entry.iteration = step.number();
    }
    for (const JsonValue value : line["data"]) {
        entry.values.emplace_back(value.key(), value.words());
    }
    return entry;
}

Result<void> read_json(Input& input, Draft& draft) {
    draft.tool("DLLogger");
    LogImport log(draft);
    while (const TextLine* const line = input.text.next()) {
        const std::size_t at = line->text.find("DLLL {");
        if (at == std::string_view::npos) {
            log.line_beside(line->text);
            continue;
        }
        const std::string_view json = line->text.substr(at + 5);
        const auto end = json_end(json, 0);
        const auto tree = end ? JsonTree::parse(json.substr(0, *end)) : JsonTree::parse("");
        if (!tree) {
            draft.drop_row(line->number, "a DLLL line that is not JSON");
            continue;
        }
        const JsonValue root = tree->root();
        if (root["type"].words() == "METADATA") {
            log.unit(root["metric"].words(), root["metadata"]["unit"].words());
        } else {
            log.take(entry_of(root));
        }
    }
    log.finish();
    return {};
}

/// "train.loss : 7.1  train.total_ips : 93.58 img/s": two blanks stand between pairs, but a
/// terminal may have made one of them.
void read_pairs(std::string_view text, LogImport& log, Entry& entry) {
    while (const auto colon = text.find(" : ")) {
        if (colon == std::string_view::npos) {
            return;
        }
        const auto names = words(text.substr(0, colon));
        std::string_view behind = text.substr(colon + 3);
        const std::size_t next_colon = behind.find(" : ");
        std::string_view value = behind.substr(0, next_colon);
        if (next_colon != std::string_view::npos) {
            // The last word before the next colon is the next name.
            const std::size_t cut = trim(value).find_last_of(" \t");
            value = cut == std::string_view::npos ? value : value.substr(0, cut + 1);
        }
        const auto parts = words(value);
        if (!names.empty() && !parts.empty()) {
            std::string name(names.back());
            if (parts.size() > 1) {
                log.unit(name, std::string(parts[1]));
            }
            entry.values.emplace_back(std::move(name), std::string(parts[0]));
        }
        text = behind;
    }
}

Entry text_entry(std::string_view text, LogImport& log, Draft& draft) {
    Entry entry;
    const std::size_t dash = text.find(" - ");
    if (const auto moment =
            parse_moment(text.substr(4, dash == std::string_view::npos ? dash : dash - 4))) {
        entry.time = draft.utc_of(moment->seconds);
    }
    const std::string_view rest = dash == std::string_view::npos ? "" : trim(text.substr(dash + 3));
    if (rest.starts_with("PARAMETER")) {
        entry.kind = Entry::Kind::Parameter;
    } else if (rest.starts_with("()") || rest.starts_with("Summary")) {
        entry.kind = Entry::Kind::Summary;
    } else if (const auto tuple = match(rest, "(%n,%_%n")) {
        entry.epoch = tuple->number(0);
        entry.iteration = tuple->number(1);
    } else if (const auto named = match(rest, "Epoch:%_%n%_Iteration:%_%n")) {
        entry.epoch = named->number(0);
        entry.iteration = named->number(1);
    }
    read_pairs(rest, log, entry);
    return entry;
}

Result<void> read_text(Input& input, Draft& draft) {
    draft.tool("DLLogger");
    LogImport log(draft);
    while (const TextLine* const line = input.text.next()) {
        if (line->text.starts_with("DLL ")) {
            log.take(text_entry(line->text, log, draft));
        } else {
            log.line_beside(line->text);
        }
    }
    log.finish();
    return {};
}

}  // namespace
}  // namespace dllogger

const Format kDlloggerJson{.id = "dllogger-json",
                           .title = "DLLogger JSON lines",
                           .claim = &dllogger::claim_json,
                           .read = &dllogger::read_json};
const Format kDlloggerText{.id = "dllogger-text",
                           .title = "DLLogger text",
                           .claim = &dllogger::claim_text,
                           .read = &dllogger::read_text};

}  // namespace throughline::importers
