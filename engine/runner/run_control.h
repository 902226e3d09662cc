// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace throughline::runner {

/// What commands and signals ask of a study that is being measured. Thread: any.
class RunControl {
public:
    /// Ends the study, keeping what was measured.
    void stop() { stop_.request_stop(); }
    bool stop_requested() const noexcept { return stop_.stop_requested(); }
    std::stop_token token() const noexcept { return stop_.get_token(); }

    /// Takes effect between runs.
    void pause();
    void resume();
    bool paused() const;
    /// Returns when not paused, or at once after stop().
    void wait_while_paused();

private:
    std::stop_source stop_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    bool paused_ = false;
};

}  // namespace throughline::runner
