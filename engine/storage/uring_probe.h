// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace throughline::storage {

struct UringAvailability {
    bool available = false;
    std::string reason;  ///< why not, naming the switch; "" when available
};

/// Whether this process may use io_uring, found out by making a ring.
UringAvailability io_uring_availability();

}  // namespace throughline::storage
