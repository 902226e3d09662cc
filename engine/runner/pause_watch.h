// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

// Used in this folder only.
namespace throughline::runner {

/// Notices that this process stood still: stopped by a signal or a debugger, frozen with its
/// container, or its machine paused. Such a wait ends far too late while no thread had the
/// processor; on a machine that is merely busy the other threads of the process go on.
/// Thread: one owner, which looks after each of its waits.
class PauseWatch {
public:
    /// Before a wait that should last `planned_ns`.
    void begin_wait(std::int64_t planned_ns) noexcept;
    /// After it. Returns: for how long the process stood still; none where it did not.
    std::optional<std::int64_t> end_wait() const noexcept;

private:
    std::int64_t began_ns_ = 0;
    std::int64_t planned_ns_ = 0;
    std::int64_t cpu_ns_ = 0;
};

/// A wait that lasted longer than planned, and the processor time that the whole process used
/// meanwhile. Returns: the time beyond the plan, where the process stood still in it.
std::optional<std::int64_t> pause_in_wait(std::int64_t planned_ns,
                                          std::int64_t lasted_ns,
                                          std::int64_t cpu_ns,
                                          unsigned processors) noexcept;

}  // namespace throughline::runner
