// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/step_accounts.h"

#include <algorithm>

#include "engine/analysis/verdict_words.h"
#include "engine/base/say.h"

namespace throughline::analysis {
namespace {

/// An exchange that takes less holds nobody back, in %.
constexpr double kStepExchange = 10.0;
/// Accelerators that wait longer for data are held back by these, in %.
constexpr double kStarvedConsumer = 10.0;

}  // namespace

GpuHold step_hold(const record::RunData& run, Judgement& judgement) {
    const auto exchange = metric_of(run, "step_exchange");
    const auto starved = metric_of(run, "stage_starved{stage=consumer}");
    if (!exchange || *exchange < kStepExchange || !starved || *starved >= kStarvedConsumer) {
        return {};
    }
    // Only emulated accelerators meet at each step: they compute by their schedule.
    const auto computing = judgement.use(run, "accelerator_utilisation");
    if (!computing) {
        return {};
    }
    const double waits = metric_of(run, "step_wait").value_or(0.0);
    if (waits > *exchange && waits > *computing) {
        return {};
    }
    judgement.use(run, "step_exchange");
    judgement.use(run, "step_wait");
    judgement.use(run, "stage_starved{stage=consumer}");
    const bool most = *exchange > *computing;
    return {.limit = most ? Limit::Exchange : Limit::Consumer,
            .indicated =
                say(most ? to_say("The time accounts indicate that the exchange of gradients "
                                  "between the nodes is the bottleneck: it takes %1 of the time, "
                                  "and the accelerators compute %2")
                         : to_say("The time accounts indicate that the accelerators are the "
                                  "bottleneck: exchanging gradients between the nodes takes %1 of "
                                  "the time, and they compute %2"),
                    percent_text(*exchange),
                    percent_text(std::min(100.0, *computing))),
            .no_ceiling = say("no ceiling includes the exchange")};
}

}  // namespace throughline::analysis
