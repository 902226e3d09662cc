// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/network_steps.h"
#include "engine/network/product.h"
#include "tests/engine/network/host_convolve.h"

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
    template <class Function>
    void columns(std::uint32_t pixels, std::uint32_t groups, Function function) {
        for (std::uint32_t group = 0; group < groups; ++group) {
            const auto of = function.of(group);
            for (std::uint32_t pixel = 0; pixel < pixels; ++pixel) {
                function(of, pixel);
            }
        }
    }
    /// In a few pieces, as blocks of the device do it.
    template <class Function, class Finish>
    void sums(std::uint32_t pixels,
              std::uint32_t channels,
              float* /*partials*/,
              Function function,
              Finish finish) {
        constexpr std::uint32_t kPieces = 7;
        for (std::uint32_t group = 0; group < groups_of(channels); ++group) {
            const auto of = function.of(group);
            Eight first{};
            Eight second{};
            for (std::uint32_t piece = 0; piece < kPieces; ++piece) {
                Eight mine{};
                Eight mine_too{};
                for (std::uint32_t pixel = piece; pixel < pixels; pixel += kPieces) {
                    function(of, pixel, mine, mine_too);
                }
                add_to(first, mine);
                add_to(second, mine_too);
            }
            for (std::uint32_t c = group * kEight; c < channels && c < (group + 1) * kEight; ++c) {
                finish(c, first.v[c % kEight], second.v[c % kEight]);
            }
        }
    }
    void convolve(std::uint32_t /*index*/,
                  const TlGpuStep& step,
                  const NetworkMemory& memory) const {
        host_convolve(step, memory, images);
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
