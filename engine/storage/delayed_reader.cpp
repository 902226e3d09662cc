// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/delayed_reader.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/pause.h"
#include "engine/storage/fixed_queue.h"

namespace throughline::storage {
namespace {

// Keeps a deadline from overflowing.
constexpr Nanoseconds kWaitMax = std::chrono::hours(24);

AskedRead asked_of(const FileRead& read, const ReaderOptions& options) {
    constexpr std::uint64_t kBlock = 4096;
    const std::uint64_t lead = options.direct_io ? read.offset_bytes % kBlock : 0;
    return {.file = read.file,
            .offset_bytes = read.offset_bytes - lead,
            .bytes = options.direct_io ? read_room_bytes(read.offset_bytes, read.length_bytes)
                                       : read.length_bytes,
            .block_bytes = options.block_bytes};
}

class DelayedReader final : public Reader {
public:
    DelayedReader(const ReaderOptions& options, std::unique_ptr<Reader> reader)
        : options_(options),
          reader_(std::move(reader)),
          at_once_(options.kind == ReaderKind::Uring ? options.queue_depth : 1),
          waiting_(options.queue_depth),
          slots_(options.queue_depth),
          free_(options.queue_depth) {
        std::iota(free_.rbegin(), free_.rend(), 0U);
        handed_in_.reserve(options.queue_depth);
        came_.resize(options.queue_depth);
        held_.reserve(options.queue_depth);
    }

    Result<std::size_t> submit(std::span<const FileRead> reads) override;
    Result<std::size_t> wait(std::span<ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout) override;
    std::size_t in_flight() const noexcept override { return waiting_.size() + under_way(); }
    ReaderFacts facts() const override { return reader_->facts(); }

private:
    /// A read that the emulated storage has.
    struct Slot {
        std::uint64_t tag = 0;
        SteadyTime began_at = kNever;
        SteadyTime answer_at = kNever;
    };
    /// One that the real storage has answered too early.
    struct Held {
        SteadyTime answer_at = kNever;
        std::uint32_t slot = 0;
        ReadDone done{};

        bool operator<(const Held& other) const noexcept { return answer_at > other.answer_at; }
    };

    std::size_t under_way() const noexcept { return slots_.size() - free_.size(); }
    Result<void> hand_in(SteadyTime now);
    Result<void> take(std::size_t count_min, Nanoseconds timeout);
    std::size_t hand_over(std::span<ReadDone> out, SteadyTime now);

    ReaderOptions options_;
    std::unique_ptr<Reader> reader_;
    std::size_t at_once_;           ///< reads that the emulated storage has at most
    FixedQueue<FileRead> waiting_;  ///< a blocking reader's next ones
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
    std::vector<Held> held_;  ///< a heap, the earliest answer in front
    // Scratch, sized once.
    std::vector<FileRead> handed_in_;
    std::vector<ReadDone> came_;
};

Result<std::size_t> DelayedReader::submit(std::span<const FileRead> reads) {
    const std::size_t count = std::min(reads.size(), slots_.size() - in_flight());
    for (const FileRead& read : reads.first(count)) {
        waiting_.push(read);
    }
    if (auto begun = hand_in(steady_now()); !begun) {
        return std::move(begun).error();
    }
    return count;
}

/// Begins the reads that fit.
Result<void> DelayedReader::hand_in(SteadyTime now) {
    handed_in_.clear();
    while (!waiting_.empty() && under_way() < at_once_) {
        FileRead read = waiting_.front();
        waiting_.pop();
        const std::uint32_t slot = free_.back();
        free_.pop_back();
        slots_[slot] = {.tag = read.tag,
                        .began_at = now,
                        .answer_at = options_.emulated->answer_at(asked_of(read, options_), now)};
        read.tag = slot;
        handed_in_.push_back(read);
    }
    if (handed_in_.empty()) {
        return {};
    }
    auto taken = reader_->submit(handed_in_);
    if (!taken) {
        return std::move(taken).error();
    }
    THROUGHLINE_CHECK(*taken == handed_in_.size());
    return {};
}

Result<std::size_t> DelayedReader::wait(std::span<ReadDone> out,
                                        std::size_t count_min,
                                        Nanoseconds timeout) {
    const std::size_t wanted = std::min({count_min, out.size(), in_flight()});
    const SteadyTime deadline = steady_now() + std::min(timeout, kWaitMax);
    std::size_t filled = 0;
    for (bool looked = false;; looked = true) {
        const SteadyTime now = steady_now();
        filled += hand_over(out.subspan(filled), now);
        if (auto begun = hand_in(now); !begun) {
            return std::move(begun).error();
        }
        if (looked && (filled >= wanted || now >= deadline)) {
            return filled;
        }
        const std::size_t missing = wanted - std::min(wanted, filled);
        SteadyTime until = deadline;
        if (!held_.empty()) {
            until = std::min(until, held_.front().answer_at);
        }
        const bool only_looks = missing == 0;
        if (reader_->in_flight() > 0) {
            const Nanoseconds left =
                only_looks ? Nanoseconds::zero() : std::max(Nanoseconds::zero(), until - now);
            if (auto taken = take(std::min(missing, reader_->in_flight()), left); !taken) {
                return std::move(taken).error();
            }
        } else if (!only_looks && until > now) {
            pause_until(until, {});
        }
    }
}

/// What the real storage has answered, and waits for at least `count_min` answers of it.
Result<void> DelayedReader::take(std::size_t count_min, Nanoseconds timeout) {
    auto count = reader_->wait(came_, count_min, timeout);
    if (!count) {
        return std::move(count).error();
    }
    for (ReadDone& done : std::span(came_).first(*count)) {
        const auto slot = static_cast<std::uint32_t>(done.tag);
        held_.push_back({.answer_at = slots_[slot].answer_at, .slot = slot, .done = done});
        std::push_heap(held_.begin(), held_.end());
    }
    return {};
}

std::size_t DelayedReader::hand_over(std::span<ReadDone> out, SteadyTime now) {
    std::size_t filled = 0;
    while (filled < out.size() && !held_.empty() && held_.front().answer_at <= now) {
        std::pop_heap(held_.begin(), held_.end());
        const Held& held = held_.back();
        const Slot& slot = slots_[held.slot];
        ReadDone& done = out[filled++];
        done = held.done;
        done.tag = slot.tag;
        // The blocking readers count from their open, which the emulated storage knows nothing of.
        done.latency = std::max(done.latency, slot.answer_at - slot.began_at);
        free_.push_back(held.slot);
        held_.pop_back();
    }
    return filled;
}

}  // namespace

std::unique_ptr<Reader> make_delayed_reader(const ReaderOptions& options,
                                            std::unique_ptr<Reader> reader) {
    return std::make_unique<DelayedReader>(options, std::move(reader));
}

}  // namespace throughline::storage
