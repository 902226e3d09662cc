// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/memory_mapping.h"
#include "engine/base/result.h"

namespace throughline::storage {

/// The memory that readers read into, page-aligned, in one anonymous mapping
/// fixed before the run. Either `count` buffers of one size, named by index; or
/// pages, where a read names the first page of its run and may use as many as
/// its owner keeps free behind it. Who holds which is the pipeline's business.
/// Thread: immutable after make().
class BufferPool {
public:
    /// Buffers of `bytes_each`, rounded up to whole pages.
    /// Errors: Usage for nothing; Limit with errno when the memory cannot be had.
    static Result<BufferPool> make(std::uint32_t count,
                                   std::uint64_t bytes_each,
                                   const MemoryMapping::Placer& place = {});
    /// `count` pages of kPageBytes. No read goes across a multiple of
    /// kSectionPages.
    static Result<BufferPool> make_pages(std::uint32_t count,
                                         const MemoryMapping::Placer& place = {});

    static constexpr std::uint64_t kPageBytes = MemoryMapping::kPageBytes;
    /// 1 GiB, the most that io_uring registers as one buffer
    /// (io_uring_register(2)).
    static constexpr std::uint32_t kSectionPages = (1U << 30U) / kPageBytes;

    /// What a read may fill that begins at this buffer: the buffer, or all pages
    /// up to the end of the section.
    std::span<std::byte> buffer(std::uint32_t index) const noexcept {
        const std::uint64_t begin = index * bytes_each_;
        const std::uint64_t section = begin / section_bytes_ * section_bytes_;
        const std::uint64_t end = std::min<std::uint64_t>(section + section_bytes_, bytes_total());
        return memory_.bytes().subspan(begin, end - begin);
    }
    std::uint32_t count() const noexcept { return count_; }
    std::uint64_t bytes_each() const noexcept { return bytes_each_; }
    std::uint64_t bytes_total() const noexcept { return count_ * bytes_each_; }
    /// How much of it the kernel has put into huge pages, as far as it says.
    std::uint64_t huge_page_bytes() const { return memory_.huge_page_bytes(); }

    /// The memory cut as it can be registered with the kernel, and the piece a
    /// buffer lies in.
    std::uint32_t section_count() const noexcept {
        return static_cast<std::uint32_t>((bytes_total() + section_bytes_ - 1) / section_bytes_);
    }
    std::span<std::byte> section(std::uint32_t index) const noexcept {
        return buffer(static_cast<std::uint32_t>(index * (section_bytes_ / bytes_each_)));
    }
    std::uint32_t section_of(std::uint32_t buffer) const noexcept {
        return static_cast<std::uint32_t>(buffer * bytes_each_ / section_bytes_);
    }

private:
    MemoryMapping memory_;
    std::uint32_t count_ = 0;
    std::uint64_t bytes_each_ = 0;
    std::uint64_t section_bytes_ = 0;  ///< of buffers: one buffer
};

}  // namespace throughline::storage
