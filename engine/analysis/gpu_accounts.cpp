// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/gpu_accounts.h"

#include <algorithm>
#include <array>

#include "engine/analysis/verdict_words.h"
#include "engine/base/say.h"

namespace throughline::analysis {
namespace {

/// An exchange that takes less is no reason to be far below a ceiling, in %.
constexpr double kExchange = 10.0;

struct Beside {
    Limit limit;
    const char* id;
    const char* indicated;  ///< %1: what it takes
    const char* no_ceiling;
};
/// What runs at the same time as the network's work.
constexpr std::array kBeside{
    Beside{Limit::Copy,
           "gpu_copying",
           to_say("The time accounts indicate that the copy to the GPU is the bottleneck: %1"),
           to_say("no ceiling includes the copy")},
    Beside{Limit::GpuDecode,
           "gpu_decoding",
           to_say("The time accounts indicate that decoding on the GPU is the bottleneck: %1"),
           to_say("no ceiling includes decoding and the network at once")}};

bool has_gpu(const record::RunData& run) {
    return spec::consumer_kind_of(run.started.settings) == spec::ConsumerKind::Gpu;
}

GpuHold exchange_hold(const record::RunData& run, double working, Judgement& judgement) {
    // Of the GPU that waits least for the others: what it spends is the exchange itself.
    const auto exchange = judgement.use_min(run, "gpu_all_reduce");
    if (!exchange || *exchange < kExchange || working < kBusyConsumer) {
        return {};
    }
    const double computing = std::max(0.0, working - *exchange);
    const bool most = *exchange > computing;
    return {.limit = most ? Limit::Exchange : Limit::Consumer,
            .indicated =
                say(most ? to_say("The time accounts indicate that the exchange of gradients "
                                  "between the GPUs is the bottleneck: it takes %1 of the time, "
                                  "and the GPUs compute %2")
                         : to_say("The time accounts indicate that the consumer is the bottleneck: "
                                  "exchanging gradients takes %1 of the time, and the GPUs "
                                  "compute %2"),
                    percent_text(*exchange),
                    percent_text(computing)),
            .no_ceiling = say("no ceiling includes the exchange")};
}

}  // namespace

GpuHold gpu_hold(const record::RunData& run, Judgement& judgement) {
    if (!has_gpu(run)) {
        return {};
    }
    const double working = judgement.use_max(run, "gpu_busy").value_or(0.0);
    for (const Beside& beside : kBeside) {
        const auto taken = judgement.use_max(run, beside.id);
        if (taken && *taken >= kBusyConsumer && *taken > working) {
            return {.limit = beside.limit,
                    .indicated = say(beside.indicated,
                                     say("it takes %1 of the time, and the GPU computes %2",
                                         percent_text(*taken),
                                         percent_text(working))),
                    .no_ceiling = say(beside.no_ceiling)};
        }
    }
    return exchange_hold(run, working, judgement);
}

std::string gpu_competition_text(const record::RunData& run, Judgement& judgement) {
    const auto working = has_gpu(run) ? judgement.use_max(run, "gpu_busy") : std::nullopt;
    const auto decoding = working ? judgement.use_max(run, "gpu_decoding") : std::nullopt;
    return decoding && *decoding >= kBusyConsumer && *working >= kBusyConsumer
               ? say("the GPU decodes %1 and computes %2 of the time, so the two compete for it",
                     percent_text(*decoding),
                     percent_text(*working))
               : std::string();
}

}  // namespace throughline::analysis
