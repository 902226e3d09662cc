// SPDX-License-Identifier: Apache-2.0
#include "app/engine/stop_signals.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <utility>

namespace throughline::app {

StopSignals::StopSignals(std::function<void()> on_stop, std::function<void()> on_leave)
    : on_stop_(std::move(on_stop)), on_leave_(std::move(on_leave)) {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    struct sigaction hangup{};
    if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
        sigaddset(&signals_, SIGHUP);
    }
    pthread_sigmask(SIG_BLOCK, &signals_, &old_mask_);
    thread_ = std::jthread([this](const std::stop_token& ended) { watch(ended); });
}

StopSignals::~StopSignals() {
    thread_.request_stop();
    pthread_kill(thread_.native_handle(),
                 SIGINT);  // it waits for one of these, and for nothing else
    thread_.join();
    if (source_.stop_requested()) {
        // A second hang-up is the same one, and may have come when nobody waited for it any more.
        sigset_t hangup;
        sigemptyset(&hangup);
        sigaddset(&hangup, SIGHUP);
        constexpr timespec kAtOnce{};
        while (sigtimedwait(&hangup, nullptr, &kAtOnce) == SIGHUP) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

void StopSignals::watch(const std::stop_token& ended) {
    for (;;) {
        int signal = 0;
        if (sigwait(&signals_, &signal) != 0) {
            continue;
        }
        if (ended.stop_requested()) {
            return;
        }
        if (source_.stop_requested() && signal == SIGHUP) {
            continue;
        }
        if (source_.stop_requested()) {
            if (on_leave_) {
                on_leave_();
            }
            constexpr int kShellAddsToASignal = 128;
            ::_exit(kShellAddsToASignal + signal);
        }
        source_.request_stop();
        if (on_stop_) {
            on_stop_();
        }
    }
}

}  // namespace throughline::app
