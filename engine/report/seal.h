// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace throughline::report {

/// What a report carries besides its contents.
struct Seal {
    std::string date{};
    std::string program{};
    std::string proof{};  ///< proof_text()
};

}  // namespace throughline::report
