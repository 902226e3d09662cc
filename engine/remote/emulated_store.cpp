// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/emulated_store.h"

namespace throughline::remote {

EmulatedStore::Answered EmulatedStore::ask(std::string_view key,
                                           std::uint64_t bytes,
                                           SteadyTime now) {
    const MutexLock lock(mutex_);
    if (began_at_ == kNever) {
        began_at_ = now;
    }
    const StoreAnswer answer = model_.ask(key, bytes, in_seconds(now - began_at_));
    return {.refused = answer.refused,
            .first_byte_at = began_at_ + from_seconds(answer.first_byte_s),
            .done_at = began_at_ + from_seconds(answer.done_s)};
}

double EmulatedStore::late_share() const noexcept {
    const auto reads = reads_.load(std::memory_order_relaxed);
    const auto late = late_.load(std::memory_order_relaxed);
    return reads == 0 ? 0.0 : static_cast<double>(late) / static_cast<double>(reads);
}

EmulatedStore::Limits EmulatedStore::limits() const {
    const MutexLock lock(mutex_);
    return {.prefixes = model_.prefixes(), .allowed_per_s = model_.allowed_per_s()};
}

}  // namespace throughline::remote
