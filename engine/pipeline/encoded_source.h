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

class ItemCache;

/// An image on its way to a decoder. The bytes are borrowed until release().
struct EncodedImage {
    enum class Content : std::uint8_t {
        Encoded,
        Pixels,  ///< out of the cache of decoded images
        Lost,    ///< could not be read and is reported; only where the order is kept
    };
    std::span<const std::byte> bytes{};
    std::uint64_t number = 0;  ///< in the order of the feed, over all epochs, none left out
    std::uint32_t item = 0;    ///< index in the image set
    std::uint32_t epoch = 0;   ///< in which it is read, from 0
    std::uint32_t reader = 0;  ///< whose memory it is
    std::uint32_t ticket = 0;  ///< which of its places
    Content content = Content::Encoded;

    std::uint64_t sequence() const noexcept { return number; }
};

/// Where decoders take encoded images from. Thread: any number of decoders.
class EncodedSource {
public:
    virtual ~EncodedSource() = default;
    /// Waits in state Starved of `account`. 0 = no more will come.
    virtual std::size_t take(std::span<EncodedImage> out, TimeAccount& account) = 0;
    /// What is there now.
    virtual std::size_t try_take(std::span<EncodedImage> out) = 0;
    /// Waits like take() until try_take() may find something. False = no more will come.
    virtual bool wait(TimeAccount& account) = 0;
    virtual void release(std::span<const EncodedImage> images) = 0;
};

using EncodedQueue = BoundedQueue<EncodedImage>;
using TicketQueue = BoundedQueue<std::uint32_t>;

/// Images that readers deliver; what is released goes back to the reader it belongs to.
class ReadSource final : public EncodedSource {
public:
    ReadSource(EncodedQueue& encoded, std::span<TicketQueue* const> returned)
        : encoded_(encoded), returned_(returned) {}
    std::size_t take(std::span<EncodedImage> out, TimeAccount& account) override;
    std::size_t try_take(std::span<EncodedImage> out) override { return encoded_.try_pop(out); }
    bool wait(TimeAccount& account) override { return encoded_.wait(account, WorkState::Starved); }
    void release(std::span<const EncodedImage> images) override;

private:
    EncodedQueue& encoded_;
    std::span<TicketQueue* const> returned_;
};

/// Images held in memory: the decode ceiling. Never starves.
class MemorySource final : public EncodedSource {
public:
    /// `images` must not be empty; their bytes belong to the caller. `passes_max` 0: over and over
    /// until stop(). What `decoded` holds, which may be null, is not decoded again.
    MemorySource(std::vector<EncodedImage> images,
                 std::uint64_t passes_max,
                 const ItemCache* decoded)
        : images_(std::move(images)),
          images_max_(passes_max == 0 ? UINT64_MAX : passes_max * images_.size()),
          decoded_(decoded) {}
    std::size_t take(std::span<EncodedImage> out, TimeAccount& /*account*/) override {
        return try_take(out);
    }
    std::size_t try_take(std::span<EncodedImage> out) override;
    bool wait(TimeAccount& account) override;
    void release(std::span<const EncodedImage> /*images*/) override {}
    void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }

private:
    std::vector<EncodedImage> images_;
    std::uint64_t images_max_;
    const ItemCache* decoded_;
    std::atomic<std::uint64_t> next_{0};
    std::atomic<bool> stopped_{false};
};

}  // namespace throughline::pipeline
