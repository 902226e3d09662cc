// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <stop_token>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/spec/choices.h"

namespace throughline::pipeline {

/// The threads of a pipeline: named, with one last-resort catch, and with an end that is noticed.
/// Thread: spawn() any; join() the controller.
class StageThreads {
public:
    using Body = std::function<Result<void>(std::stop_token)>;
    struct Work {
        spec::Stages stage{};   ///< one, for errors
        const char* name = "";  ///< of the thread, at most 15 characters
        Body body;
    };

    /// `on_failure` is called on the failing thread, with the stage and what went wrong.
    explicit StageThreads(std::function<void(spec::Stages stage, Error error)> on_failure)
        : on_failure_(std::move(on_failure)) {}

    /// Starts a thread; those that have ended since are joined.
    void spawn(Work work);
    /// Asks all to stop and waits for them. Nothing may be spawned after that.
    void join();

    bool all_ended() const noexcept { return running_.load() == 0; }
    /// When the last thread ended; never, while one runs.
    SteadyTime ended_at() const noexcept { return all_ended() ? ended_at_.load() : kNever; }

private:
    struct Entry {
        std::atomic<bool> ended{false};
        std::jthread thread;  ///< last: joined before `ended` goes
    };
    void run(Entry& entry, const Work& work, const std::stop_token& stop);

    std::function<void(spec::Stages stage, Error error)> on_failure_;
    std::atomic<int> running_{0};
    std::atomic<SteadyTime> ended_at_{kNever};
    Mutex mutex_;
    std::list<Entry> entries_ GUARDED_BY(mutex_);
};

}  // namespace throughline::pipeline
