// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/buffer_pool.h"

#include <sys/mman.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "engine/base/file_descriptor.h"

namespace throughline::storage {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
// Of x86-64 and of arm64 with 4 KiB pages.
constexpr std::uint64_t kHugePageBytes = 2U << 20U;
constexpr std::size_t kSmapsBytesMax = 64U << 20U;

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

BufferPool::Mapping BufferPool::map_aligned(std::size_t bytes) noexcept {
    const std::size_t spare = bytes >= kHugePageBytes ? kHugePageBytes : 0;
    void* const whole =
        ::mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (whole == MAP_FAILED) {
        return {};
    }
    if (spare == 0) {
        return {.address = static_cast<std::byte*>(whole), .bytes = bytes};
    }
    auto* const begin = static_cast<std::byte*>(whole);
    const std::size_t before = (spare - reinterpret_cast<std::uintptr_t>(whole) % spare) % spare;
    if (before > 0) {
        ::munmap(begin, before);
    }
    if (spare > before) {
        ::munmap(begin + before + bytes, spare - before);
    }
    // A hint, refused where huge pages are switched off.
    ::madvise(begin + before, bytes, MADV_HUGEPAGE);
    return {.address = begin + before, .bytes = bytes};
}

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
    const Mapping mapping = map_aligned(bytes);
    if (mapping.address == nullptr) {
        return Error{
            .code = ErrorCode::Limit, .what = act(count, bytes_each), .errno_value = errno};
    }
    BufferPool pool;
    pool.memory_ = UniqueHandle<MappingTraits>(mapping);
    pool.count_ = count;
    pool.bytes_each_ = rounded;
    if (const int cause = populate(mapping.address, bytes)) {
        return Error{
            .code = ErrorCode::Limit, .what = act(count, bytes_each), .errno_value = cause};
    }
    return pool;
}

std::uint64_t BufferPool::huge_page_bytes() const {
    // proc_pid_smaps(5): a line "begin-end …" for each mapping, then its counts, one a line.
    const auto text = read_whole_file("/proc/self/smaps", kSmapsBytesMax);
    if (!text) {
        return 0;
    }
    std::array<char, 24> begin{};
    const int length = std::snprintf(
        begin.data(), begin.size(), "%zx-", reinterpret_cast<std::size_t>(buffer(0).data()));
    std::size_t at =
        text->rfind(begin.data(), 0) == 0
            ? 0
            : text->find("\n" + std::string(begin.data(), static_cast<std::size_t>(length)));
    static constexpr std::string_view kKey = "\nAnonHugePages:";
    at = at == std::string::npos ? at : text->find(kKey, at);
    return at == std::string::npos
               ? 0
               : 1024 * std::strtoull(text->c_str() + at + kKey.size(), nullptr, 10);
}

}  // namespace throughline::storage
