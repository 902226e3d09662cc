// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/open_files_limit.h"

#include <sys/resource.h>

namespace throughline::storage {

std::uint64_t raise_open_files_limit() noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return 0;
    }
    // Desktops start programs with 1,024 of 524,288 for the sake of select(2), which is not used.
    const rlimit raised{.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
    if (limit.rlim_cur < limit.rlim_max && ::setrlimit(RLIMIT_NOFILE, &raised) == 0) {
        return raised.rlim_cur;
    }
    return limit.rlim_cur;
}

}  // namespace throughline::storage
