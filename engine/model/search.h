// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/model/interval.h"
#include "engine/model/predict.h"

namespace throughline::model {

/// A configuration that reaches the target.
struct Match {
    std::size_t candidate = 0;  ///< index into the list that was searched
    double images_per_s = 0.0;
    double usd_per_hour = 0.0;  ///< with requests and bytes read at this rate
    double usd_per_million = 0.0;
};
struct SearchQuestion {
    double images_per_s = 0.0;
    bool safe = false;  ///< the lower end of the 90 % interval must reach it
};
/// All candidates that reach the target, the cheapest per hour first, then per million images, then
/// in the order given.
/// Assumes: valid candidates. One that nothing limits has no price per image and sorts by its
///          price per hour alone.
std::vector<Match> cheapest(std::span<const Inputs> candidates,
                            const SearchQuestion& question,
                            const Uncertainty& uncertainty = uncalibrated());

/// How many of something it takes.
struct Enough {
    double count = 0.0;
    double images_per_s = 0.0;
    bool reaches_target = false;
    std::optional<Limit> bottleneck{};  ///< what limits then
};
/// The smallest count of `input` (threads, gpus_per_node, sto_units, nodes, queue_depth, …), from
/// one up and so perhaps below the present one, that reaches `images_per_s`; when none does, the
/// count after which doubling it gains less than 1 %. Every count is tried up to 200, then steps of
/// 1 % with the first that reaches it found between the last two: about a thousand evaluations at
/// most. Source: engine/model/README.md, Job. Assumes: is_count(input); valid
/// inputs; within a step of 1 % the rate does not turn.
Enough enough_for(const Inputs& inputs, Input input, double images_per_s);

/// What one input is worth.
struct Leverage {
    Input input{};
    std::optional<double> images_per_s_halved{};  ///< none where there is no half, as of 1 node
    double images_per_s_doubled = 0.0;

    /// The better of the two.
    double best() const noexcept;
};
/// A change of the rate below this share is none.
inline constexpr double kLeverageMin = 0.005;
/// Inputs with one number changed, and with what goes with it.
using WithInput = std::function<Inputs(Input, double)>;
/// Every input that describes the system, halved and doubled; the most helpful first. Inputs
/// without a limit, at 0, and those that change nothing to speak of are left out. Without
/// `with_input` nothing goes with a number.
std::vector<Leverage> leverage(const Inputs& inputs, const WithInput& with_input = {});

}  // namespace throughline::model
