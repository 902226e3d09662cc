// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/read_tier.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/format.h"
#include "engine/base/mix_bits.h"
#include "engine/base/say.h"
#include "engine/base/uuid.h"

namespace throughline::storage {
namespace {

constexpr std::uint64_t kTierBlockBytes = 4096;  ///< O_DIRECT reads begin on these
constexpr std::uint64_t kTierBlockMost = 65536;
constexpr off_t kBehindAll = off_t{1} << 60;            ///< where no file has pages
constexpr std::uint64_t kWriteBehindBytes = 8U << 20U;  ///< written before the disk is set to work

/// Of a folder's file system, without a name in it. Where files without one cannot be made (NFS),
/// it has one for a moment.
Result<UniqueFd> nameless_file(const std::string& folder) {
    constexpr int kFlags = O_RDWR | O_CLOEXEC;
    UniqueFd file(::open(folder.c_str(), O_TMPFILE | kFlags, S_IRUSR | S_IWUSR));
    if (!file && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
        const std::string name = folder + "/.throughline-cache-" + make_uuid();
        file = UniqueFd(
            ::open(name.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | kFlags, S_IRUSR | S_IWUSR));
        if (file && ::unlink(name.c_str()) != 0) {
            return errno_error(say("remove the name of the cache '%1'", name), errno);
        }
    }
    if (!file) {
        return errno_error(say("make the cache in '%1'", folder), errno);
    }
    return file;
}

Result<UniqueFd> file_in_memory() {
    UniqueFd file(::memfd_create("throughline-cache", MFD_CLOEXEC));
    if (!file) {
        return errno_error(say("make the cache in memory"), errno);
    }
    return file;
}

bool punch_out(int file, std::uint64_t offset_bytes, std::uint64_t bytes) {
    return ::fallocate(file,
                       FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                       static_cast<off_t>(offset_bytes),
                       static_cast<off_t>(bytes)) == 0;
}

/// The unit of a file system's numbers.
std::uint64_t fragment_of(const struct statfs& info) {
    return static_cast<std::uint64_t>(info.f_frsize > 0 ? info.f_frsize : info.f_bsize);
}

std::uint64_t block_of(const struct statfs& info) {
    return std::clamp(fragment_of(info), kTierBlockBytes, kTierBlockMost);
}

/// What must hold of the disk that the file lies on. Returns its block size.
Result<std::uint64_t> look_at_disk(int file, const TierOptions& options) {
    struct statfs info{};
    if (::fstatfs(file, &info) != 0) {
        return errno_error(say("look at the free space of '%1'", options.folder), errno);
    }
    if (info.f_type == TMPFS_MAGIC || info.f_type == RAMFS_MAGIC) {
        return usage_error(
            say("'%1' keeps its files in memory, and cache.kind=disk needs a disk: "
                "cache.path=FOLDER names one on a disk, and cache.kind=memory is a cache in memory",
                options.folder));
    }
    const std::uint64_t free = info.f_bavail * fragment_of(info);
    if (options.budget_bytes > free) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("a cache of up to %1 does not fit into '%2', where %3 are free",
                                 format_binary(options.budget_bytes),
                                 options.folder,
                                 format_binary(free))};
    }
    return block_of(info);
}

/// 0 where it was written, else why not.
int write_at(int file, std::span<const std::byte> bytes, std::uint64_t offset_bytes) {
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset_bytes));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return count < 0 ? errno : ENOSPC;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        offset_bytes += static_cast<std::uint64_t>(count);
    }
    return 0;
}

/// Of sync_file_range(2): not of a disk, but of a kernel or a sandbox without the call.
bool is_no_answer(int cause) noexcept {
    return cause == ENOSYS || cause == EPERM || cause == EINVAL;
}

std::uint64_t hash_of(const char* path, std::uint64_t offset_bytes) noexcept {
    return mix_bits(reinterpret_cast<std::uintptr_t>(path) * kSplitMixStep + offset_bytes);
}

}  // namespace

std::uint64_t tier_block_bytes(const std::string& folder) noexcept {
    struct statfs info{};
    if (folder.empty()) {
        return std::max<std::uint64_t>(kTierBlockBytes,
                                       static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
    }
    // What is wrong with the folder is said where the tier is made.
    return ::statfs(folder.c_str(), &info) == 0 ? block_of(info) : kTierBlockBytes;
}

TierCounts operator-(TierCounts left, const TierCounts& right) noexcept {
    left.hits -= right.hits;
    left.hit_bytes -= right.hit_bytes;
    left.misses -= right.misses;
    left.miss_bytes -= right.miss_bytes;
    left.kept -= right.kept;
    left.evictions -= right.evictions;
    left.not_written -= right.not_written;
    left.not_read -= right.not_read;
    return left;
}

Result<std::shared_ptr<ReadTier>> ReadTier::open(const TierOptions& options) {
    auto file = options.folder.empty() ? file_in_memory() : nameless_file(options.folder);
    if (!file) {
        return std::move(file).error();
    }
    auto block = options.folder.empty() ? Result<std::uint64_t>(tier_block_bytes({}))
                                        : look_at_disk(file->get(), options);
    if (!block) {
        return std::move(block).error();
    }
    if (options.policy != TierPolicy::Keep && !punch_out(file->get(), 0, *block)) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("the file system of '%1' cannot give parts of a file back, so "
                                 "nothing can be evicted there",
                                 options.folder),
                     .errno_value = errno};
    }
    return std::shared_ptr<ReadTier>(new ReadTier(options, *std::move(file), *block));
}

ReadTier::ReadTier(const TierOptions& options, UniqueFd file, std::uint64_t block_bytes)
    : options_(options),
      file_(std::move(file)),
      block_bytes_(block_bytes),
      path_("/proc/self/fd/" + std::to_string(file_.get())) {
    const std::uint64_t entries = std::min<std::uint64_t>(options.entries_max, kNone - 1);
    const MutexLock lock(mutex_);
    entries_.reserve(entries);
    table_.assign(std::bit_ceil(std::max<std::uint64_t>(2 * entries, 2)), kNone);
}

std::uint64_t ReadTier::room_of(const Entry& entry) const noexcept {
    return (entry.length_bytes + block_bytes_ - 1) / block_bytes_ * block_bytes_;
}

/// kNone: it is new and there is no room in the table, or the same place was read in another
/// length.
std::uint32_t ReadTier::find_or_add(const FileRead& read) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash_of(read.path, read.offset_bytes) & mask;
    for (; table_[at] != kNone; at = (at + 1) & mask) {
        const Entry& entry = entries_[table_[at]];
        if (entry.path == read.path && entry.offset_bytes == read.offset_bytes) {
            return entry.length_bytes == read.length_bytes ? table_[at] : kNone;
        }
    }
    if (entries_.size() == entries_.capacity()) {
        return kNone;
    }
    table_[at] = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({.path = read.path,
                        .offset_bytes = read.offset_bytes,
                        .length_bytes = read.length_bytes,
                        .place_bytes = end_bytes_});
    end_bytes_ += room_of(entries_.back());
    return table_[at];
}

ReadTier::Look ReadTier::look_up(const FileRead& read) {
    const MutexLock lock(mutex_);
    const std::uint32_t number = gave_up_ ? kNone : find_or_add(read);
    if (number == kNone) {
        return {};
    }
    Entry& entry = entries_[number];
    switch (entry.state) {
        case State::Ready:
            ++entry.readers;
            if (options_.policy == TierPolicy::Lru) {
                unlink(number);
                link_newest(number);
            }
            return {.entry = number, .hit = true, .place_bytes = entry.place_bytes};
        case State::Absent:
            entry.state = State::Filling;
            return {.entry = number};
        case State::Filling:
            break;  // another reader fetches it
    }
    return {};
}

/// Evicts until so many more bytes fit. False: they do not.
bool ReadTier::make_room(std::uint64_t bytes) {
    if (bytes > options_.budget_bytes) {
        return false;
    }
    std::uint32_t next = oldest_;
    while (held_bytes_ + bytes > options_.budget_bytes) {
        while (next != kNone && entries_[next].readers > 0) {
            next = entries_[next].newer;
        }
        if (options_.policy == TierPolicy::Keep || next == kNone) {
            return false;
        }
        const std::uint32_t newer = entries_[next].newer;
        if (!evict(next)) {
            return false;
        }
        ++counts_.evictions;
        next = newer;
    }
    return true;
}

/// What cannot be punched out still takes room, and stays.
bool ReadTier::evict(std::uint32_t number) {
    Entry& entry = entries_[number];
    if (!give_back(entry)) {
        return false;
    }
    unlink(number);
    entry.state = State::Absent;
    return true;
}

/// False: the file system keeps its room.
bool ReadTier::give_back(Entry& entry) {
    const std::uint64_t room = room_of(entry);
    if (!punch_out(file_.get(), entry.place_bytes, room)) {
        return false;
    }
    entry.takes_room = false;
    held_bytes_ -= room;
    return true;
}

void ReadTier::fill(std::uint32_t number, std::span<const std::byte> bytes) {
    std::uint64_t place = 0;
    {
        const MutexLock lock(mutex_);
        Entry& entry = entries_[number];
        THROUGHLINE_CHECK(entry.state == State::Filling && bytes.size() == entry.length_bytes);
        const std::uint64_t room = entry.takes_room ? 0 : room_of(entry);
        if (gave_up_ || !make_room(room)) {
            entry.state = State::Absent;
            return;
        }
        held_bytes_ += room;
        entry.takes_room = true;
        place = entry.place_bytes;
    }
    const int failure = write_at(file_.get(), bytes, place);
    {
        const MutexLock lock(mutex_);
        Entry& entry = entries_[number];
        if (failure == 0) {
            entry.state = State::Ready;
            link_newest(number);
            ++counts_.kept;
        } else {
            static_cast<void>(give_back(entry));  // what was written of it; else it stays counted
            entry.state = State::Absent;
            ++counts_.not_written;
            write_errno_ = write_errno_ == 0 ? failure : write_errno_;
        }
    }
    write_behind(bytes.size());
}

/// Sets the disk to work, without waiting for it: what is read soon is on it by then.
void ReadTier::write_behind(std::uint64_t bytes) {
    if (in_memory()) {
        return;
    }
    {
        const MutexLock lock(mutex_);
        unwritten_bytes_ += bytes;
        if (unwritten_bytes_ < kWriteBehindBytes) {
            return;
        }
        unwritten_bytes_ = 0;
    }
    if (::sync_file_range(file_.get(), 0, 0, SYNC_FILE_RANGE_WRITE) != 0) {
        note_write_error(errno);
    }
}

/// In pieces, as no such call can be stopped; the disk is set to the next before one is waited for.
void ReadTier::settle(const std::stop_token& stop) {
    constexpr unsigned kAll =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    constexpr std::uint64_t kPieceBytes = std::uint64_t{16} << 20;
    std::uint64_t end = 0;
    if (!in_memory()) {
        const MutexLock lock(mutex_);
        end = end_bytes_;
    }
    const auto sync = [&](std::uint64_t begin, unsigned flags) {
        if (begin < end && ::sync_file_range(file_.get(),
                                             static_cast<off_t>(begin),
                                             static_cast<off_t>(kPieceBytes),
                                             flags) != 0) {
            note_write_error(errno);
        }
    };
    for (std::uint64_t at = 0; at < end && !stop.stop_requested(); at += kPieceBytes) {
        sync(at + kPieceBytes, SYNC_FILE_RANGE_WRITE);
        sync(at, kAll);
    }
}

/// Of what was written behind: nobody knows which of it is not on the disk.
void ReadTier::note_write_error(int cause) {
    if (is_no_answer(cause)) {
        return;
    }
    const MutexLock lock(mutex_);
    write_errno_ = write_errno_ == 0 ? cause : write_errno_;
    gave_up_ = true;
}

/// Waits for no page, as there is none so far out, but is told of each failure to write the file
/// that this descriptor was not told of yet.
/// Source: file_check_and_advance_wb_err() in the kernel's mm/filemap.c.
bool ReadTier::disk_failed() {
    if (in_memory()) {
        return false;
    }
    const MutexLock lock(told_mutex_);
    if (::sync_file_range(file_.get(), kBehindAll, kTierBlockBytes, SYNC_FILE_RANGE_WAIT_BEFORE) !=
        0) {
        note_write_error(errno);
    }
    return gave_up();
}

void ReadTier::give_up(std::uint32_t number) {
    const MutexLock lock(mutex_);
    entries_[number].state = State::Absent;
}

bool ReadTier::served(std::uint32_t number) {
    const bool failed = disk_failed();
    const MutexLock lock(mutex_);
    Entry& entry = entries_[number];
    --entry.readers;
    if (failed) {
        ++counts_.not_read;
        return false;
    }
    ++counts_.hits;
    counts_.hit_bytes += entry.length_bytes;
    return true;
}

void ReadTier::let_go(std::uint32_t number) {
    const MutexLock lock(mutex_);
    --entries_[number].readers;
}

void ReadTier::lost(std::uint32_t number) {
    const MutexLock lock(mutex_);
    ++counts_.not_read;
    Entry& entry = entries_[number];
    if (--entry.readers == 0 && !evict(number)) {
        unlink(number);
        entry.state = State::Absent;
    }
}

void ReadTier::missed(std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    ++counts_.misses;
    counts_.miss_bytes += bytes;
}

void ReadTier::link_newest(std::uint32_t number) {
    Entry& entry = entries_[number];
    entry.older = newest_;
    entry.newer = kNone;
    (newest_ == kNone ? oldest_ : entries_[newest_].newer) = number;
    newest_ = number;
}

void ReadTier::unlink(std::uint32_t number) {
    const Entry& entry = entries_[number];
    (entry.older == kNone ? oldest_ : entries_[entry.older].newer) = entry.newer;
    (entry.newer == kNone ? newest_ : entries_[entry.newer].older) = entry.older;
}

TierCounts ReadTier::counts() const {
    const MutexLock lock(mutex_);
    return counts_;
}

std::uint64_t ReadTier::held_bytes() const {
    const MutexLock lock(mutex_);
    return held_bytes_;
}

bool ReadTier::gave_up() const {
    const MutexLock lock(mutex_);
    return gave_up_;
}

std::string ReadTier::write_failure() const {
    const MutexLock lock(mutex_);
    return write_errno_ == 0
               ? ""
               : describe(errno_error(say_english("write into the cache"), write_errno_));
}

}  // namespace throughline::storage
