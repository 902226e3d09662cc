// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/encoded_source.h"

#include <algorithm>
#include <array>

#include "engine/pipeline/item_cache.h"

namespace throughline::pipeline {

std::size_t ReadSource::take(std::span<EncodedImage> out, TimeAccount& account) {
    return encoded_.pop(out, 1, account, WorkState::Starved);
}

void ReadSource::release(std::span<const EncodedImage> images) {
    constexpr std::size_t kGroup = 16;
    std::array<std::uint32_t, kGroup> tickets{};
    std::size_t at = 0;
    while (at < images.size()) {
        const std::uint32_t reader = images[at].reader;
        std::size_t count = 0;
        while (at < images.size() && images[at].reader == reader && count < kGroup) {
            tickets[count++] = images[at++].ticket;
        }
        returned_[reader]->push(std::span<const std::uint32_t>(tickets.data(), count));
    }
}

std::size_t MemorySource::try_take(std::span<EncodedImage> out) {
    if (stopped_.load(std::memory_order_relaxed)) {
        return 0;
    }
    const std::uint64_t first = next_.fetch_add(out.size(), std::memory_order_relaxed);
    const std::uint64_t left = first < images_max_ ? images_max_ - first : 0;
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size()));
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = images_[(first + i) % images_.size()];
        out[i].epoch = static_cast<std::uint32_t>((first + i) / images_.size());
        if (decoded_ != nullptr) {
            if (const auto pixels = decoded_->find(out[i].item); !pixels.empty()) {
                out[i].bytes = pixels;
                out[i].content = EncodedImage::Content::Pixels;
            }
        }
    }
    return count;
}

bool MemorySource::wait(TimeAccount& /*account*/) {
    return !stopped_.load(std::memory_order_relaxed) &&
           next_.load(std::memory_order_relaxed) < images_max_;
}

}  // namespace throughline::pipeline
