// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/buffer_pool.h"

#include <cerrno>
#include <limits>
#include <string>
#include <utility>

#include "engine/base/say.h"

namespace throughline::storage {

Result<BufferPool> BufferPool::make(std::uint32_t count,
                                    std::uint64_t bytes_each,
                                    const MemoryMapping::Placer& place) {
    const std::string act = say(
        "reserve %1 read buffers of %2 bytes", std::to_string(count), std::to_string(bytes_each));
    if (count == 0 || bytes_each == 0) {
        return usage_error(say("%1: nothing to do", act));
    }
    if (bytes_each > std::numeric_limits<std::int64_t>::max() / count - kPageBytes) {
        return Error{.code = ErrorCode::Limit, .what = act, .errno_value = ENOMEM};
    }
    const std::uint64_t rounded = (bytes_each + kPageBytes - 1) / kPageBytes * kPageBytes;
    auto memory = MemoryMapping::make(rounded * count, act, place);
    if (!memory) {
        return std::move(memory).error();
    }
    BufferPool pool;
    pool.memory_ = *std::move(memory);
    pool.count_ = count;
    pool.bytes_each_ = rounded;
    pool.section_bytes_ = rounded;
    return pool;
}

Result<BufferPool> BufferPool::make_pages(std::uint32_t count, const MemoryMapping::Placer& place) {
    auto pool = make(count, kPageBytes, place);
    if (pool) {
        pool->section_bytes_ = kSectionPages * kPageBytes;
    }
    return pool;
}

}  // namespace throughline::storage
