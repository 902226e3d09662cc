// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/cell.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/baseline/sizes.h"
#include "engine/spec/amounts.h"

namespace throughline::baseline {
namespace {

constexpr std::array kImagenetSizes{SizeShare{2 * kKi, 1},
                                    SizeShare{4 * kKi, 2},
                                    SizeShare{8 * kKi, 4},
                                    SizeShare{16 * kKi, 8},
                                    SizeShare{32 * kKi, 13},
                                    SizeShare{64 * kKi, 38},
                                    SizeShare{128 * kKi, 33},
                                    SizeShare{256 * kKi, 1}};
constexpr std::uint64_t kPercent = 100;

/// Of one job, and of several. Whole, so that each can be said in another language.
struct CellWords {
    const char* one;
    const char* more;
};
constexpr std::array kCellWords{
    CellWords{to_say("%1 random reads, depth %2"), to_say("%1 random reads, depth %2, %3 jobs")},
    CellWords{to_say("%1 random reads through the page cache, depth %2"),
              to_say("%1 random reads through the page cache, depth %2, %3 jobs")},
    CellWords{to_say("%1 sequential reads, depth %2"),
              to_say("%1 sequential reads, depth %2, %3 jobs")},
    CellWords{to_say("%1 sequential reads through the page cache, depth %2"),
              to_say("%1 sequential reads through the page cache, depth %2, %3 jobs")},
    CellWords{to_say("%1 random writes, depth %2"), to_say("%1 random writes, depth %2, %3 jobs")},
    CellWords{to_say("%1 random writes through the page cache, depth %2"),
              to_say("%1 random writes through the page cache, depth %2, %3 jobs")},
    CellWords{to_say("%1 sequential writes, depth %2"),
              to_say("%1 sequential writes, depth %2, %3 jobs")},
    CellWords{to_say("%1 sequential writes through the page cache, depth %2"),
              to_say("%1 sequential writes through the page cache, depth %2, %3 jobs")}};

/// As fio writes it: "2k/1:4k/2:…".
std::string mix_text() {
    std::string text;
    for (const SizeShare& share : kImagenetSizes) {
        text += (text.empty() ? "" : ":") + std::to_string(share.bytes / kKi) + "k/" +
                std::to_string(share.percent);
    }
    return text;
}

}  // namespace

std::span<const SizeShare> imagenet_sizes() noexcept {
    return kImagenetSizes;
}

const char* pattern_of(const Cell& cell) noexcept {
    return cell.random ? (cell.writes ? "randwrite" : "randread")
                       : (cell.writes ? "write" : "read");
}

std::uint64_t largest_block(const Cell& cell) noexcept {
    return cell.block_bytes == Cell::kSizeMix ? kImagenetSizes.back().bytes : cell.block_bytes;
}

std::string text_of(const Cell& cell) {
    const std::size_t which =
        (cell.writes ? 4U : 0U) + (cell.random ? 0U : 2U) + (cell.direct ? 0U : 1U);
    const std::string size = cell.block_bytes == Cell::kSizeMix
                                 ? say_english("ImageNet size mix")
                                 : spec::bytes_text(static_cast<std::int64_t>(cell.block_bytes));
    return say_english(cell.jobs > 1 ? kCellWords[which].more : kCellWords[which].one,
                       size,
                       std::to_string(cell.depth),
                       std::to_string(cell.jobs));
}

spec::Settings settings_of(const Cell& cell) {
    spec::Settings settings{{"stages", std::string("storage")},
                            {"pattern", std::string(pattern_of(cell))},
                            {"storage.direct", cell.direct},
                            {"storage.queue_depth", std::int64_t{cell.depth}},
                            {"storage.threads", std::int64_t{cell.jobs}}};
    if (cell.block_bytes == Cell::kSizeMix) {
        settings["block_mix"] = mix_text();
    } else {
        settings["storage.block_bytes"] = static_cast<std::int64_t>(cell.block_bytes);
    }
    return settings;
}

Requests::Requests(const Cell& cell,
                   std::uint64_t file_bytes,
                   std::uint32_t job,
                   std::uint64_t seed)
    : random_(cell.random),
      block_bytes_(cell.block_bytes),
      end_(file_bytes),
      generator_(seed * Cell::kJobsMax + job) {
    if (!random_) {
        const std::uint64_t part = file_bytes / cell.jobs / block_bytes_ * block_bytes_;
        begin_ = job * part;
        end_ = begin_ + part;
        next_ = begin_;
    }
}

std::uint64_t Requests::pick_length() {
    if (block_bytes_ != Cell::kSizeMix) {
        return block_bytes_;
    }
    std::uint64_t left = generator_.below(kPercent);
    for (const SizeShare& share : kImagenetSizes) {
        if (left < share.percent) {
            return share.bytes;
        }
        left -= share.percent;
    }
    return kImagenetSizes.back().bytes;
}

Request Requests::next() {
    const std::uint64_t length = pick_length();
    if (!random_) {
        const Request request{next_, length};
        next_ = next_ + 2 * length > end_ ? begin_ : next_ + length;
        return request;
    }
    const std::uint64_t step = block_bytes_ == Cell::kSizeMix ? kPageBytes : block_bytes_;
    return {generator_.below((end_ - length) / step + 1) * step, length};
}

}  // namespace throughline::baseline
