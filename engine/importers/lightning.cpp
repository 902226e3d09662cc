// SPDX-License-Identifier: Apache-2.0
// PyTorch Lightning's metrics.csv: columns are what the user logged; rows are sparse. Only columns
// with a rate are results; loss and accuracy alone are no throughput.
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/step_rows.h"
#include "engine/importers/table.h"

namespace throughline::importers {
namespace {

int claim(const Head& head) {
    if (head.lines.empty()) {
        return 0;
    }
    const auto cells = csv_cells(head.lines.front());
    const Columns columns(cells);
    return cells.size() > 2 && columns.has("epoch") && columns.has("step") ? kLikely : 0;
}

/// The metric that a column of that name is, or null.
const char* metric_of(const std::string& column) {
    const std::string name = lower(column);
    if (contains(name, "img/s") || contains(name, "images_per_sec")) {
        return "images_per_second";
    }
    if (contains(name, "samples_per_sec") || contains(name, "throughput")) {
        return "samples_per_second";
    }
    if (name == "train_loss" || name == "loss" || name == "train_loss_step") {
        return "loss";
    }
    if (name == "epoch" || name == "step") {
        return name == "epoch" ? "epoch" : "step";
    }
    return nullptr;
}

bool is_rate(const char* metric) {
    return metric != nullptr && contains(metric, "_per_second");
}

Result<void> read(Input& input, Draft& draft) {
    draft.tool("PyTorch Lightning");
    std::vector<const char*> wanted;
    bool rates = false;
    RunDraft* run = nullptr;
    std::optional<StepRows> rows;
    while (const TextLine* const line = input.text.next()) {
        const auto cells = csv_cells(line->text);
        if (wanted.empty()) {
            for (const std::string& cell : cells) {
                wanted.push_back(metric_of(cell));
                rates = rates || is_rate(wanted.back());
            }
            if (!rates) {
                draft.info("lightning.no_rate",
                           "no column with a throughput (*samples_per_sec*, *throughput*, *img/s*) "
                           "and no times");
                return {};
            }
            continue;
        }
        metrics::MetricValues values;
        for (std::size_t i = 0; i < cells.size() && i < wanted.size(); ++i) {
            const auto number = parse_number(cells[i]);
            if (wanted[i] != nullptr && number) {
                values[wanted[i]] = *number;
            }
        }
        draft.take_rows();
        if (run == nullptr) {
            run = &draft.add_run();
            rows.emplace(*run);
        }
        rows->add(std::nullopt, std::move(values));
    }
    return {};
}

}  // namespace

const Format kLightning{
    .id = "lightning-csv", .title = "PyTorch Lightning CSV", .claim = &claim, .read = &read};

}  // namespace throughline::importers
