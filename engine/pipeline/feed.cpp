// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/feed.h"

#include <algorithm>

#include "engine/base/check.h"

namespace throughline::pipeline {

Feed::Feed(const Options& options) : options_(options) {
    THROUGHLINE_CHECK(options.images > 0);
    begin_epoch();
}

void Feed::begin_epoch() {
    options_.order.fill(epoch_, options_.images, indices_);
    next_ = 0;
}

std::size_t Feed::take(std::span<std::uint32_t> out, std::uint64_t* epoch) {
    const std::lock_guard lock(mutex_);
    std::size_t taken = 0;
    const std::uint64_t began = epoch_;
    if (epoch != nullptr) {
        *epoch = began;
    }
    while (taken < out.size() && state_ == State::Open && (epoch == nullptr || epoch_ == began)) {
        const std::size_t count = std::min(out.size() - taken, indices_.size() - next_);
        std::copy_n(indices_.begin() + static_cast<std::ptrdiff_t>(next_),
                    count,
                    out.begin() + static_cast<std::ptrdiff_t>(taken));
        next_ += count;
        taken += count;
        if (next_ < indices_.size()) {
            continue;
        }
        ++epoch_;
        if (options_.epochs_max != 0 && epoch_ >= options_.epochs_max) {
            state_ = State::Ended;
        } else if (options_.hold_between_epochs) {
            state_ = State::Holding;
        } else {
            begin_epoch();
        }
    }
    issued_ += taken;
    return taken;
}

Feed::State Feed::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}

void Feed::wait_while_holding(TimeAccount& account) {
    std::unique_lock lock(mutex_);
    if (state_ == State::Holding) {
        const InState starved(account, WorkState::Starved);
        changed_.wait(lock, [this] { return state_ != State::Holding; });
    }
}

void Feed::next_epoch() {
    {
        const std::lock_guard lock(mutex_);
        if (state_ != State::Holding) {
            return;
        }
        begin_epoch();
        state_ = State::Open;
    }
    changed_.notify_all();
}

void Feed::stop() {
    {
        const std::lock_guard lock(mutex_);
        state_ = State::Ended;
    }
    changed_.notify_all();
}

std::uint64_t Feed::issued() const {
    const std::lock_guard lock(mutex_);
    return issued_;
}

std::uint64_t Feed::epochs_finished() const {
    const std::lock_guard lock(mutex_);
    return epoch_;
}

}  // namespace throughline::pipeline
