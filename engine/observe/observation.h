// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/metrics/busy_programs.h"
#include "engine/metrics/proc_samplers.h"
#include "engine/observe/job_tree.h"

namespace throughline::observe {

/// A thread of a process, by their numbers.
using ThreadKey = std::pair<pid_t, pid_t>;

/// Where the time of a thread went.
struct ThreadTime {
    Seconds seconds{};
    std::optional<double> for_core_s{};  ///< of running: without a processor; none: not told
};

struct SeenThread {
    ThreadKey key{};
    std::string name{};
    Seconds seconds{};
    double watched_s = 0.0;
    double cpu_s = 0.0;
    std::optional<double> for_core_s{};  ///< runnable, and without a processor
};

struct SeenProcess {
    pid_t pid = 0;
    pid_t parent = 0;
    std::string name{};
    std::vector<std::string> command{};
    bool has_network = false;
    bool has_gpu = false;
    std::set<int> gpus{};  ///< N of /dev/nvidiaN
    std::optional<double> requested_bytes{};
    std::optional<double> fetched_bytes{};
    std::optional<double> resident_bytes{};  ///< none also where it has ended
    double faults = 0.0;
    std::vector<SeenThread> threads{};
};

/// What was added within about a second.
struct Moment {
    double t_s = 0.0;  ///< its end, since the beginning
    double dt_s = 0.0;
    std::map<ThreadKey, ThreadTime> threads{};
    metrics::MetricValues host{};
};

/// All that was seen of a job, before anything is made of it.
struct Observation {
    double seconds = 0.0;
    std::vector<SeenProcess> processes{};
    std::vector<Moment> moments{};
    std::map<std::string, SeenFile> files{};      ///< that were read, by path as the job names it
    std::map<std::string, SeenFile> open_data{};  ///< of images or records, that were only open
    std::uint64_t files_left_out = 0;             ///< looks at others, beyond what is kept
    Sight sight{};
    std::uint64_t rounds = 0;
    std::uint64_t unwatched = 0;
    double own_cpu_s = 0.0;
    bool ended = false;                          ///< the job, meanwhile
    std::vector<metrics::BusyProgram> others{};  ///< that had the processors, the busiest first
    std::string gpu_missing{};  ///< why nothing is told of its GPUs; "": something is, or none
};

}  // namespace throughline::observe
