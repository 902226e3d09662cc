// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/item_cache.h"

#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "engine/base/say.h"

namespace throughline::pipeline {

Result<std::unique_ptr<ItemCache>> ItemCache::make(const Options& options) {
    const std::string act =
        say("reserve %1 bytes for the image cache", std::to_string(options.budget_bytes));
    std::unique_ptr<ItemCache> cache(new ItemCache);
    cache->entries_.reset(new (std::nothrow) Entry[options.images]);
    if (!cache->entries_) {
        return Error{.code = ErrorCode::Limit, .what = act, .errno_value = ENOMEM};
    }
    if (options.budget_bytes > 0) {
        auto memory = MemoryMapping::make(options.budget_bytes, act);
        if (!memory) {
            return std::move(memory).error();
        }
        cache->memory_ = *std::move(memory);
        cache->budget_bytes_ = options.budget_bytes;
    }
    return cache;
}

std::span<const std::byte> ItemCache::find(std::uint32_t item) const noexcept {
    const Entry& entry = entries_[item];
    if (entry.state.load(std::memory_order_acquire) != State::Ready) {
        return {};
    }
    return memory_.bytes().subspan(entry.offset, entry.bytes);
}

bool ItemCache::put(std::uint32_t item, std::span<const std::byte> bytes) noexcept {
    std::uint64_t offset = used_.load(std::memory_order_relaxed);
    if (bytes.empty() || bytes.size() > std::numeric_limits<std::uint32_t>::max() ||
        offset + bytes.size() > budget_bytes_) {
        return false;
    }
    Entry& entry = entries_[item];
    State expected = State::Empty;
    if (!entry.state.compare_exchange_strong(expected, State::Filling)) {
        return false;
    }
    do {
        if (offset + bytes.size() > budget_bytes_) {
            entry.state.store(State::Empty);
            return false;
        }
    } while (!used_.compare_exchange_weak(offset, offset + bytes.size()));
    std::memcpy(memory_.bytes().data() + offset, bytes.data(), bytes.size());
    entry.offset = offset;
    entry.bytes = static_cast<std::uint32_t>(bytes.size());
    entry.state.store(State::Ready, std::memory_order_release);
    return true;
}

}  // namespace throughline::pipeline
