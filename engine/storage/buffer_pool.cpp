// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/buffer_pool.h"

#include <sys/mman.h>

#include <cerrno>
#include <limits>
#include <string>

namespace throughline::storage {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

std::string act(std::uint32_t count, std::uint64_t bytes_each) {
    return "reserve " + std::to_string(count) + " read buffers of " + std::to_string(bytes_each) +
           " bytes";
}

/// Gives every page its memory now, so that no page fault falls into the measurement.
int populate(std::byte* address, std::size_t bytes) {
    // Linux 5.14; unlike MAP_POPULATE it reports a failure.
    if (::madvise(address, bytes, MADV_POPULATE_WRITE) == 0) {
        return 0;
    }
    if (errno != EINVAL) {
        return errno;
    }
    for (std::size_t at = 0; at < bytes; at += kPageBytes) {
        *static_cast<volatile std::byte*>(address + at) = std::byte{0};
    }
    return 0;
}

}  // namespace

void BufferPool::MappingTraits::release(Raw raw) noexcept {
    ::munmap(raw.address, raw.bytes);
}

Result<BufferPool> BufferPool::make(std::uint32_t count, std::uint64_t bytes_each) {
    if (count == 0 || bytes_each == 0) {
        return Error{.code = ErrorCode::Usage, .what = act(count, bytes_each) + ": nothing to do"};
    }
    if (bytes_each > std::numeric_limits<std::int64_t>::max() / count - kPageBytes) {
        return Error{
            .code = ErrorCode::Limit, .what = act(count, bytes_each), .errno_value = ENOMEM};
    }
    const std::uint64_t rounded = (bytes_each + kPageBytes - 1) / kPageBytes * kPageBytes;
    const std::size_t bytes = rounded * count;
    void* const address =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED) {
        return Error{
            .code = ErrorCode::Limit, .what = act(count, bytes_each), .errno_value = errno};
    }
    BufferPool pool;
    pool.memory_ = UniqueHandle<MappingTraits>({static_cast<std::byte*>(address), bytes});
    pool.count_ = count;
    pool.bytes_each_ = rounded;
    if (const int cause = populate(static_cast<std::byte*>(address), bytes)) {
        return Error{
            .code = ErrorCode::Limit, .what = act(count, bytes_each), .errno_value = cause};
    }
    return pool;
}

}  // namespace throughline::storage
