// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/emulated_reader.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/remote/reader_seed.h"
#include "engine/remote/retry_queue.h"
#include "engine/storage/make_reader.h"

namespace throughline::remote {
namespace {

// Keeps a deadline from overflowing.
constexpr Nanoseconds kWaitMost = std::chrono::hours(24);

class EmulatedReader final : public storage::Reader {
public:
    EmulatedReader(const storage::ReaderOptions& options,
                   std::unique_ptr<storage::Reader> files,
                   std::shared_ptr<EmulatedStore> store)
        : files_(std::move(files)),
          store_(std::move(store)),
          block_bytes_(options.block_bytes),
          slots_(options.queue_depth),
          free_(options.queue_depth),
          came_(options.queue_depth),
          waiting_(store_->retry(), store_->traffic(), options.queue_depth, next_reader_seed()) {
        std::iota(free_.rbegin(), free_.rend(), 0U);
        answers_.reserve(options.queue_depth);
        ready_.reserve(options.queue_depth);
        handed_in_.reserve(options.queue_depth);
    }

    Result<std::size_t> submit(std::span<const storage::FileRead> reads) override;
    Result<std::size_t> wait(std::span<storage::ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout) override;
    std::size_t in_flight() const noexcept override { return slots_.size() - free_.size(); }
    storage::ReaderFacts facts() const override { return files_->facts(); }

private:
    /// A read: its requests to the store, and its data, which the files' reader brings.
    struct Slot {
        storage::FileRead read{};
        std::string reason{};
        storage::ReadDone done{};  ///< of the files, once they came
        bool data_came = false;
        bool answered = false;       ///< by the store, to the end
        bool refused = false;        ///< for good
        bool late = false;           ///< the data came after the answer
        std::uint64_t asked = 0;     ///< bytes whose answers came
        std::uint64_t request = 0;   ///< bytes of the one under way
        std::uint32_t attempts = 0;  ///< at that one
        std::uint32_t requests = 0;  ///< that were answered
        SteadyTime begun_at = kNever;
        SteadyTime sent_at = kNever;
        SteadyTime answered_at = kNever;
        Nanoseconds first_byte{};  ///< of all its requests together
        Nanoseconds body{};        ///< likewise
    };
    /// An answer that is under way.
    struct Coming {
        SteadyTime at = kNever;
        std::uint32_t slot = 0;
        EmulatedStore::Answered answer{};
        bool operator<(const Coming& other) const noexcept { return at > other.at; }
    };

    void ask_on(std::uint32_t number, SteadyTime now);
    void send(std::uint32_t number, SteadyTime now);
    void take_answer(const Coming& coming, SteadyTime now);
    void end(std::uint32_t number, SteadyTime now);
    void run_until(SteadyTime now);
    SteadyTime next_event() const;
    Result<void> take_data(std::size_t count_min, Nanoseconds timeout);
    std::size_t hand_over(std::span<storage::ReadDone> out);

    std::unique_ptr<storage::Reader> files_;
    std::shared_ptr<EmulatedStore> store_;
    std::uint64_t block_bytes_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
    std::vector<Coming> answers_;       ///< a heap, the earliest in front
    std::vector<std::uint32_t> ready_;  ///< answered, and their data came
    // Scratch, sized once.
    std::vector<storage::FileRead> handed_in_;
    std::vector<storage::ReadDone> came_;
    RetryQueue waiting_;
};

Result<std::size_t> EmulatedReader::submit(std::span<const storage::FileRead> reads) {
    const std::size_t count = std::min(reads.size(), free_.size());
    const SteadyTime now = steady_now();
    handed_in_.clear();
    for (const storage::FileRead& read : reads.first(count)) {
        const std::uint32_t number = free_.back();
        free_.pop_back();
        Slot& slot = slots_[number];
        slot = {.read = read, .reason = std::move(slot.reason), .begun_at = now};
        slot.reason.clear();
        handed_in_.push_back(read);
        handed_in_.back().tag = number;
        if (read.length_bytes == 0) {
            end(number, now);  // needs no request
        } else {
            ask_on(number, now);
        }
    }
    if (handed_in_.empty()) {
        return count;
    }
    auto taken = files_->submit(handed_in_);
    if (!taken) {
        return std::move(taken).error();
    }
    THROUGHLINE_CHECK(*taken == handed_in_.size());
    run_until(now);
    return count;
}

/// Asks for what of the read is still missing, or a block of it.
void EmulatedReader::ask_on(std::uint32_t number, SteadyTime now) {
    Slot& slot = slots_[number];
    const std::uint64_t left = slot.read.length_bytes - slot.asked;
    slot.request = block_bytes_ == 0 ? left : std::min(left, block_bytes_);
    slot.attempts = 0;
    waiting_.begin(number, now);
}

void EmulatedReader::send(std::uint32_t number, SteadyTime now) {
    Slot& slot = slots_[number];
    ++slot.attempts;
    slot.sent_at = now;
    const EmulatedStore::Answered answer = store_->ask(slot.read.path, slot.request, now);
    answers_.push_back({.at = answer.done_at, .slot = number, .answer = answer});
    std::push_heap(answers_.begin(), answers_.end());
}

/// The answer's time has come. Times follow from when it came, not from when it was seen.
void EmulatedReader::take_answer(const Coming& coming, SteadyTime now) {
    Slot& slot = slots_[coming.slot];
    Traffic& traffic = store_->traffic();
    const bool whole = slot.read.file == storage::FileRead::kOpenForThis &&
                       slot.read.offset_bytes == 0 && slot.request == slot.read.length_bytes;
    const Answer answer = coming.answer.refused ? Answer::SlowDown
                          : whole               ? Answer::Whole
                                                : Answer::Part;
    traffic.answered(answer);
    traffic.brake().answered(remedy_of(answer), now);
    if (coming.answer.refused) {
        const bool again = waiting_.failed({.number = coming.slot,
                                            .remedy = remedy_of(answer),
                                            .attempt = slot.attempts,
                                            .sent_at = slot.sent_at},
                                           coming.at);
        if (!again) {
            slot.refused = true;
            end(coming.slot, coming.at);
        }
        return;
    }
    traffic.used(slot.request);
    slot.first_byte += coming.answer.first_byte_at - slot.sent_at;
    slot.body += coming.answer.done_at - coming.answer.first_byte_at;
    slot.asked += slot.request;
    ++slot.requests;
    if (slot.asked < slot.read.length_bytes) {
        ask_on(coming.slot, coming.at);
    } else {
        end(coming.slot, coming.at);
    }
}

void EmulatedReader::end(std::uint32_t number, SteadyTime now) {
    Slot& slot = slots_[number];
    slot.answered = true;
    slot.answered_at = now;
    if (slot.data_came) {
        ready_.push_back(number);
    }
}

SteadyTime EmulatedReader::next_event() const {
    return answers_.empty() ? waiting_.next_at()
                            : std::min(answers_.front().at, waiting_.next_at());
}

/// All that happens up to `now`: requests are sent, answers come.
void EmulatedReader::run_until(SteadyTime now) {
    for (;;) {
        while (const auto number = waiting_.take_due(now)) {
            send(*number, now);
        }
        if (answers_.empty() || answers_.front().at > now) {
            return;
        }
        std::pop_heap(answers_.begin(), answers_.end());
        const Coming coming = answers_.back();
        answers_.pop_back();
        take_answer(coming, now);
    }
}

Result<std::size_t> EmulatedReader::wait(std::span<storage::ReadDone> out,
                                         std::size_t count_min,
                                         Nanoseconds timeout) {
    const std::size_t wanted = std::min({count_min, out.size(), in_flight()});
    const SteadyTime deadline = steady_now() + std::min(timeout, kWaitMost);
    std::size_t filled = 0;
    for (bool looked = false;; looked = true) {
        // What has come by now came in time, however late it is seen.
        if (auto taken = take_data(0, Nanoseconds::zero()); !taken) {
            return std::move(taken).error();
        }
        const SteadyTime now = steady_now();
        run_until(now);
        filled += hand_over(out.subspan(filled));
        if (looked && (filled >= wanted || now >= deadline)) {
            return filled;
        }
        const bool only_looks = filled >= wanted;
        const SteadyTime until = std::min(deadline, next_event());
        if (files_->in_flight() > 0) {
            const Nanoseconds left =
                only_looks ? Nanoseconds::zero() : std::max(Nanoseconds::zero(), until - now);
            if (auto taken = take_data(only_looks ? 0 : 1, left); !taken) {
                return std::move(taken).error();
            }
        } else if (!only_looks && until > now) {
            pause_until(until, {});
        }
    }
}

/// What the files' reader has read, and waits for at least `count_min` of it.
Result<void> EmulatedReader::take_data(std::size_t count_min, Nanoseconds timeout) {
    if (files_->in_flight() == 0) {
        return {};
    }
    auto count = files_->wait(came_, count_min, timeout);
    if (!count) {
        return std::move(count).error();
    }
    for (const storage::ReadDone& done : std::span(came_).first(*count)) {
        const auto number = static_cast<std::uint32_t>(done.tag);
        Slot& slot = slots_[number];
        slot.done = done;
        slot.data_came = true;
        slot.late = slot.answered;
        if (slot.answered) {
            ready_.push_back(number);
        }
    }
    return {};
}

std::size_t EmulatedReader::hand_over(std::span<storage::ReadDone> out) {
    const std::size_t count = std::min(out.size(), ready_.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t number = ready_[i];
        Slot& slot = slots_[number];
        storage::ReadDone& done = out[i];
        done = slot.done;
        done.tag = slot.read.tag;
        done.reads = slot.requests;
        const auto requests = std::max(slot.requests, 1U);
        done.first_byte = slot.first_byte / requests;
        done.body = slot.body / requests;
        done.latency = std::max(done.latency, slot.answered_at - slot.begun_at);
        if (slot.refused && done.errno_value == 0) {
            slot.reason = say("the emulated store %1 refused it %2 times (503 SlowDown)",
                              store_->name(),
                              std::to_string(slot.attempts));
            done.reason = slot.reason.c_str();
            done.errno_value = errno_of(Answer::SlowDown);
            done.failed_step = storage::ReadStep::Read;
            done.bytes_read = 0;
        }
        store_->read(slot.late && slot.read.length_bytes > 0);
        free_.push_back(number);
    }
    ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
}

}  // namespace

Result<std::unique_ptr<storage::Reader>> make_emulated_reader(
    const storage::ReaderOptions& options,
    const storage::BufferPool& pool,
    std::shared_ptr<EmulatedStore> store) {
    if (options.kind == storage::ReaderKind::Mapped) {
        return usage_error(say("a store cannot be emulated under mmap: there is no request"));
    }
    if (options.emulated != nullptr) {
        return usage_error(say("a block volume cannot be emulated over a store"));
    }
    auto files = storage::make_reader(options, pool);
    if (!files) {
        return files;
    }
    return std::unique_ptr<storage::Reader>(
        std::make_unique<EmulatedReader>(options, *std::move(files), std::move(store)));
}

}  // namespace throughline::remote
