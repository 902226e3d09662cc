// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "engine/network/network_steps.h"
#include "tests/engine/network/host_convolve.h"
#include "tests/gpu/compare.cuh"

namespace throughline::gpu_check {

using network::Half;

/// Places of what a convolution or one of its gradients made on the device, against sums in double
/// over what it read, of which the host has a copy.
class ConvPlaces {
public:
    ConvPlaces(const network::NetworkMemory& host,
               const network::NetworkMemory& device,
               std::uint32_t images)
        : host_(host), device_(device), images_(images) {}

    /// A convolution or one of its gradients at places drawn at random: the host would need minutes
    /// for all of them.
    double worst(const TlGpuStep& step) {
        constexpr int kPlaces = 4;
        double worst = 0.0;
        for (int i = 0; i < kPlaces; ++i) {
            worst = worse(worst,
                          step.kind == kTlGpuStepConvWeightGradient ? weight_place(step)
                                                                    : tensor_place(step));
        }
        return worst;
    }

private:
    /// A sum on its way, and how far fp16 and the order of its terms may be off.
    struct Sum {
        double value = 0.0;
        double squares = 0.0;
        void add(Half a, Half b) {
            const double term = double{to_float(a)} * to_float(b);
            value += term;
            squares += term * term;
        }
    };
    double pixel(const Sum& sum, double got) const {
        const double tolerated =
            std::fabs(sum.value) / 1024.0 + 2e-3 * std::sqrt(sum.squares) + 1e-6;
        return std::fabs(got - sum.value) / tolerated;
    }
    /// Calls f(n, (y, x) of the result, place in the window, (y, x) of the input).
    template <class Function>
    void for_pairs(const TlGpuStep& step,
                   const TlGpuTensor& x,
                   const TlGpuTensor& y,
                   Function function) const {
        const network::TensorView views[] = {network::step_detail::view_of(x, host_.results),
                                             network::step_detail::view_of(y, host_.results)};
        network::host_convolve_detail::for_windows(step, views[0], views[1], images_, function);
    }
    double weight_place(const TlGpuStep& step) {
        const TlGpuTensor& y = step.residual;
        const std::uint32_t inputs = step.in.channels / step.groups;
        const auto k = static_cast<std::uint32_t>(random_() % y.channels);
        const auto place =
            static_cast<std::uint32_t>(random_() % (step.window_height * step.window_width));
        const auto c = static_cast<std::uint32_t>(random_() % inputs);
        const std::uint32_t channel = k / (y.channels / step.groups) * inputs + c;
        const auto x_view = network::step_detail::view_of(step.in, host_.results);
        const auto y_view = network::step_detail::view_of(y, host_.results);
        Sum sum;
        for_pairs(step, step.in, y, [&](const auto& at, std::uint32_t where, const auto& of) {
            if (where == place) {
                sum.add(x_view.at(of.n, of.y, of.x)[channel], y_view.at(at.n, at.y, at.x)[k]);
            }
        });
        const std::uint64_t at =
            network::host_convolve_detail::weight_at(step, k, place, inputs) + c;
        return pixel(sum, to_float(fetched(device_.gradients + at, 1)[0]));
    }
    double tensor_place(const TlGpuStep& step) {
        const bool forward = step.kind == kTlGpuStepConvolution;
        const TlGpuTensor& x = forward ? step.in : step.out;
        const TlGpuTensor& y = forward ? step.out : step.in;
        const std::uint32_t inputs = x.channels / step.groups;
        const std::uint32_t outputs = y.channels / step.groups;
        const std::uint32_t pixels = images_ * step.out.height * step.out.width;
        const auto to = network::pixel_at(static_cast<std::uint32_t>(random_() % pixels),
                                          network::step_detail::view_of(step.out, host_.results));
        const auto c = static_cast<std::uint32_t>(random_() % step.out.channels);
        const std::uint32_t group = c / (forward ? outputs : inputs);
        const auto from = network::step_detail::view_of(step.in, host_.results);
        Sum sum;
        for_pairs(step, x, y, [&](const auto& at, std::uint32_t place, const auto& of) {
            const auto& here = forward ? at : of;
            const auto& there = forward ? of : at;
            if (here.n != to.n || here.y != to.y || here.x != to.x) {
                return;
            }
            const Half* const values = from.at(there.n, there.y, there.x);
            for (std::uint32_t i = 0; i < (forward ? inputs : outputs); ++i) {
                const std::uint32_t k = forward ? c : group * outputs + i;
                const std::uint32_t in = forward ? i : c - group * inputs;
                const std::uint64_t at_weight =
                    network::host_convolve_detail::weight_at(step, k, place, inputs) + in;
                sum.add(values[group * (forward ? inputs : outputs) + i], host_.weights[at_weight]);
            }
        });
        if (forward && step.bias != kTlGpuNoBias) {
            sum.value += to_float(host_.weights[step.bias + c]);
        }
        sum.value = step.relu != 0 ? std::max(sum.value, 0.0) : sum.value;
        const std::uint64_t at =
            step.out.first +
            ((std::uint64_t{to.n} * step.out.height + to.y) * step.out.width + to.x) *
                step.out.pixel_pitch +
            c;
        return pixel(sum, to_float(fetched(device_.results + at, 1)[0]));
    }

    network::NetworkMemory host_;
    network::NetworkMemory device_;
    std::uint32_t images_;
    std::mt19937 random_{5};
};

}  // namespace throughline::gpu_check
