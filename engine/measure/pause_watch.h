// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/base/clock.h"

// Used in this folder only.
namespace throughline::measure {

/// Notices that this process stood still: stopped by a signal or a debugger, frozen with its
/// container, or its machine paused. Such a wait ends far too late while no thread had the
/// processor; on a machine that is merely busy the other threads of the process go on.
/// Thread: one owner, which looks before and after each of its waits, so that no pause falls
/// between two looks unseen.
class PauseWatch {
public:
    PauseWatch() noexcept;

    /// For how long the process stood still since the last look, which should be `planned` ago
    /// or little more; 0 where it did not.
    Nanoseconds look(Nanoseconds planned) noexcept;

private:
    SteadyTime looked_at_;
    Nanoseconds cpu_;
};

/// A wait that lasted longer than planned, and the processor time that the whole process used
/// meanwhile. Returns: the time beyond the plan, where the process stood still in it.
std::optional<Nanoseconds> pause_in_wait(Nanoseconds planned,
                                         Nanoseconds lasted,
                                         Nanoseconds cpu,
                                         unsigned processors) noexcept;

}  // namespace throughline::measure
