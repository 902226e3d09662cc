// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/feed.h"

#include <algorithm>

#include "engine/base/check.h"

namespace throughline::pipeline {

Feed::Feed(const Options& options) : options_(options) {
    THROUGHLINE_CHECK(options.items > 0);
    THROUGHLINE_CHECK(options.images_of.empty() || options.images_of.size() == options.items);
    const MutexLock lock(mutex_);
    begin_epoch();
}

void Feed::begin_epoch() {
    options_.order.fill(epoch_, options_.items, indices_);
    next_ = 0;
}

std::size_t Feed::take(std::span<FeedItem> out) {
    const MutexLock lock(mutex_);
    std::size_t taken = 0;
    while (taken < out.size() && state_ == State::Open) {
        const std::uint32_t item = indices_[next_++];
        out[taken++] = {
            .item = item, .epoch = static_cast<std::uint32_t>(epoch_), .number = given_++};
        issued_ += options_.images_of.empty() ? 1 : options_.images_of[item];
        if (next_ == indices_.size()) {
            end_epoch();
        }
    }
    return taken;
}

void Feed::end_epoch() {
    ++epoch_;
    if (options_.epochs_max != 0 && epoch_ >= options_.epochs_max) {
        state_ = State::Ended;
    } else if (options_.hold_between_epochs) {
        state_ = State::Holding;
    } else {
        begin_epoch();
    }
}

Feed::State Feed::state() const {
    const MutexLock lock(mutex_);
    return state_;
}

void Feed::wait_while_holding(TimeAccount& account) {
    MutexLock lock(mutex_);
    if (state_ == State::Holding) {
        const InState starved(account, WorkState::Starved);
        changed_.wait(lock, [this]() REQUIRES(mutex_) { return state_ != State::Holding; });
    }
}

void Feed::next_epoch() {
    {
        const MutexLock lock(mutex_);
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
        const MutexLock lock(mutex_);
        state_ = State::Ended;
    }
    changed_.notify_all();
}

std::uint64_t Feed::issued() const {
    const MutexLock lock(mutex_);
    return issued_;
}

std::uint64_t Feed::epochs_finished() const {
    const MutexLock lock(mutex_);
    return epoch_;
}

}  // namespace throughline::pipeline
