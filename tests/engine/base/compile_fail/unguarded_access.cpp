// SPDX-License-Identifier: Apache-2.0
#include "engine/base/mutex.h"

class Counter {
public:
    void add() {
#ifndef WRONG_USE
        const throughline::MutexLock lock(mutex_);
#endif
        ++count_;
    }

private:
    throughline::Mutex mutex_;
    int count_ GUARDED_BY(mutex_) = 0;
};

void use(Counter& counter) {
    counter.add();
}
