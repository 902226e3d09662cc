// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/result.h"
#include "engine/base/unique_handle.h"

namespace throughline::storage {

/// `count` read buffers of `bytes_each` (rounded up to 4096), page-aligned, in one anonymous
/// mapping, in huge pages where the kernel gives them: a read of many pages then needs one address
/// for the device instead of many. The memory is fixed here, before the run. Buffers are named by
/// index; who holds which is the pipeline's business. Thread: immutable after make().
class BufferPool {
public:
    /// Errors: Limit with errno when the memory cannot be had.
    static Result<BufferPool> make(std::uint32_t count, std::uint64_t bytes_each);

    std::span<std::byte> buffer(std::uint32_t index) const noexcept {
        return {memory_.get().address + index * bytes_each_, bytes_each_};
    }
    std::uint32_t count() const noexcept { return count_; }
    std::uint64_t bytes_each() const noexcept { return bytes_each_; }
    std::uint64_t bytes_total() const noexcept { return count_ * bytes_each_; }
    /// How much of it the kernel has put into huge pages, as far as it says.
    std::uint64_t huge_page_bytes() const;

private:
    struct Mapping {
        std::byte* address = nullptr;
        std::size_t bytes = 0;
        bool operator==(const Mapping&) const = default;
    };
    struct MappingTraits {
        using Raw = Mapping;
        static Raw null() noexcept { return {}; }
        static void release(Raw raw) noexcept;
    };
    /// A null address with errno when it cannot be had. Begins on a huge page if it holds one.
    static Mapping map_aligned(std::size_t bytes) noexcept;

    UniqueHandle<MappingTraits> memory_;
    std::uint32_t count_ = 0;
    std::uint64_t bytes_each_ = 0;
};

}  // namespace throughline::storage
