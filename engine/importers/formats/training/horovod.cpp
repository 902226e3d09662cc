// SPDX-License-Identifier: Apache-2.0
// Horovod's synthetic benchmarks: "Iter #0: 1785.8 img/sec per GPU", "Total img/sec on 8 GPU(s):
// …".
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace horovod {
namespace {

constexpr const char* kRow = "Iter #%n:%_%n img/sec per ";

int claim(const Head& head) {
    return head.any_line_finds(kRow) || head.any_line_finds("Total img/sec on %n ") ? kCertain : 0;
}

/// "+-" is 1.96 standard deviations (horovod, examples/pytorch_synthetic_benchmark.py).
record::Summary with_spread(double value, std::optional<double> spread, int n) {
    return {.value = value,
            .low = spread ? std::optional(value - *spread) : std::nullopt,
            .high = spread ? std::optional(value + *spread) : std::nullopt,
            .n = n};
}

/// Results one after another in one text: behind a total the next one begins.
class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(std::string_view text) {
        const auto model = match(text, "Model:%_%w");
        const auto row = find(text, kRow);
        if (run_ == nullptr || (total_ && (model || row))) {
            finish();
            run_ = &draft_.add_run();
            rows_ = std::make_unique<StepRows>(*run_);
            run_->set("data", "synthetic");
            total_ = false;
            processes_ = {};
        }
        const int n = static_cast<int>(std::max<std::size_t>(1, rows_->count()));
        if (row) {
            draft_.take_rows();
            metrics::MetricValues values;
            const bool of_gpu = contains(text, " per GPU");
            if (const auto rate = row->number(1); rate && (of_gpu || processes_)) {
                values[of_gpu ? "images_per_second_per_gpu" : "images_per_second"] =
                    of_gpu ? *rate : *rate * *processes_;
            }
            rows_->add(std::nullopt, std::move(values));
        } else if (model) {
            run_->set("model", (*model)[0]);
        } else if (const auto sum = find(text, "Total img/sec on %n %s:%_%n%_+-%n")) {
            if ((*sum)[1].starts_with("GPU")) {
                run_->set("gpu_count", sum->number(0));
            }
            if (const auto rate = sum->number(2)) {
                run_->figure("images_per_second", with_spread(*rate, sum->number(3), n));
                total_ = true;
            }
        } else {
            take_header(text, n);
        }
    }

    void finish() {
        if (run_ != nullptr && !total_) {
            run_->status(record::RunStatus::Interrupted);
            run_->absent("images_per_second", to_say("the total is missing: the log is cut off"));
        }
    }

private:
    void take_header(std::string_view text, int n) {
        if (const auto each = find(text, "Img/sec per GPU:%_%n%_+-%n")) {
            if (const auto rate = each->number(0)) {
                run_->figure("images_per_second_per_gpu", with_spread(*rate, each->number(1), n));
            }
        } else if (const auto batch = match(text, "Batch size:%_%n")) {
            run_->set("batch_size", batch->number(0));
        } else if (const auto gpus = match(text, "Number of GPUs:%_%n")) {
            run_->set("gpu_count", gpus->number(0));
        } else if (const auto processes = match(text, "Number of CPUs:%_%n")) {
            processes_ = processes->number(0);
        }
    }

    Draft& draft_;
    RunDraft* run_ = nullptr;
    std::unique_ptr<StepRows> rows_{};
    bool total_ = false;
    std::optional<double> processes_{};  ///< of a run without GPUs, whose rows are of one each
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("Horovod synthetic benchmark");
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace horovod

const Format kHorovod{.id = "horovod",
                      .title = "Horovod synthetic benchmark",
                      .claim = &horovod::claim,
                      .read = &horovod::read};

}  // namespace throughline::importers
