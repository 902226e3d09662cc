// SPDX-License-Identifier: Apache-2.0
#include "engine/base/far_path.h"

#include <algorithm>
#include <array>

#include "engine/base/text.h"

namespace throughline {

std::string far_scheme(std::string_view path) {
    constexpr std::array<std::string_view, 4> kSchemes{"s3", "gs", "http", "https"};
    constexpr std::size_t kLongest = 5;
    const std::size_t end = path.find("://");
    if (end == std::string_view::npos || end > kLongest) {
        return {};
    }
    std::string scheme = lower(path.substr(0, end));
    const bool known = std::find(kSchemes.begin(), kSchemes.end(), scheme) != kSchemes.end();
    return known ? scheme : std::string();
}

}  // namespace throughline
