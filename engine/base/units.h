// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline {

inline constexpr double kKiB = 0x1p10;
inline constexpr double kMiB = 0x1p20;
inline constexpr double kGiB = 0x1p30;
inline constexpr double kMB = 1e6;

}  // namespace throughline
