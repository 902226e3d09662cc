// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"

namespace throughline::metrics {

/// One process as /proc/PID/stat tells it, or one thread as /proc/PID/task/TID/stat does. Source:
/// proc_pid_stat(5).
struct ProcessTime {
    std::string
        name;  ///< as the kernel keeps it, at most 15 bytes; "[kworker]" for its own threads
    char state = '?';  ///< 'R', 'S', 'D', …
    pid_t parent = 0;
    std::uint64_t major_faults = 0;  ///< that had to wait for storage
    std::uint64_t ticks = 0;         ///< CPU time in clock ticks, user and system, all threads
    std::uint64_t reaped_ticks = 0;  ///< of children that it has waited for, and theirs
    std::uint64_t start_tick = 0;    ///< since boot: with the number it names a process for good
    std::uint64_t resident_pages = 0;
};
/// Control characters of the name become '?'; what follows a '/' in a kernel thread's is left out.
std::optional<ProcessTime> parse_pid_stat(std::string_view text);

struct BusyProgram {
    std::string name;
    double cpu_seconds = 0.0;
};

/// Adds up what other programs took of the processors: growth of every process in /proc from look
/// to look, by name; this process, what it started, and those of `ours` are left out. A process
/// that came and went between two looks is not seen. Cost: 10 to 20 us a process and look; looks
/// that would take more than 0.5 % of the time are left out. Thread: one owner.
class BusyPrograms {
public:
    /// After a look of one millisecond `rest` ms pass before the next.
    /// `ours`: processes that work for this one, as the program behind a file system does.
    explicit BusyPrograms(std::vector<pid_t> ours = {},
                          std::string proc = "/proc",
                          std::int64_t rest = 200);

    /// Looks, unless it is too soon. `counts`: the time since the last look belongs to the sums.
    void look(bool counts);
    /// Largest first; those below a hundredth of a second left out.
    std::vector<BusyProgram> busiest(std::size_t most) const;

private:
    using Process = std::pair<pid_t, std::uint64_t>;  ///< number and start

    bool is_ours(pid_t pid, const std::map<pid_t, ProcessTime>& all) const;

    std::vector<pid_t> ours_;
    std::string proc_;
    std::int64_t rest_;
    SteadyTime looked_at_ = kNever;
    Nanoseconds look_took_{};
    std::map<Process, std::uint64_t> last_{};  ///< ticks
    std::set<Process> known_ours_{};           ///< also where their parent has ended meanwhile
    std::map<std::string, std::uint64_t, std::less<>> ticks_{};
};

}  // namespace throughline::metrics
