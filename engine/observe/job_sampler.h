// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <stop_token>

#include "engine/base/clock.h"
#include "engine/metrics/busy_programs.h"
#include "engine/metrics/proc_samplers.h"
#include "engine/observe/gpu_watch.h"
#include "engine/observe/observation.h"

namespace throughline::observe {

/// Looks at every thread of a job 20 times a second, and at one that only waits 5 times.
/// Thread: one owner. Cost: about 0.3 ms a second and thread.
class JobSampler {
public:
    /// Errors: those of JobTree::open().
    static Result<JobSampler> open(pid_t root);

    /// Blocks: until `until`, the end of the job, or `stop`.
    /// `on_second`: is called about once a second; may be empty.
    void run(SteadyTime until,
             const std::stop_token& stop,
             const std::function<void(double seconds)>& on_second);
    /// The last second alone, with what is known of the processes so far.
    Observation last_moment();
    /// All processes and threads until now, without files and the machine. The moments until now
    /// are forgotten.
    Observation totals();
    Observation finish();

private:
    JobSampler(JobTree tree, pid_t root);

    void round();
    void look_at(WatchedProcess& process, WatchedThread& thread);
    void see_file(pid_t pid, int descriptor);
    void end_moment();
    std::vector<SeenProcess> seen_processes();

    JobTree tree_;
    SocketKinds sockets_{};
    Observation seen_{};
    SteadyTime began_;
    SteadyTime moment_began_;
    double own_cpu_before_s_ = 0.0;
    unsigned files_this_moment_ = 0;
    std::map<ThreadKey, ThreadTime> before_{};
    GpuWatch gpus_{};
    metrics::BusyPrograms others_;
    metrics::HostSampler host_;
    metrics::HostSnapshot host_before_;
};

}  // namespace throughline::observe
