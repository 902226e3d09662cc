// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace throughline::report {

/// Something in a report that its records do not bear out.
struct Finding {
    std::string where{};  ///< "figure 3", "chart 1", "record 2", "line 41"
    std::string what{};   ///< a sentence

    bool operator==(const Finding&) const = default;
};

struct Verification {
    std::vector<Finding> findings{};
    std::string title{};
    std::string date{};
    std::size_t studies = 0;
    std::size_t figures = 0;       ///< computed anew
    std::size_t points = 0;        ///< of charts, likewise
    std::size_t other_points = 0;  ///< drawn, of no single run: not computed anew
    std::size_t drawings = 0;

    bool holds() const noexcept { return findings.empty(); }
};

}  // namespace throughline::report
