// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/item_log.h"

#include <utility>

namespace throughline::pipeline {

ItemLog::ItemLog(std::uint32_t images) : seen_(new std::atomic<std::uint8_t>[images]) {
    for (std::uint32_t i = 0; i < images; ++i) {
        seen_[i].store(0, std::memory_order_relaxed);
    }
}

bool ItemLog::is_new(std::uint32_t item, bool failed) noexcept {
    const std::uint8_t bit = failed ? 1 : 2;
    if ((seen_[item].load(std::memory_order_relaxed) & bit) != 0) {
        return false;
    }
    return (seen_[item].fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
}

void ItemLog::report(ItemEvent event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
}

std::vector<ItemEvent> ItemLog::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
}

}  // namespace throughline::pipeline
