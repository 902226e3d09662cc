// SPDX-License-Identifier: Apache-2.0
#include "engine/batch/slot_filler.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace throughline::batch {

SlotFiller::SlotFiller(const BatchArena& arena) : arena_(arena), slots_(arena.options().slots) {
    free_.reserve(slots_.size());
    for (auto& slot : slots_) {
        slot.holes.reserve(arena.options().images_per_slot);
    }
}

std::optional<Position> SlotFiller::try_claim() {
    const std::lock_guard lock(mutex_);
    if (!current_) {
        if (free_.empty()) {
            return std::nullopt;
        }
        current_ = free_.back();
        free_.pop_back();
    }
    SlotState& slot = slots_[*current_];
    const Position position{*current_, slot.claimed++};
    if (slot.claimed == arena_.options().images_per_slot) {
        current_.reset();
    }
    return position;
}

void SlotFiller::add_free_slot(std::uint32_t slot) {
    const std::lock_guard lock(mutex_);
    THROUGHLINE_CHECK(slots_[slot].claimed == 0);
    free_.push_back(slot);
    claimable_.notify_all();
}

bool SlotFiller::wait_claimable() {
    std::unique_lock lock(mutex_);
    claimable_.wait(lock, [this] { return current_ || !free_.empty() || closed_; });
    return !closed_;
}

void SlotFiller::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    claimable_.notify_all();
}

std::optional<Batch> SlotFiller::complete(Position position) {
    const std::lock_guard lock(mutex_);
    return finish_one(position.slot);
}

std::optional<Batch> SlotFiller::abandon(Position position) {
    const std::lock_guard lock(mutex_);
    slots_[position.slot].holes.push_back(position.index);
    return finish_one(position.slot);
}

std::optional<Batch> SlotFiller::flush() {
    const std::lock_guard lock(mutex_);
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
    ++state.finished;
    if (state.finished < arena_.options().images_per_slot) {
        return std::nullopt;
    }
    return close_slot(slot);
}

/// The batch of a slot that nobody writes to any more; a slot without an image is free again.
std::optional<Batch> SlotFiller::close_slot(std::uint32_t slot) {
    SlotState& state = slots_[slot];
    std::uint32_t images = state.claimed;
    // Highest hole first: every image that is moved is a valid one.
    std::sort(state.holes.begin(), state.holes.end(), std::greater<>());
    for (const std::uint32_t hole : state.holes) {
        --images;
        if (hole != images) {
            const auto from = arena_.image(slot, images);
            std::memcpy(arena_.image(slot, hole).data(), from.data(), from.size());
        }
    }
    state.claimed = 0;
    state.finished = 0;
    state.holes.clear();
    if (images == 0) {
        free_.push_back(slot);
        claimable_.notify_all();
        return std::nullopt;
    }
    return Batch{slot, images};
}

}  // namespace throughline::batch
