// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/order.h"

#include <numeric>
#include <span>

#include "engine/base/random.h"

namespace throughline::dataset {
namespace {

/// Spreads neighbouring numbers over all 64 bits.
/// Source: the finaliser of SplitMix64, Steele, Lea and Flood, OOPSLA 2014.
std::uint64_t mix(std::uint64_t value) noexcept {
    value += 0x9E3779B97F4A7C15U;
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31U);
}

}  // namespace

std::uint64_t epoch_seed(std::uint64_t seed, std::uint64_t epoch) noexcept {
    return mix(mix(seed) ^ epoch);
}

void Order::fill(std::uint64_t epoch, std::uint32_t count, std::vector<std::uint32_t>& out) const {
    out.resize(count);
    std::iota(out.begin(), out.end(), 0U);
    if (kind_ == OrderKind::Shuffle) {
        Random random(epoch_seed(seed_, epoch));
        random.shuffle(std::span(out));
    }
}

}  // namespace throughline::dataset
