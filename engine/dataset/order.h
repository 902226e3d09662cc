// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace throughline::dataset {

enum class OrderKind : std::uint8_t { Sequential, Shuffle };

/// A seed for one epoch: (seed 1, epoch 2) and (seed 2, epoch 1) share nothing.
std::uint64_t epoch_seed(std::uint64_t seed, std::uint64_t epoch) noexcept;

/// Which image comes when. Shuffle is a fresh uniform permutation every epoch, from seed and epoch
/// alone. Thread: stateless.
class Order {
public:
    Order(OrderKind kind, std::uint64_t seed) : kind_(kind), seed_(seed) {}
    std::uint64_t seed() const noexcept { return seed_; }
    /// Indices of epoch `epoch` (from 0) over `count` images; `out` is overwritten and reused.
    void fill(std::uint64_t epoch, std::uint32_t count, std::vector<std::uint32_t>& out) const;

private:
    OrderKind kind_;
    std::uint64_t seed_;
};

}  // namespace throughline::dataset
