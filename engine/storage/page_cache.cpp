// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/page_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <functional>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/mutex.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"

namespace throughline::storage {
namespace {

// Both acts wait for the device or a server far more than they compute.
constexpr unsigned kThreads = 8;
constexpr std::uint64_t kFilesPerTurn = 64;
constexpr std::uint64_t kBlockBytes = 4096;
constexpr std::size_t kLoadBytes = 1U << 20U;

/// Calls act(number) for 0 to count - 1 on a few threads, until stopped; file_of(number) is the
/// file that it is about. True: all were done.
template <class FileOf, class Act>
bool for_each_file(const FileList& files,
                   std::uint64_t count,
                   const std::stop_token& stop,
                   const FileOf& file_of,
                   const Act& act,
                   std::uint64_t files_per_turn = kFilesPerTurn) {
    std::atomic<std::uint64_t> next{0};
    const auto work = [&] {
        AnswerWatch::Asker asker(files.watch);
        while (!stop.stop_requested()) {
            const std::uint64_t begin = next.fetch_add(files_per_turn, std::memory_order_relaxed);
            const std::uint64_t end = std::min(count, begin + files_per_turn);
            for (std::uint64_t i = begin; i < end && !stop.stop_requested(); ++i) {
                asker.asked(files.path(file_of(i)), steady_now());
                act(i);
            }
            asker.answered();
            if (end == count || begin >= count) {
                return;
            }
        }
    };
    const auto threads =
        static_cast<unsigned>(std::min<std::uint64_t>(kThreads, count / files_per_turn + 1));
    {
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < threads; ++i) {
            helpers.emplace_back(work);
        }
        work();
    }
    return !stop.stop_requested();
}

UniqueFd open_listed(const FileList& files, std::uint64_t index) {
    // O_NONBLOCK: the open of a FIFO, which may have taken a file's name, would wait for a writer.
    return UniqueFd(
        ::openat(files.directory_fd, files.path(index), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// 0, or the errno of the call that failed, named in `act`, a message.
int evict(const FileList& files, std::uint64_t index, const char*& act) {
    act = to_say("open '%1'");
    const UniqueFd fd = open_listed(files, index);
    if (!fd) {
        return errno;
    }
    // A page that is not yet written back cannot be dropped. This writes the file's data and no
    // more: fdatasync() would also flush the device's write cache, once a file, and syncfs() would
    // wait for whatever else is being written on this file system.
    act = to_say("write back '%1'");
    constexpr unsigned kWriteAndWait =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    if (::sync_file_range(fd.get(), 0, 0, kWriteAndWait) != 0 && ::fdatasync(fd.get()) != 0) {
        return errno;
    }
    act = to_say("drop '%1' from the page cache");
    return ::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_DONTNEED);
}

enum class BlockState : std::uint8_t { Resident, Absent, NotThere, Unsupported };

BlockState probe_block(int fd, std::uint64_t offset) {
    std::array<std::byte, kBlockBytes> block;
    const iovec target{.iov_base = block.data(), .iov_len = block.size()};
    const ssize_t got = ::preadv2(fd, &target, 1, static_cast<off_t>(offset), RWF_NOWAIT);
    if (got > 0) {
        return BlockState::Resident;
    }
    if (got < 0 && errno == EAGAIN) {
        return BlockState::Absent;
    }
    const bool unsupported = got < 0 && (errno == EOPNOTSUPP || errno == ENOSYS);
    return unsupported ? BlockState::Unsupported : BlockState::NotThere;
}

/// Whether the page cache surely lacks the block, asked without any I/O. Of files that are neither
/// ours nor writable the kernel says that every block is resident, which is "not surely" here.
bool surely_absent(int fd, std::uint64_t offset) {
    static const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    void* const page = ::mmap(nullptr,
                              page_bytes,
                              PROT_READ,
                              MAP_SHARED,
                              fd,
                              static_cast<off_t>(offset / page_bytes * page_bytes));
    if (page == MAP_FAILED) {
        return false;
    }
    unsigned char resident = 1;
    const bool absent = ::mincore(page, page_bytes, &resident) == 0 && (resident & 1U) == 0;
    ::munmap(page, page_bytes);
    return absent;
}

/// The block offsets to look at: the first, the middle and the last.
std::vector<std::uint64_t> sample_offsets(std::uint64_t bytes) {
    if (bytes == 0) {
        return {};
    }
    const std::uint64_t last = (bytes - 1) / kBlockBytes;
    std::vector<std::uint64_t> offsets{0, last / 2 * kBlockBytes, last * kBlockBytes};
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    return offsets;
}

/// A number near count * 0.618 without a common factor: multiples of it, modulo count, meet every
/// number below count once, and any first part of them is spread evenly (golden-section sequence).
std::uint64_t spread_step(std::uint64_t count) {
    auto step = static_cast<std::uint64_t>(static_cast<double>(count) * 0.6180339887498949);
    for (step = std::max<std::uint64_t>(step, 1); std::gcd(step, count) != 1;) {
        ++step;
    }
    return step;
}

/// One look at the page cache. What probing has loaded is taken back file by file: reads that are
/// left to themselves would go on in the measurement, for as long as a slow device needs for them.
class ResidencySample {
public:
    ResidencySample(const FileList& files, std::uint64_t files_max, Nanoseconds budget)
        : files_(files),
          count_(std::min(files.count, files_max)),
          step_(spread_step(count_)),
          budget_(budget) {}

    Result<Residency> take(const std::stop_token& stop) {
        const auto probed_by = Clock::now() + budget_;
        const auto file_of = [&](std::uint64_t turn) {
            return turn * step_ % count_ * files_.count / count_;
        };
        const auto probe = [&](std::uint64_t turn) {
            if (Clock::now() < probed_by && !unsupported_.load(std::memory_order_relaxed)) {
                probe_file(file_of(turn), stop);
            }
        };
        const bool all = for_each_file(files_, count_, stop, file_of, probe, 1);
        const MutexLock lock(mutex_);
        if (all && failure_) {
            return *failure_;
        }
        if (!all) {
            return Error{.code = ErrorCode::Stopped, .what = say("sample the page cache")};
        }
        return residency_;
    }

private:
    using Clock = std::chrono::steady_clock;
    UniqueFd open_for_probing(std::uint64_t index) const {
        UniqueFd fd = open_listed(files_, index);
        if (fd) {
            // Without this a probe of an absent block starts read-ahead of its neighbours.
            ::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_RANDOM);
        }
        return fd;
    }

    void probe_file(std::uint64_t index, const std::stop_token& stop) {
        const UniqueFd fd = open_for_probing(index);
        if (!fd) {
            return;
        }
        std::uint64_t checked = 0;
        std::uint64_t resident = 0;
        std::vector<std::uint64_t>
            asked_for;  // absent, and perhaps being read for having been probed
        for (const std::uint64_t offset : sample_offsets(files_.bytes(index))) {
            if (surely_absent(fd.get(), offset)) {
                ++checked;
                continue;
            }
            const BlockState state = probe_block(fd.get(), offset);
            if (state == BlockState::Unsupported) {
                report_unsupported(index, errno);
                return;
            }
            checked += state == BlockState::NotThere ? 0 : 1;
            resident += state == BlockState::Resident ? 1 : 0;
            if (state == BlockState::Absent) {
                asked_for.push_back(offset);
            }
        }
        take_back(fd.get(), asked_for, stop);
        const MutexLock lock(mutex_);
        residency_.blocks_checked += checked;
        residency_.blocks_resident += resident;
        residency_.files_checked += checked > 0 ? 1 : 0;
    }

    void report_unsupported(std::uint64_t index, int cause) {
        const MutexLock lock(mutex_);
        failure_ = Error{
            .code = ErrorCode::Unsupported,
            .what = say("probe the page cache for '%1' by preadv2(RWF_NOWAIT)", files_.path(index)),
            .errno_value = cause};
        unsupported_.store(true, std::memory_order_relaxed);
    }

    /// Some kernels have an absent block read when it is probed, others do not: on those that do,
    /// the block probed first turns up in a moment. Asking once is not enough, its read may still
    /// be under way.
    bool probing_loads(int fd, std::uint64_t offset, const std::stop_token& stop) {
        constexpr auto kPatience = std::chrono::milliseconds(300);
        const MutexLock lock(loads_mutex_);
        for (const auto until = Clock::now() + kPatience;
             !loads_ && Clock::now() < until && !stop.stop_requested();) {
            if (probe_block(fd, offset) == BlockState::Resident) {
                loads_ = true;
            } else {
                pause_for(std::chrono::milliseconds(1), stop);
            }
        }
        loads_ = loads_.value_or(false);
        return *loads_;
    }

    /// Drops the blocks that probing has loaded. A block cannot be dropped before its read has
    /// ended, so each is waited for by reading it.
    void take_back(int fd, const std::vector<std::uint64_t>& offsets, const std::stop_token& stop) {
        if (offsets.empty() || !probing_loads(fd, offsets.front(), stop)) {
            return;
        }
        std::array<std::byte, kBlockBytes> block;
        for (const std::uint64_t offset : offsets) {
            if (::pread(fd, block.data(), block.size(), static_cast<off_t>(offset)) > 0) {
                drop(fd, offset);
            }
        }
    }

    static void drop(int fd, std::uint64_t offset) {
        ::posix_fadvise(
            fd, static_cast<off_t>(offset), static_cast<off_t>(kBlockBytes), POSIX_FADV_DONTNEED);
    }

    const FileList& files_;
    std::uint64_t count_;
    std::uint64_t step_;
    Nanoseconds budget_;
    std::atomic<bool> unsupported_{false};
    Mutex mutex_;
    std::optional<Error> failure_ GUARDED_BY(mutex_);
    Residency residency_ GUARDED_BY(mutex_);
    Mutex loads_mutex_;
    std::optional<bool> loads_ GUARDED_BY(loads_mutex_);  ///< not yet known: empty
};

}  // namespace

Result<EvictReport> evict_files(const FileList& files, std::stop_token stop) {
    std::atomic<std::uint64_t> failed{0};
    Mutex first_failure_mutex;
    std::string first_failure;
    const auto evict_one = [&](std::uint64_t index) {
        const char* act = "";
        const int cause = evict(files, index, act);
        if (cause == 0 || failed.fetch_add(1) > 0) {
            return;
        }
        const MutexLock lock(first_failure_mutex);
        first_failure = describe(errno_error(say(act, files.path(index)), cause));
    };
    const bool all = for_each_file(files, files.count, stop, std::identity(), evict_one);
    if (!all) {
        return Error{.code = ErrorCode::Stopped, .what = say("evict files from the page cache")};
    }
    return EvictReport{.files = files.count,
                       .files_failed = failed.load(),
                       .first_failure = std::move(first_failure)};
}

Result<void> load_files(const FileList& files, std::stop_token stop) {
    const auto load_one = [&](std::uint64_t index) {
        thread_local std::vector<char> memory(kLoadBytes);
        const UniqueFd fd = open_listed(files, index);
        // A file that cannot be read is the run's matter: it will be counted and named there.
        while (fd && !stop.stop_requested()) {
            const ssize_t got = ::read(fd.get(), memory.data(), memory.size());
            if (got == 0 || (got < 0 && errno != EINTR)) {
                break;
            }
        }
    };
    const bool all = for_each_file(files, files.count, stop, std::identity(), load_one);
    if (!all) {
        return Error{.code = ErrorCode::Stopped, .what = say("load files into the page cache")};
    }
    return {};
}

Result<Residency> sample_residency(const FileList& files,
                                   std::uint64_t files_max,
                                   std::stop_token stop,
                                   Nanoseconds budget) {
    return ResidencySample(files, files_max, budget).take(stop);
}

}  // namespace throughline::storage
