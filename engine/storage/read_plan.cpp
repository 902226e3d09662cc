// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/read_plan.h"

#include <algorithm>

namespace throughline::storage {
namespace {

// A single read(2) moves at most 0x7ffff000 bytes, and a registered buffer holds at most 1 GiB
// (io_uring_register(2)).
constexpr std::uint64_t kRequestBytesMax = 1U << 30U;

}  // namespace

ReadPlan::ReadPlan(const Range& range, std::uint64_t block_bytes, bool direct) noexcept
    : begin_(range.offset_bytes),
      length_(range.length_bytes),
      block_(block_bytes == 0 ? kRequestBytesMax : std::min(block_bytes, kRequestBytesMax)),
      direct_(direct) {
    // The kernel takes such offsets for errors (EINVAL), which would look like a refusal of
    // O_DIRECT; no file reaches there.
    constexpr std::uint64_t kOffsetMax = 1ULL << 62U;
    if (length_ == 0 || begin_ > kOffsetMax || length_ > kOffsetMax) {
        length_ = 0;
        return;
    }
    if (direct) {
        lead_ = static_cast<std::uint32_t>(begin_ % kDirectAlignBytes);
        begin_ -= lead_;
        length_ += lead_;
    }
}

std::uint64_t ReadPlan::requests_left() const noexcept {
    if (finished()) {
        return 0;
    }
    const std::uint64_t left = length_ - position_;
    return left <= block_ ? 1 : (left + block_ - 1) / block_;
}

ReadPlan::Request ReadPlan::request(std::uint64_t index) const noexcept {
    const std::uint64_t at = position_ + index * block_;
    std::uint64_t length = std::min(block_, length_ - at);
    if (direct_) {
        length = (length + kDirectAlignBytes - 1) / kDirectAlignBytes * kDirectAlignBytes;
    }
    return {.offset_bytes = begin_ + at,
            .buffer_bytes = at,
            .length_bytes = static_cast<std::uint32_t>(length)};
}

void ReadPlan::add_result(std::uint64_t index, std::int64_t result) noexcept {
    const Request asked = request(index);
    ++reads_;
    bytes_requested_ += asked.length_bytes;
    nothing_read_ = nothing_read_ || result == 0;
    const std::uint64_t wanted =
        std::min<std::uint64_t>(asked.length_bytes, length_ - asked.buffer_bytes);
    const std::uint64_t got = result > 0 ? static_cast<std::uint64_t>(result) : 0;
    if (got < wanted && asked.buffer_bytes + got < gap_) {
        gap_ = asked.buffer_bytes + got;
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
