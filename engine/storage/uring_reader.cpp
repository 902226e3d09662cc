// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/uring_reader.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/storage/read_advice.h"
#include "engine/storage/uring_slots.h"

namespace throughline::storage {
namespace {

constexpr std::uint32_t kSubmissionEntriesMax = 32768;  // IORING_MAX_ENTRIES
// Keeps a deadline from overflowing.
constexpr Nanoseconds kTimeoutMax = std::chrono::hours(24);
constexpr std::chrono::milliseconds kLookEvery{500};
// So many reads are handed to the kernel at once while more are prepared. A device that is given
// its whole queue in one piece answers in one piece, and then has nothing to do until it is
// refilled: 4 KiB reads at depth 64 came at 0.94 of fio's rate that way, and at 1.00 in eights.
constexpr std::size_t kReadsPerEntry = 8;
// A read that has had no answer for so long is looked at.
constexpr std::chrono::seconds kSilence{1};

}  // namespace

namespace uring {

Result<std::size_t> UringReader::submit(std::span<const FileRead> reads) {
    const std::size_t count = std::min(reads.size(), slots_.size() - in_flight());
    const SteadyTime now = steady_now();
    std::size_t prepared = 0;
    for (const FileRead& read : reads.first(count)) {
        if (prepared++ % kReadsPerEntry == 0 && queue_.has_unsubmitted()) {
            if (auto entered = enter(0, Nanoseconds::zero()); !entered) {
                return std::move(entered).error();
            }
        }
        THROUGHLINE_CHECK(read.buffer < pool_.count());
        THROUGHLINE_CHECK(read_room_bytes(read.offset_bytes, read.length_bytes) <=
                          pool_.buffer(read.buffer).size());
        direct_.look_at(read);
        const std::uint32_t index = free_.back();
        free_.pop_back();
        Slot& slot = slots_[index];
        slot.read = read;
        slot.submitted_at = now;
        slot.open = false;
        slot.planned = false;
        slot.open_errno = 0;
        slot.looked_at = false;
        entering_ = entering_ == nullptr ? read.path : entering_;
        // In turn: nobody overtakes a read that found no room.
        if (!waiting_.empty() || !prepare(index)) {
            waiting_.push(index);
        }
    }
    return count;
}

Result<std::size_t> UringReader::wait(std::span<ReadDone> out,
                                      std::size_t count_min,
                                      Nanoseconds timeout) {
    const std::size_t wanted = std::min({count_min, out.size(), in_flight()});
    if (queue_.has_completions()) {
        reap();
    }
    Nanoseconds left = std::min(timeout, kTimeoutMax);
    const SteadyTime deadline = steady_now() + left;
    bool waited = false;
    while (done_.size() < wanted || (wanted == 0 && !waited)) {
        if (waited) {
            left = deadline - steady_now();
            if (left <= Nanoseconds::zero()) {
                break;
            }
        }
        const std::size_t missing = wanted - std::min(wanted, done_.size());
        if (auto entered = enter(completions_until(missing), left); !entered) {
            return std::move(entered).error();
        }
        reap();
        waited = true;
    }
    look_for_silence(steady_now());
    // Nothing may lie here until the next call: neither what follows on from the last completions
    // nor what was submitted when enough was done already.
    if (queue_.has_unsubmitted()) {
        if (auto entered = enter(0, Nanoseconds::zero()); !entered) {
            return std::move(entered).error();
        }
    }
    const std::size_t count = std::min(out.size(), done_.size());
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = done_.front();
        done_.pop();
    }
    return count;
}

ReaderFacts UringReader::facts() const {
    ReaderFacts facts;
    facts.name = "io_uring";
    facts.files_open_max = places_.capacity();
    facts.huge_pages = huge_pages_;
    queue_.describe(facts);
    direct_.describe(facts);
    describe_buffered_options(options_, facts);
    if (advice_errno_ != 0) {
        facts.fallbacks.push_back(throughline::describe(
            errno_error(say_english("give advice on a file"), advice_errno_)));
    }
    return facts;
}

/// The fewest completions after which `reads` more reads can be done. It never exceeds what is
/// owed, so waiting for that many ends.
std::size_t UringReader::completions_until(std::size_t reads) const noexcept {
    std::size_t completions = 0;
    for (std::size_t owed = 1; owed < slots_owing_.size() && reads > 0; ++owed) {
        const std::size_t taken = std::min<std::size_t>(reads, slots_owing_[owed]);
        completions += taken * owed;
        reads -= taken;
    }
    return completions;
}

/// Some file systems, and watchers of file access, answer within the call that hands reads in.
Result<void> UringReader::enter(std::size_t completions_min, Nanoseconds timeout) {
    const char* const path = std::exchange(entering_, nullptr);
    const bool asks = path != nullptr && !asker_.waits();
    if (asks) {
        asker_.asked(path, steady_now(), static_cast<std::uint32_t>(in_flight()));
    }
    auto entered = queue_.enter(completions_min, timeout);
    if (asks) {
        asker_.answered();
    }
    return entered;
}

/// Tells the watch which reads have had no answer for long, and gives up those of a name that no
/// longer is a file's: the open of a FIFO waits for a writer. Opening with O_NONBLOCK instead would
/// have the kernel read from NFS and FUSE one file after another.
void UringReader::look_for_silence(SteadyTime now) {
    if (now < look_at_ || in_flight() == 0) {
        return;
    }
    look_at_ = now + kLookEvery;
    const Slot* oldest = nullptr;
    std::uint32_t silent = 0;
    for (const Slot& slot : slots_) {
        if (slot.submitted_at != kNever && slot.submitted_at < now - kSilence) {
            ++silent;
            oldest = oldest == nullptr || slot.submitted_at < oldest->submitted_at ? &slot : oldest;
        }
    }
    if (oldest == nullptr) {
        asker_.answered();
        return;
    }
    asker_.asked(oldest->read.path, oldest->submitted_at, silent);
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {
        Slot& slot = slots_[index];
        if (slot.submitted_at != kNever && slot.submitted_at < now - kSilence && !slot.looked_at) {
            slot.looked_at = true;
            if (slot.owed > 0 && is_other_kind(slot.read)) {
                give_up(index);
            }
        }
    }
}

/// Ends what is under way for the slot; its completions come as of a failure.
void UringReader::give_up(std::uint32_t index) {
    const std::uint32_t reads = slots_[index].reads_in_chain;
    if (!queue_.reserve(reads + 1)) {
        slots_[index].looked_at = false;  // next time
        return;
    }
    queue_.cancel(make_token(index, Step::Open));
    for (std::uint32_t read = 0; read < reads; ++read) {
        queue_.cancel(make_token(index, Step::Read, read));
    }
}

void UringReader::reap() {
    // One time stamp for the burst: they are all seen now.
    const SteadyTime now = steady_now();
    queue_.reap([&](std::uint64_t token, std::int32_t result) { take(token, result, now); });
    if (!draining_) {
        prepare_waiting();
    }
}

void UringReader::take(std::uint64_t token, std::int32_t result, SteadyTime now) {
    if (token == 0) {
        return;  // left over from a trial chain that failed
    }
    const auto index = static_cast<std::uint32_t>(token >> 32U);
    THROUGHLINE_CHECK(index < slots_.size() && slots_[index].owed > 0);
    Slot& slot = slots_[index];
    switch (static_cast<Step>(token & 0xFFU)) {
        case Step::Read:
            if (slot.open_errno == 0) {  // else cancelled with its open
                slot.plan.add_result((token >> 8U) & 0xFFFFFFU, result);
            }
            break;
        case Step::Open:
            take_open(slot, result);
            break;
        case Step::Advise:
            if (result < 0 && slot.open_errno == 0) {
                advice_errno_ = -result;
            }
            break;
    }
    --slots_owing_[slot.owed];
    if (--slot.owed > 0) {
        ++slots_owing_[slot.owed];
        return;
    }
    advance(index, now);
}

void UringReader::take_open(Slot& slot, std::int32_t result) {
    if (result < 0) {
        slot.open_errno = -result;
        return;
    }
    if (queue_.direct_descriptors()) {
        return;
    }
    opens_refused_ = 0;
    UniqueFd& fd = slot.opening_place ? files_[slot.place].fd : slot.fd;
    fd = UniqueFd(result);
    const bool direct = slot.opening_place ? files_[slot.place].direct : slot.plan.direct();
    if (!direct && advises_whole_files()) {
        const int cause = ::posix_fadvise(result, 0, 0, advice_value(options_.advice));
        advice_errno_ = cause != 0 ? cause : advice_errno_;
    }
}

/// A chain has ended: the read goes on with the next one, or is done.
void UringReader::advance(std::uint32_t index, SteadyTime now) {
    Slot& slot = slots_[index];
    if (slot.opening_place) {
        place_opened(index, now);
        return;
    }
    if (slot.reads_in_chain > 0 && slot.open_errno == 0) {
        slot.plan.end_round(slot.reads_in_chain);
    }
    slot.reads_in_chain = 0;
    if (draining_) {
        finish(index, now);
        return;
    }
    const int cause = slot.open_errno != 0 ? slot.open_errno : slot.plan.errno_value();
    if (cause != 0 && falls_back_to_buffered(slot)) {
        waiting_.push(index);
        return;
    }
    const bool over = slot.open_errno != 0 || slot.plan.finished();
    if (!over) {
        waiting_.push(index);
        return;
    }
    finish(index, now);
}

/// The open of a file that stays open has ended, well or not; those that wait for it go on.
void UringReader::place_opened(std::uint32_t index, SteadyTime now) {
    Slot& opener = slots_[index];
    KeptFile& file = files_[opener.place];
    opener.opening_place = false;
    const int cause = opener.open_errno;
    const bool refused =
        cause != 0 && file.direct && DirectIo::is_refusal(cause) && !is_other_kind(opener.read);
    bool again = false;
    if (refused) {
        direct_.refused(opener.read.path, ReadStep::Open, cause);
        file.direct = false;
        again = true;
    } else if (cause == EMFILE || cause == ENFILE) {
        again = makes_room();
    }
    file.state = cause == 0 ? KeptFile::State::Open : KeptFile::State::Closed;
    if (again) {
        opener.open_errno = 0;
    }
    const bool failed = cause != 0 && !again;
    if (failed) {
        places_.forget(opener.place);
    }
    std::uint32_t next = index;
    std::uint32_t parked = std::exchange(file.parked, kNone);
    while (next != kNone) {
        if (failed || draining_) {
            slots_[next].open_errno = cause;
            finish(next, now);
        } else {
            waiting_.push(next);
        }
        next = parked;
        parked = parked == kNone ? kNone : slots_[parked].next_parked;
    }
}

/// No more files may be open. True: one that no read uses was closed, or some may become free with
/// the reads under way, so that opening is worth another try.
bool UringReader::makes_room() {
    if (queue_.direct_descriptors()) {
        return false;  // those of the table do not count as open files
    }
    const std::uint32_t idle = places_.evict();
    if (idle != kNone) {
        files_[idle] = KeptFile{};
        return true;
    }
    // Refused more than twice around the queue: the open files are not those of this reader.
    return ++opens_refused_ <= 2 * slots_.size();
}

/// When the file system refuses O_DIRECT, the read starts again without it.
bool UringReader::falls_back_to_buffered(Slot& slot) {
    const int cause = slot.open_errno != 0 ? slot.open_errno : slot.plan.errno_value();
    if (!slot.plan.direct() || !DirectIo::is_refusal(cause) || is_other_kind(slot.read)) {
        return false;
    }
    KeptFile* const file = slot.place == kNone ? nullptr : &files_[slot.place];
    // Of the reads of one file that are refused together only the first one changes something.
    if (file == nullptr || file->direct) {
        direct_.refused(
            slot.read.path, slot.open_errno != 0 ? ReadStep::Open : ReadStep::Read, cause);
    }
    if (file != nullptr && file->direct) {
        file->direct = false;
        if (file->fd) {
            ::fcntl(file->fd.get(), F_SETFL, 0);
        } else {
            file->state = KeptFile::State::Closed;  // opened again, into the same place
        }
    }
    slot.fd.reset();
    // A direct descriptor that is still open is replaced by the next open into the same place.
    slot.open = false;
    slot.open_errno = 0;
    slot.planned = false;
    if (file == nullptr) {
        plan(slot, false);  // and not as others of this file system are read
    }
    return true;
}

void UringReader::finish(std::uint32_t index, SteadyTime now) {
    Slot& slot = slots_[index];
    if (slot.fd) {
        slot.fd.reset();
    }
    if (slot.place != kNone) {
        places_.unpin(std::exchange(slot.place, kNone));
    }
    opens_refused_ = 0;
    ReadDone& done = done_.push();
    done = {.tag = slot.read.tag,
            .buffer = slot.read.buffer,
            .errno_value = slot.open_errno,
            .failed_step = slot.open_errno != 0 ? ReadStep::Open : ReadStep::None,
            .latency = now - slot.submitted_at};
    if (slot.planned) {
        done.lead_bytes = slot.plan.lead_bytes();
        done.bytes_read = slot.plan.bytes_read();
        done.bytes_requested = slot.plan.bytes_requested();
        done.reads = slot.plan.reads();
    }
    if (slot.open_errno == 0 && slot.planned) {
        done.errno_value = slot.plan.errno_value();
        if (done.errno_value != 0) {
            done.failed_step = ReadStep::Read;
        } else if (slot.plan.direct() && done.reads > 0) {
            direct_.succeeded();
        }
    }
    const bool whole = done.errno_value == 0 && done.bytes_read == slot.read.length_bytes;
    if (!whole && !draining_ && is_other_kind(slot.read)) {
        done.errno_value = EINVAL;
        done.failed_step = ReadStep::Kind;
    }
    slot.submitted_at = kNever;
    free_.push_back(index);
}

/// Waits for everything in flight: until then the kernel may write into the pool.
void UringReader::drain() noexcept {
    draining_ = true;  // no read goes on after the chain under way
    for (; !waiting_.empty(); waiting_.pop()) {
        finish(waiting_.front(), kNever);
    }
    while (free_.size() < slots_.size()) {
        if (!queue_.enter(completions_until(1), std::chrono::seconds(1))) {
            return;  // the ring itself is broken; the kernel cancels what is left when it is closed
        }
        reap();
        look_for_silence(steady_now());
    }
}

}  // namespace uring

namespace {

Result<RingSetup> open_ring_for(std::uint32_t queue_depth) {
    // Room for every file as open, advice, read; the completion queue holds all that can be owed.
    const std::uint32_t submissions =
        std::clamp(queue_depth * 3, uring::kChainLength * 2, kSubmissionEntriesMax);
    return open_ring(submissions, std::max(submissions, queue_depth * uring::kChainLength));
}

}  // namespace

Result<void> try_uring(std::uint32_t queue_depth) {
    const auto setup = open_ring_for(queue_depth);
    return setup ? Result<void>() : setup.error();
}

Result<std::unique_ptr<Reader>> make_uring_reader(const ReaderOptions& options,
                                                  const BufferPool& pool) {
    auto setup = open_ring_for(options.queue_depth);
    if (!setup) {
        return std::move(setup).error();
    }
    return std::unique_ptr<Reader>(
        std::make_unique<uring::UringReader>(options, pool, *std::move(setup)));
}

}  // namespace throughline::storage
