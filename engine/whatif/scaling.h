// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/inputs.h"
#include "engine/model/node_events.h"
#include "engine/record/study.h"
#include "engine/whatif/nodes_question.h"

namespace throughline::whatif {

/// How a training in which all nodes meet at each step becomes faster with more nodes.
struct ScalingQuestion {
    std::vector<std::uint64_t> nodes{1, 2, 4, 8};  ///< up to kScalingNodesMax each
    std::uint64_t steps = 400;                     ///< that are played through
    std::uint64_t seed = 1;
    double slow_node = 1.0;  ///< one node takes so many times as long; up to kSlowNodeMax
    model::ReadTail tail{};  ///< of read_tail_in()
};
inline constexpr std::uint64_t kScalingStepsMax = 10'000;

struct ScalingAt {
    std::uint64_t nodes = 1;
    model::NodeEvents played{};
    /// Images/s of one node times the nodes, and of `played` by that.
    double ideal_images_per_s = 0.0;
    double efficiency = 0.0;
    double analytic_images_per_s = 0.0;  ///< predict() of the same: without stragglers
};
struct ScalingAnswer {
    std::string scenario{};
    std::vector<ScalingAt> at{};  ///< in the order of the question
    bool has_tail = false;        ///< slow reads of a study count in
};

/// Reads that took longest in the studies' runs, by their percentiles from 99.9 on: of the runs
/// that know most of them the one that has the slowest. Empty: none has any.
model::ReadTail read_tail_in(std::span<const record::Study> studies);

/// Errors: Usage, for a scenario whose rate nothing limits, and for counts or steps beyond the
/// limits.
Result<ScalingAnswer> answer_scaling(const std::string& scenario,
                                     const model::Inputs& inputs,
                                     const ScalingQuestion& question);

/// 1, 2, 4, … and `most` itself.
std::vector<std::uint64_t> doubled_nodes(std::uint64_t most);

/// What takes most of the time besides computing, in the words of a sentence: "the exchange of
/// gradients"; "": nothing takes a hundredth.
std::string loss_text(const model::NodeEvents& played);

/// From which counts on that is what: "What takes most of the time besides computing: from 2 nodes
/// on the exchange of gradients, from 256 nodes on waiting for the shared storage." "": it is the
/// same at all counts.
std::string losses_sentence(const ScalingAnswer& answer);

/// "8 nodes deliver 92 % of what as many single ones would; what takes most besides computing is
/// the exchange of gradients."
std::string scaling_sentence(const ScalingAnswer& answer);
std::string scaling_json(std::span<const ScalingAnswer> answers);

}  // namespace throughline::whatif
