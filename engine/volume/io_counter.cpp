// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/io_counter.h"

#include <algorithm>

namespace throughline::volume {
namespace {

// Of so many files at once the end is known; more are read side by side by nobody.
constexpr std::size_t kStreamsMax = 256;

std::uint64_t pieces(std::uint64_t bytes, std::uint64_t most) noexcept {
    return most == 0 ? 1 : std::max<std::uint64_t>(1, (bytes + most - 1) / most);
}

/// Without merging: each piece of the request by itself.
std::uint64_t count_alone(const Request& request, std::uint64_t most) noexcept {
    const std::uint64_t block = request.block_bytes;
    if (block == 0 || block >= request.bytes) {
        return pieces(request.bytes, most);
    }
    const std::uint64_t rest = request.bytes % block;
    return request.bytes / block * pieces(block, most) + (rest == 0 ? 0 : pieces(rest, most));
}

}  // namespace

std::uint64_t IoCounter::count(const Request& request) {
    const std::uint64_t most = rule_.counted_max_bytes;
    const std::uint64_t piece =
        request.block_bytes == 0 ? request.bytes : std::min(request.block_bytes, request.bytes);
    const bool merges = rule_.merges && piece >= rule_.merged_min_bytes;
    if (request.file == Request::kAlone) {
        return merges ? pieces(request.bytes, most) : count_alone(request, most);
    }
    Stream& stream = stream_of(request.file);
    const bool goes_on = merges && stream.end_bytes == request.offset_bytes;
    const std::uint64_t joined = goes_on ? std::min(stream.room_bytes, request.bytes) : 0;
    const std::uint64_t rest = request.bytes - joined;
    stream.end_bytes = request.offset_bytes + request.bytes;
    if (!merges) {
        stream.room_bytes = 0;
        return count_alone(request, most);
    }
    if (rest == 0 && joined > 0) {
        stream.room_bytes -= joined;
        return 0;
    }
    const std::uint64_t counted = pieces(rest, most);
    stream.room_bytes = most == 0 ? 0 : counted * most - rest;
    return counted;
}

/// Of a file that was not read for long, where there is no place for another.
IoCounter::Stream& IoCounter::stream_of(std::uint64_t file) {
    ++requests_;
    const auto found = std::find_if(
        streams_.begin(), streams_.end(), [&](const Stream& one) { return one.file == file; });
    Stream* stream = nullptr;
    if (found != streams_.end()) {
        stream = &*found;
    } else if (streams_.size() < kStreamsMax) {
        stream = &streams_.emplace_back(Stream{.file = file});
    } else {
        stream = &*std::min_element(
            streams_.begin(), streams_.end(), [](const Stream& a, const Stream& b) {
                return a.used_at < b.used_at;
            });
        *stream = Stream{.file = file};
    }
    stream->used_at = requests_;
    return *stream;
}

}  // namespace throughline::volume
