// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/node_scaling.h"

#include <algorithm>

#include "engine/analysis/run_lookup.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/median.h"
#include "engine/base/say.h"
#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"
#include "engine/record/straggler_note.h"

namespace throughline::analysis {
namespace {

constexpr const char* kNodeRate = "images_per_second";
constexpr const char* kDecodeStarved = "stage_starved{stage=decode}";
constexpr double kScalesWell = 90.0;
/// Less than this says nothing, in %.
constexpr double kBehind = 2.0;
constexpr double kMoreStarved = 10.0;
constexpr const char* kStepExchangeKey = "step_exchange";
constexpr const char* kStepWaitKey = "step_wait";
constexpr double kFullProcessors = 90.0;
constexpr const char* kReadTime = "read_latency_mean";
constexpr double kSlowerReads = 1.3;

double nodes_of(const record::RunData& run) {
    return setting_number_of(run, "node_count").value_or(0.0);
}

bool reads_are_slower(const NodeScaling& scaling) {
    const auto now = metric_of(*scaling.most, kReadTime);
    const auto before = metric_of(*scaling.fewest, kReadTime);
    const auto starved = metric_of(*scaling.most, kDecodeStarved);
    return now && before && *now >= kSlowerReads * *before && starved.value_or(0.0) >= kMoreStarved;
}

NodeHold hold_of(const NodeScaling& scaling) {
    if (!scaling.straggler.empty()) {
        return NodeHold::Straggler;
    }
    if (scaling.efficiency.value_or(kScalesWell) >= kScalesWell) {
        return NodeHold::Nothing;
    }
    const auto starved = metric_of(*scaling.most, kDecodeStarved);
    const auto before = metric_of(*scaling.fewest, kDecodeStarved);
    if (starved && before && *starved - *before >= kMoreStarved) {
        return NodeHold::Storage;
    }
    // One node has nobody to exchange with, or to wait for.
    const auto more_of_step = [&](const char* key) {
        const auto share = metric_of(*scaling.most, key);
        return share ? *share - metric_of(*scaling.fewest, key).value_or(0.0) : 0.0;
    };
    const double exchange = more_of_step(kStepExchangeKey);
    const double waits = more_of_step(kStepWaitKey);
    if (std::max(exchange, waits) >= kMoreStarved) {
        return exchange >= waits           ? NodeHold::Exchange
               : reads_are_slower(scaling) ? NodeHold::Reads
                                           : NodeHold::Waits;
    }
    const auto used = metric_of(*scaling.most, "cpu_utilisation");
    const auto used_before = metric_of(*scaling.fewest, "cpu_utilisation");
    const bool filled =
        used && used_before && *used >= kFullProcessors && *used_before < kFullProcessors;
    return filled ? NodeHold::Processors : NodeHold::Unknown;
}

std::string efficiency_text(const NodeScaling& scaling) {
    const std::string nodes = count_text(scaling.nodes);
    const std::string share = percent_text(*scaling.efficiency);
    const std::string times = count_text(scaling.nodes / scaling.fewest_nodes);
    return scaling.fewest_nodes == 1.0
               ? say("%1 nodes deliver %2 of %3 times what one node delivers.", nodes, share, times)
               : say("%1 nodes deliver %2 of %3 times what %4 nodes deliver.",
                     nodes,
                     share,
                     times,
                     count_text(scaling.fewest_nodes));
}

std::string hold_text(const NodeScaling& scaling) {
    const auto both = [&](const char* words, const char* key) {
        return say(words,
                   percent_text(metric_of(*scaling.most, key).value_or(0.0)),
                   percent_text(metric_of(*scaling.fewest, key).value_or(0.0)));
    };
    switch (scaling.hold) {
        case NodeHold::Straggler:
            if (!is_held_back(scaling)) {
                return say("The others wait for node %1 after each step.", scaling.straggler);
            }
            if (scaling.behind < kBehind) {  // nodes that meet at each step are all as fast
                return say("Node %1 holds the others back: they wait for it after each step.",
                           scaling.straggler);
            }
            return say("Node %1 holds the others back: it delivers %2 less than their median.",
                       scaling.straggler,
                       percent_text(scaling.behind));
        case NodeHold::Storage:
            return both(to_say("More nodes wait longer for storage: decode is starved %1 of the "
                               "time, and %2 with the fewest nodes."),
                        kDecodeStarved);
        case NodeHold::Reads:
            return say(
                "With more nodes storage is slower: a read takes %1, and %2 with the fewest "
                "nodes.",
                metrics::format_metric(kReadTime, *metric_of(*scaling.most, kReadTime)),
                metrics::format_metric(kReadTime, *metric_of(*scaling.fewest, kReadTime)));
        case NodeHold::Exchange:
            return both(to_say("With more nodes the exchange of gradients takes longer: %1 of the "
                               "accelerators' time, and %2 with the fewest nodes."),
                        kStepExchangeKey);
        case NodeHold::Waits:
            return both(to_say("More nodes wait longer for the slowest of each step, which is not "
                               "always the same one: %1 of the accelerators' time, and %2 with the "
                               "fewest nodes."),
                        kStepWaitKey);
        case NodeHold::Processors:
            return both(to_say("Their processors are full: %1 of their time was used, and %2 with "
                               "the fewest nodes."),
                        "cpu_utilisation");
        case NodeHold::Unknown:
            return say("No node stands out, and no counter shows what holds them back.");
        case NodeHold::Nothing:
            break;
    }
    return {};
}

/// How far the nodes can be taken for measuring at the same time.
std::string begin_text(const record::RunData& run) {
    const auto skew = metric_of(run, "start_skew");
    const auto clocks = metric_max(run, "clock_uncertainty");
    return skew && clocks ? say("They began within %1 of each other; their clocks are known to %2.",
                                metrics::format_metric("start_skew", *skew),
                                metrics::format_metric("clock_uncertainty", *clocks))
                          : std::string();
}

}  // namespace

const record::RunData* fewest_beside(const record::RunData& most,
                                     const std::vector<const record::RunData*>& runs) {
    std::vector<std::string> keys = varied_keys(runs);
    std::erase(keys, "node_count");
    const record::RunData* fewest = nullptr;
    for (const record::RunData* const run : runs) {
        const bool alike = std::ranges::all_of(keys, [&](const std::string& key) {
            return setting_or_empty(*run, key) == setting_or_empty(most, key);
        });
        const bool fewer = nodes_of(*run) > 0.0 && nodes_of(*run) < nodes_of(most);
        if (alike && fewer && (fewest == nullptr || nodes_of(*run) < nodes_of(*fewest))) {
            fewest = run;
        }
    }
    return fewest;
}

bool is_slower_itself(const record::RunData& run,
                      const std::string& node,
                      const record::RunData& own,
                      const record::RunData* fewer) {
    if (fewer == nullptr) {
        return true;
    }
    constexpr double kLosesNothing = 0.95;
    const double rate = metric_of(run, kNodeRate).value_or(0.0) / nodes_of(run);
    const double before = metric_of(*fewer, kNodeRate).value_or(0.0) / nodes_of(*fewer);
    if (rate >= kLosesNothing * before) {
        return false;
    }
    std::vector<double> others;
    for (const NodeRate& other : node_rates(run)) {
        const auto time = metric_of(run, metrics::labelled(kReadTime, "node", other.node));
        if (other.node != node && time) {
            others.push_back(*time);
        }
    }
    const auto own_time = metric_of(own, kReadTime);
    const auto alone = metric_of(*fewer, kReadTime);
    if (others.empty() || !own_time || !alone) {
        return true;
    }
    constexpr double kStarved = 25.0;
    constexpr double kFarSlower = 2.0;  // one that is served last has more reads in flight
    const double theirs = median_of(std::move(others));
    const bool shared = metric_of(own, kDecodeStarved).value_or(0.0) >= kStarved &&
                        theirs >= kSlowerReads * *alone && *own_time < kFarSlower * theirs;
    return !shared;
}

bool is_held_back(const NodeScaling& scaling) {
    return scaling.behind >= kBehind || scaling.fewest != nullptr;
}

std::vector<NodeRate> node_rates(const record::RunData& run) {
    std::vector<std::string> keys;
    const std::string prefix = std::string(kNodeRate) + "{node=";
    for (auto at = run.metrics.lower_bound(prefix);
         at != run.metrics.end() && at->first.starts_with(prefix);
         ++at) {
        keys.push_back(at->first);
    }
    std::ranges::sort(keys, metrics::is_read_before);
    std::vector<NodeRate> rates;
    for (const std::string& key : keys) {
        const std::string node = metrics::parse_metric_key(key).value;
        const bool holds_back = std::ranges::any_of(run.notes, [&](const record::Note& note) {
            return note.code == record::kStragglerNote && note.item == node;
        });
        rates.push_back({.node = node,
                         .images_per_second = run.metrics.at(key).value,
                         .holds_back = holds_back});
    }
    return rates;
}

std::optional<double> behind_percent(const std::vector<NodeRate>& rates, const std::string& node) {
    const auto own = std::ranges::find(rates, node, &NodeRate::node);
    std::vector<double> others;
    for (const NodeRate& rate : rates) {
        if (rate.node != node) {
            others.push_back(rate.images_per_second);
        }
    }
    const double median = median_of(others);
    return own == rates.end() || median <= 0.0
               ? std::nullopt
               : std::optional(100.0 * (1.0 - own->images_per_second / median));
}

std::optional<double> others_wait_percent(const record::RunData& run, const std::string& node) {
    std::vector<double> others;
    for (const NodeRate& rate : node_rates(run)) {
        if (rate.node == node) {
            continue;
        }
        const auto share = metric_of(run, metrics::labelled(kStepWaitKey, "node", rate.node));
        if (!share) {
            return std::nullopt;
        }
        others.push_back(*share);
    }
    return others.empty() ? std::nullopt : std::optional(median_of(std::move(others)));
}

std::optional<NodeScaling> node_scaling(const std::vector<const record::RunData*>& runs) {
    NodeScaling scaling;
    for (const record::RunData* const run : runs) {
        const double nodes = nodes_of(*run);
        const bool faster = scaling.most != nullptr && nodes == scaling.nodes &&
                            metric_of(*run, kNodeRate).value_or(0.0) >
                                metric_of(*scaling.most, kNodeRate).value_or(0.0);
        if (node_rates(*run).size() > 1 && (nodes > scaling.nodes || faster)) {
            scaling.most = run;
            scaling.nodes = nodes;
        }
    }
    if (scaling.most == nullptr) {
        return std::nullopt;
    }
    scaling.fewest = fewest_beside(*scaling.most, runs);
    if (scaling.fewest != nullptr) {
        scaling.fewest_nodes = nodes_of(*scaling.fewest);
        scaling.efficiency = metric_of(*scaling.most, "scaling_efficiency");
    }
    const std::vector<NodeRate> rates = node_rates(*scaling.most);
    const auto slow = std::ranges::find_if(rates, &NodeRate::holds_back);
    if (slow != rates.end()) {
        scaling.straggler = slow->node;
        scaling.behind = behind_percent(rates, slow->node).value_or(0.0);
        scaling.waits = others_wait_percent(*scaling.most, slow->node);
    }
    scaling.hold = hold_of(scaling);
    if (scaling.hold == NodeHold::Waits) {
        scaling.waits = metric_of(*scaling.most, kStepWaitKey);
    }
    return scaling;
}

std::string scaling_text(const NodeScaling& scaling, bool clean) {
    std::string text;
    for (const std::string& sentence :
         {scaling.efficiency ? efficiency_text(scaling) : std::string(),
          clean || scaling.hold == NodeHold::Straggler ? hold_text(scaling) : std::string(),
          begin_text(*scaling.most)}) {
        text += sentence.empty() ? "" : " " + sentence;
    }
    return text;
}

std::string waits_text(const NodeScaling& scaling) {
    if (!scaling.waits || *scaling.waits < kBehind) {
        return {};
    }
    const std::string share = percent_text(*scaling.waits);
    return scaling.straggler.empty()
               ? say("They wait %1 of the time for the slowest of a step.", share)
               : say("The others wait %1 of the time for node %2.", share, scaling.straggler);
}

}  // namespace throughline::analysis
