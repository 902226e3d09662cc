// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/tiered_reader.h"

#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/say.h"
#include "engine/storage/make_reader.h"
#include "engine/storage/uring_probe.h"

namespace throughline::storage {
namespace {

constexpr Nanoseconds kLongestWait = std::chrono::hours(24);  // keeps a deadline from overflowing
// Nothing waits for two readers at once: how long one is waited for while the other may answer.
constexpr Nanoseconds kSlice = std::chrono::microseconds(500);

class TieredReader final : public Reader {
public:
    TieredReader(const ReaderOptions& options,
                 const BufferPool& pool,
                 std::unique_ptr<Reader> behind,
                 std::unique_ptr<Reader> front,
                 std::shared_ptr<ReadTier> tier)
        : pool_(pool),
          tier_(std::move(tier)),
          behind_(std::move(behind)),
          front_(std::move(front)),
          slots_(options.queue_depth),
          free_(options.queue_depth),
          came_(options.queue_depth) {
        std::iota(free_.rbegin(), free_.rend(), 0U);
        to_behind_.reserve(options.queue_depth);
        to_front_.reserve(options.queue_depth);
    }
    ~TieredReader() override;
    TieredReader(const TieredReader&) = delete;
    TieredReader& operator=(const TieredReader&) = delete;

    Result<std::size_t> submit(std::span<const FileRead> reads) override;
    Result<std::size_t> wait(std::span<ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout) override;
    std::size_t in_flight() const noexcept override { return slots_.size() - free_.size(); }
    ReaderFacts facts() const override;

private:
    struct Slot {
        FileRead read{};
        std::uint32_t entry = ReadTier::kNone;  ///< of the tier, while it has to do with the read
        bool in_front = false;
        std::string reason{};  ///< of the reader behind, whose own may be gone with its next reads
    };

    static Result<void> hand_in(Reader& reader, std::span<const FileRead> reads);
    Result<std::size_t> take(Reader& reader,
                             std::span<ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout);
    bool take_from_front(Slot& slot, const ReadDone& done);
    void take_from_behind(Slot& slot, const ReadDone& done);
    Result<std::size_t> look_at_both(std::span<ReadDone> out);

    const BufferPool& pool_;
    std::shared_ptr<ReadTier> tier_;
    std::unique_ptr<Reader> behind_;
    std::unique_ptr<Reader> front_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
    // Scratch, sized once.
    std::vector<ReadDone> came_;
    std::vector<FileRead> to_behind_;
    std::vector<FileRead> to_front_;
};

TieredReader::~TieredReader() {
    front_.reset();  // each drains first
    behind_.reset();
    for (const Slot& slot : slots_) {
        if (slot.entry != ReadTier::kNone) {
            slot.in_front ? tier_->let_go(slot.entry) : tier_->give_up(slot.entry);
        }
    }
}

Result<void> TieredReader::hand_in(Reader& reader, std::span<const FileRead> reads) {
    if (reads.empty()) {
        return {};
    }
    auto taken = reader.submit(reads);
    if (!taken) {
        return std::move(taken).error();
    }
    THROUGHLINE_CHECK(*taken == reads.size());  // both have room for all
    return {};
}

Result<std::size_t> TieredReader::submit(std::span<const FileRead> reads) {
    const std::size_t count = std::min(reads.size(), free_.size());
    to_behind_.clear();
    to_front_.clear();
    for (const FileRead& read : reads.first(count)) {
        const std::uint32_t number = free_.back();
        free_.pop_back();
        const ReadTier::Look look =
            read.length_bytes == 0 ? ReadTier::Look{} : tier_->look_up(read);
        slots_[number] = {.read = read, .entry = look.entry, .in_front = look.hit};
        if (look.hit) {
            to_front_.push_back({.directory_fd = AT_FDCWD,
                                 .path = tier_->path(),
                                 .offset_bytes = look.place_bytes,
                                 .length_bytes = read.length_bytes,
                                 .file = 0,
                                 .buffer = read.buffer,
                                 .tag = number});
        } else {
            to_behind_.push_back(read);
            to_behind_.back().tag = number;
        }
    }
    if (auto begun = hand_in(*behind_, to_behind_); !begun) {
        return std::move(begun).error();
    }
    if (auto begun = hand_in(*front_, to_front_); !begun) {
        return std::move(begun).error();
    }
    return count;
}

/// False: the tier could not bring it, and it is asked for from behind.
bool TieredReader::take_from_front(Slot& slot, const ReadDone& done) {
    const std::uint32_t entry = std::exchange(slot.entry, ReadTier::kNone);
    const bool whole = done.errno_value == 0 && done.bytes_read == slot.read.length_bytes;
    if (whole && tier_->served(entry)) {
        return true;
    }
    if (!whole) {
        tier_->lost(entry);
    }
    slot.in_front = false;
    return false;
}

void TieredReader::take_from_behind(Slot& slot, const ReadDone& done) {
    const std::uint32_t entry = std::exchange(slot.entry, ReadTier::kNone);
    const bool whole = done.errno_value == 0 && done.bytes_read == slot.read.length_bytes;
    if (slot.read.length_bytes > 0) {
        tier_->missed(done.bytes_read);
    }
    if (entry == ReadTier::kNone) {
        return;
    }
    if (whole) {
        tier_->fill(entry, pool_.buffer(done.buffer).subspan(done.lead_bytes, done.bytes_read));
    } else {
        tier_->give_up(entry);
    }
}

/// What one of both has read. Returns how many reads are over.
Result<std::size_t> TieredReader::take(Reader& reader,
                                       std::span<ReadDone> out,
                                       std::size_t count_min,
                                       Nanoseconds timeout) {
    const auto room = std::span(came_).first(std::min(came_.size(), out.size()));
    if (reader.in_flight() == 0 || room.empty()) {
        return std::size_t{0};
    }
    auto count = reader.wait(room, std::min({count_min, room.size(), reader.in_flight()}), timeout);
    if (!count) {
        return std::move(count).error();
    }
    std::size_t filled = 0;
    to_behind_.clear();
    for (const ReadDone& done : room.first(*count)) {
        const auto number = static_cast<std::uint32_t>(done.tag);
        Slot& slot = slots_[number];
        if (slot.in_front && !take_from_front(slot, done)) {
            to_behind_.push_back(slot.read);
            to_behind_.back().tag = number;
            continue;
        }
        if (!slot.in_front) {
            take_from_behind(slot, done);
        }
        if (done.reason != nullptr) {
            slot.reason = done.reason;
        }
        out[filled] = done;
        out[filled].reason = done.reason == nullptr ? nullptr : slot.reason.c_str();
        out[filled++].tag = slot.read.tag;
        free_.push_back(number);
    }
    if (auto begun = hand_in(*behind_, to_behind_); !begun) {
        return std::move(begun).error();
    }
    return filled;
}

Result<std::size_t> TieredReader::look_at_both(std::span<ReadDone> out) {
    auto first = take(*front_, out, 0, Nanoseconds::zero());
    if (!first) {
        return first;
    }
    auto second = take(*behind_, out.subspan(*first), 0, Nanoseconds::zero());
    return second ? Result<std::size_t>(*first + *second) : second;
}

Result<std::size_t> TieredReader::wait(std::span<ReadDone> out,
                                       std::size_t count_min,
                                       Nanoseconds timeout) {
    const std::size_t wanted = std::min({count_min, out.size(), in_flight()});
    const SteadyTime deadline = steady_now() + std::min(timeout, kLongestWait);
    std::size_t filled = 0;
    for (bool looked = false;; looked = true) {
        const bool both = front_->in_flight() > 0 && behind_->in_flight() > 0;
        if (both || wanted == 0) {
            auto more = look_at_both(out.subspan(filled));
            if (!more) {
                return more;
            }
            filled += *more;
        }
        const Nanoseconds left = std::max(Nanoseconds::zero(), deadline - steady_now());
        if (filled >= wanted || (looked && left == Nanoseconds::zero())) {
            return filled;
        }
        const bool still_both = front_->in_flight() > 0 && behind_->in_flight() > 0;
        Reader& one = front_->in_flight() > 0 ? *front_ : *behind_;
        auto more = take(one,
                         out.subspan(filled),
                         still_both ? 1 : wanted - filled,
                         still_both ? std::min(left, kSlice) : left);
        if (!more) {
            return more;
        }
        filled += *more;
    }
}

ReaderFacts TieredReader::facts() const {
    ReaderFacts facts = behind_->facts();
    for (const std::string& fallback : front_->facts().fallbacks) {
        facts.fallbacks.push_back(say_english("the cache: %1", fallback));
    }
    return facts;
}

}  // namespace

Result<std::unique_ptr<Reader>> make_tiered_reader(const ReaderOptions& options,
                                                   const BufferPool& pool,
                                                   std::unique_ptr<Reader> behind,
                                                   std::shared_ptr<ReadTier> tier) {
    ReaderOptions in_front = options;
    in_front.direct_io = !tier->in_memory();
    in_front.block_bytes = 0;
    in_front.advice = ReadAdvice::Normal;
    in_front.read_ahead = 0;
    in_front.emulated = nullptr;
    if (options.kind == ReaderKind::Mapped || !io_uring_availability().available) {
        in_front.kind = ReaderKind::Blocking;
    }
    auto front = make_reader(in_front, pool);
    if (!front) {
        return front;
    }
    return std::unique_ptr<Reader>(std::make_unique<TieredReader>(
        options, pool, std::move(behind), *std::move(front), std::move(tier)));
}

}  // namespace throughline::storage
