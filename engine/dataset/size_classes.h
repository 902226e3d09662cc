// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "engine/dataset/image_set.h"

namespace throughline::dataset {

/// How many images have a size in [2^k, 2^(k+1)) bytes, by k: 16 is "64K". Images without a byte
/// are in the first class, those beyond the last one in the last.
using SizeClasses = std::array<std::uint64_t, 48>;

SizeClasses size_classes(const ImageSet& images);

}  // namespace throughline::dataset
