// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "engine/base/thread_annotations.h"

namespace throughline {

/// std::mutex whose use clang can check.
class THROUGHLINE_ANNOTATION(capability("mutex")) Mutex : public std::mutex {
public:
    void lock() THROUGHLINE_ANNOTATION(acquire_capability()) { std::mutex::lock(); }
    void unlock() THROUGHLINE_ANNOTATION(release_capability()) { std::mutex::unlock(); }
};

/// std::unique_lock whose use clang can check, so that both kinds of std::condition_variable take
/// it. A predicate that is given to them carries REQUIRES(mutex).
class THROUGHLINE_ANNOTATION(scoped_lockable) MutexLock : public std::unique_lock<std::mutex> {
public:
    explicit MutexLock(Mutex& mutex) THROUGHLINE_ANNOTATION(acquire_capability(mutex))
        : std::unique_lock<std::mutex>(mutex) {}
    MutexLock(const MutexLock&) = delete;
    MutexLock& operator=(const MutexLock&) = delete;
    ~MutexLock() THROUGHLINE_ANNOTATION(release_capability()) = default;

    void lock() THROUGHLINE_ANNOTATION(acquire_capability()) { unique_lock::lock(); }
    void unlock() THROUGHLINE_ANNOTATION(release_capability()) { unique_lock::unlock(); }
};

}  // namespace throughline
