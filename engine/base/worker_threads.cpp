// SPDX-License-Identifier: Apache-2.0
#include "engine/base/worker_threads.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/mutex.h"

namespace throughline {
namespace {

constexpr auto kShowEvery = std::chrono::milliseconds(100);

struct Shared {
    explicit Shared(std::size_t threads) : working(threads) {}

    Mutex mutex;
    std::condition_variable finished;
    std::size_t working GUARDED_BY(mutex);
    Result<void> result GUARDED_BY(mutex);
};

Result<void> caught(const char* act, const std::function<Result<void>()>& work) {
    try {
        return work();
    } catch (const std::exception& e) {  // last resort, for the libraries' code
        return Error{.code = ErrorCode::Internal, .what = std::string(act) + ": " + e.what()};
    }
}

void end_one(Result<void> result, std::stop_source& give_up, Shared& shared) {
    if (!result) {
        give_up.request_stop();
    }
    const MutexLock lock(shared.mutex);
    if (shared.result) {
        shared.result = std::move(result);
    }
    --shared.working;
    shared.finished.notify_one();
}

}  // namespace

Result<void> run_on_threads(const char* act,
                            std::size_t threads,
                            const std::function<Result<void>()>& work,
                            const std::function<void()>& show,
                            std::stop_source give_up) {
    Shared shared(threads);
    std::vector<std::jthread> running;
    running.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        running.emplace_back([&] { end_one(caught(act, work), give_up, shared); });
    }
    MutexLock lock(shared.mutex);
    const auto all = [&]() REQUIRES(shared.mutex) { return shared.working == 0; };
    while (!shared.finished.wait_for(lock, kShowEvery, all)) {
        lock.unlock();
        if (show) {
            show();
        }
        lock.lock();
    }
    return shared.result;
}

}  // namespace throughline
