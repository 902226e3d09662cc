// SPDX-License-Identifier: Apache-2.0
#include "engine/batch/slot_filler.h"

#include <algorithm>
#include <cstring>

#include "engine/base/clock.h"

namespace throughline::batch {

SlotFiller::SlotFiller(const BatchArena& arena, bool ordered)
    : arena_(arena), ordered_(ordered), slots_(arena.options().slots) {
    free_.reserve(slots_.size());
    for (auto& slot : slots_) {
        slot.holes.reserve(arena.options().images_per_slot);
    }
}

std::optional<Position> SlotFiller::try_claim() {
    const MutexLock lock(mutex_);
    if (!current_) {
        if (free_.empty()) {
            return std::nullopt;
        }
        current_ = free_.back();
        free_.pop_back();
        slots_[*current_].number = next_number_++;
    }
    SlotState& slot = slots_[*current_];
    const Position position{*current_, slot.claimed++};
    if (slot.claimed == arena_.options().images_per_slot) {
        current_.reset();
    }
    return position;
}

void SlotFiller::unclaim(Position position) {
    const MutexLock lock(mutex_);
    SlotState& slot = slots_[position.slot];
    THROUGHLINE_CHECK(slot.claimed == position.index + 1);
    --slot.claimed;
    claimable_.notify_all();  // one may have found all taken while this position was
    if (slot.claimed > 0) {
        current_ = position.slot;
        return;
    }
    // It was begun by this claim.
    current_.reset();
    --next_number_;
    free_.push_back(position.slot);
}

void SlotFiller::add_free_slot(std::uint32_t slot) {
    const MutexLock lock(mutex_);
    THROUGHLINE_CHECK(slot < slots_.size() && slots_[slot].claimed == 0);
    free_.push_back(slot);
    claimable_.notify_all();
}

bool SlotFiller::wait_claimable() {
    MutexLock lock(mutex_);
    claimable_.wait(lock,
                    [this]() REQUIRES(mutex_) { return current_ || !free_.empty() || closed_; });
    return !closed_;
}

void SlotFiller::close() {
    const MutexLock lock(mutex_);
    closed_ = true;
    claimable_.notify_all();
}

std::optional<Batch> SlotFiller::complete(Position position) {
    const MutexLock lock(mutex_);
    return finish_one(position.slot);
}

std::optional<Batch> SlotFiller::abandon(Position position) {
    const MutexLock lock(mutex_);
    slots_[position.slot].holes.push_back(position.index);
    return finish_one(position.slot);
}

std::optional<Batch> SlotFiller::flush() {
    const MutexLock lock(mutex_);
    if (!current_) {
        return std::nullopt;
    }
    const std::uint32_t slot = *current_;
    if (slots_[slot].finished != slots_[slot].claimed) {
        return std::nullopt;
    }
    current_.reset();
    return close_slot(slot);
}

std::optional<Batch> SlotFiller::finish_one(std::uint32_t slot) {
    SlotState& state = slots_[slot];
    THROUGHLINE_CHECK(state.finished < state.claimed);
    ++state.finished;
    if (state.finished < arena_.options().images_per_slot) {
        return std::nullopt;
    }
    return close_slot(slot);
}

/// The batch of a slot that nobody writes to now; a slot without an image is free again.
std::optional<Batch> SlotFiller::close_slot(std::uint32_t slot) {
    SlotState& state = slots_[slot];
    std::sort(state.holes.begin(), state.holes.end());
    const std::uint32_t images = ordered_ ? move_up(slot) : fill_holes_from_the_end(slot);
    state.claimed = 0;
    state.finished = 0;
    state.holes.clear();
    if (images == 0 && !ordered_) {
        free_.push_back(slot);
        claimable_.notify_all();
        return std::nullopt;
    }
    return Batch{.slot = slot, .images = images, .number = state.number, .ready_at = steady_now()};
}

std::uint32_t SlotFiller::fill_holes_from_the_end(std::uint32_t slot) {
    const SlotState& state = slots_[slot];
    std::uint32_t images = state.claimed;
    // Highest hole first: every image that is moved is a valid one.
    for (auto hole = state.holes.rbegin(); hole != state.holes.rend(); ++hole) {
        --images;
        if (*hole != images) {
            const auto from = arena_.image(slot, images);
            std::memcpy(arena_.image(slot, *hole).data(), from.data(), from.size());
        }
    }
    return images;
}

std::uint32_t SlotFiller::move_up(std::uint32_t slot) {
    const SlotState& state = slots_[slot];
    std::uint32_t images = state.holes.empty() ? state.claimed : state.holes.front();
    std::size_t hole = 0;
    for (std::uint32_t i = images; i < state.claimed; ++i) {
        if (hole < state.holes.size() && state.holes[hole] == i) {
            ++hole;
            continue;
        }
        const auto from = arena_.image(slot, i);
        std::memcpy(arena_.image(slot, images).data(), from.data(), from.size());
        ++images;
    }
    return images;
}

}  // namespace throughline::batch
