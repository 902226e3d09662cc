// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace throughline::remote {

/// Of the back-off of each reader, so that they do not come back together. Thread: any.
inline std::uint64_t next_reader_seed() {
    static std::atomic<std::uint64_t> next{1};
    return next.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace throughline::remote
