// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/mutex.h"
#include "engine/remote/key_lender.h"
#include "engine/remote/sigv4.h"

namespace throughline::remote {

/// The keys that all clients of a store sign with. Those that are lent are fetched anew five
/// minutes before they expire, by whichever client asks then; where that fails the old ones stay,
/// and it is tried again a minute later.
/// Thread: any.
class StoreKeys {
public:
    /// Before any other call. `lender` null: they are for good.
    void begin(LentKeys keys, std::shared_ptr<const KeyLender> lender);
    /// How often they have changed: whoever signs takes them anew when it is another number.
    /// Blocks: where it fetches them, as KeyLender::lend() does.
    std::uint64_t version(std::int64_t unix_seconds_now);
    Credentials get() const;

private:
    static constexpr std::int64_t kBeforeEnd_s = 300;
    static constexpr std::int64_t kTryAgain_s = 60;
    static constexpr std::int64_t kNeverDue = INT64_MAX;
    void take(LentKeys keys, std::int64_t now) REQUIRES(mutex_);

    std::shared_ptr<const KeyLender> lender_;
    std::atomic<std::int64_t> due_{kNeverDue};
    std::atomic<std::uint64_t> version_{0};
    mutable Mutex mutex_;
    Credentials credentials_ GUARDED_BY(mutex_);
};

}  // namespace throughline::remote
