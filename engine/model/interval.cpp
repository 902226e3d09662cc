// SPDX-License-Identifier: Apache-2.0
#include "engine/model/interval.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/model/input_table.h"
#include "engine/model/predict.h"

namespace throughline::model {
namespace {

constexpr double kTermMargin = 1e-15;  ///< a term that is the model's own but for rounding

Uncertainty make_uncalibrated() noexcept {
    Uncertainty sd;
    sd.of(Input::StoBw) = 0.05;
    sd.of(Input::StoIops) = 0.05;
    sd.of(Input::ClientBw) = 0.05;
    sd.of(Input::LinkBps) = 0.05;
    sd.of(Input::GpuRate) = 0.05;
    sd.of(Input::ImageBytes) = 0.02;
    sd.of(Input::CpuSecondsPerImage) = 0.10;
    sd.of(Input::H2dBw) = 0.10;
    sd.of(Input::StoLatency) = 0.30;
    sd.of(Input::PrefetchBatches) = 0.50;
    return sd;
}

/// What a limit rests on that is stated: what a volume is sold with, the rate of a link.
struct StatedLimit {
    Limit limit;
    Input input;
};
constexpr std::array kStatedLimits{StatedLimit{Limit::StorageBandwidth, Input::StoBw},
                                   StatedLimit{Limit::StorageIops, Input::StoIops},
                                   StatedLimit{Limit::Network, Input::LinkBps}};

/// The most that limits allow which were stated and not calibrated, each with its own error and
/// that of a model which was not found to be worse.
double stated_most(const Limits& limits,
                   const Uncertainty& uncertainty,
                   const std::bitset<kInputCount>& calibrated) noexcept {
    const Uncertainty& stated = uncalibrated();
    double most = kUnlimited;
    for (const StatedLimit& one : kStatedLimits) {
        const double sd = uncertainty.of(one.input);
        if (calibrated[static_cast<std::size_t>(one.input)]) {
            continue;
        }
        const double image = uncertainty.of(Input::ImageBytes);
        const double log_sd = std::sqrt(stated.model * stated.model + sd * sd + image * image);
        most = std::min(most, limit_of(limits, one.limit) * std::exp(kNormal95 * log_sd));
    }
    return most;
}

}  // namespace

const Uncertainty& uncalibrated() noexcept {
    static const Uncertainty kUncalibrated = make_uncalibrated();
    return kUncalibrated;
}

Interval interval_of(const Inputs& inputs,
                     double images_per_s,
                     const Uncertainty& uncertainty,
                     const std::bitset<kInputCount>& calibrated) noexcept {
    Interval out;
    const double model_term = uncertainty.model * uncertainty.model;
    double variance = model_term;
    double largest = model_term + kTermMargin;
    Inputs moved = inputs;
    for (std::size_t i = 0; i < kNumberCount; ++i) {
        const auto input = static_cast<Input>(i);
        const double sd = uncertainty.log_sd[i];
        double& value = number_of(moved, input);
        const double held = value;
        if (sd <= 0.0 || held == 0.0 || std::isinf(held)) {
            continue;
        }
        const double factor = std::exp(sd);
        value = held * factor;
        const double up = rates_of(moved).images_per_s;
        value = held / factor;
        const double down = rates_of(moved).images_per_s;
        value = held;
        const double change = std::log(up / down);
        const double term = change * change / 4.0;
        variance += term;
        if (term > largest) {
            largest = term;
            out.most_uncertain = input;
        }
    }
    out.log_sd = std::sqrt(variance);
    out.low = images_per_s * std::exp(-kNormal95 * out.log_sd);
    out.high = images_per_s * std::exp(kNormal95 * out.log_sd);
    const double usual_model = uncalibrated().model;
    if (uncertainty.model > usual_model) {
        const double usual =
            images_per_s *
            std::exp(kNormal95 * std::sqrt(variance - model_term + usual_model * usual_model));
        out.high = std::clamp(
            stated_most(rates_of(inputs).limits, uncertainty, calibrated), usual, out.high);
    }
    return out;
}

}  // namespace throughline::model
