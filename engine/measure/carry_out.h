// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

#include "engine/base/clock.h"
#include "engine/measure/run_control.h"
#include "engine/storage/answer_watch.h"

namespace throughline::measure {

struct CarryOut {
    /// Reads have had no answer for 10 s, and again a minute later; `seconds`: for how long.
    std::function<void(const storage::AnswerWatch::Unanswered& reads, double seconds)> on_silence{};
    /// They were answered after all, `seconds` after they were requested.
    std::function<void(double seconds)> on_answer{};
    /// How long to wait, after a stop, for work that reads storage without telling the watch.
    Nanoseconds unwatched_patience = std::chrono::hours(24);
};

/// Carries work out on a thread of its own, so that one that hangs in the kernel, where nothing
/// reaches it, cannot keep the program from ending. Both calls come from this thread.
/// Blocks: until the work has ended; after control.stop(), where reads have had no answer for two
/// seconds, until 0.7 s after the stop.
/// Returns: false when the work was left behind. Its thread may still use whatever it was given, so
/// that nothing of it may be destroyed: the program ends by _exit().
/// Throws: what the work throws.
bool carry_out(std::function<void()> work, RunControl& control, const CarryOut& options);

}  // namespace throughline::measure
