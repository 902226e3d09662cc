// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/memory_mapping.h"

namespace throughline::pipeline {

inline constexpr std::uint64_t kPageBytes = MemoryMapping::kPageBytes;

/// Gives out runs of neighbouring pages and takes them back in any order: a bit per page, next fit.
/// Images of very different size share one piece of memory this way; a buffer for each that fits
/// the largest would take a hundred times as much with ImageNet (110 kB on average, 15 MB at most).
/// Thread: one owner. Cost: some 0.1 us a run; a scan of all bits when it is nearly full.
class PageRuns {
public:
    /// No run goes across a multiple of `section` pages; 0 = no sections.
    explicit PageRuns(std::uint32_t pages, std::uint32_t section = 0);

    /// The first page of `count` > 0 free ones; none when there is no such run now.
    std::optional<std::uint32_t> take(std::uint32_t count);
    void give_back(std::uint32_t first, std::uint32_t count);

    std::uint32_t pages() const noexcept { return pages_; }
    std::uint32_t free_pages() const noexcept { return free_; }

private:
    std::optional<std::uint32_t> find(std::uint32_t from, std::uint32_t to, std::uint32_t count);
    std::uint32_t next(std::uint32_t from, std::uint32_t to, bool used) const noexcept;
    void mark(std::uint32_t first, std::uint32_t count, bool used);

    std::uint32_t pages_;
    std::uint32_t section_;
    std::uint32_t free_;
    std::uint32_t cursor_ = 0;         ///< behind the run given last
    std::vector<std::uint64_t> used_;  ///< a bit a page
};

}  // namespace throughline::pipeline
