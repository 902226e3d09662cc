// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>

#include "engine/base/mutex.h"
#include "engine/remote/key_lender.h"
#include "engine/remote/sigv4.h"

namespace throughline::remote {

/// The keys that all clients of a store sign with. Those that are lent are fetched anew five
/// minutes before they expire, by whichever client asks then; where that fails the old ones stay,
/// and it is tried again a minute later, or sooner once they have expired. Nobody goes on with
/// expired ones while somebody fetches.
/// Thread: any.
class StoreKeys {
public:
    /// Before any other call. `lender` null: they are for good.
    void begin(LentKeys keys, std::shared_ptr<const KeyLender> lender);
    /// How often they have changed: whoever signs takes them anew when it is another number.
    /// Blocks: where it fetches them, as KeyLender::lend() does; where they have expired and
    /// another fetches them, until that one has, for half a minute at most.
    std::uint64_t version(std::int64_t unix_seconds_now);
    Credentials get() const;

private:
    static constexpr std::int64_t kBeforeEnd_s = 300;
    static constexpr std::int64_t kTryAgain_s = 60;
    static constexpr std::int64_t kTryAgainSoon_s = 5;
    static constexpr std::int64_t kNeverDue = INT64_MAX;
    static constexpr std::chrono::seconds kFetchWait{30};
    void take(LentKeys keys, std::int64_t now) REQUIRES(mutex_);

    std::shared_ptr<const KeyLender> lender_;
    std::atomic<std::int64_t> due_{kNeverDue};  ///< changed with mutex_ held
    std::atomic<std::uint64_t> version_{0};
    mutable Mutex mutex_;
    std::condition_variable fetched_;
    bool fetching_ GUARDED_BY(mutex_) = false;
    std::int64_t expires_ GUARDED_BY(mutex_) = kNeverDue;
    Credentials credentials_ GUARDED_BY(mutex_);
};

}  // namespace throughline::remote
