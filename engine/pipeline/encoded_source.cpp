// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/encoded_source.h"

#include <algorithm>
#include <array>

namespace throughline::pipeline {

std::size_t ReadSource::take(std::span<EncodedImage> out, TimeAccount& account) {
    return encoded_.pop(out, 1, account, WorkState::Starved);
}

void ReadSource::release(std::span<const EncodedImage> images) {
    constexpr std::size_t kGroup = 16;
    std::array<std::uint32_t, kGroup> buffers{};
    std::size_t at = 0;
    while (at < images.size()) {
        const std::uint32_t reader = images[at].reader;
        std::size_t count = 0;
        while (at < images.size() && images[at].reader == reader && count < kGroup) {
            buffers[count++] = images[at++].buffer;
        }
        free_buffers_[reader]->push(std::span<const std::uint32_t>(buffers.data(), count));
    }
}

std::size_t MemorySource::take(std::span<EncodedImage> out, TimeAccount& /*account*/) {
    if (stopped_.load(std::memory_order_relaxed)) {
        return 0;
    }
    const std::uint64_t first = next_.fetch_add(out.size(), std::memory_order_relaxed);
    const std::uint64_t left = first < images_max_ ? images_max_ - first : 0;
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size()));
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = images_[(first + i) % images_.size()];
        out[i].epoch = static_cast<std::uint32_t>((first + i) / images_.size());
    }
    return count;
}

}  // namespace throughline::pipeline
