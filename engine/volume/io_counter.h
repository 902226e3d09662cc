// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/volume/kinds.h"

namespace throughline::volume {

/// A read or write as it comes to a volume.
struct Request {
    static constexpr std::uint64_t kAlone = UINT64_MAX;

    std::uint64_t file = kAlone;  ///< requests of one file may be contiguous; kAlone: with none
    std::uint64_t offset_bytes = 0;
    std::uint64_t bytes = 0;
    std::uint64_t block_bytes =
        0;  ///< it comes in pieces of this size, one after another; 0: whole
    bool write = false;
};

/// Counts requests as a provider does: cut at the largest counted size, merged where contiguous.
/// Assumes: a file lies on the volume in one piece, and one of its requests merges with the one
/// before it however much later it comes. Thread: one owner.
class IoCounter {
public:
    explicit IoCounter(const IoRule& rule) : rule_(rule) {}

    /// How many more I/Os are counted for it; 0 when it goes on in one that was.
    std::uint64_t count(const Request& request);

private:
    /// Where the requests of a file have got to.
    struct Stream {
        std::uint64_t file = Request::kAlone;
        std::uint64_t end_bytes = 0;
        std::uint64_t room_bytes = 0;  ///< left in the I/O that was counted last
        std::uint64_t used_at = 0;
    };
    Stream& stream_of(std::uint64_t file);

    IoRule rule_;
    std::vector<Stream> streams_;
    std::uint64_t requests_ = 0;
};

}  // namespace throughline::volume
