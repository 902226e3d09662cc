// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/store_keys.h"

#include <algorithm>
#include <utility>

namespace throughline::remote {

void StoreKeys::begin(LentKeys keys, std::shared_ptr<const KeyLender> lender) {
    lender_ = std::move(lender);
    const MutexLock lock(mutex_);
    take(std::move(keys), 0);
}

void StoreKeys::take(LentKeys keys, std::int64_t now) {
    credentials_ = std::move(keys.credentials);
    const bool end = keys.expires && lender_ != nullptr;
    expires_ = end ? *keys.expires : kNeverDue;
    // Those that are lent for less than that are not fetched all the time.
    const std::int64_t soonest =
        now + std::clamp((expires_ - now) / 2, kTryAgainSoon_s, kTryAgain_s);
    due_ = end ? std::max(expires_ - kBeforeEnd_s, soonest) : kNeverDue;
    ++version_;
}

std::uint64_t StoreKeys::version(std::int64_t unix_seconds_now) {
    if (unix_seconds_now < due_.load(std::memory_order_relaxed)) {
        return version_.load(std::memory_order_acquire);
    }
    MutexLock lock(mutex_);
    const bool expired = unix_seconds_now >= expires_;
    // One fetches them; the others go on with those that still hold.
    if (fetching_) {
        if (expired) {
            fetched_.wait_for(lock, kFetchWait, [this]() REQUIRES(mutex_) { return !fetching_; });
        }
    } else if (unix_seconds_now >= due_) {
        fetching_ = true;
        lock.unlock();
        auto keys = lender_->lend();
        lock.lock();
        if (keys) {
            take(*std::move(keys), unix_seconds_now);
        } else {
            due_ = unix_seconds_now +
                   std::clamp(expires_ - unix_seconds_now, kTryAgainSoon_s, kTryAgain_s);
        }
        fetching_ = false;
        fetched_.notify_all();
    }
    return version_.load(std::memory_order_acquire);
}

Credentials StoreKeys::get() const {
    const MutexLock lock(mutex_);
    return credentials_;
}

}  // namespace throughline::remote
