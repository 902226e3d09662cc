// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace throughline::storage {

/// What the failure of io_uring_setup(2) means. `sysctl_text` is the content of
/// /proc/sys/kernel/io_uring_disabled, empty where the kernel has no such file (before 6.6).
Error uring_setup_error(int errno_value, std::string_view sysctl_text);

/// The same with this machine's sysctl.
Error uring_setup_error(int errno_value);

}  // namespace throughline::storage
