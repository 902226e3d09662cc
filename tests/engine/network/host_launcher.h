// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/network_steps.h"
#include "engine/network/product.h"

namespace throughline::network {

/// Carries the launches of trivial.h and network_steps.h out as loops, with as many lanes a row as
/// the device has.
struct HostLauncher {
    static constexpr std::uint32_t kLanes = 256;
    std::uint32_t images = 1;  ///< of the batch that is convolved

    template <class Function>
    void each(std::uint64_t count, Function function) {
        for (std::uint64_t i = 0; i < count; ++i) {
            function(i);
        }
    }
    template <class Rows>
    void rows(std::uint32_t count, Rows rows) {
        for (std::uint32_t row = 0; row < count; ++row) {
            float all = Rows::start();
            for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
                all = Rows::combine(all, rows.partial(row, lane, kLanes));
            }
            rows.finish(row, all);
        }
    }
    /// By its definition, every sum in double.
    void convolve(std::uint32_t /*index*/,
                  const TlGpuStep& step,
                  const NetworkMemory& memory) const {
        const TensorView in = step_detail::view_of(step.in, memory.results);
        const TensorView out = step_detail::view_of(step.out, memory.results);
        const std::uint32_t inputs = in.channels / step.groups;
        const std::uint64_t values = std::uint64_t{images} * out.height * out.width * out.channels;
        for (std::uint64_t i = 0; i < values; ++i) {
            const step_detail::At to = step_detail::at(i, out);
            const std::uint32_t first = to.c / (out.channels / step.groups) * inputs;
            double sum = to_float(memory.weights[step.bias + to.c]);
            for (std::uint32_t row = 0; row < step.window_height; ++row) {
                for (std::uint32_t column = 0; column < step.window_width; ++column) {
                    const std::int64_t y = std::int64_t{to.y} * step.stride_y + row - step.pad_top;
                    const std::int64_t x =
                        std::int64_t{to.x} * step.stride_x + column - step.pad_left;
                    if (y < 0 || x < 0 || y >= in.height || x >= in.width) {
                        continue;
                    }
                    const Half* const pixel =
                        in.at(to.n, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x));
                    const Half* const weights =
                        memory.weights + step.weights +
                        ((std::uint64_t{to.c} * step.window_height + row) * step.window_width +
                         column) *
                            inputs;
                    for (std::uint32_t c = 0; c < inputs; ++c) {
                        sum += double{to_float(pixel[first + c])} * to_float(weights[c]);
                    }
                }
            }
            if (step.residual.channels > 0) {
                const TensorView other = step_detail::view_of(step.residual, memory.results);
                sum += to_float(other.at(to.n, to.y, to.x)[to.c]);
            }
            out.at(to.n, to.y, to.x)[to.c] =
                to_half(static_cast<float>(step.relu != 0 && sum < 0.0 ? 0.0 : sum));
        }
    }
    void product(const Product& by) {
        for (std::uint32_t row = 0; row < by.rows; ++row) {
            for (std::uint32_t column = 0; column < by.columns; ++column) {
                product_element(by, row, column);
            }
        }
    }
};

}  // namespace throughline::network
