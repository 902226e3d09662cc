// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/batch/batch_arena.h"

namespace throughline::batch {

/// One image's place in the arena.
struct Position {
    std::uint32_t slot = 0;
    std::uint32_t index = 0;
};

/// A slot that is ready for the consumer: images [0, images) are valid.
struct Batch {
    std::uint32_t slot = 0;
    std::uint32_t images = 0;  ///< 0 only where the order is kept: every image of it failed
    std::uint64_t number = 0;  ///< in the order in which slots were begun, none left out
    SteadyTime ready_at =
        kNever;  ///< steady clock: when its last image was written; never: always was

    std::uint64_t sequence() const noexcept { return number; }
};

/// Puts images that several decoders write side by side together into batches. A decoder claims a
/// position, writes the image and completes it; who completes the last image of a slot gets the
/// batch to pass on. An image that failed keeps its position for the decoder's next image.
/// Where the order is kept, an image that failed gives its position back instead, and the others
/// move up; batches then are numbered without a gap, for a queue that hands them on in sequence.
/// It also keeps the free slots, so that whoever waits for a position is woken by a slot that comes
/// back as well as by one that another decoder has begun.
/// Thread: any; a short lock around a few integers. Blocks: wait_claimable() only.
class SlotFiller {
public:
    explicit SlotFiller(const BatchArena& arena, bool ordered = false);

    /// The next position of the slot being filled; none while no slot is free.
    std::optional<Position> try_claim();
    /// Takes the claim that was made last back; no other claim may have come since.
    void unclaim(Position position);
    /// Waits until try_claim() may succeed. False: closed.
    bool wait_claimable();
    /// Gives an empty slot to fill.
    void add_free_slot(std::uint32_t slot);
    /// Wakes all who wait; there will be no more free slots.
    void close();

    /// The image at `position` is written. Returns the batch when that was the slot's last one.
    std::optional<Batch> complete(Position position);
    /// Gives a claimed position back unwritten. Returns the batch when the slot is
    /// thereby finished; the hole is closed by moving the last image into it, or where the order
    /// is kept all that follow.
    std::optional<Batch> abandon(Position position);
    /// The partly filled slot; none when nothing was claimed of it, or a claim is still open.
    std::optional<Batch> flush();

private:
    struct SlotState {
        std::uint32_t claimed = 0;
        std::uint32_t finished = 0;  ///< completed or abandoned
        std::uint64_t number = 0;
        std::vector<std::uint32_t> holes;
    };
    std::optional<Batch> finish_one(std::uint32_t slot) REQUIRES(mutex_);
    std::optional<Batch> close_slot(std::uint32_t slot) REQUIRES(mutex_);
    std::uint32_t fill_holes_from_the_end(std::uint32_t slot) REQUIRES(mutex_);
    std::uint32_t move_up(std::uint32_t slot) REQUIRES(mutex_);

    const BatchArena& arena_;
    const bool ordered_;
    Mutex mutex_;
    std::condition_variable claimable_;
    bool closed_ GUARDED_BY(mutex_) = false;
    std::vector<SlotState> slots_ GUARDED_BY(mutex_);
    std::vector<std::uint32_t> free_ GUARDED_BY(mutex_);
    std::optional<std::uint32_t> current_ GUARDED_BY(mutex_);
    std::uint64_t next_number_ GUARDED_BY(mutex_) = 0;
};

}  // namespace throughline::batch
