// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/base/say.h"
#include "engine/pipeline/step_gate.h"
#include "engine/spec/settings.h"
#include "engine/storage/answer_watch.h"

namespace throughline::measure {

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

    /// From now on each repeat waits, prepared, for begin_at(): machines that measure together
    /// begin together.
    void hold_repeats() noexcept { holds_ = true; }
    bool holds() const noexcept { return holds_; }
    /// From now on consumers with a step barrier meet those of other machines at `gate`, which
    /// outlives the study.
    void meet_at(pipeline::StepGate* gate) noexcept { step_gate_ = gate; }
    pipeline::StepGate* step_gate() const noexcept { return step_gate_; }

    /// Lets the repeat that waits begin at `when`; at once where that has passed.
    /// Errors: Usage: none waits.
    Result<void> begin_at(SteadyTime when);
    /// The runner's side: calls `on_held`, then waits for begin_at() and the time it gave. Returns
    /// at once after stop().
    void wait_to_begin(const std::function<void()>& on_held);

    /// Asks the run under way for another value of a setting that is marked live. The runner takes
    /// it within a few hundredths of a second; of several for one run the last one counts.
    /// Errors: Usage with the reason: no such setting, not live, out of its limits, or nothing
    /// under way that could take it; or what is measured is recorded.
    Result<void> request_setting(std::string_view key, const spec::SettingValue& value);

    /// A record says what was measured, so no setting of a recorded study may change meanwhile.
    void set_recorded() noexcept { recorded_ = true; }

    /// What the study under way asks of the storage and has not had an answer to.
    storage::AnswerWatch& answers() noexcept { return answers_; }
    /// Threads of the study hang in the kernel and were left behind: nothing that they may use can
    /// go away any more, the program ends by _exit().
    bool left_behind() const noexcept { return left_behind_; }
    void leave_behind() noexcept { left_behind_ = true; }

    /// The runner's side: a run takes decoder threads from 1 to `most`, or does not, and why.
    void offer_decode_threads(std::uint32_t most);
    void withdraw_decode_threads(std::string reason);
    /// The request not yet taken.
    std::optional<std::uint32_t> take_decode_threads();

private:
    std::stop_source stop_;
    storage::AnswerWatch answers_;
    std::atomic<bool> left_behind_{false};
    std::atomic<bool> recorded_{false};
    std::atomic<bool> holds_{false};
    std::atomic<pipeline::StepGate*> step_gate_{nullptr};
    mutable Mutex mutex_;
    std::condition_variable_any changed_;
    bool paused_ GUARDED_BY(mutex_) = false;
    bool held_ GUARDED_BY(mutex_) = false;  ///< a repeat waits to begin
    std::optional<SteadyTime> begin_ GUARDED_BY(mutex_);
    std::uint32_t decode_threads_most_ GUARDED_BY(mutex_) = 0;  ///< 0: not offered
    std::string refusal_ GUARDED_BY(mutex_) = to_say("no run is being measured");
    std::optional<std::uint32_t> decode_threads_wanted_ GUARDED_BY(mutex_);
};

}  // namespace throughline::measure
