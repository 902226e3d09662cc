// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace throughline::volume {

/// Tells which requests of a disk follow each other, where no files are known: a request belongs to
/// the stream that ended where it begins, whoever sends it, else it begins one in place of the one
/// that was idle longest. Only a stream that goes on for the second time is taken for one: requests
/// at random places of a small disk follow each other now and then, too. Thread: one owner.
class DeviceStreams {
public:
    /// Returns: the stream's number, for Request::file; kAlone where there is none (yet).
    std::uint64_t stream_of(std::uint64_t offset_bytes, std::uint64_t bytes) noexcept;

private:
    // So many readers side by side are told apart.
    static constexpr std::size_t kStreams = 32;
    struct Stream {
        std::uint64_t end_bytes = UINT64_MAX;
        std::uint64_t used_at = 0;
        std::uint64_t followed = 0;  ///< how often it went on
    };

    std::array<Stream, kStreams> streams_{};
    std::uint64_t requests_ = 0;
};

}  // namespace throughline::volume
