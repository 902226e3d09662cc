// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/page_runs.h"

#include <algorithm>
#include <bit>

#include "engine/base/check.h"

namespace throughline::pipeline {
namespace {

constexpr std::uint32_t kBits = 64;

/// Bits [from, from + count) of a word; count may be 64.
std::uint64_t mask_of(std::uint32_t from, std::uint32_t count) {
    const std::uint64_t ones = count == kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    return ones << from;
}

}  // namespace

PageRuns::PageRuns(std::uint32_t pages, std::uint32_t section)
    : pages_(pages),
      section_(section == 0 ? pages : section),
      free_(pages),
      used_((pages + kBits - 1) / kBits, 0) {
    THROUGHLINE_CHECK(pages > 0);
}

std::optional<std::uint32_t> PageRuns::take(std::uint32_t count) {
    THROUGHLINE_CHECK(count > 0);
    if (count > free_) {
        return std::nullopt;
    }
    auto first = find(cursor_, pages_, count);
    if (!first) {
        // Once round; a run that begins before the cursor may end behind it.
        first = find(0, std::min(pages_, cursor_ + count), count);
    }
    if (first) {
        mark(*first, count, true);
        free_ -= count;
        cursor_ = *first + count == pages_ ? 0 : *first + count;
    }
    return first;
}

void PageRuns::give_back(std::uint32_t first, std::uint32_t count) {
    THROUGHLINE_CHECK(count > 0 && first + count <= pages_);
    mark(first, count, false);
    free_ += count;
}

std::optional<std::uint32_t> PageRuns::find(std::uint32_t from,
                                            std::uint32_t to,
                                            std::uint32_t count) {
    std::uint32_t at = from;
    while (at < to) {
        const std::uint32_t begin = next(at, to, false);
        const std::uint32_t section_end = std::min(to, (begin / section_ + 1) * section_);
        const std::uint32_t end = next(begin, std::min(section_end, begin + count), true);
        if (end - begin == count) {
            return begin;
        }
        at = std::max(end, begin + 1);
    }
    return std::nullopt;
}

/// The first page of [from, to) that is used, or not; `to` when there is none.
std::uint32_t PageRuns::next(std::uint32_t from, std::uint32_t to, bool used) const noexcept {
    std::uint32_t at = from;
    while (at < to) {
        const std::uint64_t word = used ? used_[at / kBits] : ~used_[at / kBits];
        const std::uint64_t rest = word >> (at % kBits);
        if (rest != 0) {
            return std::min(to, at + static_cast<std::uint32_t>(std::countr_zero(rest)));
        }
        at = (at / kBits + 1) * kBits;
    }
    return to;
}

void PageRuns::mark(std::uint32_t first, std::uint32_t count, bool used) {
    while (count > 0) {
        const std::uint32_t from = first % kBits;
        const std::uint32_t here = std::min(count, kBits - from);
        std::uint64_t& word = used_[first / kBits];
        const std::uint64_t mask = mask_of(from, here);
        THROUGHLINE_CHECK((word & mask) == (used ? 0 : mask));
        word = used ? word | mask : word & ~mask;
        first += here;
        count -= here;
    }
}

}  // namespace throughline::pipeline
