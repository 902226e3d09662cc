// SPDX-License-Identifier: Apache-2.0
// Horovod's synthetic benchmarks: "Iter #0: 1785.8 img/sec per GPU", "Total img/sec on 8 GPU(s):
// …".
#include <algorithm>
#include <optional>
#include <string>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/step_rows.h"

namespace throughline::importers {
namespace {

constexpr const char* kRow = "Iter #%n:%_%n img/sec per ";

int claim(const Head& head) {
    return head.any_line_finds(kRow) || head.any_line_finds("Total img/sec on %n ") ? kCertain : 0;
}

/// "+-" is 1.96 standard deviations (horovod, examples/pytorch_synthetic_benchmark.py).
run::Summary with_spread(double value, std::optional<double> spread, int n) {
    return {.value = value,
            .low = spread ? std::optional(value - *spread) : std::nullopt,
            .high = spread ? std::optional(value + *spread) : std::nullopt,
            .n = n};
}

Result<void> read(Input& input, Draft& draft) {
    draft.tool("Horovod synthetic benchmark");
    RunDraft& run = draft.add_run();
    StepRows rows(run);
    run.set("data", "synthetic");
    bool total = false;
    while (const TextLine* const line = input.text.next()) {
        const std::string_view text = line->text;
        const int n = static_cast<int>(std::max<std::size_t>(1, rows.count()));
        if (const auto row = find(text, kRow)) {
            draft.take_rows();
            metrics::MetricValues values;
            if (const auto rate = row->number(1)) {
                values["images_per_second_per_gpu"] = *rate;
            }
            rows.add(std::nullopt, std::move(values));
        } else if (const auto sum = find(text, "Total img/sec on %n %s:%_%n%_+-%n")) {
            if ((*sum)[1].starts_with("GPU")) {
                run.set("gpu_count", sum->number(0));
            }
            if (const auto rate = sum->number(2)) {
                run.figure("images_per_second", with_spread(*rate, sum->number(3), n));
                total = true;
            }
        } else if (const auto each = find(text, "Img/sec per %s:%_%n%_+-%n")) {
            if (const auto rate = each->number(1)) {
                run.figure("images_per_second_per_gpu", with_spread(*rate, each->number(2), n));
            }
        } else if (const auto model = match(text, "Model:%_%w")) {
            run.set("model", (*model)[0]);
        } else if (const auto batch = match(text, "Batch size:%_%n")) {
            run.set("batch_size", batch->number(0));
        } else if (const auto gpus = match(text, "Number of GPUs:%_%n")) {
            run.set("gpu_count", gpus->number(0));
        }
    }
    if (!total) {
        run.status(run::RunStatus::Interrupted);
        run.absent("images_per_second", "the total is missing: the log is cut");
    }
    return {};
}

}  // namespace

const Format kHorovod{
    .id = "horovod", .title = "Horovod synthetic benchmark", .claim = &claim, .read = &read};

}  // namespace throughline::importers
