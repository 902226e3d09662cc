// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/device_streams.h"

#include <algorithm>

#include "engine/volume/io_counter.h"

namespace throughline::volume {

std::uint64_t DeviceStreams::stream_of(std::uint64_t offset_bytes, std::uint64_t bytes) noexcept {
    auto found = std::find_if(streams_.begin(), streams_.end(), [&](const Stream& one) {
        return one.end_bytes == offset_bytes;
    });
    if (found == streams_.end()) {
        found = std::min_element(
            streams_.begin(), streams_.end(), [](const Stream& a, const Stream& b) {
                return a.used_at < b.used_at;
            });
    }
    const bool goes_on = found->end_bytes == offset_bytes;
    *found = {.end_bytes = offset_bytes + bytes,
              .used_at = ++requests_,
              .followed = goes_on ? found->followed + 1 : 0};
    return found->followed < 2 ? Request::kAlone
                               : static_cast<std::uint64_t>(found - streams_.begin());
}

}  // namespace throughline::volume
