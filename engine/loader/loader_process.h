// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/loader/error_tail.h"
#include "engine/loader/keeper.h"
#include "engine/loader/loader_messages.h"

namespace throughline::loader {

/// Which loader, and for what.
struct LoaderOptions {
    std::string command{};  ///< for /bin/sh; "" = no loader
    LoaderPoint point{};
    double patience_seconds = 60.0;  ///< for one answer
};

/// A loader that is not ours, at work in processes of its own: whatever it does, this process goes
/// on, and nothing of it outlives this object, or this process.
/// Thread: one at a time.
class LoaderProcess {
public:
    /// Starts it and waits until it is ready. Blocks: at most the patience.
    /// Errors: what it complains of, says wrongly, or how it ended, each with the last lines of its
    /// stderr; Stopped.
    static Result<std::unique_ptr<LoaderProcess>> start(const LoaderOptions& options,
                                                        const std::stop_token& stop);
    LoaderProcess(const LoaderProcess&) = delete;
    LoaderProcess& operator=(const LoaderProcess&) = delete;
    ~LoaderProcess();

    const Ready& about() const noexcept { return about_; }
    /// From its start until it was ready.
    double ready_seconds() const noexcept { return ready_seconds_; }
    /// The process that all of its processes come from.
    pid_t root() const noexcept { return kept_.keeper; }

    /// `epoch`: from 0. What it costs to begin it shows in the time of its first batch.
    Result<void> begin_epoch(std::uint64_t epoch);
    /// The next batch of the epoch, which has images; none: the epoch is over. Blocks: at most the
    /// patience. Errors: as start().
    Result<std::optional<LoadedBatch>> next(const std::stop_token& stop);
    /// Asks it to end, and ends what has not ended after a moment. Blocks: a few seconds at most.
    void end();

private:
    explicit LoaderProcess(LoaderOptions options);
    Result<void> open();
    Result<void> say_to_it(const std::string& line);
    Result<Answer> answer(const std::stop_token& stop);
    Result<std::string> read_line(const std::stop_token& stop);
    Error failure(std::string what, Nanoseconds patience);
    Error ended();

    LoaderOptions options_;
    UniqueFd wake_;  ///< an eventfd: wakes whoever waits for the loader
    UniqueFd in_;
    UniqueFd out_;
    Kept kept_;
    ErrorTail errors_;
    std::string said_;   ///< on its stdout, not yet taken as a line
    std::string asked_;  ///< what for, for people
    Ready about_;
    double ready_seconds_ = 0.0;
    std::uint64_t epoch_ = 0;
    std::uint64_t batches_ = 0;  ///< of this epoch
};

}  // namespace throughline::loader
