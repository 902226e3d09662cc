// SPDX-License-Identifier: Apache-2.0
// The published rules of the verdict, version 9. A rule that changes gets a new version, since the
// sentence stays in records.
#include "engine/analysis/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/baseline.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/gpu_accounts.h"
#include "engine/analysis/judgement.h"
#include "engine/analysis/loader_verdict.h"
#include "engine/analysis/observed.h"
#include "engine/analysis/step_accounts.h"
#include "engine/analysis/store_limits.h"
#include "engine/analysis/verdict_caveats.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/say.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"
#include "engine/spec/study_loader.h"

namespace throughline::analysis {

namespace {

constexpr int kRuleVersion = 9;
/// A pipeline this close to its lowest ceiling is limited by that stage.
constexpr double kFedEnough = 90.0;
constexpr double kBusyStage = 80.0;
constexpr double kStarved = 10.0;
constexpr double kBusyDevice = 90.0;

bool is_full(const record::RunData& run) {
    return spec::is_full(run.started.settings);
}

bool is_measured(const record::RunData& run) {
    return record::is_result(run) && metric_of(run, "images_per_second").value_or(0.0) > 0.0;
}

const record::RunData* fastest(const std::vector<const record::RunData*>& runs) {
    const auto found = std::max_element(runs.begin(), runs.end(), [](const auto* a, const auto* b) {
        return *metric_of(*a, "images_per_second") < *metric_of(*b, "images_per_second");
    });
    return found == runs.end() ? nullptr : *found;
}

struct Ceiling {
    spec::Stages stage{};
    double rate = 0.0;
};

/// Ascending; empty unless the fed share is known, which needs all of them.
std::vector<Ceiling> ceilings_of(const record::RunData& run, Judgement& judgement) {
    std::vector<Ceiling> ceilings;
    if (!judgement.use(run, "fed_share")) {
        return {};
    }
    judgement.use(run, "headroom");
    for (const spec::Stages single : spec::kSingleStages) {
        const auto key =
            metrics::labelled("ceiling_images_per_second", "stage", spec::name_of(single));
        if (const auto rate = judgement.use(run, key)) {
            ceilings.push_back({single, *rate});
        }
    }
    std::stable_sort(ceilings.begin(), ceilings.end(), [](const auto& a, const auto& b) {
        return a.rate < b.rate;
    });
    return ceilings;
}

struct Account {
    std::optional<double> busy;
    std::optional<double> starved;
    std::optional<double> blocked;
};

Account account_of(const record::RunData& run, const char* stage, Judgement& judgement) {
    const auto share = [&](const char* id) {
        return judgement.use(run, metrics::labelled(id, "stage", stage));
    };
    return {share("stage_busy"), share("stage_starved"), share("stage_blocked")};
}

/// Share of the time in which the accelerators compute. A consumer's thread is busy while any batch
/// is under way: with a GPU also while one is copied, and with an emulated accelerator until it
/// wakes up.
std::optional<double> consumer_busy(const record::RunData& run, Judgement& judgement) {
    const auto kind = spec::consumer_kind_of(run.started.settings);
    const auto busy = account_of(run, "consumer", judgement).busy;
    if (kind == spec::ConsumerKind::Gpu) {
        return judgement.use_max(run, "gpu_busy");
    }
    if (kind == spec::ConsumerKind::Paced) {
        if (const auto used = judgement.use(run, "accelerator_utilisation")) {
            return used;
        }
    }
    return kind == spec::ConsumerKind::Null ? std::nullopt : busy;
}

/// What the counters tell of a rate below every ceiling. Only where a GPU or the processors are
/// full is it known what the stages take from each other; "" without the counter.
std::string shared_text(const record::RunData& run, Judgement& judgement) {
    if (std::string gpu = gpu_competition_text(run, judgement); !gpu.empty()) {
        return gpu;
    }
    const auto used = judgement.use(run, "cpu_utilisation");
    if (!used) {
        return {};
    }
    return say(*used >= kBusyDevice
                   ? to_say("%1 of the processor time was used, so the stages compete for it")
                   : to_say("%1 of the processor time was used, and no counter shows what held the "
                            "stages back"),
               percent_text(*used));
}

Limit limit_of(spec::Stages alone) {
    switch (alone) {
        case spec::Stages::Storage:
            return Limit::Storage;
        case spec::Stages::Decode:
            return Limit::Decode;
        case spec::Stages::Consumer:
            return Limit::Consumer;
        case spec::Stages::Full:
            break;
    }
    return Limit::Unsure;
}

/// What accelerators do that no ceiling has in it: within a GPU, else between nodes.
GpuHold accelerator_hold(const record::RunData& run, Judgement& judgement) {
    GpuHold hold = gpu_hold(run, judgement);
    return hold.limit == Limit::None ? step_hold(run, judgement) : hold;
}

/// Grade measured: which ceiling is the lowest, and how near to it the pipeline comes.
bool judge_ceilings(const record::RunData& run, Judgement& judgement) {
    const auto ceilings = ceilings_of(run, judgement);
    if (ceilings.empty() || ceilings.front().rate <= 0.0) {
        return false;
    }
    const Ceiling& lowest = ceilings.front();
    const std::string lowest_name = stage_name(lowest.stage);
    const double fed = judgement.evidence.at("fed_share");
    const std::string rate = rate_text(judgement.evidence.at("images_per_second"));
    const std::string ceiling = rate_text(lowest.rate) + condition_text(run, lowest.stage);
    if (fed > kFedTooMuch) {
        judgement.sentence = say(
            "The ceilings are not valid: %1 is %2 of the lowest one (%3, %4), which is impossible "
            "under equal conditions; measure again.",
            rate,
            percent_text(fed),
            lowest_name,
            ceiling);
        judgement.objection =
            say("the pipeline is faster than a stage alone, which is impossible; measure again");
        return true;
    }
    const std::string of_lowest = say(
        "%1 is %2 of the lowest ceiling (%3, %4)", rate, percent_text(fed), lowest_name, ceiling);
    const GpuHold hold =
        judgement.clean && fed < kFedEnough ? accelerator_hold(run, judgement) : GpuHold{};
    if (hold.limit != Limit::None) {  // accounts of its own, not a ceiling
        judgement.grade = record::Grade::Indicated;
        judgement.limit = hold.limit;
        judgement.sentence = say("%1; %2, and %3.", hold.indicated, of_lowest, hold.no_ceiling);
        return true;
    }
    judgement.grade = judgement.clean ? record::Grade::Measured : record::Grade::Indicated;
    judgement.limit = Limit::Unsure;
    if (!judgement.clean) {
        judgement.sentence = of_lowest + ".";
        return true;
    }
    if (fed < kFedEnough) {
        const std::string shared = shared_text(run, judgement);
        judgement.sentence = say("No stage alone explains the rate: %1.",
                                 shared.empty() ? of_lowest : of_lowest + "; " + shared);
        return true;
    }
    judgement.limit = limit_of(lowest.stage);
    judgement.sentence = say("%1 is the bottleneck: %2 is %3 of the %4 ceiling (%5)",
                             capitalised(lowest_name),
                             rate,
                             percent_text(fed),
                             lowest_name,
                             ceiling);
    if (ceilings.size() > 1) {
        judgement.sentence += "; " + say("%1 alone would deliver %2",
                                         stage_name(ceilings[1].stage),
                                         times_text(ceilings[1].rate / lowest.rate));
    }
    judgement.sentence += ".";
    return true;
}

/// Grade indicated: where the workers' time went.
bool judge_accounts(const record::RunData& run, Judgement& judgement) {
    const Account read = account_of(run, "storage", judgement);
    const Account decode = account_of(run, "decode", judgement);
    const auto consumer = consumer_busy(run, judgement);
    if (!read.busy || !decode.busy || !decode.starved) {
        return false;
    }
    judgement.grade = record::Grade::Indicated;
    judgement.limit = Limit::Unsure;
    const GpuHold hold = accelerator_hold(run, judgement);
    std::string& sentence = judgement.sentence;
    if (!judgement.clean) {
        sentence = say("The readers were busy %1 of the time, decode %2",
                       percent_text(*read.busy),
                       percent_text(*decode.busy));
    } else if (hold.limit != Limit::None) {
        judgement.limit = hold.limit;
        sentence = hold.indicated;
    } else if (consumer.value_or(0.0) >= kBusyConsumer) {
        judgement.limit = Limit::Consumer;
        sentence = say(
            "The time accounts indicate that the consumer is the bottleneck: it is busy %1 of the "
            "time",
            percent_text(*consumer));
    } else if (*decode.busy >= kBusyStage && *decode.starved < kStarved) {
        judgement.limit = Limit::Decode;
        sentence = say(read.blocked ? to_say("The time accounts indicate that decode is the "
                                             "bottleneck: its threads are busy %1 of the time and "
                                             "the readers are blocked %2")
                                    : to_say("The time accounts indicate that decode is the "
                                             "bottleneck: its threads are busy %1 of the time"),
                       percent_text(*decode.busy),
                       percent_text(read.blocked.value_or(0.0)));
    } else if (*read.busy >= kBusyStage && *decode.starved >= kStarved) {
        judgement.limit = Limit::Storage;
        sentence = say(
            "The time accounts indicate that storage is the bottleneck: the readers are busy %1 of "
            "the time and decode is starved %2",
            percent_text(*read.busy),
            percent_text(*decode.starved));
    } else {
        sentence = say(
            "The time accounts indicate no single bottleneck: the readers are busy %1 of the time, "
            "decode %2",
            percent_text(*read.busy),
            percent_text(*decode.busy));
    }
    sentence = say("%1, at %2; the stages were not all measured alone.",
                   sentence,
                   rate_text(judgement.evidence.at("images_per_second")));
    return true;
}

/// Grade suggested: counters of the host alone.
bool judge_counters(const record::RunData& run, Judgement& judgement) {
    struct Rule {
        const char* id;
        double least;
        Limit limit;
        const char* says;
    };
    constexpr std::array<Rule, 4> kRules{
        {{"gpu_utilisation", kBusyDevice, Limit::Consumer, to_say("the GPU is the bottleneck")},
         {"disk_utilisation", kBusyDevice, Limit::Storage, to_say("storage is the bottleneck")},
         {"cpu_iowait", 20.0, Limit::Storage, to_say("storage is the bottleneck")},
         {"cpu_utilisation", kBusyDevice, Limit::Cpu, to_say("the CPU is the bottleneck")}}};
    bool known = false;
    for (const auto& rule : kRules) {
        const auto value = judgement.use_max(run, rule.id);
        if (!value) {
            continue;
        }
        known = true;
        if (*value >= rule.least && judgement.sentence.empty()) {
            judgement.limit = rule.limit;
            judgement.counter = rule.id;
            judgement.sentence = say("The counters suggest that %1: %2 is %3.",
                                     say(rule.says),
                                     rule.id,
                                     percent_text(*value));
        }
    }
    if (known) {
        judgement.grade = record::Grade::Suggested;
        if (judgement.sentence.empty()) {
            judgement.limit = Limit::Unsure;
            judgement.sentence = say("The counters suggest no bottleneck.");
        }
    }
    return known;
}

Judgement without_verdict(std::string why) {
    return {.sentence = say("No verdict: %1.", why), .objection = std::move(why)};
}

/// Whether the spec has a run of the full pipeline that was never begun.
bool full_is_missing(const record::Study& study) {
    if (static_cast<std::int64_t>(study.runs.size()) >= study.header.plan.runs) {
        return false;
    }
    const auto spec = spec::parse_spec(study.header.spec_json);
    if (!spec) {
        return false;
    }
    const auto points = spec::expand(*spec);
    return std::any_of(points.begin(), points.end(), [](const spec::Settings& point) {
        return spec::stages_of(point) == spec::Stages::Full;
    });
}

/// A study that holds ceilings only.
Judgement stages_alone(const record::Study& study,
                       const std::vector<const record::RunData*>& runs,
                       bool clean) {
    const bool missing = full_is_missing(study);
    Judgement verdict{.clean = clean,
                      .grade = missing ? record::Grade::None
                               : clean ? record::Grade::Measured
                                       : record::Grade::Indicated,
                      .objection = missing ? say("the full pipeline was not reached") : ""};
    for (const spec::Stages stage : spec::kSingleStages) {
        std::vector<const record::RunData*> alone;
        std::copy_if(runs.begin(), runs.end(), std::back_inserter(alone), [&](const auto* run) {
            return spec::stages_of(run->started.settings) == stage;
        });
        const record::RunData* best = fastest(alone);
        if (best == nullptr) {
            continue;
        }
        if (const std::string why = objection(study, *best); !why.empty()) {
            return without_verdict(why);
        }
        Judgement judgement;
        const double rate = *metric_of(*best, "images_per_second");
        const std::string name = spec::name_of(stage);
        verdict.evidence[metrics::labelled("ceiling_images_per_second", "stage", name)] = rate;
        verdict.sentence += verdict.sentence.empty() ? "" : " ";
        verdict.sentence += say("%1 alone delivers %2",
                                capitalised(stage_name(stage)),
                                rate_text(rate) + condition_text(*best, stage));
        const std::string curve = curve_text(alone, *best, clean);
        verdict.sentence += (curve.empty() ? "" : ", " + curve) + "." +
                            store_text(*best, clean && stage == spec::Stages::Storage, judgement) +
                            throttled_points_text(alone, *best) + caveats(study, *best, judgement);
    }
    verdict.sentence =
        missing ? say("No verdict: the full pipeline was not reached.") + " " + verdict.sentence
                : verdict.sentence + " " + say("The full pipeline was not measured.");
    verdict.sentence += left_out_text(study);
    return verdict;
}

/// What several nodes make of it, with its evidence.
void judge_nodes(const std::vector<const record::RunData*>& full, Judgement& judgement) {
    judgement.scaling = node_scaling(full);
    if (!judgement.scaling) {
        return;
    }
    const record::RunData& most = *judgement.scaling->most;
    if (judgement.scaling->efficiency) {
        judgement.use(most, "scaling_efficiency");
    }
    if (const std::string& node = judgement.scaling->straggler; !node.empty()) {
        judgement.use(most, metrics::labelled("images_per_second", "node", node));
        judgement.use(most, metrics::labelled("step_wait", "node", node));
    }
    if (judgement.scaling->waits && !judgement.evidence.contains("step_wait")) {
        judgement.use(most, "step_wait");
    }
    judgement.use(most, "start_skew");
    judgement.use_max(most, "clock_uncertainty");
    judgement.sentence += scaling_text(*judgement.scaling, judgement.clean);
}

Judgement judge_full(const record::Study& study,
                     const std::vector<const record::RunData*>& full,
                     bool clean) {
    const record::RunData& best = *fastest(full);
    if (const std::string why = objection(study, best); !why.empty()) {
        return without_verdict(why);
    }
    Judgement judgement{.run = &best, .clean = clean};
    judgement.use(best, "images_per_second");
    const bool by_loader = spec::is_by_loader(best.started.settings) &&
                           judge_loader(best, consumer_busy(best, judgement), judgement);
    if (!by_loader && !judge_ceilings(best, judgement) && !judge_accounts(best, judgement) &&
        !judge_counters(best, judgement)) {
        judgement.sentence = say("No verdict: only the rate (%1) was recorded, not what limits it.",
                                 rate_text(judgement.evidence.at("images_per_second")));
    }
    const std::string curve = curve_text(full, best, clean);
    judgement.sentence += curve.empty() ? "" : " " + capitalised(curve) + ".";
    judgement.sentence += store_text(best, clean && judgement.limit == Limit::Storage, judgement) +
                          throttled_points_text(full, best);
    judge_nodes(full, judgement);
    judgement.sentence += caveats(study, best, judgement) + left_out_text(study);
    return judgement;
}

}  // namespace

Judgement judgement_of(const record::Study& study) {
    if (study.runs.empty()) {
        return without_verdict(say("nothing was measured"));
    }
    if (is_baseline(study)) {
        return baseline_judgement(study);
    }
    if (is_observed(study)) {
        return observed_judgement(study);
    }
    std::vector<const record::RunData*> full;
    std::vector<const record::RunData*> alone;
    bool any_full = false;
    for (const auto& run : study.runs) {
        any_full = any_full || is_full(run);
        if (is_measured(run)) {
            (is_full(run) ? full : alone).push_back(&run);
        }
    }
    // What authors estimated, or what needed no data, is not the best where data were read.
    const auto reads = [](const record::RunData* run) {
        return is_of_read_data(run->started.settings);
    };
    if (std::ranges::any_of(full, reads)) {
        std::erase_if(full, std::not_fn(reads));
    }
    if (full.empty() && (any_full || alone.empty())) {
        return without_verdict(unfinished_text(study));
    }
    const bool clean = !is_disturbed(study);
    Judgement judgement =
        full.empty() ? stages_alone(study, alone, clean) : judge_full(study, full, clean);
    if (!clean) {
        judgement.sentence =
            say("Not a clean measurement: %1.", disturbance_text(study)) + " " + judgement.sentence;
    }
    return judgement;
}

record::Verdict judge(const record::Study& study) {
    const Speaking english(Language::English);  // records are read by programs
    Judgement judgement = judgement_of(study);
    return {.sentence = std::move(judgement.sentence),
            .grade = judgement.grade,
            .rule_version = is_observed(study) ? kObservedRulesVersion : kRuleVersion,
            .evidence = std::move(judgement.evidence)};
}

std::string spoken_verdict(const record::Study& study) {
    if (!study.verdict || study.verdict->sentence.empty()) {
        return {};
    }
    const std::string& recorded = study.verdict->sentence;
    return spoken() == Language::English       ? recorded
           : judge(study).sentence == recorded ? judgement_of(study).sentence
                                               : say("in the record: “%1”", recorded);
}

std::string ceiling_note(const record::Study& study) {
    const bool compares = study.verdict && study.verdict->evidence.contains("fed_share");
    return compares ? " " + ceiling_words() : std::string();
}

}  // namespace throughline::analysis
