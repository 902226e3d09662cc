// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/product.h"

namespace throughline::network {

/// Carries the launches of trivial.h out as loops, with as many lanes a row as the device has.
struct HostLauncher {
    static constexpr std::uint32_t kLanes = 256;

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
    void product(const Product& by) {
        for (std::uint32_t row = 0; row < by.rows; ++row) {
            for (std::uint32_t column = 0; column < by.columns; ++column) {
                product_element(by, row, column);
            }
        }
    }
};

}  // namespace throughline::network
