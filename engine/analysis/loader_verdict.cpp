// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/loader_verdict.h"

#include <string>

#include "engine/analysis/gpu_accounts.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/say.h"
#include "engine/spec/study_loader.h"

namespace throughline::analysis {
namespace {

/// Of the time; below it the loader has waited for room as well.
constexpr double kAskedAlways = 80.0;

/// " Throughline's own readers alone deliver 9 000 images/s." of the same data; "" where no stage
/// was measured alone.
std::string ceilings_text(const record::RunData& run, Judgement& judgement) {
    std::string text;
    const auto add = [&](spec::Stages stage, const char* words) {
        const auto key =
            metrics::labelled("ceiling_images_per_second", "stage", spec::name_of(stage));
        if (const auto rate = judgement.use(run, key)) {
            text += " " + say(words, rate_text(*rate) + condition_text(run, stage));
        }
    };
    add(spec::Stages::Storage, to_say("Throughline's own readers alone deliver %1."));
    add(spec::Stages::Decode, to_say("Throughline's own decoders alone deliver %1."));
    return text;
}

}  // namespace

bool judge_loader(const record::RunData& run,
                  std::optional<double> consumer_busy,
                  Judgement& judgement) {
    if (!spec::is_by_loader(run.started.settings)) {
        return false;
    }
    const auto asked = judgement.use(run, metrics::labelled("stage_busy", "stage", "loader"));
    if (!asked) {
        return false;
    }
    judgement.grade = record::Grade::Indicated;
    judgement.limit = Limit::Unsure;
    std::string& sentence = judgement.sentence;
    if (!judgement.clean) {
        sentence = say("The data loader was waited for %1 of the time", percent_text(*asked));
    } else if (consumer_busy.value_or(0.0) >= kBusyConsumer) {
        judgement.limit = Limit::Consumer;
        sentence = say(
            "The time accounts indicate that the consumer is the bottleneck: it is busy %1 of the "
            "time",
            percent_text(*consumer_busy));
    } else if (*asked >= kAskedAlways) {
        judgement.limit = Limit::Loader;
        sentence = say(
            "The time accounts indicate that the data loader is the bottleneck: it was waited for "
            "%1 of the time",
            percent_text(*asked));
    } else {
        sentence = say(
            "The time accounts indicate no single bottleneck: the data loader was waited for %1 of "
            "the time",
            percent_text(*asked));
    }
    sentence = say("%1, at %2.", sentence, rate_text(judgement.evidence.at("images_per_second"))) +
               ceilings_text(run, judgement);
    return true;
}

}  // namespace throughline::analysis
