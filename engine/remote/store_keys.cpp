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
    // Those that are lent for less than that are not fetched all the time.
    due_ = keys.expires && lender_ != nullptr
               ? std::max(*keys.expires - kBeforeEnd_s, now + kTryAgain_s)
               : kNeverDue;
    ++version_;
}

std::uint64_t StoreKeys::version(std::int64_t unix_seconds_now) {
    std::int64_t due = due_.load(std::memory_order_relaxed);
    // One fetches them; the others go on with those that still hold.
    if (unix_seconds_now >= due &&
        due_.compare_exchange_strong(due, unix_seconds_now + kTryAgain_s)) {
        if (auto keys = lender_->lend()) {
            const MutexLock lock(mutex_);
            take(*std::move(keys), unix_seconds_now);
        }
    }
    return version_.load(std::memory_order_acquire);
}

Credentials StoreKeys::get() const {
    const MutexLock lock(mutex_);
    return credentials_;
}

}  // namespace throughline::remote
