// SPDX-License-Identifier: Apache-2.0
// timm (pytorch-image-models): the training log, and the CSV of its benchmarks (many models).
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace timm {
namespace {

constexpr const char* kRow = "Train: %n [%_%n/%_%n (%_%n%%)]";
constexpr const char* kTime = "Time:%_%ns,%_%n/s%_(%_%ns,%_%n/s)";

int claim_log(const Head& head) {
    return head.any_line_finds(kRow) ? kCertain : 0;
}

/// Trainings one after another in one text: where epoch or step fall back the next one begins.
class LogImport {
public:
    explicit LogImport(Draft& draft) : draft_(draft) {}

    void take(std::string_view text) {
        if (const auto all = find(text, "effective global batch size (%n)")) {
            finish();
            run_ = nullptr;
            told_batch_ = all->number(0);
            return;
        }
        const auto row = find(text, kRow);
        const auto time = find(text, kTime);
        if (!row || !time) {
            return;
        }
        const std::pair at{row->number(0).value_or(0.0), row->number(1).value_or(0.0)};
        if (run_ == nullptr || at < last_) {
            if (run_ != nullptr) {
                finish();
                told_batch_ = {};
            }
            run_ = &draft_.add_run();
            rows_ = std::make_unique<StepRows>(*run_);
            batch_ = data_mean_ = {};
        }
        last_ = at;
        take_row(text, *row, *time);
    }

    void finish() {
        if (run_ == nullptr) {
            return;
        }
        run_->set("phase", "training");
        run_->set("global_batch_size", told_batch_ ? told_batch_ : batch_);
        // Few rows are printed, and the first is of a slow start: their own mean would be another.
        run_->figure("samples_per_second", rate_mean_);
        run_->figure("step_time", time_mean_);
        run_->figure("data_wait_time", data_mean_);
        run_->figure("stage_starved{stage=consumer}", scaled(ratio(data_mean_, time_mean_), 100.0));
        run_->note(
            "timm.average",
            record::Level::Info,
            to_say(
                "rate and times are the running averages of the last row: of its epoch, over all "
                "GPUs"));
    }

private:
    void take_row(std::string_view text, const Match& row, const Match& time) {
        draft_.take_rows();
        rate_mean_ = time.number(3);
        time_mean_ = time.number(2);
        metrics::MetricValues values;
        const auto put = [&](const char* key, std::optional<double> value) {
            if (value) {
                values[key] = *value;
            }
        };
        put("epoch", row.number(0));
        put("step", row.number(1));
        put("step_time", time.number(0));
        put("samples_per_second", time.number(1));
        // A time of whole milliseconds tells the batch to 0.5 ms x rate, so not from 1000/s on.
        if (const auto rate = time.number(1); time.number(0) && rate && *rate < 1000.0) {
            batch_ = std::round(*time.number(0) * *rate);
        }
        if (const auto data = find(text, "Data:%_%n%_(%_%n)")) {
            data_mean_ = data->number(1);
            put("data_wait_time", data->number(0));
            put("stage_starved{stage=consumer}",
                scaled(ratio(data->number(0), time.number(0)), 100.0));
        }
        if (const auto loss = find(text, "Loss:%_%n")) {
            put("loss", loss->number(0));
        }
        rows_->add(std::nullopt, std::move(values));
    }

    Draft& draft_;
    RunDraft* run_ = nullptr;
    std::unique_ptr<StepRows> rows_{};
    std::pair<double, double> last_{};  ///< epoch and step of the last row
    std::optional<double> rate_mean_{};
    std::optional<double> time_mean_{};
    std::optional<double> data_mean_{};
    std::optional<double> batch_{};
    std::optional<double> told_batch_{};  ///< the head of the training says it
};

Result<void> read_log(Input& input, Draft& draft) {
    draft.tool("timm");
    LogImport log(draft);
    while (const TextLine* const line = input.text.next()) {
        log.take(line->text);
    }
    log.finish();
    return {};
}

bool is_csv_header(std::string_view line) {
    return line.starts_with("model,") &&
           (contains(line, "train_samples_per_sec") || contains(line, "infer_samples_per_sec"));
}

int claim_csv(const Head& head) {
    return !head.lines.empty() && is_csv_header(head.lines.front()) ? kCertain : 0;
}

Result<void> read_csv(Input& input, Draft& draft) {
    draft.tool("timm benchmark");
    Columns columns;
    std::vector<std::string> names;
    while (const TextLine* const line = input.text.next()) {
        const auto cells = csv_cells(line->text);
        if (names.empty()) {
            names = cells;
            columns = Columns(names);
            continue;
        }
        if (trim(line->text).empty()) {
            continue;
        }
        if (cells.size() != names.size()) {
            draft.drop_row(line->number, "a row with more or fewer cells than its header");
            continue;
        }
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns.at(name);
            return at ? parse_number(cells[*at]) : std::nullopt;
        };
        draft.take_rows();
        RunDraft& run = draft.add_run();
        run.set("model", std::string_view(cells[0]));
        run.set("gpu_count", 1.0);
        run.set("data", "synthetic");
        const bool trains = number("train_samples_per_sec").has_value();
        const std::string prefix = trains ? "train_" : "infer_";
        run.set("phase", trains ? "training" : "inference");
        run.set("batch_size", number(prefix + "batch_size"));
        run.set("image_size_px", number(prefix + "img_size"));
        run.figure(trains ? "samples_per_second" : "evaluation_samples_per_second",
                   number(prefix + "samples_per_sec"));
        run.figure("step_time", seconds_of_ms(number(prefix + "step_time")));
        if (trains) {
            run.figure("evaluation_samples_per_second", number("infer_samples_per_sec"));
        }
    }
    return {};
}

}  // namespace
}  // namespace timm

const Format kTimmLog{.id = "timm-log",
                      .title = "timm training log",
                      .claim = &timm::claim_log,
                      .read = &timm::read_log};
const Format kTimmCsv{.id = "timm-csv",
                      .title = "timm benchmark CSV",
                      .claim = &timm::claim_csv,
                      .read = &timm::read_csv};

}  // namespace throughline::importers
