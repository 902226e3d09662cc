// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/derive.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/paired.h"
#include "engine/analysis/run_lookup.h"
#include "engine/base/say.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"

namespace throughline::analysis {
namespace {

constexpr const char* kRate = "images_per_second";
constexpr const char* kThreads = "decode.threads";
constexpr const char* kNodes = "node_count";

/// A derived figure, or why it could not be had.
struct Derived {
    std::optional<double> value;
    std::string reason;
};

bool has_just(const record::RunData& run, const std::string& key, double value) {
    const auto known = run.metrics.find(key);
    return known != run.metrics.end() && known->second.value == value && !known->second.low &&
           !known->second.high && known->second.n == 1 && !run.absent.contains(key);
}

/// A run, and what comes to its figures.
struct Target {
    const record::RunData& run;
    DerivedFigures& figures;

    void enter(const std::string& key, const Derived& derived) const {
        if (derived.value) {
            if (!has_just(run, key, *derived.value)) {
                figures.metrics.emplace(key, record::Summary{.value = *derived.value});
            }
        } else if (!run.metrics.contains(key)) {
            const auto known = run.absent.find(key);
            if (known == run.absent.end() || known->second != derived.reason) {
                figures.absent.emplace(key, derived.reason);
            }
        }
    }
};

/// The rate of a run that was measured to its end.
Derived rate_of(const record::RunData& run) {
    const std::string number = std::to_string(run.started.run);
    if (!record::is_result(run)) {
        return {.value = {}, .reason = say_english(record::why_no_result(run), number)};
    }
    const auto rate = metric_of(run, kRate);
    if (!rate || *rate <= 0.0) {
        return {.value = {}, .reason = say_english("run %1 measured no images/s", number)};
    }
    return {.value = rate, .reason = {}};
}

/// Runs by what they measure; `key_of` gives the text under which a run is found.
using RunIndex = std::map<std::string, std::vector<const record::RunData*>>;
template <class KeyOf>
RunIndex index_runs(const record::Study& study, KeyOf key_of) {
    RunIndex index;
    for (const auto& run : study.runs) {
        index[key_of(run)].push_back(&run);
    }
    return index;
}

/// The rate of the stage alone, measured nearest before this run, or else after it.
Derived ceiling_of(const RunIndex& alone, const record::RunData& full, spec::Stages single) {
    const std::string stage = spec::name_of(single);
    Derived found{
        .value = {},
        .reason = say_english("the %1 stage was not measured alone with these settings", stage)};
    const auto runs = alone.find(spec::signature(full.started.settings, single));
    if (runs == alone.end()) {
        return found;
    }
    for (const auto* run : runs->second) {
        const bool earlier = run->started.run < full.started.run;
        if (found.value && !earlier) {
            break;
        }
        auto rate = rate_of(*run);
        if (rate.value || !found.value) {
            rate.reason = say_english("the %1 stage alone: %2", stage, rate.reason);
            found = std::move(rate);
        }
    }
    return found;
}

/// The pair of a GPU run: it brings its ceiling along, so no other stage need have been measured.
void derive_gpu_share(const Target& target) {
    const auto ceiling = metric_of(target.run, "ceiling_images_per_second{stage=consumer}");
    Derived share = rate_of(target.run);
    if (!ceiling || *ceiling <= 0.0) {
        share = {.value = {}, .reason = to_say("the ceiling of the GPU was not measured")};
    } else if (share.value) {
        share.value = *share.value / *ceiling * 100.0;
    }
    target.enter("gpu_fed_share", share);
}

void derive_ceilings(const RunIndex& alone, const Target& target) {
    const record::RunData& full = target.run;
    const auto kind = spec::consumer_kind_of(full.started.settings);
    std::vector<double> ceilings;
    std::string missing;
    for (const spec::Stages stage : spec::kSingleStages) {
        if (stage == spec::Stages::Consumer && kind == spec::ConsumerKind::Null) {
            continue;  // it takes whatever comes: it has no ceiling
        }
        const auto key =
            metrics::labelled("ceiling_images_per_second", "stage", spec::name_of(stage));
        auto ceiling = ceiling_of(alone, full, stage);
        const auto own = metric_of(full, key);
        if (kind == spec::ConsumerKind::Gpu && stage == spec::Stages::Consumer && own) {
            // Timed with the GPU's events, and with its interval: better than the stage alone,
            // which the host's clock has timed.
            ceiling.value = own;
        } else {
            target.enter(key, ceiling);
        }
        if (ceiling.value) {
            ceilings.push_back(*ceiling.value);
        } else if (missing.empty()) {
            missing = ceiling.reason;
        }
    }
    if (kind == spec::ConsumerKind::Gpu) {
        derive_gpu_share(target);
    }
    const bool all_known = missing.empty();
    std::sort(ceilings.begin(), ceilings.end());
    Derived fed = rate_of(full);
    fed.reason = all_known ? fed.reason : missing;
    fed.value =
        all_known && fed.value ? std::optional(*fed.value / ceilings[0] * 100.0) : std::nullopt;
    target.enter("fed_share", fed);
    target.enter("headroom",
                 {.value = all_known ? std::optional((ceilings[1] / ceilings[0] - 1.0) * 100.0)
                                     : std::nullopt,
                  .reason = missing});
}

/// What a curve of rates goes over: threads, or nodes.
struct CurveAxis {
    const char* key;
    const char*
        base;  ///< the point that the others are compared with: a message, %1 why it has no rate
};
constexpr CurveAxis kThreadCurve{kThreads, to_say("the point with the fewest threads: %1")};
constexpr CurveAxis kNodeCurve{kNodes, to_say("the point with the fewest nodes: %1")};

/// The run with the least on the axis among `runs`; null when there is but one value.
const record::RunData* least_on(const CurveAxis& axis,
                                const std::vector<const record::RunData*>& runs) {
    const auto place = [&](const record::RunData* run) {
        return setting_number_of(*run, axis.key).value_or(0.0);
    };
    const auto [least, most] =
        std::minmax_element(runs.begin(), runs.end(), [&](const auto* a, const auto* b) {
            return place(a) < place(b);
        });
    return place(*least) < place(*most) ? *least : nullptr;
}

std::string thread_curve_of(const record::RunData& run) {
    return spec::signature(run.started.settings, spec::stages_of(run.started.settings), kThreads);
}

/// Among how many nodes the data were shared out goes with their number.
std::string node_curve_of(const record::RunData& run) {
    spec::Settings settings = run.started.settings;
    settings.erase("dataset.nodes");
    return spec::signature(settings, spec::stages_of(settings), kNodes);
}

/// Whether the run can be a point of a curve over threads.
bool has_threads(const record::RunData& run) {
    const auto threads = setting_number_of(run, kThreads);
    return threads && *threads > 0.0 &&
           spec::setting_matters(kThreads, spec::stages_of(run.started.settings));
}

bool has_nodes(const record::RunData& run) {
    return setting_number_of(run, kNodes).value_or(0.0) > 0.0;
}

void derive_scaling(const CurveAxis& axis,
                    const std::vector<const record::RunData*>& curve,
                    const Target& target) {
    const record::RunData& run = target.run;
    const auto place = setting_number_of(run, axis.key);
    const record::RunData* first = least_on(axis, curve);
    if (first == nullptr) {
        return;
    }
    const Derived rate = rate_of(run);
    const Derived base = rate_of(*first);
    const auto first_place = setting_number_of(*first, axis.key);
    if (!rate.value || !base.value || !first_place) {
        const std::string reason = rate.value ? say_english(axis.base, base.reason) : rate.reason;
        target.enter("speedup", {.value = {}, .reason = reason});
        target.enter("scaling_efficiency", {.value = {}, .reason = reason});
        return;
    }
    const double speedup = *rate.value / *base.value;
    const double more = *place / *first_place;
    target.enter("speedup", {.value = speedup, .reason = {}});
    target.enter("scaling_efficiency", {.value = speedup / more * 100.0, .reason = {}});
}

/// Against the first run of the same stages.
void derive_pairs(const record::Study& study, const Target& target) {
    constexpr const char* kDifference = "paired_difference";
    const auto stages = spec::stages_of(target.run.started.settings);
    const auto first = std::ranges::find_if(study.runs, [&](const record::RunData& run) {
        return spec::stages_of(run.started.settings) == stages;
    });
    if (&*first == &target.run || !record::is_result(*first) || !record::is_result(target.run)) {
        return;
    }
    const auto difference = paired_difference(*first, target.run);
    if (!difference) {
        return;
    }
    const record::Summary summary{.value = difference->mean,
                                  .low = difference->low,
                                  .high = difference->high,
                                  .n = static_cast<int>(difference->n)};
    const auto known = target.run.metrics.find(kDifference);
    if (known == target.run.metrics.end() || known->second.value != summary.value) {
        target.figures.metrics.emplace(kDifference, summary);
    }
}

}  // namespace

std::vector<DerivedFigures> derived_figures(const record::Study& study) {
    const auto is_full = [](const record::RunData& run) {
        return spec::stages_of(run.started.settings) == spec::Stages::Full;
    };
    // An import of ten thousand runs has neither: the index would cost more than the rest.
    RunIndex alone;
    if (std::any_of(study.runs.begin(), study.runs.end(), is_full)) {
        alone = index_runs(study, [](const record::RunData& run) {
            return spec::signature(run.started.settings, spec::stages_of(run.started.settings));
        });
    }
    RunIndex curves;
    if (std::any_of(study.runs.begin(), study.runs.end(), &has_threads)) {
        curves = index_runs(study, &thread_curve_of);
    }
    // Nodes that others' studies name differ in more than their number.
    RunIndex over_nodes;
    if (study.header.origin == record::Origin::Measured &&
        std::any_of(study.runs.begin(), study.runs.end(), &has_nodes)) {
        over_nodes = index_runs(study, &node_curve_of);
    }
    std::vector<DerivedFigures> derived(study.runs.size());
    for (std::size_t i = 0; i < study.runs.size(); ++i) {
        const Target target{.run = study.runs[i], .figures = derived[i]};
        if (is_full(target.run)) {
            derive_ceilings(alone, target);
        }
        derive_pairs(study, target);
        const auto nodes = over_nodes.find(over_nodes.empty() ? "" : node_curve_of(target.run));
        if (nodes != over_nodes.end() && least_on(kNodeCurve, nodes->second) != nullptr) {
            derive_scaling(kNodeCurve, nodes->second, target);
        } else if (has_threads(target.run)) {
            derive_scaling(kThreadCurve, curves.at(thread_curve_of(target.run)), target);
        }
    }
    return derived;
}

void derive(record::Study& study) {
    std::vector<DerivedFigures> derived = derived_figures(study);
    for (std::size_t i = 0; i < study.runs.size(); ++i) {
        record::RunData& run = study.runs[i];
        for (const auto& [key, summary] : derived[i].metrics) {
            run.metrics.insert_or_assign(key, summary);
            run.absent.erase(key);
        }
        for (auto& [key, reason] : derived[i].absent) {
            run.absent.insert_or_assign(key, std::move(reason));
        }
    }
}

}  // namespace throughline::analysis
