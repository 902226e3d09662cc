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

constexpr std::chrono::seconds kSilenceTold{10};
constexpr std::chrono::seconds kToldAgain{60};
// What works ends within this time after a stop, and what has not answered for so long hangs.
constexpr std::chrono::milliseconds kGoodEnd{700};
constexpr std::chrono::seconds kHangs{2};
constexpr auto kLookEvery = std::chrono::milliseconds(500);
constexpr auto kLookAfterStop = std::chrono::milliseconds(50);

/// Tells of reads without an answer, once when it is long, then once a minute.
class Silence {
public:
    Silence(const storage::AnswerWatch& watch, const CarryOut& options)
        : watch_(watch), options_(options) {}

    void look(SteadyTime now) {
        const auto reads = watch_.asked_before(now - kSilenceTold);
        if (reads.reads > 0 && now >= tell_at_) {
            since_ = reads.since;
            tell_at_ = now + kToldAgain;
            if (options_.on_silence) {
                options_.on_silence(reads, in_seconds(now - since_));
            }
        } else if (reads.reads == 0 && since_ != kNever) {
            tell_at_ = kNever;
            const SteadyTime since = std::exchange(since_, kNever);
            if (options_.on_answer) {
                options_.on_answer(in_seconds(now - since));
            }
        }
    }

private:
    const storage::AnswerWatch& watch_;
    const CarryOut& options_;
    SteadyTime since_ = kNever;  ///< of what was told; never: nothing
    SteadyTime tell_at_ = kNever;
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
    SteadyTime stopped_at = kNever;
    MutexLock lock(state->mutex);
    const auto ended = [&]() REQUIRES(state->mutex) { return state->ended; };
    while (!(stopped_at == kNever
                 ? state->changed.wait_for(lock, control.token(), kLookEvery, ended)
                 : state->changed.wait_for(lock, kLookAfterStop, ended))) {
        lock.unlock();
        const SteadyTime now = steady_now();
        silence.look(now);
        if (control.stop_requested()) {
            stopped_at = stopped_at == kNever ? now : stopped_at;
            const Nanoseconds waited = now - stopped_at;
            const bool hangs = control.answers().asked_before(now - kHangs).reads > 0;
            if ((hangs && waited >= kGoodEnd) || waited >= options.unwatched_patience) {
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
