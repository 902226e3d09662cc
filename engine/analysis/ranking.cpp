// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/ranking.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/analysis/compare.h"
#include "engine/spec/choices.h"

namespace throughline::analysis {
namespace {

/// How `other` stands against the best, by the one figure.
ChangeKind kind_against(const record::RunData& best,
                        const record::RunData& other,
                        std::string_view key) {
    const std::array others{ComparedRun{other.started.settings, other.metrics}};
    const Comparison compared = compare({best.started.settings, best.metrics}, others);
    const auto metric = std::ranges::find_if(
        compared.metrics, [&](const ComparedMetric& one) { return one.key == key; });
    return metric == compared.metrics.end() ? ChangeKind::None
                                            : kind_of(key, metric->others.front());
}

Standing standing_of(ChangeKind kind) {
    switch (kind) {
        case ChangeKind::None:
            return Standing::NoRate;
        case ChangeKind::Equal:
            return Standing::Equal;
        case ChangeKind::WithinNoise:
            return Standing::WithinNoise;
        case ChangeKind::Unsure:
            return Standing::Unsure;
        case ChangeKind::BeyondNoise:
        case ChangeKind::Better:
        case ChangeKind::Worse:
            break;
    }
    return Standing::Fastest;
}

std::optional<spec::Stages> stages_of(const record::RunData& run) {
    // A foreign run says nothing of stages and ran all that it has.
    return spec::stages_of(run.started.settings).value_or(spec::Stages::Full);
}

}  // namespace

Ranking ranking_of(std::span<const record::RunData* const> runs, std::string_view key) {
    Ranking ranking;
    const auto value_of = [&](std::size_t i) {
        const auto found = runs[i]->metrics.find(key);
        return found == runs[i]->metrics.end() ? std::nullopt : std::optional(found->second.value);
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!value_of(i)) {
            return ranking;
        }
        ranking.best = *value_of(i) > *value_of(ranking.best) ? i : ranking.best;
    }
    ranking.rival = ranking.best;
    ranking.standing = Standing::Fastest;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (stages_of(*runs[i]) != stages_of(*runs.front())) {
            return {.standing = Standing::OtherStages, .best = ranking.best, .rival = i};
        }
        const bool nearer = i != ranking.best && (ranking.rival == ranking.best ||
                                                  *value_of(i) > *value_of(ranking.rival));
        ranking.rival = nearer ? i : ranking.rival;
    }
    if (ranking.rival != ranking.best) {
        ranking.standing =
            standing_of(kind_against(*runs[ranking.best], *runs[ranking.rival], key));
    }
    // One that is further behind may still be within its own, wider noise.
    for (std::size_t i = 0; ranking.standing == Standing::Fastest && i < runs.size(); ++i) {
        if (i != ranking.best) {
            ranking.standing = standing_of(kind_against(*runs[ranking.best], *runs[i], key));
            ranking.rival = ranking.standing == Standing::Fastest ? ranking.rival : i;
        }
    }
    return ranking;
}

}  // namespace throughline::analysis
