// SPDX-License-Identifier: Apache-2.0
// fairseq: rows every so many updates ("train_inner | epoch 001: 100 / 2000 loss=…, wps=31000,
// ups=1.2, wpb=25000, bsz=800, …") and one an epoch ("train | epoch 001 | … | wps 31000 | …");
// wps are tokens, ups updates, bsz sentences of an update.
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/training/train_rates.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace train {
namespace {

bool is_row(std::string_view line) {
    return number_behind(line, "wps") && number_behind(line, "ups") && number_behind(line, "wpb");
}

/// Rows of the validation have a wps of their own.
bool is_validation(std::string_view line) {
    return contains(line, "valid on") || contains(line, "| valid |") || contains(line, "valid_");
}

int claim_fairseq(const Head& head) {
    return head.any_line(
               [](std::string_view line) { return is_row(line) && contains(line, "epoch"); })
               ? kCertain - 2
               : 0;
}

/// Rows of one kind: those inside an epoch, or those of whole epochs.
struct Rates {
    StepRate tokens{};
    StepRate updates{};
    StepRate sentences{};
    std::size_t rows = 0;
};

class FairseqReader {
public:
    explicit FairseqReader(Draft& draft) : draft_(draft), run_(draft.add_run()), rows_(run_) {}

    void take(std::string_view line) {
        if (!is_row(line) || is_validation(line)) {
            if (const auto gpus = number_behind(line, "distributed_world_size")) {
                run_.set("gpu_count", gpus);
            }
            return;
        }
        const auto tokens = number_behind(line, "wps");
        const auto updates = number_behind(line, "ups");
        const auto sentences = number_behind(line, "bsz");
        // "epoch 001:    100 / 2000 …" stands inside an epoch, "epoch 001 | …" for a whole one.
        const bool inner = contains(line, "train_inner") || find(line, "epoch %n:").has_value();
        Rates& rates = inner ? inner_ : epochs_;
        ++rates.rows;
        draft_.take_rows();
        metrics::MetricValues values;
        if (tokens && *tokens > 0.0) {
            rates.tokens.add(*tokens);
            values["tokens_per_second"] = *tokens;
        }
        // A rate of 0 is one rounded away; its step time is not known then.
        if (updates && *updates > 0.0) {
            rates.updates.add(*updates);
            values["step_time"] = 1.0 / *updates;
            if (sentences) {
                rates.sentences.add(*sentences * *updates);
                values["samples_per_second"] = *sentences * *updates;
            }
        }
        if (const auto loss = number_behind(line, "loss")) {
            values["loss"] = *loss;
        }
        if (inner) {
            rows_.add(time_of_line(line, draft_), std::move(values));
        }
    }

    void finish() {
        const Rates& rates = inner_.rows > 0 ? inner_ : epochs_;
        run_.figure("tokens_per_second", rates.tokens.mean());
        run_.figure("step_time", rates.updates.seconds());
        run_.figure("samples_per_second", rates.sentences.mean());
        run_.note("fairseq.units",
                  record::Level::Info,
                  to_say("wps are tokens, samples are sentences: the sentences of an update by the "
                         "updates per second, which fairseq prints with three digits"));
    }

private:
    Draft& draft_;
    RunDraft& run_;
    StepRows rows_;
    Rates inner_{};
    Rates epochs_{};
};

Result<void> read_fairseq(Input& input, Draft& draft) {
    draft.tool("fairseq");
    FairseqReader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(line->text);
    }
    reader.finish();
    return {};
}

}  // namespace
}  // namespace train

const Format kFairseq{.id = "fairseq",
                      .title = "fairseq log",
                      .claim = &train::claim_fairseq,
                      .read = &train::read_fairseq};

}  // namespace throughline::importers
