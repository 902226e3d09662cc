// SPDX-License-Identifier: Apache-2.0
// timm (pytorch-image-models): the training log, and the CSV of its benchmarks (many models).
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/step_rows.h"
#include "engine/importers/table.h"
#include "engine/importers/units.h"

namespace throughline::importers {
namespace {

constexpr const char* kRow = "Train: %n [%_%n/%_%n (%_%n%%)]";
constexpr const char* kTime = "Time:%_%ns,%_%n/s%_(%_%ns,%_%n/s)";

int claim_log(const Head& head) {
    return head.any_line_finds(kRow) ? kCertain : 0;
}

Result<void> read_log(Input& input, Draft& draft) {
    draft.tool("timm");
    RunDraft& run = draft.add_run();
    StepRows rows(run);
    std::optional<double> rate_mean;
    std::optional<double> time_mean;
    std::optional<double> data_mean;
    std::optional<double> batch;
    while (const TextLine* const line = input.text.next()) {
        const auto row = find(line->text, kRow);
        const auto time = find(line->text, kTime);
        if (!row || !time) {
            continue;
        }
        draft.take_rows();
        rate_mean = time->number(3);
        time_mean = time->number(2);
        metrics::MetricValues values;
        const auto put = [&](const char* key, std::optional<double> value) {
            if (value) {
                values[key] = *value;
            }
        };
        put("epoch", row->number(0));
        put("step", row->number(1));
        put("step_time", time->number(0));
        put("samples_per_second", time->number(1));
        if (const auto seconds = time->number(0); seconds && time->number(1)) {
            batch = std::round(*seconds * *time->number(1));
        }
        if (const auto data = find(line->text, "Data:%_%n%_(%_%n)")) {
            data_mean = data->number(1);
            put("data_wait_time", data->number(0));
            put("stage_starved{stage=consumer}",
                scaled(ratio(data->number(0), time->number(0)), 100.0));
        }
        if (const auto loss = find(line->text, "Loss:%_%n")) {
            put("loss", loss->number(0));
        }
        rows.add(std::nullopt, std::move(values));
    }
    run.set("phase", "training");
    run.set("global_batch_size", batch);
    // Few rows are printed, and the first is of a slow start: their own mean would be another one.
    run.figure("samples_per_second", rate_mean);
    run.figure("step_time", time_mean);
    run.figure("data_wait_time", data_mean);
    run.figure("stage_starved{stage=consumer}", scaled(ratio(data_mean, time_mean), 100.0));
    run.note("timm.average",
             run::Level::Info,
             "rate and times are the running averages of the last row, over all GPUs and steps");
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
            draft.drop_row(line->number, "a row of another length than its header");
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

const Format kTimmLog{
    .id = "timm-log", .title = "timm training log", .claim = &claim_log, .read = &read_log};
const Format kTimmCsv{
    .id = "timm-csv", .title = "timm benchmark CSV", .claim = &claim_csv, .read = &read_csv};

}  // namespace throughline::importers
