// SPDX-License-Identifier: Apache-2.0
// MXNet's Speedometer: "Epoch[0] Batch [20-40]\tSpeed: 541.14 samples/sec\taccuracy=…", over all
// GPUs of the node. The result leaves the first row out, which holds the warm-up.
#include <algorithm>
#include <optional>
#include <string>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/step_rows.h"
#include "engine/importers/timestamp.h"

namespace throughline::importers {
namespace {

constexpr const char* kRow = "Epoch[%n] Batch [%s]%_Speed:%_%n%_samples/sec";

int claim(const Head& head) {
    return head.any_line_finds(kRow) ? kCertain : 0;
}

/// The value of "name='value'" or "name=value" in "Namespace(…)".
std::string argument(std::string_view line, std::string_view name) {
    const std::string mark = std::string(name) + "=";
    for (std::size_t at = line.find(mark); at != std::string_view::npos;
         at = line.find(mark, at + 1)) {
        const char before = at == 0 ? '(' : line[at - 1];
        if (before != ' ' && before != '(') {
            continue;
        }
        std::string_view value = line.substr(at + mark.size());
        if (value.starts_with('\'')) {
            return std::string(value.substr(1, value.find('\'', 1) - 1));
        }
        return std::string(value.substr(0, value.find_first_of(",)")));
    }
    return {};
}

void take_arguments(std::string_view line, RunDraft& run) {
    const std::string network = argument(line, "network");
    const std::string layers = argument(line, "num_layers");
    run.set("model",
            network + (network.starts_with("resnet") && parse_number(layers) ? "-" + layers : ""));
    const auto batch = parse_number(argument(line, "batch_size"));
    const std::string gpus = argument(line, "gpus");
    run.set("global_batch_size", batch);
    if (!gpus.empty() && gpus != "None") {
        const auto count = static_cast<double>(std::count(gpus.begin(), gpus.end(), ',') + 1);
        run.set("gpu_count", count);
        run.set("batch_size", batch ? std::optional(*batch / count) : std::nullopt);
    }
    const std::string benchmark = argument(line, "benchmark");
    run.set("data", benchmark == "1" ? "synthetic" : (benchmark == "0" ? "real" : ""));
    run.set("precision", std::string_view(argument(line, "dtype")));
    run.set("workers", parse_number(argument(line, "data_nthreads")));
}

Result<void> read(Input& input, Draft& draft) {
    draft.tool("MXNet");
    RunDraft& run = draft.add_run();
    StepRows rows(run);
    RunningMean all;
    double first = 0.0;
    while (const TextLine* const line = input.text.next()) {
        const std::string_view text = line->text;
        if (contains(text, "Namespace(")) {
            take_arguments(text, run);
        } else if (const auto row = find(text, kRow)) {
            draft.take_rows();
            const auto rate = row->number(2);
            if (!rate) {
                continue;
            }
            first = all.count == 0 ? *rate : first;
            all.add(*rate);
            metrics::MetricValues values{{"samples_per_second", *rate}};
            if (const auto epoch = row->number(0)) {
                values["epoch"] = *epoch;
            }
            const std::string_view batches = (*row)[1];
            if (const auto step = parse_number(batches.substr(batches.rfind('-') + 1))) {
                values["step"] = *step;
            }
            if (const auto accuracy = find(text, "accuracy=%n"); accuracy && accuracy->number(0)) {
                values["top1_accuracy"] = *accuracy->number(0) * 100.0;
            }
            // "2021-07-26 20:19:35,175 Node[0] …": with a time, the epoch has one too.
            const auto stamp = parse_moment(text.substr(0, std::min<std::size_t>(23, text.size())));
            rows.add(stamp ? std::optional(draft.utc_of(stamp->seconds)) : std::nullopt,
                     std::move(values));
        } else if (const auto epoch = find(text, "Time cost=%n")) {
            run.figure("epoch_time", epoch->number(0));
        }
    }
    if (all.count > 0) {
        run.figure("samples_per_second", all.mean());
        if (all.count > 1) {
            run.figure("steady_samples_per_second",
                       (all.sum - first) / static_cast<double>(all.count - 1));
        }
    }
    return {};
}

}  // namespace

const Format kMxnet{
    .id = "mxnet-speedometer", .title = "MXNet Speedometer", .claim = &claim, .read = &read};

}  // namespace throughline::importers
