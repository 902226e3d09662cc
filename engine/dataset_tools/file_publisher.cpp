// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/file_publisher.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::dataset_tools {
namespace {

// A batch is large enough to make syncing cheap and small enough to be stopped within a second on a
// disk of 100 MB/s.
constexpr std::size_t kBatchFiles = 512;
constexpr std::uint64_t kBatchBytes = 64U << 20U;

}  // namespace

Result<void> FilePublisher::write(std::string temporary_path,
                                  std::string path,
                                  std::span<const std::byte> bytes) {
    {
        const UniqueFd file(::openat(directory_fd_,
                                     temporary_path.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                                     0644));
        if (!file) {
            return errno_error(say("create '%1'", temporary_path), errno);
        }
        auto written =
            write_all(file.get(),
                      std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        if (!written) {
            Error error = std::move(written).error();
            error.what = "write '" + temporary_path + "'";
            ::unlinkat(directory_fd_, temporary_path.c_str(), 0);
            return error;
        }
    }
    std::vector<Pending> batch;
    {
        const MutexLock lock(mutex_);
        pending_.push_back({std::move(temporary_path), std::move(path)});
        pending_bytes_ += bytes.size();
        if (pending_.size() < kBatchFiles && pending_bytes_ < kBatchBytes) {
            return {};
        }
        batch.swap(pending_);
        pending_bytes_ = 0;
    }
    return publish(batch);
}

Result<void> FilePublisher::publish(const std::vector<Pending>& batch) {
    const MutexLock lock(publish_mutex_);
    if (!failure_) {
        if (auto published = sync_and_rename(batch); !published) {
            failure_ = std::move(published).error();
        }
    }
    if (!failure_) {
        return {};
    }
    for (const Pending& file : batch) {  // those that were renamed are no longer there
        ::unlinkat(directory_fd_, file.temporary_path.c_str(), 0);
    }
    return *failure_;
}

Result<void> FilePublisher::sync_and_rename(const std::vector<Pending>& batch) {
    if (::syncfs(directory_fd_) != 0) {
        return errno_error(say("sync the file system"), errno);
    }
    for (const Pending& file : batch) {
        if (::renameat(
                directory_fd_, file.temporary_path.c_str(), directory_fd_, file.path.c_str()) !=
            0) {
            return errno_error(say("rename '%1'", file.temporary_path), errno);
        }
    }
    return {};
}

Result<void> FilePublisher::finish() {
    std::vector<Pending> batch;
    {
        const MutexLock lock(mutex_);
        batch.swap(pending_);
        pending_bytes_ = 0;
    }
    if (auto published = publish(batch); !published) {
        return published;
    }
    if (::syncfs(directory_fd_) != 0) {
        return errno_error(say("sync the file system"), errno);
    }
    return {};
}

}  // namespace throughline::dataset_tools
