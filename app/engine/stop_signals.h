// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <functional>
#include <stop_token>
#include <thread>

namespace throughline::app {

/// Turns SIGINT (Ctrl+C), SIGTERM and SIGHUP (the terminal is gone) into a request to stop, so that
/// work ends in good order; a second one ends the program at once. A SIGHUP does not, as a terminal
/// that goes sends it several times, and under nohup it is ignored. Make it before any other
/// thread: threads inherit the blocked signals. Thread: one owner. On destruction the signals are
/// as they were.
class StopSignals {
public:
    /// `on_stop` is called once, from a thread of this object; `on_leave` just before a second
    /// signal ends the program. Both may be empty.
    explicit StopSignals(std::function<void()> on_stop = {}, std::function<void()> on_leave = {});
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();

    std::stop_token token() const noexcept { return source_.get_token(); }

private:
    void watch(const std::stop_token& ended);

    std::function<void()> on_stop_;
    std::function<void()> on_leave_;
    std::stop_source source_;
    sigset_t signals_{};
    sigset_t old_mask_{};
    std::jthread thread_;
};

}  // namespace throughline::app
