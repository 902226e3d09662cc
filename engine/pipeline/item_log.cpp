// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/item_log.h"

#include <utility>

#include "engine/base/say.h"

namespace throughline::pipeline {

ItemLog::ItemLog(std::uint32_t images) : seen_(new std::atomic<std::uint8_t>[images]) {
    for (std::uint32_t i = 0; i < images; ++i) {
        seen_[i].store(0, std::memory_order_relaxed);
    }
}

bool ItemLog::wants(std::uint32_t item, bool failed, std::string_view code) {
    const std::uint8_t bit = failed ? 1 : 2;
    if ((seen_[item].load(std::memory_order_relaxed) & bit) != 0 ||
        (seen_[item].fetch_or(bit, std::memory_order_relaxed) & bit) != 0) {
        return false;
    }
    const MutexLock lock(mutex_);
    auto found = tallies_.find(code);
    if (found == tallies_.end()) {
        found = tallies_.emplace(code, Tally{}).first;
    }
    found->second.failed = failed;
    found->second.last_item = item;
    return ++found->second.count <= kEventsOfOneCodeMax;
}

void ItemLog::report(ItemEvent event) {
    const MutexLock lock(mutex_);
    events_.push_back(std::move(event));
}

std::vector<ItemEvent> ItemLog::take() {
    const MutexLock lock(mutex_);
    return std::exchange(events_, {});
}

std::vector<ItemEvent> ItemLog::take_rest() {
    const MutexLock lock(mutex_);
    std::vector<ItemEvent> rest;
    for (const auto& [code, tally] : std::exchange(tallies_, {})) {
        if (tally.count > kEventsOfOneCodeMax) {
            rest.push_back({.failed = tally.failed,
                            .code = code,
                            .text = to_say("further images of this kind; the last is named"),
                            .item = tally.last_item,
                            .more = tally.count - kEventsOfOneCodeMax});
        }
    }
    return rest;
}

}  // namespace throughline::pipeline
