// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/read_tier.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
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

constexpr std::uint64_t kTierBlockBytes = 4096;         ///< O_DIRECT reads begin on these
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

/// What must hold of the disk that the file lies on. Returns its block size.
Result<std::uint64_t> look_at_disk(int file, const TierOptions& options) {
    struct statvfs info{};
    if (::fstatvfs(file, &info) != 0) {
        return errno_error(say("look at the free space of '%1'", options.folder), errno);
    }
    const std::uint64_t free = std::uint64_t{info.f_bavail} * info.f_frsize;
    if (options.budget_bytes > free) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("a cache of up to %1 does not fit into '%2', where %3 are free",
                                 format_binary(options.budget_bytes),
                                 options.folder,
                                 format_binary(free))};
    }
    return std::max<std::uint64_t>(kTierBlockBytes, info.f_frsize);
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

std::uint64_t hash_of(const char* path, std::uint64_t offset_bytes) noexcept {
    return mix_bits(reinterpret_cast<std::uintptr_t>(path) * kSplitMixStep + offset_bytes);
}

}  // namespace

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
    auto block = options.folder.empty() ? Result<std::uint64_t>(kTierBlockBytes)
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
    const std::uint32_t number = find_or_add(read);
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
    if (!punch(entry)) {
        return false;
    }
    unlink(number);
    entry.state = State::Absent;
    held_bytes_ -= room_of(entry);
    return true;
}

void ReadTier::fill(std::uint32_t number, std::span<const std::byte> bytes) {
    std::uint64_t place = 0;
    {
        const MutexLock lock(mutex_);
        Entry& entry = entries_[number];
        THROUGHLINE_CHECK(entry.state == State::Filling && bytes.size() == entry.length_bytes);
        if (!make_room(room_of(entry))) {
            entry.state = State::Absent;
            return;
        }
        held_bytes_ += room_of(entry);
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
            punch(entry);  // what was written of it
            entry.state = State::Absent;
            held_bytes_ -= room_of(entry);
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
    ::sync_file_range(file_.get(), 0, 0, SYNC_FILE_RANGE_WRITE);
}

void ReadTier::give_up(std::uint32_t number) {
    const MutexLock lock(mutex_);
    entries_[number].state = State::Absent;
}

void ReadTier::served(std::uint32_t number) {
    const MutexLock lock(mutex_);
    Entry& entry = entries_[number];
    --entry.readers;
    ++counts_.hits;
    counts_.hit_bytes += entry.length_bytes;
}

void ReadTier::let_go(std::uint32_t number) {
    const MutexLock lock(mutex_);
    --entries_[number].readers;
}

void ReadTier::lost(std::uint32_t number) {
    const MutexLock lock(mutex_);
    ++counts_.not_read;
    if (--entries_[number].readers == 0) {
        static_cast<void>(evict(number));
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

bool ReadTier::punch(const Entry& entry) const {
    return punch_out(file_.get(), entry.place_bytes, room_of(entry));
}

TierCounts ReadTier::counts() const {
    const MutexLock lock(mutex_);
    return counts_;
}

std::uint64_t ReadTier::held_bytes() const {
    const MutexLock lock(mutex_);
    return held_bytes_;
}

std::string ReadTier::write_failure() const {
    const MutexLock lock(mutex_);
    return write_errno_ == 0
               ? ""
               : describe(errno_error(say_english("write into the cache"), write_errno_));
}

}  // namespace throughline::storage
