// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/storage/direct_io.h"
#include "engine/storage/file_places.h"
#include "engine/storage/fixed_queue.h"
#include "engine/storage/read_plan.h"
#include "engine/storage/reader.h"
#include "engine/storage/uring_queue.h"

// The io_uring reader itself, shared by the file that prepares chains of operations and the file
// that takes their completions. Others need uring_reader.h only.
namespace throughline::storage::uring {

// A chain is open, advice, reads. Longer reads go on in further chains, so that a chain always fits
// into the submission queue. There is no close: the next open into the same place closes what is
// there, and the end of the ring the rest.
inline constexpr std::uint32_t kReadsPerChain = 14;
inline constexpr std::uint32_t kChainLength = kReadsPerChain + 2;
inline constexpr std::uint32_t kNone = UINT32_MAX;

enum class Step : std::uint8_t { Open = 1, Advise, Read };

/// user_data of every request: which slot, which step, which read of the chain. Never 0, so that
/// a stray completion cannot be taken for one of ours.
inline std::uint64_t make_token(std::uint32_t slot, Step step, std::uint32_t index = 0) {
    return std::uint64_t{slot} << 32U | std::uint64_t{index} << 8U |
           static_cast<std::uint64_t>(step);
}

/// One read in flight.
struct Slot {
    FileRead read;
    ReadPlan plan;
    SteadyTime submitted_at = kNever;
    std::uint32_t owed = 0;             ///< completions still to come for what was handed in
    std::uint32_t reads_in_chain = 0;   ///< of the chain under way
    std::uint32_t place = kNone;        ///< of a file that stays open
    std::uint32_t next_parked = kNone;  ///< the next slot that waits for the same file to be open
    UniqueFd fd;                        ///< without direct descriptors: of a file only for this
    bool open = false;                  ///< its place holds the file of this read
    bool opening_place = false;         ///< the chain under way opens a file that stays open
    bool planned = false;               ///< `plan` is made for the file as it is open
    bool looked_at = false;             ///< for being no regular file
    int open_errno = 0;
};

/// A file that stays open. The slot that finds it closed opens it; others are parked until then.
struct KeptFile {
    enum class State : std::uint8_t { Closed, Opening, Open };
    State state = State::Closed;
    bool direct = false;
    UniqueFd fd;  ///< without direct descriptors
    std::uint32_t parked = kNone;
};

/// Thread: the one that made it. See make_uring_reader().
class UringReader final : public Reader {
public:
    UringReader(const ReaderOptions& options, const BufferPool& pool, RingSetup setup)
        : pool_(pool),
          options_(options),
          huge_pages_(pool.huge_page_bytes() > pool.bytes_total() / 2),
          queue_(options, pool, std::move(setup)),
          direct_(options.direct_io),
          places_(queue_.direct_descriptors() ? queue_.table_files() : options.files_open_max),
          slots_(options.queue_depth),
          free_(options.queue_depth),
          waiting_(options.queue_depth),
          done_(options.queue_depth),
          asker_(options.watch) {
        std::iota(free_.rbegin(), free_.rend(), 0U);
    }

    UringReader(const UringReader&) = delete;
    UringReader& operator=(const UringReader&) = delete;
    ~UringReader() override { drain(); }

    Result<std::size_t> submit(std::span<const FileRead> reads) override;
    Result<std::size_t> wait(std::span<ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout) override;
    std::size_t in_flight() const noexcept override {
        return slots_.size() - free_.size() + done_.size();
    }
    ReaderFacts facts() const override;

private:
    // Preparing.
    bool prepare(std::uint32_t index);
    bool prepare_in_place(std::uint32_t index, Slot& slot);
    bool take_place(Slot& slot);
    void prepare_open(std::uint32_t index, Slot& slot);
    void prepare_reads(std::uint32_t index, Slot& slot, UringQueue::File file);
    void prepare_waiting();
    void plan(Slot& slot, bool direct);
    void owe(Slot& slot, std::uint32_t completions);
    bool advises_whole_files() const noexcept {
        return options_.advice == ReadAdvice::Sequential || options_.advice == ReadAdvice::Random;
    }

    // Completions.
    void reap();
    void take(std::uint64_t token, std::int32_t result, SteadyTime now);
    void take_open(Slot& slot, std::int32_t result);
    void advance(std::uint32_t index, SteadyTime now);
    void place_opened(std::uint32_t index, SteadyTime now);
    bool makes_room();
    bool falls_back_to_buffered(Slot& slot);
    void finish(std::uint32_t index, SteadyTime now);
    Result<void> enter(std::size_t completions_min, Nanoseconds timeout);
    void look_for_silence(SteadyTime now);
    void give_up(std::uint32_t index);
    std::size_t completions_until(std::size_t reads) const noexcept;
    void drain() noexcept;

    const BufferPool& pool_;
    ReaderOptions options_;
    bool huge_pages_;
    UringQueue queue_;
    DirectIo direct_;
    FilePlaces places_;
    std::vector<KeptFile> files_;    ///< by place
    int advice_errno_ = 0;           ///< of an advice that was refused
    std::size_t opens_refused_ = 0;  ///< for too many open files, since anything else happened
    bool draining_ = false;
    const char* entering_ = nullptr;  ///< first file of what was submitted and not yet handed in
    SteadyTime look_at_ = kNever;     ///< when to look again for reads without an answer

    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;    ///< slots without a read
    FixedQueue<std::uint32_t> waiting_;  ///< slots whose next chain found no room
    FixedQueue<ReadDone> done_;          ///< not yet handed over
    AnswerWatch::Asker asker_;
    std::array<std::uint32_t, kChainLength + 1> slots_owing_{};  ///< [n]: slots with owed == n > 0
};

}  // namespace throughline::storage::uring
