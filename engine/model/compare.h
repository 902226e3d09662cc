// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/model/inputs.h"

namespace throughline::model {

/// Which of two scenarios.
enum class Side : std::uint8_t { A, B };

/// When two scenarios take the same time.
struct Crossover {
    std::optional<double> epochs{};  ///< none: one of them is always faster
    Side one = Side::A;              ///< faster for one epoch; ties: A
    Side many = Side::A;             ///< faster for very many
};
/// "Copy first or stream?" is a = with, b = without `stage_in_bw`.
/// Formula: each scenario is start + epochs x slope (engine/model/README.md, Job).
/// Returns: none when a time of either is not finite.
std::optional<Crossover> crossover(const Inputs& a, const Inputs& b) noexcept;

/// A point of a scaling curve: how many (GPUs, nodes, threads), and the rate.
struct ScalingPoint {
    double count = 0.0;
    double rate = 0.0;
};
/// Against the first point of the curve.
struct Scaling {
    double speedup = 0.0;
    double efficiency = 0.0;  ///< speedup / (count / first count)
};
std::vector<Scaling> scaling(std::span<const ScalingPoint> points);

/// How many accelerators a supply of images keeps busy.
struct Feedable {
    double accelerators = 0.0;       ///< whole ones; kUnlimited for an unlimited supply
    std::optional<double> margin{};  ///< supply beyond what they take; none for no accelerator
};
struct FeedableQuestion {
    double supply_images_per_s = 0.0;  ///< supply_images_per_s() of the target
    double batch_seconds = 0.0;
    double batch_images = 0.0;
    double accelerator_utilisation_min = 0.9;  ///< as MLPerf Storage asks for, in (0, 1]
};
/// Formula: each takes au x batch / batch_seconds; m = floor(supply / that).
Feedable feedable(const FeedableQuestion& question) noexcept;

}  // namespace throughline::model
