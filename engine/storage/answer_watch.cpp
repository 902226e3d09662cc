// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/answer_watch.h"

#include <algorithm>

namespace throughline::storage {

std::shared_ptr<AnswerWatch::Entry> AnswerWatch::enter() {
    const MutexLock lock(mutex_);
    std::erase_if(entries_, [](const auto& entry) { return entry.use_count() == 1; });
    return entries_.emplace_back(std::make_shared<Entry>());
}

AnswerWatch::Unanswered AnswerWatch::asked_before(std::int64_t before_ns) const {
    Unanswered found;
    const MutexLock lock(mutex_);
    for (const auto& entry : entries_) {
        const std::int64_t since_ns = entry->since_ns.load(std::memory_order_acquire);
        if (since_ns == 0 || since_ns > before_ns) {
            continue;
        }
        if (found.reads == 0 || since_ns < found.since_ns) {
            found.since_ns = since_ns;
            found.first = entry->path.load(std::memory_order_relaxed);
        }
        found.reads += entry->reads.load(std::memory_order_relaxed);
    }
    return found;
}

}  // namespace throughline::storage
