// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

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

    /// For how long the process stood still since the last look, which should be `planned_ns` ago
    /// or little more; 0 where it did not.
    std::int64_t look(std::int64_t planned_ns) noexcept;

private:
    std::int64_t looked_at_ns_;
    std::int64_t cpu_ns_;
};

/// A wait that lasted longer than planned, and the processor time that the whole process used
/// meanwhile. Returns: the time beyond the plan, where the process stood still in it.
std::optional<std::int64_t> pause_in_wait(std::int64_t planned_ns,
                                          std::int64_t lasted_ns,
                                          std::int64_t cpu_ns,
                                          unsigned processors) noexcept;

}  // namespace throughline::measure
