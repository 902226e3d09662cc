// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/read_plan.h"

#include <algorithm>

namespace throughline::storage {
namespace {

// A single read(2) moves at most 0x7ffff000 bytes, and a registered buffer holds at most 1 GiB
// (io_uring_register(2)).
constexpr std::uint64_t kRequestBytesMax = 1U << 30U;

}  // namespace

ReadPlan::ReadPlan(std::uint64_t length_bytes, std::uint64_t block_bytes, bool direct)
    : length_(length_bytes),
      block_(block_bytes == 0 ? kRequestBytesMax : std::min(block_bytes, kRequestBytesMax)),
      direct_(direct) {}

std::uint64_t ReadPlan::requests_left() const noexcept {
    return finished() ? 0 : (length_ - position_ + block_ - 1) / block_;
}

ReadPlan::Request ReadPlan::request(std::uint64_t index) const noexcept {
    const std::uint64_t offset = position_ + index * block_;
    std::uint64_t length = std::min(block_, length_ - offset);
    if (direct_) {
        length = (length + kDirectAlignBytes - 1) / kDirectAlignBytes * kDirectAlignBytes;
    }
    return {.offset_bytes = offset, .length_bytes = static_cast<std::uint32_t>(length)};
}

void ReadPlan::add_result(std::uint64_t index, std::int64_t result) noexcept {
    const Request asked = request(index);
    ++reads_;
    bytes_requested_ += asked.length_bytes;
    nothing_read_ = nothing_read_ || result == 0;
    const std::uint64_t wanted =
        std::min<std::uint64_t>(asked.length_bytes, length_ - asked.offset_bytes);
    const std::uint64_t got = result > 0 ? static_cast<std::uint64_t>(result) : 0;
    if (got < wanted && asked.offset_bytes + got < gap_) {
        gap_ = asked.offset_bytes + got;
        gap_errno_ = result < 0 ? static_cast<int>(-result) : 0;
    }
}

void ReadPlan::end_round(std::uint64_t requests) noexcept {
    if (gap_ == kNoGap) {
        position_ = std::min(length_, position_ + requests * block_);
    } else {
        position_ = gap_;
        errno_value_ = gap_errno_;
        file_ended_ = nothing_read_ || (direct_ && position_ % kDirectAlignBytes != 0);
    }
    gap_ = kNoGap;
    gap_errno_ = 0;
    nothing_read_ = false;
}

}  // namespace throughline::storage
