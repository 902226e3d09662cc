// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline::baseline {

inline constexpr std::uint64_t kKi = 1024;
inline constexpr std::uint64_t kMi = 1024 * kKi;
inline constexpr std::uint64_t kGi = 1024 * kMi;
/// O_DIRECT begins and ends at a multiple of it.
inline constexpr std::uint64_t kPageBytes = 4 * kKi;

}  // namespace throughline::baseline
