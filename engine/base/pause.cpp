// SPDX-License-Identifier: Apache-2.0
#include "engine/base/pause.h"

#include <condition_variable>

#include "engine/base/mutex.h"

namespace throughline {

bool pause_until(std::chrono::steady_clock::time_point until, const std::stop_token& stop) {
    Mutex mutex;
    MutexLock lock(mutex);
    std::condition_variable_any wake;
    wake.wait_until(lock, stop, until, [] { return false; });
    return !stop.stop_requested();
}

bool pause_for(std::chrono::steady_clock::duration time, const std::stop_token& stop) {
    return pause_until(std::chrono::steady_clock::now() + time, stop);
}

}  // namespace throughline
