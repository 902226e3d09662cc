// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <string>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/mutex.h"

namespace throughline::loader {

/// Reads what a program writes to its stderr, so that it never waits there, and keeps the end.
/// Thread: any.
class ErrorTail {
public:
    ErrorTail() = default;
    ErrorTail(const ErrorTail&) = delete;
    ErrorTail& operator=(const ErrorTail&) = delete;
    ~ErrorTail();

    /// Begins to read from `err`, the read end of a pipe. `wake`: an eventfd(2) that ends it when
    /// it is set, also where somebody still holds the write end; borrowed.
    void begin(UniqueFd err, int wake);
    /// The last lines. Blocks: at most `patience`, for the end of what is written.
    std::string last_lines(Nanoseconds patience);

private:
    void read_all(int wake);

    UniqueFd err_;
    Mutex mutex_;
    std::condition_variable ended_now_;
    std::string text_ GUARDED_BY(mutex_);
    bool ended_ GUARDED_BY(mutex_) = true;
    std::jthread thread_;
};

}  // namespace throughline::loader
