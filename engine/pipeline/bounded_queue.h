// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// A bounded queue between stages that hands over in batches. It is made as large as the resource
/// that travels through it (buffers, slots), so a push never waits; what runs out is the resource.
/// Elements come out as they were pushed; or, where the type has a `sequence()` and the queue was
/// made for it, in the order of these numbers, which begin at 0 and leave none out: then what is
/// not yet its turn does not count as being there. Thread:  any number of producers and consumers.
/// Blocks:  pop(), until `count_min` elements are there, or after close() or abort(). Waiting for
///          several elements at once is what keeps the number of wake-ups down.
template <class T>
class BoundedQueue {
public:
    /// `in_sequence`: numbers never run more than `capacity` ahead of the next one to come out.
    explicit BoundedQueue(std::size_t capacity, bool in_sequence = false)
        : capacity_(capacity),
          ring_(capacity),
          arrived_(in_sequence ? capacity : 0, false),
          changed_at_(steady_now()) {
        THROUGHLINE_CHECK(capacity > 0);
    }

    void push(std::span<const T> values) {
        std::size_t more = 0;
        {
            const MutexLock lock(mutex_);
            note_fill();
            const std::size_t before = count_;
            for (const T& value : values) {
                place(value);
            }
            more = count_ - before;
            if (more == 0 || waiting_ == 0 || count_ < waiting_for_) {
                return;
            }
        }
        // One element cannot serve two: wake one; several may serve all.
        if (more == 1) {
            ready_.notify_one();
        } else {
            ready_.notify_all();
        }
    }
    void push(const T& value) { push(std::span<const T>(&value, 1)); }

    /// Takes up to out.size() elements. Empty-handed it waits for min(count_min, capacity) of them,
    /// in `waiting` state of `account`. 0: closed and drained, or aborted.
    std::size_t pop(std::span<T> out,
                    std::size_t count_min,
                    TimeAccount& account,
                    WorkState waiting) {
        MutexLock lock(mutex_);
        await(lock, count_min, account, waiting);
        return take(out);
    }

    /// Waits as pop() does and takes nothing. False: closed and drained, or aborted.
    bool wait(TimeAccount& account, WorkState waiting) {
        MutexLock lock(mutex_);
        await(lock, 1, account, waiting);
        return count_ > 0;
    }

    std::size_t try_pop(std::span<T> out) {
        const MutexLock lock(mutex_);
        return take(out);
    }

    /// No more elements will come: poppers get what is left, then 0.
    void close() {
        {
            const MutexLock lock(mutex_);
            closed_ = true;
        }
        ready_.notify_all();
    }

    /// Stop: drops what is queued and wakes everybody.
    void abort() {
        {
            const MutexLock lock(mutex_);
            note_fill();
            count_ = 0;
            closed_ = true;
        }
        ready_.notify_all();
    }

    std::size_t size() const {
        const MutexLock lock(mutex_);
        return count_;
    }
    std::size_t capacity() const noexcept { return capacity_; }

    /// Integral of the number of elements over time since construction, in element-nanoseconds:
    /// its difference over a time span, divided by the span, is the mean fill.
    double fill_integral() const {
        const MutexLock lock(mutex_);
        return fill_ns_ + fill_since_change(steady_now());
    }

private:
    void await(MutexLock& lock, std::size_t count_min, TimeAccount& account, WorkState waiting)
        REQUIRES(mutex_) {
        if (count_ == 0 && !closed_) {
            const InState state(account, waiting);
            const std::size_t wanted = std::clamp<std::size_t>(count_min, 1, capacity_);
            waiting_for_ = waiting_ == 0 ? wanted : std::min(waiting_for_, wanted);
            ++waiting_;
            ready_.wait(lock, [&]() REQUIRES(mutex_) { return count_ >= wanted || closed_; });
            --waiting_;
        }
    }
    void place(const T& value) REQUIRES(mutex_) {
        if constexpr (requires { value.sequence(); }) {
            if (!arrived_.empty()) {
                const std::uint64_t ahead = value.sequence() - next_;
                THROUGHLINE_CHECK(ahead < capacity_);
                ring_[(head_ + ahead) % capacity_] = value;
                arrived_[(head_ + ahead) % capacity_] = true;
                while (count_ < capacity_ && arrived_[(head_ + count_) % capacity_]) {
                    ++count_;
                }
                return;
            }
        }
        THROUGHLINE_CHECK(count_ < capacity_);
        ring_[(head_ + count_) % capacity_] = value;
        ++count_;
    }
    std::size_t take(std::span<T> out) REQUIRES(mutex_) {
        const std::size_t taken = std::min(out.size(), count_);
        if (taken > 0) {
            note_fill();
        }
        for (std::size_t i = 0; i < taken; ++i) {
            out[i] = ring_[head_];
            if (!arrived_.empty()) {
                arrived_[head_] = false;
            }
            head_ = (head_ + 1) % capacity_;
        }
        count_ -= taken;
        next_ += taken;
        return taken;
    }
    double fill_since_change(SteadyTime now) const REQUIRES(mutex_) {
        return static_cast<double>(count_) * static_cast<double>((now - changed_at_).count());
    }
    void note_fill() REQUIRES(mutex_) {
        const SteadyTime now = steady_now();
        fill_ns_ += fill_since_change(now);
        changed_at_ = now;
    }

    const std::size_t capacity_;
    mutable Mutex mutex_;
    std::condition_variable ready_;
    std::vector<T> ring_ GUARDED_BY(mutex_);
    std::vector<bool> arrived_
        GUARDED_BY(mutex_);  ///< by place in the ring; empty: not in sequence
    std::size_t head_ GUARDED_BY(mutex_) = 0;
    std::size_t count_ GUARDED_BY(mutex_) = 0;   ///< that can be taken
    std::uint64_t next_ GUARDED_BY(mutex_) = 0;  ///< sequence number of the one at head_
    std::size_t waiting_ GUARDED_BY(mutex_) = 0;
    std::size_t waiting_for_ GUARDED_BY(mutex_) = 1;  ///< the least that one of those waiting wants
    bool closed_ GUARDED_BY(mutex_) = false;
    double fill_ns_ GUARDED_BY(mutex_) = 0.0;
    SteadyTime changed_at_ GUARDED_BY(mutex_);
};

}  // namespace throughline::pipeline
