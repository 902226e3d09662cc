// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/nudged.h"

#include <array>
#include <optional>

#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::analysis {
namespace {

constexpr double kHalf = 0.5;

const record::Summary* figure(const record::RunData& run, const char* id, const char* resource) {
    const auto found = run.metrics.find(metrics::labelled(id, "resource", resource));
    return found == run.metrics.end() ? nullptr : &found->second;
}

const record::Summary* leverage(const record::RunData& run, const char* resource) {
    const record::Summary* const found = figure(run, "nudge_leverage", resource);
    return found != nullptr && found->low && found->high ? found : nullptr;
}

/// What the class is about; null: neither.
const char* resource_of(Limit limit) {
    switch (limit) {
        case Limit::Storage:
            return "disk";
        case Limit::Decode:
        case Limit::Workers:
            return "cpu";
        default:
            return nullptr;
    }
}

}  // namespace

Proof proof_of(const record::RunData& run, Limit limit) {
    if (const char* const resource = resource_of(limit)) {
        const record::Summary* const found = leverage(run, resource);
        return found == nullptr       ? Proof::None
               : *found->low > kHalf  ? Proof::Confirmed
               : *found->high < kHalf ? Proof::Contradicted
                                      : Proof::None;
    }
    const bool elsewhere =
        limit == Limit::Consumer || limit == Limit::Copy || limit == Limit::Network;
    const record::Summary* const disk = leverage(run, "disk");
    return elsewhere && disk != nullptr && *disk->low > kHalf ? Proof::Contradicted : Proof::None;
}

std::vector<std::string> nudge_evidence(const record::RunData& run) {
    struct Told {
        const char* resource;
        const char* slower;
        const char* as_fast;
        const char* unknown;
    };
    constexpr double kNoticed = 1.0;  // in %
    constexpr std::array<Told, 2> kAll{
        {{"cpu",
          to_say("With its processors %1 slower the job was %2 slower: leverage %3, %4 to %5."),
          to_say("With its processors %1 slower the job was as fast: leverage %3, %4 to %5."),
          to_say("The leverage of its processors is not known: %1.")},
         {"disk",
          to_say("With its reads %1 slower the job was %2 slower: leverage %3, %4 to %5."),
          to_say("With its reads %1 slower the job was as fast: leverage %3, %4 to %5."),
          to_say("The leverage of its reads is not known: %1.")}}};
    std::vector<std::string> all;
    for (const Told& one : kAll) {
        const auto absent =
            run.absent.find(metrics::labelled("nudge_leverage", "resource", one.resource));
        if (absent != run.absent.end()) {
            all.push_back(say(one.unknown, say_recorded(absent->second)));
        }
        const record::Summary* const found = leverage(run, one.resource);
        const record::Summary* const slower = figure(run, "nudge_slower", one.resource);
        const record::Summary* const loss = figure(run, "nudge_loss", one.resource);
        if (found == nullptr || slower == nullptr || loss == nullptr) {
            continue;
        }
        const auto text = [](double value) { return format_significant(value, 2); };
        all.push_back(say(loss->value > kNoticed ? one.slower : one.as_fast,
                          percent_text(slower->value),
                          percent_text(loss->value),
                          text(found->value),
                          text(*found->low),
                          text(*found->high)));
    }
    return all;
}

}  // namespace throughline::analysis
