// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/page_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/base/file_descriptor.h"

namespace throughline::storage {
namespace {

// Both acts wait for the device or a server far more than they compute.
constexpr unsigned kThreads = 8;
constexpr std::uint64_t kFilesPerTurn = 64;
constexpr std::uint64_t kBlockBytes = 4096;
constexpr std::size_t kLoadBytes = 1U << 20U;

/// Calls act(index) for every file on a few threads, until stopped. True: all were done.
template <class Act>
bool for_each_file(std::uint64_t count, const std::stop_token& stop, const Act& act) {
    std::atomic<std::uint64_t> next{0};
    const auto work = [&] {
        while (!stop.stop_requested()) {
            const std::uint64_t begin = next.fetch_add(kFilesPerTurn, std::memory_order_relaxed);
            const std::uint64_t end = std::min(count, begin + kFilesPerTurn);
            for (std::uint64_t i = begin; i < end && !stop.stop_requested(); ++i) {
                act(i);
            }
            if (end == count || begin >= count) {
                return;
            }
        }
    };
    const auto threads =
        static_cast<unsigned>(std::min<std::uint64_t>(kThreads, count / kFilesPerTurn + 1));
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
    return UniqueFd(::openat(files.directory_fd, files.path(index), O_RDONLY | O_CLOEXEC));
}

/// 0, or the errno of the call that failed, named in `act`.
int evict(const FileList& files, std::uint64_t index, const char*& act) {
    act = "open";
    const UniqueFd fd = open_listed(files, index);
    if (!fd) {
        return errno;
    }
    // A page that is not yet written back cannot be dropped. This writes the file's data and no
    // more: fdatasync() would also flush the device's write cache, once a file, and syncfs() would
    // wait for whatever else is being written on this file system.
    act = "write back";
    constexpr unsigned kWriteAndWait =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    if (::sync_file_range(fd.get(), 0, 0, kWriteAndWait) != 0 && ::fdatasync(fd.get()) != 0) {
        return errno;
    }
    act = "drop from the page cache";
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

/// Takes back what the probes of absent blocks have brought in. A block whose read is under way
/// cannot be dropped, so that read is waited for.
void drop_probed(int fd, const std::vector<std::uint64_t>& absent) {
    std::array<std::byte, kBlockBytes> block;
    for (const std::uint64_t offset : absent) {
        if (::pread(fd, block.data(), block.size(), static_cast<off_t>(offset)) > 0) {
            ::posix_fadvise(fd,
                            static_cast<off_t>(offset),
                            static_cast<off_t>(kBlockBytes),
                            POSIX_FADV_DONTNEED);
        }
    }
}

}  // namespace

Result<EvictReport> evict_files(const FileList& files, std::stop_token stop) {
    std::atomic<std::uint64_t> failed{0};
    std::mutex first_failure_mutex;
    std::string first_failure;
    const bool all = for_each_file(files.count, stop, [&](std::uint64_t index) {
        const char* act = "";
        const int cause = evict(files, index, act);
        if (cause == 0 || failed.fetch_add(1) > 0) {
            return;
        }
        const std::scoped_lock lock(first_failure_mutex);
        first_failure =
            describe(errno_error(std::string(act) + " '" + files.path(index) + "'", cause));
    });
    if (!all) {
        return Error{.code = ErrorCode::Stopped, .what = "evict files from the page cache"};
    }
    return EvictReport{.files = files.count,
                       .files_failed = failed.load(),
                       .first_failure = std::move(first_failure)};
}

Result<void> load_files(const FileList& files, std::stop_token stop) {
    const bool all = for_each_file(files.count, stop, [&](std::uint64_t index) {
        thread_local std::vector<char> memory(kLoadBytes);
        const UniqueFd fd = open_listed(files, index);
        // A file that cannot be read is the run's matter: it will be counted and named there.
        while (fd && !stop.stop_requested()) {
            const ssize_t got = ::read(fd.get(), memory.data(), memory.size());
            if (got == 0 || (got < 0 && errno != EINTR)) {
                break;
            }
        }
    });
    if (!all) {
        return Error{.code = ErrorCode::Stopped, .what = "load files into the page cache"};
    }
    return {};
}

Result<Residency> sample_residency(const FileList& files, std::uint64_t files_max) {
    Residency residency;
    const std::uint64_t count = std::min(files.count, files_max);
    for (std::uint64_t i = 0; i < count; ++i) {
        // i * files.count stays below 2^64 for a million samples of 10^13 files.
        const std::uint64_t index = i * files.count / count;
        const UniqueFd fd = open_listed(files, index);
        if (!fd) {
            continue;
        }
        // Without this a probe of an absent block starts read-ahead of its neighbours.
        ::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_RANDOM);
        std::vector<std::uint64_t> absent;
        std::uint64_t checked = 0;
        for (const std::uint64_t offset : sample_offsets(files.bytes(index))) {
            const BlockState state = probe_block(fd.get(), offset);
            if (state == BlockState::Unsupported) {
                return Error{.code = ErrorCode::Unsupported,
                             .what = std::string("probe the page cache for '") + files.path(index) +
                                     "' by preadv2(RWF_NOWAIT)",
                             .errno_value = errno};
            }
            checked += state == BlockState::NotThere ? 0 : 1;
            if (state == BlockState::Absent) {
                absent.push_back(offset);
            }
        }
        drop_probed(fd.get(), absent);
        residency.blocks_checked += checked;
        residency.blocks_resident += checked - absent.size();
        residency.files_checked += checked > 0 ? 1 : 0;
    }
    return residency;
}

}  // namespace throughline::storage
