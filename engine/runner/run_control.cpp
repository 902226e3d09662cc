// SPDX-License-Identifier: Apache-2.0
#include "engine/runner/run_control.h"

namespace throughline::runner {

void RunControl::pause() {
    const std::lock_guard lock(mutex_);
    paused_ = true;
}

void RunControl::resume() {
    {
        const std::lock_guard lock(mutex_);
        paused_ = false;
    }
    changed_.notify_all();
}

bool RunControl::paused() const {
    const std::lock_guard lock(mutex_);
    return paused_;
}

void RunControl::wait_while_paused() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop_.get_token(), [this] { return !paused_; });
}

}  // namespace throughline::runner
