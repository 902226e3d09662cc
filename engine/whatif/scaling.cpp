// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/scaling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/model/predict.h"
#include "engine/record/touched.h"

namespace throughline::whatif {
namespace {

std::optional<double> percentile_of(const record::RunData& run, const char* name) {
    const auto found = run.metrics.find(name);
    return found == run.metrics.end() ? std::nullopt : std::optional(found->second.value);
}

model::Inputs with_nodes(model::Inputs inputs, std::uint64_t nodes) {
    inputs.nodes = static_cast<double>(nodes);
    return inputs;
}

model::NodeEvents play(const model::Inputs& inputs,
                       const ScalingQuestion& question,
                       std::uint64_t nodes) {
    return model::play_nodes(model::node_step(with_nodes(inputs, nodes)),
                             {.nodes = nodes,
                              .steps = question.steps,
                              .seed = question.seed,
                              // One node alone is what the others are compared with.
                              .slow_node = nodes > 1 ? question.slow_node : 1.0,
                              .tail = question.tail});
}

Result<void> check(const ScalingQuestion& question) {
    for (const std::uint64_t nodes : question.nodes) {
        if (nodes < 1 || nodes > kScalingNodesMax) {
            return usage_error(
                say("a count of nodes must be from 1 to %1", format_count(kScalingNodesMax)));
        }
    }
    if (question.steps < 20 || question.steps > kScalingStepsMax) {
        return usage_error(
            say("the steps must be from %1 to %2", "20", format_count(kScalingStepsMax)));
    }
    if (!(question.slow_node >= 1.0 && question.slow_node <= kSlowNodeMax)) {
        return usage_error(say("the slow node must take from 1 to 1000 times as long"));
    }
    return {};
}

}  // namespace

model::ReadTail read_tail_in(std::span<const record::Study> studies) {
    model::ReadTail tail;
    bool knows_rarest = false;
    for (const record::Study& study : studies) {
        for (const record::RunData& run : study.runs) {
            const auto median = percentile_of(run, "read_latency_p50");
            const auto rare = percentile_of(run, "read_latency_p999");
            const auto rarest = percentile_of(run, "read_latency_p9999");
            const bool is_better = tail.excess_s.empty() || (rarest && !knows_rarest) ||
                                   (rarest.has_value() == knows_rarest && rare && median &&
                                    *rare - *median > tail.excess_s.front());
            if (!record::is_result(run) || !median || !rare || !is_better) {
                continue;
            }
            knows_rarest = rarest.has_value();
            // One read in a thousand is beyond the first percentile, one in ten thousand beyond
            // the second.
            tail.share = 1e-3;
            tail.excess_s.assign(9, std::max(0.0, *rare - *median));
            tail.excess_s.push_back(std::max(0.0, rarest.value_or(*rare) - *median));
        }
    }
    return tail;
}

Result<ScalingAnswer> answer_scaling(const std::string& scenario,
                                     const model::Inputs& inputs,
                                     const ScalingQuestion& question) {
    if (auto checked = check(question); !checked) {
        return std::move(checked).error();
    }
    ScalingAnswer answer{.scenario = scenario, .has_tail = question.tail.share > 0.0};
    // One node costs little to play, and all others are held against it.
    ScalingQuestion long_question = question;
    long_question.steps = std::max(question.steps, kScalingStepsMax);
    const double alone = play(inputs, long_question, 1).images_per_s;
    if (!std::isfinite(alone)) {
        return usage_error(
            say("'%1' has no limit that nodes could share: set one, as gpu_rate or "
                "sto_bw",
                scenario));
    }
    for (const std::uint64_t nodes : question.nodes) {
        ScalingAt at{.nodes = nodes,
                     .played = play(inputs, nodes == 1 ? long_question : question, nodes)};
        at.ideal_images_per_s = alone * static_cast<double>(nodes);
        at.efficiency = alone > 0.0 ? at.played.images_per_s / at.ideal_images_per_s : 0.0;
        at.analytic_images_per_s = model::rates_of(with_nodes(inputs, nodes)).images_per_s;
        answer.at.push_back(at);
    }
    return answer;
}

std::vector<std::uint64_t> doubled_nodes(std::uint64_t most) {
    std::vector<std::uint64_t> counts;
    for (std::uint64_t nodes = 1; nodes < most; nodes *= 2) {
        counts.push_back(nodes);
    }
    counts.push_back(std::max<std::uint64_t>(most, 1));
    return counts;
}

/// Who waits for the slowest node waits for what that one waits for.
std::string loss_text(const model::NodeEvents& played) {
    constexpr double kBusy = 0.9;
    const bool is_shared = played.served_share > kBusy;
    const bool is_of_most = played.data_share >= played.last_data_share / 2.0;
    const double slow_computing = played.peers_share - (played.last_data_share - played.data_share);
    const std::array<std::pair<double, const char*>, 3> losses{
        {{played.last_data_share,
          is_shared    ? to_say("waiting for the shared storage")
          : is_of_most ? to_say("waiting for data")
                       : to_say("waiting for the data of the slowest node")},
         {slow_computing, to_say("waiting for a node that computes more slowly")},
         {played.exchange_share, to_say("the exchange of gradients")}}};
    const auto most = std::max_element(losses.begin(), losses.end());
    return most->first < 0.01 ? std::string() : say(most->second);
}

std::string losses_sentence(const ScalingAnswer& answer) {
    std::string parts;
    std::string before;
    int changes = 0;
    for (const ScalingAt& at : answer.at) {
        const std::string loss = at.nodes > 1 ? loss_text(at.played) : std::string();
        if (!loss.empty() && loss != before) {
            parts += (parts.empty() ? "" : ", ") +
                     say("from %1 nodes on %2", format_count(at.nodes), loss);
            before = loss;
            ++changes;
        }
    }
    return changes < 2 ? std::string()
                       : say("What takes most of the time besides computing: %1.", parts);
}

std::string scaling_sentence(const ScalingAnswer& answer) {
    const auto most = std::max_element(
        answer.at.begin(), answer.at.end(), [](const ScalingAt& a, const ScalingAt& b) {
            return a.nodes < b.nodes;
        });
    if (most == answer.at.end() || most->nodes == 1) {
        return {};
    }
    const std::string count = format_count(most->nodes);
    const std::string share = format_significant(100.0 * most->efficiency, 3);
    const std::string loss = loss_text(most->played);
    return loss.empty()
               ? say("%1 nodes deliver %2 % of what as many single ones would.", count, share)
               : say("%1 nodes deliver %2 % of what as many single ones would; what takes most "
                     "besides computing is %3.",
                     count,
                     share,
                     loss);
}

std::string scaling_json(std::span<const ScalingAnswer> answers) {
    using nlohmann::json;
    json all = json::array();
    for (const ScalingAnswer& answer : answers) {
        json at = json::array();
        for (const ScalingAt& one : answer.at) {
            at.push_back({{"nodes", one.nodes},
                          {"images_per_s", one.played.images_per_s},
                          {"ideal_images_per_s", one.ideal_images_per_s},
                          {"efficiency", one.efficiency},
                          {"analytic_images_per_s", one.analytic_images_per_s},
                          {"step_s", one.played.step_s},
                          {"data_share", one.played.data_share},
                          {"device_share", one.played.device_share},
                          {"peers_share", one.played.peers_share},
                          {"exchange_share", one.played.exchange_share},
                          {"last_data_share", one.played.last_data_share},
                          {"served_share", one.played.served_share},
                          {"last_node", one.played.last_node},
                          {"last_share", one.played.last_share}});
        }
        all.push_back({{"scenario", answer.scenario},
                       {"origin", "simulated"},
                       {"slow_reads_of_a_study", answer.has_tail},
                       {"at", std::move(at)}});
    }
    return json{{"scaling", std::move(all)}}.dump(2, ' ', false, json::error_handler_t::replace) +
           "\n";
}

}  // namespace throughline::whatif
