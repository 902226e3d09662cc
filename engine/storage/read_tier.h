// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/storage/reader.h"

namespace throughline::storage {

/// What goes when a tier is full.
enum class TierPolicy : std::uint8_t {
    Keep,  ///< nothing: what came first stays, what does not fit is not kept. Best where everything
           ///< is read once an epoch (MinIO; Mohan et al., VLDB 2021)
    Lru,   ///< what was not read for longest
    Fifo,  ///< what came first
};

struct TierOptions {
    std::string folder{};            ///< on whose disk it lies; "": in memory
    std::uint64_t budget_bytes = 0;  ///< most that it holds, in whole blocks of its file system
    TierPolicy policy = TierPolicy::Keep;
    std::uint64_t entries_max = 0;  ///< different reads that it can tell apart, 56 bytes each
};

/// Of how many bytes the blocks are in which a tier of that folder counts its room; "": in memory.
/// At least 4096, at most 65536: no local file system has larger ones, and what a network file
/// system says is what it likes to write at once.
std::uint64_t tier_block_bytes(const std::string& folder) noexcept;

/// What a tier has done so far.
struct TierCounts {
    std::uint64_t hits = 0;  ///< reads that it served
    std::uint64_t hit_bytes = 0;
    std::uint64_t misses = 0;  ///< reads that what lies behind it served
    std::uint64_t miss_bytes = 0;
    std::uint64_t kept = 0;         ///< of the misses, written into it
    std::uint64_t evictions = 0;    ///< of what it had kept
    std::uint64_t not_written = 0;  ///< that were to be kept: the disk refused
    std::uint64_t not_read = 0;     ///< that it had, and could not bring: read from behind it
    friend TierCounts operator-(TierCounts left, const TierCounts& right) noexcept;
};

/// What readers have read once, kept in a file for the next time: a tier in front of slower
/// storage, which all readers of a run share. A read is known by its path and offset; it is served
/// whole or not at all, so what is asked for in the same pieces every time is found.
/// The file has no name (O_TMPFILE; in memory memfd_create(2)): it goes with this object, and with
/// the process however that ends, and nothing of it is ever in the way of other files in its
/// folder. What goes is punched out of it, so that pieces of any size need no allocator: each has a
/// place of its own in it, and only what is kept takes room.
/// Thread: any.
class ReadTier {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    /// Errors: those of open(2) in the folder; Usage where it lies in memory; Limit where its disk
    /// has less room than the budget; Unsupported where something is to be evicted and the file
    /// system cannot give parts of a file back.
    static Result<std::shared_ptr<ReadTier>> open(const TierOptions& options);

    struct Look {
        std::uint32_t entry = kNone;    ///< kNone: the tier has nothing to do with the read
        bool hit = false;               ///< it is there, and stays until served() or lost()
        std::uint64_t place_bytes = 0;  ///< of a hit, in the file
    };
    /// Of a miss with an entry, the caller reads it elsewhere and says so by fill() or give_up().
    /// `read.path` is the same pointer for the same file as long as the tier lives.
    Look look_up(const FileRead& read);
    /// What look_up() missed was read. Blocks: to copy it into the file's page cache, from where
    /// the kernel writes it to the disk behind; as long as the disk is not too far behind.
    void fill(std::uint32_t entry, std::span<const std::byte> bytes);
    void give_up(std::uint32_t entry);
    /// Waits until the disk has what was written so far, so that the next reads do not wait for it.
    /// Blocks: until then, or soon after a stop; not at all in memory. Thread: any, also beside
    /// readers, of which it settles what was written when it began.
    void settle(const std::stop_token& stop);
    /// What it has was read. False: the disk failed to take something of it since, so that the
    /// bytes may be others, and the tier has given up. Costs a system call where it lies on a disk,
    /// as a failure to write behind is told to nobody else, and later reads may bring zeros.
    bool served(std::uint32_t entry);
    /// The file could not be read there: it is no longer kept, even where it still takes room.
    void lost(std::uint32_t entry);
    /// As served(), of a read that nobody waits for any more.
    void let_go(std::uint32_t entry);
    /// Bytes came from what lies behind.
    void missed(std::uint64_t bytes);

    /// For readers of this process: "/proc/self/fd/7".
    const char* path() const noexcept { return path_.c_str(); }
    bool in_memory() const noexcept { return options_.folder.empty(); }
    const TierOptions& options() const noexcept { return options_; }
    TierCounts counts() const;
    std::uint64_t held_bytes() const;   ///< in whole blocks, at most the budget
    std::string write_failure() const;  ///< the first, as people read it; "": none
    bool gave_up() const;               ///< as its disk failed to write: it has nothing any more

private:
    enum class State : std::uint8_t { Absent, Filling, Ready };
    struct Entry {
        const char* path = nullptr;
        std::uint64_t offset_bytes = 0;
        std::uint64_t length_bytes = 0;
        std::uint64_t place_bytes = 0;
        std::uint32_t older = kNone;  ///< of those that are kept, in the order in which they go
        std::uint32_t newer = kNone;
        std::uint16_t readers = 0;
        State state = State::Absent;
        bool takes_room = false;  ///< in the file; what cannot be punched out does so for good
    };
    ReadTier(const TierOptions& options, UniqueFd file, std::uint64_t block_bytes);

    std::uint64_t room_of(const Entry& entry) const noexcept;
    std::uint32_t find_or_add(const FileRead& read) REQUIRES(mutex_);
    bool make_room(std::uint64_t bytes) REQUIRES(mutex_);
    bool evict(std::uint32_t entry) REQUIRES(mutex_);
    void link_newest(std::uint32_t entry) REQUIRES(mutex_);
    void unlink(std::uint32_t entry) REQUIRES(mutex_);
    bool give_back(Entry& entry) REQUIRES(mutex_);
    void write_behind(std::uint64_t bytes);
    void note_write_error(int cause);
    bool disk_failed();

    const TierOptions options_;
    const UniqueFd file_;
    const std::uint64_t block_bytes_;
    const std::string path_;
    /// Held while the kernel is asked for failures to write until what it says is noted, as it
    /// tells each of them once.
    Mutex told_mutex_;
    mutable Mutex mutex_;
    std::vector<std::uint32_t> table_ GUARDED_BY(mutex_);  ///< by hash, of a power of two
    std::vector<Entry> entries_ GUARDED_BY(mutex_);
    std::uint32_t oldest_ GUARDED_BY(mutex_) = kNone;
    std::uint32_t newest_ GUARDED_BY(mutex_) = kNone;
    std::uint64_t end_bytes_ GUARDED_BY(mutex_) = 0;  ///< of the places given out
    std::uint64_t held_bytes_ GUARDED_BY(mutex_) = 0;
    std::uint64_t unwritten_bytes_ GUARDED_BY(mutex_) = 0;  ///< since writing was begun last
    int write_errno_ GUARDED_BY(mutex_) = 0;
    bool gave_up_ GUARDED_BY(mutex_) = false;
    TierCounts counts_ GUARDED_BY(mutex_);
};

}  // namespace throughline::storage
