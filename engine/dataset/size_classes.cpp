// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/size_classes.h"

#include <algorithm>
#include <bit>

namespace throughline::dataset {

SizeClasses size_classes(const ImageSet& images) {
    SizeClasses classes{};
    for (std::size_t index = 0; index < images.size(); ++index) {
        const auto k = static_cast<std::size_t>(std::bit_width(images.bytes(index) | 1U)) - 1;
        ++classes[std::min(k, classes.size() - 1)];
    }
    return classes;
}

}  // namespace throughline::dataset
