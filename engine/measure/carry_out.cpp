// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/carry_out.h"

#include <condition_variable>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"

namespace throughline::measure {
namespace {

constexpr std::int64_t kSilenceToldNs = 10 * kSecondNs;
constexpr std::int64_t kToldAgainNs = 60 * kSecondNs;
// What works ends within this time after a stop, and what has not answered for so long hangs.
constexpr std::int64_t kGoodEndNs = 700'000'000;
constexpr std::int64_t kHangsNs = 2 * kSecondNs;
constexpr auto kLookEvery = std::chrono::milliseconds(500);
constexpr auto kLookAfterStop = std::chrono::milliseconds(50);

/// Tells of reads without an answer, once when it is long, then once a minute.
class Silence {
public:
    Silence(const storage::AnswerWatch& watch, const CarryOut& options)
        : watch_(watch), options_(options) {}

    void look(std::int64_t now_ns) {
        const auto reads = watch_.asked_before(now_ns - kSilenceToldNs);
        if (reads.reads > 0 && now_ns >= tell_at_ns_) {
            since_ns_ = reads.since_ns;
            tell_at_ns_ = now_ns + kToldAgainNs;
            if (options_.on_silence) {
                options_.on_silence(reads, seconds_from_ns(now_ns - since_ns_));
            }
        } else if (reads.reads == 0 && since_ns_ != 0) {
            tell_at_ns_ = 0;
            const std::int64_t since_ns = std::exchange(since_ns_, 0);
            if (options_.on_answer) {
                options_.on_answer(seconds_from_ns(now_ns - since_ns));
            }
        }
    }

private:
    const storage::AnswerWatch& watch_;
    const CarryOut& options_;
    std::int64_t since_ns_ = 0;  ///< of what was told; 0: nothing
    std::int64_t tell_at_ns_ = 0;
};

/// Shared with the thread, which may outlive the call.
struct State {
    Mutex mutex;
    std::condition_variable_any changed;
    bool ended GUARDED_BY(mutex) = false;
    std::exception_ptr exception GUARDED_BY(mutex);
};

void carry_out_here(const std::function<void()>& work, State& state) {
    std::exception_ptr exception;
    try {
        work();
    } catch (...) {  // for the thread that waits
        exception = std::current_exception();
    }
    {
        const MutexLock lock(state.mutex);
        state.ended = true;
        state.exception = exception;
    }
    state.changed.notify_all();
}

}  // namespace

bool carry_out(std::function<void()> work, RunControl& control, const CarryOut& options) {
    const auto state = std::make_shared<State>();
    auto thread = std::make_unique<std::jthread>(
        [state, work = std::move(work)] { carry_out_here(work, *state); });
    Silence silence(control.answers(), options);
    std::int64_t stopped_ns = 0;
    MutexLock lock(state->mutex);
    const auto ended = [&]() REQUIRES(state->mutex) { return state->ended; };
    while (!(stopped_ns == 0 ? state->changed.wait_for(lock, control.token(), kLookEvery, ended)
                             : state->changed.wait_for(lock, kLookAfterStop, ended))) {
        lock.unlock();
        const std::int64_t now_ns = steady_now_ns();
        silence.look(now_ns);
        if (control.stop_requested()) {
            stopped_ns = stopped_ns == 0 ? now_ns : stopped_ns;
            const std::int64_t waited_ns = now_ns - stopped_ns;
            const bool hangs = control.answers().asked_before(now_ns - kHangsNs).reads > 0;
            if ((hangs && waited_ns >= kGoodEndNs) ||
                waited_ns >= options.unwatched_patience.count()) {
                static_cast<void>(thread.release());  // it cannot be joined
                return false;
            }
        }
        lock.lock();
    }
    const std::exception_ptr exception = state->exception;
    lock.unlock();
    thread->join();
    if (exception) {
        std::rethrow_exception(exception);
    }
    return true;
}

}  // namespace throughline::measure
