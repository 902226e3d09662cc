// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/stage_threads.h"

#include <pthread.h>

#include <cstring>
#include <exception>
#include <utility>

#include "engine/base/clock.h"

namespace throughline::pipeline {

void StageThreads::spawn(Work work) {
    THROUGHLINE_CHECK(work.body && std::strlen(work.name) < 16);  // pthread_setname_np(3)
    const MutexLock lock(mutex_);
    entries_.remove_if([](const Entry& entry) { return entry.ended.load(); });
    running_.fetch_add(1);
    Entry& entry = entries_.emplace_back();
    entry.thread = std::jthread([this, &entry, work = std::move(work)](
                                    const std::stop_token& stop) { run(entry, work, stop); });
}

void StageThreads::run(Entry& entry, const Work& work, const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), work.name);
    try {
        if (auto result = work.body(stop); !result) {
            on_failure_(work.stage, std::move(result).error());
        }
    } catch (const std::exception& e) {  // last resort, for the libraries' code
        on_failure_(work.stage, Error{.code = ErrorCode::Internal, .what = e.what()});
    }
    ended_at_.store(steady_now());
    running_.fetch_sub(1);
    entry.ended.store(true);
}

void StageThreads::join() {
    std::list<Entry> all;
    {
        const MutexLock lock(mutex_);
        all.swap(entries_);
    }
    for (Entry& entry : all) {
        entry.thread.request_stop();
    }
}  // the list joins

}  // namespace throughline::pipeline
