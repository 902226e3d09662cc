// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/observe/data_file.h"
#include "engine/observe/thread_probe.h"

namespace throughline::observe {

using Seconds = std::array<double, kDoings>;  ///< by Doing

/// A thread, and where its time went while it was watched.
struct WatchedThread {
    pid_t tid = 0;
    std::string name{};
    Seconds seconds{};
    double watched_s = 0.0;
    std::uint64_t ticks = 0;  ///< of CPU time while it was watched
    std::optional<std::uint64_t> for_core_ns{};

    // For the next look.
    std::unique_ptr<ThreadProbe> probe{};
    SteadyTime looked_at = kNever;
    std::uint64_t ticks_before = 0;
    std::uint64_t for_core_before_ns = 0;
    unsigned idle_looks = 0;
    unsigned rest = 0;  ///< rounds in which it is left out
};

/// A process of the job; its figures are of the time in which it was watched.
struct WatchedProcess {
    pid_t pid = 0;
    pid_t parent = 0;
    std::uint64_t start_tick = 0;
    std::string name{};
    std::vector<std::string> command{};
    bool ended = false;
    bool has_network = false;
    bool has_gpu = false;
    std::set<int> gpus{};                          ///< that it has open: N of /dev/nvidiaN
    std::map<std::string, SeenFile> data_files{};  ///< by path, that it was seen to have open
    std::optional<ProcessIo> io_before{};
    std::optional<ProcessIo> io{};  ///< as it was last read
    std::optional<std::uint64_t> resident_bytes{};
    std::uint64_t faults_before = 0;
    std::uint64_t faults = 0;
    std::map<pid_t, WatchedThread> threads{};

    double cpu_seconds() const;
};

/// What may be seen of a process; "" where it may, else why not.
struct Sight {
    std::string calls{};
    std::string channels{};
    std::string descriptors{};
    std::string io{};
};

/// A process and all that it started, which come and go.
/// Thread: one owner.
class JobTree {
public:
    /// Errors: NotFound where no such process is visible.
    static Result<JobTree> open(pid_t root);

    /// Looks for processes and threads that came or went. Cost: about 20 us a process and 5 a
    /// thread.
    void refresh();
    /// What changes slowly: bytes, memory, faults, waiting for a processor, descriptors.
    void take_accounts();

    const Sight& sight() const noexcept { return sight_; }
    bool has_ended() const noexcept { return ended_; }
    std::map<pid_t, WatchedProcess>& processes() noexcept { return processes_; }
    /// Processes whose number was given to another one later.
    std::vector<WatchedProcess>& ended_processes() noexcept { return ended_processes_; }
    /// Threads that could not be watched for want of descriptors.
    std::uint64_t unwatched() const noexcept { return unwatched_; }

private:
    explicit JobTree(pid_t root) : root_(root) {}

    void add(pid_t pid, std::vector<pid_t>& open);
    void refresh_threads(WatchedProcess& process, std::vector<pid_t>& children);
    void look_at_descriptors(WatchedProcess& process);
    static void look_for_data(WatchedProcess& process);
    static void take_waiting(WatchedThread& thread);

    pid_t root_;
    std::uint64_t root_start_ = 0;
    bool ended_ = false;
    Sight sight_{};
    std::uint64_t unwatched_ = 0;
    std::map<pid_t, WatchedProcess> processes_{};
    std::vector<WatchedProcess> ended_processes_{};
};

}  // namespace throughline::observe
