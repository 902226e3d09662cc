// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"

namespace throughline::storage {

/// Which questions the storage has not answered yet, so that a hang can be told, and those who
/// have to go need not wait for it. Asking costs three stores to memory of the asker's own.
/// Thread: any; each Asker belongs to one thread.
class AnswerWatch {
    struct Entry {
        std::atomic<SteadyTime> since{kNever};  ///< never: nothing is asked
        std::atomic<const char*> path{""};
        std::atomic<std::uint32_t> reads{0};
    };

public:
    /// The place of one thread that asks. Made without a watch it does nothing.
    class Asker {
    public:
        Asker() = default;
        explicit Asker(AnswerWatch* watch) : entry_(watch != nullptr ? watch->enter() : nullptr) {}

        /// `path` is borrowed for as long as the watch is asked. `reads`: under way together, of
        /// which this one was asked first, at `since`.
        void asked(const char* path, SteadyTime since, std::uint32_t reads = 1) noexcept {
            if (entry_) {
                entry_->path.store(path, std::memory_order_relaxed);
                entry_->reads.store(reads, std::memory_order_relaxed);
                entry_->since.store(since, std::memory_order_release);
            }
        }
        void answered() noexcept {
            if (entry_) {
                entry_->since.store(kNever, std::memory_order_release);
            }
        }
        bool waits() const noexcept {
            return entry_ && entry_->since.load(std::memory_order_relaxed) != kNever;
        }
        bool watched() const noexcept { return entry_ != nullptr; }

    private:
        std::shared_ptr<Entry> entry_;
    };

    struct Unanswered {
        std::uint32_t reads = 0;    ///< 0: none
        SteadyTime since = kNever;  ///< when the oldest was asked
        const char* first = "";     ///< its file
    };
    /// Those asked at `before` or earlier.
    Unanswered asked_before(SteadyTime before) const;

private:
    std::shared_ptr<Entry> enter();

    mutable Mutex mutex_;
    std::vector<std::shared_ptr<Entry>> entries_ GUARDED_BY(mutex_);
};

}  // namespace throughline::storage
