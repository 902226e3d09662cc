// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline::storage {

/// O_DIRECT offsets and lengths are multiples of this; it covers 512 e and 4 Kn devices.
inline constexpr std::uint64_t kDirectAlignBytes = 4096;

/// Cuts one read into requests and keeps account of what came back; does no I/O itself.
/// With O_DIRECT the requests begin and end on block boundaries, around the bytes that are wanted.
///
/// Reads go in rounds: request(0) … request(n - 1) may all be under way at once, add_result() takes
/// their results in any order, end_round() draws the conclusions. A read that brings less than
/// asked is tried again from where it stopped, so only the end of the file (a read of nothing, or
/// with O_DIRECT a part of a block) or an errno ends it early: a short read need not be the end on
/// network file systems. Thread: one owner.
class ReadPlan {
public:
    struct Range {
        std::uint64_t offset_bytes = 0;  ///< in the file; what lies beyond 2^63 reads as its end
        std::uint64_t length_bytes = 0;
    };
    struct Request {
        std::uint64_t offset_bytes = 0;  ///< in the file
        std::uint64_t buffer_bytes = 0;  ///< where in the buffer its bytes go
        std::uint32_t length_bytes = 0;  ///< with O_DIRECT rounded up to kDirectAlignBytes
    };

    ReadPlan() = default;
    /// `block_bytes` 0: one request for the whole range (at most 1 GiB a request).
    ReadPlan(const Range& range, std::uint64_t block_bytes, bool direct) noexcept;

    bool finished() const noexcept {
        return errno_value_ != 0 || file_ended_ || position_ >= length_;
    }
    /// How many requests are left; 0 when finished().
    std::uint64_t requests_left() const noexcept;
    /// The `index`-th request from the present position, index < requests_left().
    Request request(std::uint64_t index) const noexcept;

    /// `result` as read(2) by io_uring: bytes, or a negative errno.
    void add_result(std::uint64_t index, std::int64_t result) noexcept;
    /// After all requests of the round; `requests` of them were issued.
    void end_round(std::uint64_t requests) noexcept;

    /// Of the wanted bytes.
    std::uint64_t bytes_read() const noexcept { return position_ > lead_ ? position_ - lead_ : 0; }
    /// In the buffer before the first wanted byte; less than kDirectAlignBytes.
    std::uint32_t lead_bytes() const noexcept { return lead_; }
    bool direct() const noexcept { return direct_; }
    std::uint64_t bytes_requested() const noexcept { return bytes_requested_; }
    std::uint32_t reads() const noexcept { return reads_; }
    int errno_value() const noexcept { return errno_value_; }

private:
    static constexpr std::uint64_t kNoGap = UINT64_MAX;

    // Counted from where the first request begins, which is where the buffer begins.
    std::uint64_t begin_ = 0;   ///< of the first request, in the file
    std::uint64_t length_ = 0;  ///< with the lead
    std::uint64_t block_ = kDirectAlignBytes;
    std::uint64_t position_ = 0;  ///< everything before it is there; never beyond length_
    std::uint32_t lead_ = 0;
    bool direct_ = false;
    // Of the round under way: where the lowest hole begins, and its cause.
    std::uint64_t gap_ = kNoGap;
    int gap_errno_ = 0;
    bool nothing_read_ = false;  ///< some read returned 0

    bool file_ended_ = false;
    int errno_value_ = 0;
    std::uint64_t bytes_requested_ = 0;
    std::uint32_t reads_ = 0;
};

}  // namespace throughline::storage
