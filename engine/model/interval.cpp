// SPDX-License-Identifier: Apache-2.0
#include "engine/model/interval.h"

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

}  // namespace

const Uncertainty& uncalibrated() noexcept {
    static const Uncertainty kUncalibrated = make_uncalibrated();
    return kUncalibrated;
}

Interval interval_of(const Inputs& inputs,
                     double images_per_s,
                     const Uncertainty& uncertainty) noexcept {
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
    return out;
}

}  // namespace throughline::model
