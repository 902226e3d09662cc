// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/whole_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/base/say.h"

namespace throughline::remote {
namespace {

Result<void> publish_batch(const UniqueFd& folder,
                           std::vector<WholeFiles::File> batch,
                           const WholeFiles::OnPublished& on_published) {
    if (::syncfs(folder.get()) != 0) {
        Error error = errno_error(say("sync the file system"), errno);
        for (WholeFiles::File& file : batch) {
            file.copy.drop();
        }
        return error;
    }
    Result<void> result;
    for (WholeFiles::File& file : batch) {
        const auto published = file.copy.publish();
        if (auto taken = on_published(file, published); !taken && result) {
            result = std::move(taken);
        }
    }
    return result;
}

}  // namespace

void WholeFiles::put(File file) {
    MutexLock lock(mutex_);
    changed_.wait(lock, [this]() REQUIRES(mutex_) { return closed_ || !is_full(); });
    if (closed_) {
        file.copy.leave();
        return;
    }
    bytes_ += file.copy.bytes();
    files_.push_back(std::move(file));
    if (is_full()) {
        changed_.notify_all();
    }
}

void WholeFiles::leave() {
    const MutexLock lock(mutex_);
    --writers_;
    changed_.notify_all();
}

/// Empty: all writers have left, and nothing waits.
std::vector<WholeFiles::File> WholeFiles::next_batch() {
    MutexLock lock(mutex_);
    changed_.wait(lock, [this]() REQUIRES(mutex_) { return writers_ == 0 || is_full(); });
    bytes_ = 0;
    std::vector<File> batch = std::exchange(files_, {});
    changed_.notify_all();
    return batch;
}

void WholeFiles::close() {
    const MutexLock lock(mutex_);
    closed_ = true;
    for (File& file : files_) {
        file.copy.leave();
    }
    files_.clear();
    changed_.notify_all();
}

Result<void> WholeFiles::publish_all(const std::string& folder, const OnPublished& on_published) {
    auto opened = open_file(folder, O_RDONLY | O_DIRECTORY);
    if (!opened) {
        return std::move(opened).error();
    }
    for (;;) {
        std::vector<File> batch = next_batch();
        if (batch.empty()) {
            return {};
        }
        if (auto published = publish_batch(*opened, std::move(batch), on_published); !published) {
            return published;
        }
    }
}

Result<void> WholeFiles::publish(const std::string& folder, const OnPublished& on_published) {
    // Whatever ends it, an exception too: nobody waits for it any more.
    struct Closing {
        WholeFiles& files;
        ~Closing() { files.close(); }
    };
    const Closing closing{*this};
    return publish_all(folder, on_published);
}

}  // namespace throughline::remote
