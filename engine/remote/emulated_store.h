// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/remote/retry.h"
#include "engine/remote/store_model.h"
#include "engine/remote/traffic.h"

namespace throughline::remote {

/// A store that is emulated over files of this machine, as all readers of a run share it, in time
/// of the steady clock: its seconds count from the first request on. Thread: any.
class EmulatedStore {
public:
    struct Answered {
        bool refused = false;
        SteadyTime first_byte_at = kNever;
        SteadyTime done_at = kNever;
    };
    struct Limits {
        std::uint32_t prefixes = 1;
        double allowed_per_s = 0.0;  ///< as StoreModel::allowed_per_s()
    };

    /// `name`: for people, as it was set.
    EmulatedStore(std::string name,
                  const StoreRules& rules,
                  const RetryPolicy& retry,
                  std::uint64_t seed)
        : name_(std::move(name)), retry_(retry), model_(rules, seed) {}

    /// A request is sent at `now`; it counts nothing, whoever takes the answer does.
    Answered ask(std::string_view key, std::uint64_t bytes, SteadyTime now);
    Limits limits() const;
    /// A read was handed over; `late`: its data came after the store's answer would have.
    void read(bool late) noexcept {
        reads_.fetch_add(1, std::memory_order_relaxed);
        late_.fetch_add(late ? 1 : 0, std::memory_order_relaxed);
    }
    /// Of all reads so far the share that came late, [0, 1]; 0 without any.
    double late_share() const noexcept;

    const std::string& name() const noexcept { return name_; }
    const RetryPolicy& retry() const noexcept { return retry_; }
    Traffic& traffic() noexcept { return traffic_; }
    const Traffic& traffic() const noexcept { return traffic_; }

private:
    std::string name_;
    RetryPolicy retry_;
    Traffic traffic_{};
    std::atomic<std::uint64_t> reads_{0};
    std::atomic<std::uint64_t> late_{0};
    mutable Mutex mutex_;
    SteadyTime began_at_ GUARDED_BY(mutex_) = kNever;
    StoreModel model_ GUARDED_BY(mutex_);
};

}  // namespace throughline::remote
