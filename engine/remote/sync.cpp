// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/sync.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/free_space.h"
#include "engine/base/mutex.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/remote/copy_worker.h"
#include "engine/remote/whole_files.h"

namespace throughline::remote {
namespace {

constexpr std::uint32_t kThreadsMax = 256;
constexpr std::uint32_t kRequestsMax = 4096;
// Whole files wait with their descriptors open until they are synced; of two batches.
constexpr std::uint32_t kBatchFiles = 256;

/// Bytes of a regular file; none: there is none.
std::optional<std::uint64_t> length_of(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(status.st_size);
}

bool is_there(const std::string& path) {
    struct stat status{};
    return ::lstat(path.c_str(), &status) == 0;
}

/// The name of a part of `path`, which begins with a dot as no file of a data set does.
std::string part_of(const std::filesystem::path& path) {
    return (path.parent_path() / ("." + path.filename().string() + ".part")).string();
}

/// Http: what stands behind '?' belongs to what is asked for, not to the file's name.
std::string file_name(const RemoteFiles& files, const std::string& path) {
    return files.store()->location.scheme == Scheme::Http ? path.substr(0, path.find('?')) : path;
}

Result<void> check_sync_options(const SyncOptions& options) {
    if (options.threads == 0 || options.threads > kThreadsMax || options.requests == 0 ||
        options.requests > kRequestsMax || options.part_bytes == 0) {
        return usage_error(say("a copy takes 1 to %1 threads and 1 to %2 requests in flight",
                               std::to_string(kThreadsMax),
                               std::to_string(kRequestsMax)));
    }
    return {};
}

/// Which files are there, and what is to be fetched.
SyncPlan plan_of(CopyJob& job) {
    SyncPlan plan{.files_left_out = job.files.left_out_total()};
    std::uint64_t replaced = 0;
    std::uint64_t largest = 0;  // of those that are replaced
    const auto& listed = job.files.files();
    for (std::size_t i = 0; i < listed.size(); ++i) {
        const auto& file = listed[i];
        const std::string path = job.options.folder + "/" + file_name(job.files, file.path);
        ++plan.files;
        plan.bytes += file.bytes;
        const auto there = length_of(path);
        if (!job.options.again && there == file.bytes) {
            ++plan.files_there;
            plan.bytes_there += file.bytes;
            continue;
        }
        const bool resumes = file.bytes > job.options.part_bytes;
        const auto part = resumes ? length_of(part_of(path)) : std::nullopt;
        const std::uint64_t kept = resumes ? std::min(part.value_or(0), file.bytes - 1) : 0;
        plan.bytes_there += kept;
        plan.bytes_needed += file.bytes - kept;
        if (there) {
            replaced += std::min(*there, file.bytes);
            largest = std::max(largest, file.bytes);
        }
        job.todo.push_back({.file = i, .path = path, .is_new = !is_there(path)});
    }
    if (replaced > 0) {
        const std::uint64_t writers = std::min(job.options.threads, job.options.requests);
        const std::uint64_t at_once = writers * largest + 2 * (WholeFiles::kBatchBytes + largest);
        plan.bytes_needed = std::min(
            plan.bytes_needed, plan.bytes_needed - std::min(plan.bytes_needed, replaced) + at_once);
    }
    return plan;
}

/// Writers that never began have left, too: of a thread that cannot be had nobody waits for files.
struct Writers {
    WholeFiles& whole;
    const std::uint32_t expected;
    std::atomic<std::uint32_t> begun{0};

    ~Writers() {
        for (std::uint32_t i = begun; i < expected; ++i) {
            whole.leave();
        }
    }
};

/// Errors: as publish_files(); an exception is one.
Result<void> publish_or_say_why(CopyJob& job) {
    try {
        return publish_files(job);
    } catch (const std::exception& e) {  // last resort, for the libraries' code
        return Error{.code = ErrorCode::Internal, .what = std::string("copy: ") + e.what()};
    }
}

/// Errors: as sync_files().
Result<void> copy_all(CopyJob& job, const std::function<void()>& show) {
    const auto files = static_cast<std::uint32_t>(std::max<std::size_t>(job.todo.size(), 1));
    const std::uint32_t threads = std::min({job.options.threads, job.options.requests, files});
    std::stop_source give_up;
    const std::stop_callback stopped(job.options.stop,
                                     [give_up]() mutable { give_up.request_stop(); });
    job.stop = give_up.get_token();
    job.requests_each = std::max(1U, job.options.requests / threads);
    job.whole = std::make_unique<WholeFiles>(kBatchFiles, threads);
    Result<void> published;
    std::jthread publisher([&job, &published, give_up]() mutable {
        published = publish_or_say_why(job);
        if (!published) {
            give_up.request_stop();
        }
    });
    Result<void> copied;
    {
        Writers writers{.whole = *job.whole, .expected = threads};
        const auto work = [&job, &writers] {
            ++writers.begun;
            return copy_files(job);
        };
        copied = run_on_threads("copy", threads, work, show, give_up);
    }
    publisher.join();
    copied = copied && !published ? published : copied;
    if (copied && job.options.stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("copy to '%1'", job.options.folder)};
    }
    return copied;
}

/// So that two copies do not go into one folder at a time. Errors: Busy; NotFound, Permission, Io.
Result<UniqueFd> lock_folder(const std::string& folder) {
    auto opened = open_file(folder, O_RDONLY | O_DIRECTORY);
    if (opened && ::flock(opened->get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return Error{.code = ErrorCode::Busy,
                     .what = say("another process is copying into '%1'", folder)};
    }
    return opened;
}

Result<UniqueFd> make_and_lock_folder(const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    return failed ? errno_error(say("make the folder '%1'", folder), failed.value())
                  : lock_folder(folder);
}

}  // namespace

Result<SyncReport> sync_files(const RemoteFiles& files,
                              const SyncOptions& options,
                              const std::function<void(const SyncPlan&)>& on_plan,
                              const std::function<void(const SyncProgress&)>& on_progress) {
    if (auto fits = check_sync_options(options); !fits) {
        return std::move(fits).error();
    }
    const SteadyTime began = steady_now();
    auto folder = lock_folder(options.folder);
    if (!folder && folder.error().code != ErrorCode::NotFound) {
        return std::move(folder).error();
    }
    CopyJob job{.files = files, .options = options};
    SyncPlan plan = plan_of(job);
    auto free = free_bytes(options.folder);
    if (!free) {
        return std::move(free).error();
    }
    plan.bytes_free = *free;
    if (on_plan) {
        on_plan(plan);
    }
    const auto needed = static_cast<double>(plan.bytes_needed);
    if (auto fits = require_space(say("the copy"), options.folder, needed, *free); !fits) {
        return std::move(fits).error();
    }
    if (!folder) {
        folder = make_and_lock_folder(options.folder);
        if (!folder) {
            return std::move(folder).error();
        }
    }
    const auto show = [&] {
        const std::uint64_t fetched = job.bytes_fetched.load();
        if (on_progress) {
            on_progress({.files_done = plan.files_there + job.files_done.load(),
                         .bytes_done = std::min(plan.bytes, plan.bytes_there + fetched),
                         .bytes_fetched = fetched,
                         .seconds = in_seconds(steady_now() - began)});
        }
    };
    if (auto copied = copy_all(job, show); !copied) {
        return std::move(copied).error();
    }
    if (::syncfs(folder->get()) != 0) {  // the names as well
        return errno_error(say("sync the file system"), errno);
    }
    const MutexLock lock(job.mutex);
    return SyncReport{.plan = plan,
                      .files_fetched = job.files_done.load(),
                      .bytes_fetched = job.bytes_fetched.load(),
                      .checked = job.checked.load(),
                      .failed = job.failed,
                      .first_failure = job.first_failure,
                      .seconds = in_seconds(steady_now() - began)};
}

}  // namespace throughline::remote
