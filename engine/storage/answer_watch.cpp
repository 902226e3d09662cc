// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/answer_watch.h"

#include <algorithm>

namespace throughline::storage {

std::shared_ptr<AnswerWatch::Entry> AnswerWatch::enter() {
    const MutexLock lock(mutex_);
    std::erase_if(entries_, [](const auto& entry) { return entry.use_count() == 1; });
    return entries_.emplace_back(std::make_shared<Entry>());
}

AnswerWatch::Unanswered AnswerWatch::asked_before(SteadyTime before) const {
    Unanswered found;
    const MutexLock lock(mutex_);
    for (const auto& entry : entries_) {
        if (entry.use_count() == 1) {
            continue;  // whoever asked is gone, as a reader between two runs
        }
        const SteadyTime since = entry->since.load(std::memory_order_acquire);
        if (since == kNever || since > before) {
            continue;
        }
        if (found.reads == 0 || since < found.since) {
            found.since = since;
            found.first = entry->path.load(std::memory_order_relaxed);
        }
        found.reads += entry->reads.load(std::memory_order_relaxed);
    }
    return found;
}

}  // namespace throughline::storage
