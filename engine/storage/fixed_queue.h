// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/check.h"

namespace throughline::storage {

/// First in, first out, in memory taken once. Thread: one owner.
template <class T>
class FixedQueue {
public:
    explicit FixedQueue(std::size_t capacity) : items_(capacity) {}

    bool empty() const noexcept { return count_ == 0; }
    std::size_t size() const noexcept { return count_; }
    std::size_t capacity() const noexcept { return items_.size(); }
    /// Index 0 is the oldest.
    T& operator[](std::size_t index) noexcept { return items_[wrapped(first_ + index)]; }
    T& front() noexcept { return items_[first_]; }

    /// The next place, as its former user left it.
    T& push() {
        THROUGHLINE_CHECK(count_ < items_.size());
        return items_[wrapped(first_ + count_++)];
    }
    void push(const T& item) { push() = item; }
    void pop() noexcept {
        first_ = wrapped(first_ + 1);
        --count_;
    }
    void clear() noexcept { count_ = 0; }

private:
    std::size_t wrapped(std::size_t index) const noexcept {
        return index < items_.size() ? index : index - items_.size();
    }

    std::vector<T> items_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

}  // namespace throughline::storage
