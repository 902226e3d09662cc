// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/pipeline/bounded_queue.h"
#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// An encoded image on its way to a decoder. The bytes are borrowed until release().
struct EncodedImage {
    std::span<const std::byte> bytes;
    std::uint32_t item = 0;    ///< index in the image folder
    std::uint32_t epoch = 0;   ///< in which it is read, from 0
    std::uint32_t reader = 0;  ///< whose buffer it is
    std::uint32_t buffer = 0;
};

/// Where decoders take encoded images from. Thread: any number of decoders.
class EncodedSource {
public:
    virtual ~EncodedSource() = default;
    /// Waits in state Starved of `account`. 0 = no more will come.
    virtual std::size_t take(std::span<EncodedImage> out, TimeAccount& account) = 0;
    virtual void release(std::span<const EncodedImage> images) = 0;
};

using EncodedQueue = BoundedQueue<EncodedImage>;
using BufferQueue = BoundedQueue<std::uint32_t>;

/// Images that readers deliver; released buffers go back to the reader they belong to.
class ReadSource final : public EncodedSource {
public:
    ReadSource(EncodedQueue& encoded, std::span<BufferQueue* const> free_buffers)
        : encoded_(encoded), free_buffers_(free_buffers) {}
    std::size_t take(std::span<EncodedImage> out, TimeAccount& account) override;
    void release(std::span<const EncodedImage> images) override;

private:
    EncodedQueue& encoded_;
    std::span<BufferQueue* const> free_buffers_;
};

/// Images held in memory: the decode ceiling. Never starves.
class MemorySource final : public EncodedSource {
public:
    /// `images` must not be empty; their bytes belong to the caller. `passes_max` 0: over and over
    /// until stop().
    MemorySource(std::vector<EncodedImage> images, std::uint64_t passes_max)
        : images_(std::move(images)),
          images_max_(passes_max == 0 ? UINT64_MAX : passes_max * images_.size()) {}
    std::size_t take(std::span<EncodedImage> out, TimeAccount& account) override;
    void release(std::span<const EncodedImage> /*images*/) override {}
    void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }

private:
    std::vector<EncodedImage> images_;
    std::uint64_t images_max_;
    std::atomic<std::uint64_t> next_{0};
    std::atomic<bool> stopped_{false};
};

}  // namespace throughline::pipeline
