// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/nbd/session.h"

namespace throughline::nbd {

/// A request to the served file.
struct FileJob {
    std::uint64_t id = 0;
    Request request{};    ///< a read's data come here
    int errno_value = 0;  ///< 0: it was done
};

/// Carries requests to a file out on threads of its own, so that a slow one stands in nobody's way.
/// Thread: one owner.
class FilePool {
public:
    /// `fd` outlives it. Errors: Limit.
    static Result<std::unique_ptr<FilePool>> start(int fd, std::size_t threads);
    /// What was begun is ended first.
    ~FilePool() = default;
    FilePool(const FilePool&) = delete;
    FilePool& operator=(const FilePool&) = delete;

    /// A read that the page cache can answer is answered at once. False: it cannot.
    bool read_at_once(FileJob& job) const;
    void begin(FileJob job);
    std::vector<FileJob> take_done();
    /// Can be read when something is done (poll).
    int done_fd() const noexcept { return done_event_.get(); }

private:
    explicit FilePool(int fd) : fd_(fd) {}
    void work(const std::stop_token& stop);

    int fd_;
    UniqueFd done_event_;
    Mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<FileJob> waiting_ GUARDED_BY(mutex_);
    std::vector<FileJob> done_ GUARDED_BY(mutex_);
    std::vector<std::jthread> threads_;  ///< last: they end before what they use
};

}  // namespace throughline::nbd
