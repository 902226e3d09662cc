// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/base/unique_handle.h"

namespace throughline {

/// Anonymous memory, page-aligned, with every page of it there from the start, so that no page
/// fault falls into a measurement; in huge pages where the kernel gives them: a read of many pages
/// then needs one address for the device instead of many.
/// Thread: immutable after make(); what lies in it is the owner's business.
class MemoryMapping {
public:
    static constexpr std::uint64_t kPageBytes = 4096;

    /// Says where the pages shall come from before they are touched (NUMA); may be empty.
    using Placer = std::function<void(std::span<std::byte>)>;

    MemoryMapping() = default;
    /// `bytes` > 0, rounded up to whole pages; `act` names it in errors: "reserve 4 batch slots".
    /// Errors: Limit with errno when the memory cannot be had.
    static Result<MemoryMapping> make(std::uint64_t bytes,
                                      const std::string& act,
                                      const Placer& place = {});
    /// The same in memory that another process can map, by file(). Errors: as make().
    static Result<MemoryMapping> make_shared(std::uint64_t bytes,
                                             const std::string& act,
                                             const Placer& place = {});

    /// Of make_shared(); -1 otherwise.
    int file() const noexcept { return file_.get(); }
    std::span<std::byte> bytes() const noexcept {
        return {memory_.get().address, memory_.get().bytes};
    }
    /// How much of it the kernel has put into huge pages, as far as it says.
    std::uint64_t huge_page_bytes() const;

private:
    struct Mapping {
        std::byte* address = nullptr;
        std::size_t bytes = 0;
        bool operator==(const Mapping&) const = default;
    };
    struct Traits {
        using Raw = Mapping;
        static Raw null() noexcept { return {}; }
        static void release(Raw raw) noexcept;
    };
    /// A null address with errno when it cannot be had. Begins on a huge page if it holds one.
    static Mapping map_aligned(std::size_t bytes) noexcept;
    static Mapping map_file(int file, std::size_t bytes) noexcept;
    static Result<MemoryMapping> fill(Mapping raw, const std::string& act, const Placer& place);

    UniqueFd file_;
    UniqueHandle<Traits> memory_;
};

}  // namespace throughline
