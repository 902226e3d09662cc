// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/uring_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/storage/direct_io.h"
#include "engine/storage/read_plan.h"
#include "engine/storage/uring_ring_handle.h"

namespace throughline::storage {
namespace {

// A chain is open, reads, close. Longer files go on in further chains, so that a chain always fits
// into the submission queue: a link does not reach over two submissions.
constexpr std::uint32_t kReadsPerChain = 14;
constexpr std::uint32_t kChainLength = kReadsPerChain + 2;
constexpr std::uint32_t kSubmissionEntriesMax = 32768;  // IORING_MAX_ENTRIES

// Keeps a deadline from overflowing.
constexpr Nanoseconds kTimeoutMax = std::chrono::hours(24);

enum class Step : std::uint8_t { Open = 1, Read, Close };

/// user_data of every request: which slot, which step, which read of the chain. Never 0, so that
/// a stray completion cannot be taken for one of ours.
std::uint64_t make_token(std::uint32_t slot, Step step, std::uint32_t index = 0) {
    return std::uint64_t{slot} << 32U | std::uint64_t{index} << 8U |
           static_cast<std::uint64_t>(step);
}

/// One file in flight.
struct Slot {
    FileRead read;
    ReadPlan plan;
    std::int64_t submitted_ns = 0;
    std::uint32_t owed = 0;            ///< completions still to come for what was handed in
    std::uint32_t reads_in_chain = 0;  ///< of the chain under way
    int fd = -1;                       ///< without direct descriptors: the open file
    bool open = false;                 ///< the file stays open beyond the chain under way
    bool direct = false;
    int open_errno = 0;
};

class UringReader final : public Reader {
public:
    UringReader(const ReaderOptions& options, const BufferPool& pool, RingSetup setup)
        : pool_(pool),
          options_(options),
          ring_(std::move(setup.ring)),
          fallbacks_(std::move(setup.fallbacks)),
          direct_(options.direct_io),
          slots_(options.queue_depth),
          free_(options.queue_depth) {
        std::iota(free_.rbegin(), free_.rend(), 0U);
        waiting_.reserve(options.queue_depth);
        done_.reserve(options.queue_depth);
        registered_buffers_ = note_fallback(register_buffers(*ring_, pool));
        direct_descriptors_ =
            note_fallback(register_descriptors(*ring_, options.queue_depth, pool.buffer(0)));
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

    ReaderFacts facts() const override {
        ReaderFacts facts{.name = "io_uring",
                          .registered_buffers = registered_buffers_,
                          .direct_descriptors = direct_descriptors_,
                          .fallbacks = fallbacks_};
        direct_.describe(facts);
        return facts;
    }

private:
    bool note_fallback(std::string why) {
        if (!why.empty()) {
            fallbacks_.push_back(std::move(why));
            return false;
        }
        return true;
    }

    bool prepare(std::uint32_t index);
    void prepare_open(std::uint32_t index, Slot& slot);
    void prepare_reads(std::uint32_t index, Slot& slot, bool close_follows);
    void prepare_waiting();
    void owe(Slot& slot, std::uint32_t completions);

    Result<void> enter(std::size_t completions_min, Nanoseconds timeout);
    void reap();
    void take(std::uint64_t token, std::int32_t result, std::int64_t now_ns);
    void advance(std::uint32_t index, std::int64_t now_ns);
    bool falls_back_to_buffered(Slot& slot);
    void finish(std::uint32_t index, std::int64_t now_ns);
    std::size_t completions_until(std::size_t files) const noexcept;
    void drain() noexcept;

    const BufferPool& pool_;
    ReaderOptions options_;
    RingHandle ring_;
    std::vector<std::string> fallbacks_;
    DirectIo direct_;
    bool registered_buffers_ = false;
    bool direct_descriptors_ = false;
    bool draining_ = false;

    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;     ///< slots without a file
    std::vector<std::uint32_t> waiting_;  ///< slots whose next chain found no room in the queue
    std::vector<ReadDone> done_;          ///< not yet handed over, oldest first
    std::array<std::uint32_t, kChainLength + 1> slots_owing_{};  ///< [n]: slots with owed == n > 0
};

Result<std::size_t> UringReader::submit(std::span<const FileRead> reads) {
    const std::size_t room = slots_.size() - in_flight();
    const std::size_t count = std::min(reads.size(), room);
    const std::int64_t now_ns = steady_now_ns();
    for (const FileRead& read : reads.first(count)) {
        THROUGHLINE_CHECK(read.buffer < pool_.count());
        THROUGHLINE_CHECK(read.length_bytes <= pool_.bytes_each());
        direct_.look_at(read);
        const std::uint32_t index = free_.back();
        free_.pop_back();
        const bool direct = direct_.enabled();
        slots_[index] = Slot{.read = read,
                             .plan = {read.length_bytes, options_.block_bytes, direct},
                             .submitted_ns = now_ns,
                             .direct = direct};
        waiting_.push_back(index);
    }
    prepare_waiting();
    if (auto entered = enter(0, Nanoseconds::zero()); !entered) {
        return std::move(entered).error();
    }
    return count;
}

Result<std::size_t> UringReader::wait(std::span<ReadDone> out,
                                      std::size_t count_min,
                                      Nanoseconds timeout) {
    const std::int64_t deadline_ns = steady_now_ns() + std::min(timeout, kTimeoutMax).count();
    const std::size_t wanted = std::min({count_min, out.size(), in_flight()});
    reap();
    bool waited = false;
    while (done_.size() < wanted || (wanted == 0 && !waited)) {
        const std::int64_t left_ns = deadline_ns - steady_now_ns();
        if (waited && left_ns <= 0) {
            break;
        }
        const std::size_t missing = wanted - std::min(wanted, done_.size());
        if (auto entered = enter(completions_until(missing), Nanoseconds(left_ns)); !entered) {
            return std::move(entered).error();
        }
        reap();
        waited = true;
    }
    // What follows on from the last completions must not lie here until the next call.
    if (io_uring_sq_ready(ring_.get()) > 0) {
        if (auto entered = enter(0, Nanoseconds::zero()); !entered) {
            return std::move(entered).error();
        }
    }
    const std::size_t count = std::min(out.size(), done_.size());
    std::copy_n(done_.begin(), count, out.begin());
    done_.erase(done_.begin(), done_.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
}

/// The fewest completions after which `files` more files can be done. It never exceeds what is
/// owed, so waiting for that many ends.
std::size_t UringReader::completions_until(std::size_t files) const noexcept {
    std::size_t completions = 0;
    for (std::size_t owed = 1; owed < slots_owing_.size() && files > 0; ++owed) {
        const std::size_t taken = std::min<std::size_t>(files, slots_owing_[owed]);
        completions += taken * owed;
        files -= taken;
    }
    return completions;
}

/// Hands in what is prepared, lets the kernel post completions, and waits for some of them.
Result<void> UringReader::enter(std::size_t completions_min, Nanoseconds timeout) {
    int result = 0;
    if (completions_min == 0 || timeout <= Nanoseconds::zero()) {
        result = io_uring_submit_and_get_events(ring_.get());
    } else {
        __kernel_timespec limit{.tv_sec = timeout.count() / 1'000'000'000,
                                .tv_nsec = timeout.count() % 1'000'000'000};
        io_uring_cqe* first = nullptr;
        result = io_uring_submit_and_wait_timeout(
            ring_.get(), &first, static_cast<unsigned>(completions_min), &limit, nullptr);
    }
    // EBUSY and EAGAIN: the kernel wants completions to be taken, or has no memory just now; what
    // is prepared stays in the queue for the next entry.
    if (result >= 0 || result == -ETIME || result == -EINTR || result == -EAGAIN ||
        result == -EBUSY) {
        return {};
    }
    return errno_error("io_uring_enter", -result);
}

void UringReader::reap() {
    // One time stamp for the burst: they are all seen now.
    const std::int64_t now_ns = steady_now_ns();
    std::array<io_uring_cqe*, 64> burst{};
    for (;;) {
        const unsigned count = io_uring_peek_batch_cqe(ring_.get(), burst.data(), burst.size());
        if (count == 0) {
            break;
        }
        for (unsigned i = 0; i < count; ++i) {
            take(burst[i]->user_data, burst[i]->res, now_ns);
        }
        io_uring_cq_advance(ring_.get(), count);
    }
    prepare_waiting();
}

void UringReader::take(std::uint64_t token, std::int32_t result, std::int64_t now_ns) {
    const auto index = static_cast<std::uint32_t>(token >> 32U);
    const auto step = static_cast<Step>(token & 0xFFU);
    if (token == 0) {
        return;  // left over from a trial chain that failed
    }
    THROUGHLINE_CHECK(index < slots_.size() && slots_[index].owed > 0);
    Slot& slot = slots_[index];
    if (step == Step::Open && result < 0) {
        slot.open_errno = -result;
    } else if (step == Step::Open && !direct_descriptors_) {
        slot.fd = result;
    } else if (step == Step::Read && slot.open_errno == 0) {  // else cancelled with its open
        slot.plan.add_result((token >> 8U) & 0xFFFFFFU, result);
    }
    --slots_owing_[slot.owed];
    if (--slot.owed > 0) {
        ++slots_owing_[slot.owed];
        return;
    }
    advance(index, now_ns);
}

/// A chain has ended: the file goes on with the next one, or is done.
void UringReader::advance(std::uint32_t index, std::int64_t now_ns) {
    Slot& slot = slots_[index];
    if (slot.reads_in_chain > 0 && slot.open_errno == 0) {
        slot.plan.end_round(slot.reads_in_chain);
    }
    slot.reads_in_chain = 0;
    if (draining_) {
        finish(index, now_ns);
        return;
    }
    if (falls_back_to_buffered(slot)) {
        waiting_.push_back(index);
        return;
    }
    const bool over = slot.open_errno != 0 || slot.plan.finished();
    if (!over || (direct_descriptors_ && slot.open && slot.open_errno == 0)) {
        waiting_.push_back(index);  // more reads, or only the close
        return;
    }
    finish(index, now_ns);
}

/// When the file system refuses O_DIRECT, the file starts again without it.
bool UringReader::falls_back_to_buffered(Slot& slot) {
    const int cause = slot.open_errno != 0 ? slot.open_errno : slot.plan.errno_value();
    if (!slot.direct || !DirectIo::is_refusal(cause)) {
        return false;
    }
    direct_.refused(slot.read.path, slot.open_errno != 0 ? ReadStep::Open : ReadStep::Read, cause);
    if (slot.fd >= 0) {
        ::close(std::exchange(slot.fd, -1));
    }
    // A direct descriptor that is still open is replaced by the next open into the same place.
    slot.open = false;
    slot.open_errno = 0;
    slot.direct = false;
    slot.plan = ReadPlan(slot.read.length_bytes, options_.block_bytes, false);
    return true;
}

void UringReader::finish(std::uint32_t index, std::int64_t now_ns) {
    Slot& slot = slots_[index];
    if (slot.fd >= 0) {
        ::close(std::exchange(slot.fd, -1));
    }
    const int cause = slot.open_errno != 0 ? slot.open_errno : slot.plan.errno_value();
    ReadStep failed_step = ReadStep::None;
    if (cause != 0) {
        failed_step = slot.open_errno != 0 ? ReadStep::Open : ReadStep::Read;
    } else if (slot.direct && slot.plan.reads() > 0) {
        direct_.succeeded();
    }
    done_.push_back({.tag = slot.read.tag,
                     .buffer = slot.read.buffer,
                     .bytes_read = slot.plan.bytes_read(),
                     .bytes_requested = slot.plan.bytes_requested(),
                     .reads = slot.plan.reads(),
                     .errno_value = cause,
                     .failed_step = failed_step,
                     .latency = Nanoseconds(now_ns - slot.submitted_ns)});
    free_.push_back(index);
}

void UringReader::prepare_waiting() {
    // The oldest first; what finds no room stays in line.
    std::size_t prepared = 0;
    while (prepared < waiting_.size() && prepare(waiting_[prepared])) {
        ++prepared;
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(prepared));
}

/// Puts the slot's next chain into the submission queue. False: no room.
bool UringReader::prepare(std::uint32_t index) {
    if (io_uring_sq_space_left(ring_.get()) < kChainLength) {
        io_uring_submit(ring_.get());
        if (io_uring_sq_space_left(ring_.get()) < kChainLength) {
            return false;
        }
    }
    Slot& slot = slots_[index];
    if (!direct_descriptors_) {
        if (slot.fd < 0) {
            prepare_open(index, slot);
        } else {
            prepare_reads(index, slot, false);
        }
        return true;
    }
    if (!slot.open) {
        prepare_open(index, slot);
    }
    const std::uint64_t reads_left = slot.plan.requests_left();
    const bool last = reads_left <= kReadsPerChain;
    prepare_reads(index, slot, last);
    if (last) {
        io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
        io_uring_prep_close_direct(sqe, index);
        sqe->user_data = make_token(index, Step::Close);
        owe(slot, 1);
    }
    slot.open = !last;
    return true;
}

void UringReader::prepare_open(std::uint32_t index, Slot& slot) {
    io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
    const int flags = O_RDONLY | (slot.direct ? O_DIRECT : 0);
    if (direct_descriptors_) {
        // O_CLOEXEC would be EINVAL: no process table entry is made.
        io_uring_prep_openat_direct(sqe, slot.read.directory_fd, slot.read.path, flags, 0, index);
        sqe->flags |= IOSQE_IO_LINK;  // a failed open cancels its reads and its close
    } else {
        io_uring_prep_openat(sqe, slot.read.directory_fd, slot.read.path, flags | O_CLOEXEC, 0);
    }
    sqe->user_data = make_token(index, Step::Open);
    owe(slot, 1);
}

void UringReader::prepare_reads(std::uint32_t index, Slot& slot, bool close_follows) {
    const auto count = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(slot.plan.requests_left(), kReadsPerChain));
    std::byte* const memory = pool_.buffer(slot.read.buffer).data();
    const int file = direct_descriptors_ ? static_cast<int>(index) : slot.fd;
    for (std::uint32_t i = 0; i < count; ++i) {
        const ReadPlan::Request request = slot.plan.request(i);
        io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
        std::byte* const to = memory + request.offset_bytes;
        if (registered_buffers_) {
            io_uring_prep_read_fixed(sqe,
                                     file,
                                     to,
                                     request.length_bytes,
                                     request.offset_bytes,
                                     static_cast<int>(slot.read.buffer));
        } else {
            io_uring_prep_read(sqe, file, to, request.length_bytes, request.offset_bytes);
        }
        if (direct_descriptors_) {
            sqe->flags |= IOSQE_FIXED_FILE;
        }
        // Hard: at the end of a file an O_DIRECT read is short of its rounded length, which cuts an
        // ordinary link; the close has to run all the same.
        if (i + 1 < count || close_follows) {
            sqe->flags |= IOSQE_IO_HARDLINK;
        }
        sqe->user_data = make_token(index, Step::Read, i);
    }
    slot.reads_in_chain = count;
    owe(slot, count);
}

void UringReader::owe(Slot& slot, std::uint32_t completions) {
    if (slot.owed > 0) {
        --slots_owing_[slot.owed];
    }
    slot.owed += completions;
    if (slot.owed > 0) {
        ++slots_owing_[slot.owed];
    }
}

/// Waits for everything in flight: until then the kernel may write into the pool.
void UringReader::drain() noexcept {
    draining_ = true;  // no file goes on after the chain under way
    for (const std::uint32_t index : waiting_) {
        finish(index, 0);
    }
    waiting_.clear();
    while (free_.size() < slots_.size()) {
        if (!enter(completions_until(1), std::chrono::seconds(1))) {
            return;  // the ring itself is broken; the kernel cancels what is left when it is closed
        }
        reap();
    }
}

}  // namespace

Result<std::unique_ptr<Reader>> make_uring_reader(const ReaderOptions& options,
                                                  const BufferPool& pool) {
    // Room for every file as open, read, close; the completion queue holds all that can be owed.
    const std::uint32_t submissions =
        std::clamp(options.queue_depth * 3, kChainLength * 2, kSubmissionEntriesMax);
    auto setup = open_ring(submissions, std::max(submissions, options.queue_depth * kChainLength));
    if (!setup) {
        return std::move(setup).error();
    }
    return std::unique_ptr<Reader>(std::make_unique<UringReader>(options, pool, *std::move(setup)));
}

}  // namespace throughline::storage
