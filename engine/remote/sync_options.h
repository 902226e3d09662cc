// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

namespace throughline::remote {

/// How the files of a store are copied into a folder.
struct SyncOptions {
    std::string folder{};  ///< where to; made if absent
    std::uint32_t threads = 4;
    std::uint32_t requests = 32;  ///< in flight, of all threads together
    std::uint64_t part_bytes = 8U << 20U;
    bool again = false;  ///< also what is there already
    std::stop_token stop{};
};

}  // namespace throughline::remote
