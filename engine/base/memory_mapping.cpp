// SPDX-License-Identifier: Apache-2.0
#include "engine/base/memory_mapping.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/file_descriptor.h"

namespace throughline {
namespace {

// Of x86-64 and of arm64 with 4 KiB pages.
constexpr std::uint64_t kHugePageBytes = 2U << 20U;
constexpr std::size_t kSmapsBytesMax = 64U << 20U;

/// Gives every page its memory. Returns an errno.
int populate(std::byte* address, std::size_t bytes) {
    // Linux 5.14; unlike MAP_POPULATE it reports a failure.
    if (::madvise(address, bytes, MADV_POPULATE_WRITE) == 0) {
        return 0;
    }
    if (errno != EINVAL) {
        return errno;
    }
    for (std::size_t at = 0; at < bytes; at += MemoryMapping::kPageBytes) {
        *static_cast<volatile std::byte*>(address + at) = std::byte{0};
    }
    return 0;
}

/// None: more than there can be.
std::optional<std::size_t> whole_pages(std::uint64_t bytes) {
    THROUGHLINE_CHECK(bytes > 0);
    constexpr std::uint64_t kPage = MemoryMapping::kPageBytes;
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return bytes > kMost - kPage ? std::nullopt
                                 : std::optional<std::size_t>((bytes + kPage - 1) / kPage * kPage);
}

Error refusal(const std::string& act, int cause) {
    return {.code = ErrorCode::Limit, .what = act, .errno_value = cause};
}

}  // namespace

void MemoryMapping::Traits::release(Raw raw) noexcept {
    ::munmap(raw.address, raw.bytes);
}

MemoryMapping::Mapping MemoryMapping::map_aligned(std::size_t bytes) noexcept {
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

MemoryMapping::Mapping MemoryMapping::map_file(int file, std::size_t bytes) noexcept {
    if (::ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        return {};
    }
    void* const whole = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return whole == MAP_FAILED ? Mapping{}
                               : Mapping{.address = static_cast<std::byte*>(whole), .bytes = bytes};
}

Result<MemoryMapping> MemoryMapping::make(std::uint64_t bytes,
                                          const std::string& act,
                                          const Placer& place) {
    const auto rounded = whole_pages(bytes);
    return rounded ? fill(map_aligned(*rounded), act, place) : refusal(act, ENOMEM);
}

Result<MemoryMapping> MemoryMapping::make_shared(std::uint64_t bytes,
                                                 const std::string& act,
                                                 const Placer& place) {
    const auto rounded = whole_pages(bytes);
    UniqueFd file(::memfd_create("throughline", MFD_CLOEXEC));
    if (!rounded || !file) {
        return refusal(act, rounded ? errno : ENOMEM);
    }
    auto mapping = fill(map_file(file.get(), *rounded), act, place);
    if (mapping) {
        mapping->file_ = std::move(file);
    }
    return mapping;
}

Result<MemoryMapping> MemoryMapping::fill(Mapping raw,
                                          const std::string& act,
                                          const Placer& place) {
    if (raw.address == nullptr) {
        return refusal(act, errno);
    }
    MemoryMapping mapping;
    mapping.memory_ = UniqueHandle<Traits>(raw);
    if (place) {
        place(mapping.bytes());
    }
    if (const int cause = populate(raw.address, raw.bytes)) {
        return refusal(act, cause);
    }
    return mapping;
}

std::uint64_t MemoryMapping::huge_page_bytes() const {
    // proc_pid_smaps(5): a line "begin-end …" for each mapping, then its counts, one a line.
    const auto text = read_whole_file("/proc/self/smaps", kSmapsBytesMax);
    if (!text) {
        return 0;
    }
    std::array<char, 24> begin{};
    const int length = std::snprintf(
        begin.data(), begin.size(), "%zx-", reinterpret_cast<std::size_t>(bytes().data()));
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

}  // namespace throughline
