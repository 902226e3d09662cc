// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline::storage {

struct UringAvailability {
    bool available = false;
    std::string reason;  ///< why not, naming the switch; "" when available
};

/// Whether this process may use io_uring, found out by making a ring.
UringAvailability io_uring_availability();

/// What the failure of io_uring_setup(2) means. `sysctl_text` is the content of
/// /proc/sys/kernel/io_uring_disabled, empty where the kernel has no such file (before 6.6).
Error uring_setup_error(int errno_value, std::string_view sysctl_text);

/// The same with this machine's sysctl.
Error uring_setup_error(int errno_value);

}  // namespace throughline::storage
