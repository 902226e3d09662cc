// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/job_sampler.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "engine/base/pause.h"
#include "engine/metrics/registry.h"
#include "engine/storage/open_files_limit.h"

namespace throughline::observe {
namespace {

constexpr std::chrono::milliseconds kRound{50};
/// A prime number of rounds apart: a job's own period does not hide behind ours.
constexpr unsigned kRefreshRounds = 5;
constexpr std::chrono::milliseconds kMoment{1000};
/// A thread that was idle for so many looks is looked at less often.
constexpr unsigned kIdleLooks = 20;
constexpr unsigned kIdleRest = 3;
constexpr unsigned kFilesAMoment = 40;
constexpr std::size_t kFilesMost = 4096;
constexpr std::size_t kOthersNamed = 5;
/// All processes are looked at once in so many moments: 2 ms of 5 s where there are 130 of them.
constexpr std::size_t kOthersEvery = 5;

double own_cpu_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<std::string> all_disks() {
    std::vector<std::string> names;
    const auto text = read_whole_file("/proc/diskstats", std::size_t{1} << 20U);
    for (const auto& [name, counters] : metrics::parse_diskstats(text ? *text : std::string())) {
        names.push_back(name);
    }
    return names;
}

std::optional<double> for_core_s(const WatchedThread& thread) {
    return thread.for_core_ns ? std::optional(static_cast<double>(*thread.for_core_ns) * 1e-9)
                              : std::nullopt;
}

/// What came to it. The number of a thread that has ended may be given to another.
ThreadTime growth_of(const ThreadTime& from, const ThreadTime& to) {
    ThreadTime growth;
    for (std::size_t i = 0; i < kDoings; ++i) {
        growth.seconds[i] = std::max(0.0, to.seconds[i] - from.seconds[i]);
    }
    if (to.for_core_s) {
        growth.for_core_s = std::max(0.0, *to.for_core_s - from.for_core_s.value_or(0.0));
    }
    return growth;
}

SeenThread thread_of(pid_t pid, const WatchedThread& thread) {
    const auto hertz = static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L));
    return {.key = {pid, thread.tid},
            .name = thread.name,
            .seconds = thread.seconds,
            .watched_s = thread.watched_s,
            .cpu_s = static_cast<double>(thread.ticks) / hertz,
            .for_core_s = for_core_s(thread)};
}

SeenProcess process_of(const WatchedProcess& process) {
    SeenProcess seen{.pid = process.pid,
                     .parent = process.parent,
                     .name = process.name,
                     .command = process.command,
                     .has_network = process.has_network,
                     .has_gpu = process.has_gpu,
                     .gpus = process.gpus,
                     .faults = static_cast<double>(process.faults - process.faults_before)};
    if (process.io && process.io_before) {
        const auto growth = [](std::uint64_t from, std::uint64_t to) {
            return static_cast<double>(to - std::min(from, to));
        };
        seen.requested_bytes =
            growth(process.io_before->requested_bytes, process.io->requested_bytes);
        seen.fetched_bytes = growth(process.io_before->fetched_bytes, process.io->fetched_bytes);
    }
    if (process.resident_bytes && !process.ended) {
        seen.resident_bytes = static_cast<double>(*process.resident_bytes);
    }
    for (const auto& [tid, thread] : process.threads) {
        if (thread.watched_s > 0.0) {
            seen.threads.push_back(thread_of(process.pid, thread));
        }
    }
    return seen;
}

/// The figures of our own GPU consumer, and the load of the link.
void add_gpus(const std::map<int, GpuLoad>& loads, metrics::MetricValues& values) {
    for (const auto& [minor, load] : loads) {
        const auto put = [&](const char* id, const std::optional<double>& value) {
            if (value) {
                values[metrics::labelled(id, "gpu", std::to_string(minor))] = *value;
            }
        };
        put("gpu_utilisation", load.utilisation);
        put("gpu_link_share", load.link_share);
        put("gpu_power", load.power_w);
        put("gpu_clock", load.clock_hz);
    }
}

}  // namespace

Result<JobSampler> JobSampler::open(pid_t root) {
    storage::raise_open_files_limit();  // three for each thread
    auto tree = JobTree::open(root);
    if (!tree) {
        return std::move(tree).error();
    }
    return JobSampler(*std::move(tree), root);
}

JobSampler::JobSampler(JobTree tree, pid_t root)
    : tree_(std::move(tree)),
      began_(steady_now()),
      moment_began_(began_),
      own_cpu_before_s_(own_cpu_seconds()),
      others_(std::vector<pid_t>{root}, "/proc", 0),
      host_(all_disks()),
      host_before_(host_.take()) {
    seen_.sight = tree_.sight();
    others_.look(false);
}

void JobSampler::see_file(pid_t pid, int descriptor) {
    if (descriptor < 0 || ++files_this_moment_ > kFilesAMoment) {
        return;
    }
    const std::string link = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(descriptor);
    const std::string path = read_link(link);
    const auto seen = path.starts_with("/") ? look_at_open_file(link) : std::nullopt;
    if (!seen) {
        return;
    }
    if (seen_.files.size() >= kFilesMost && !seen_.files.contains(path)) {
        ++seen_.files_left_out;
        return;
    }
    SeenFile& file = seen_.files[path];
    file.bytes = seen->bytes;
    file.device = seen->device;
    ++file.looks;
}

void JobSampler::look_at(WatchedProcess& process, WatchedThread& thread) {
    const SteadyTime now = steady_now();
    const auto look = thread.probe->take(sockets_, process.has_network);
    if (!look) {
        thread.probe.reset();
        return;
    }
    const Doing doing = doing_of(look->look);
    // One that opens a connection for each request: the next is a server's, too.
    process.has_network = process.has_network || look->look.target == Target::Network;
    if (thread.looked_at == kNever) {
        thread.name = look->time.name;
        thread.ticks_before = look->time.ticks;
    } else {
        const double elapsed = in_seconds(now - thread.looked_at);
        thread.seconds[static_cast<std::size_t>(doing)] += elapsed;
        thread.watched_s += elapsed;
    }
    const std::uint64_t ticks = look->time.ticks - std::min(look->time.ticks, thread.ticks_before);
    const bool idle = look->look.state == 'S' && ticks == thread.ticks;
    thread.idle_looks = idle ? thread.idle_looks + 1 : 0;
    thread.rest = thread.idle_looks > kIdleLooks ? kIdleRest : 0;
    thread.ticks = ticks;
    thread.looked_at = now;
    if (doing == Doing::Storage && look->look.target == Target::File) {
        see_file(process.pid, look->descriptor);
    }
}

void JobSampler::round() {
    for (auto& [pid, process] : tree_.processes()) {
        for (auto& [tid, thread] : process.threads) {
            if (process.ended || !thread.probe) {
                continue;
            }
            if (thread.rest > 0) {
                --thread.rest;
            } else {
                look_at(process, thread);
            }
        }
    }
    ++seen_.rounds;
}

void JobSampler::end_moment() {
    const SteadyTime now = steady_now();
    Moment moment{.t_s = in_seconds(now - began_), .dt_s = in_seconds(now - moment_began_)};
    tree_.take_accounts();
    for (const auto& [pid, process] : tree_.processes()) {
        for (const auto& [tid, thread] : process.threads) {
            const ThreadKey key(pid, tid);
            const ThreadTime time{.seconds = thread.seconds, .for_core_s = for_core_s(thread)};
            moment.threads[key] = growth_of(std::exchange(before_[key], time), time);
        }
    }
    metrics::HostSnapshot host = host_.take();
    moment.host = metrics::host_rates(host_before_, host);
    for (const auto& [pid, process] : tree_.processes()) {
        gpus_.watch(process.gpus);
    }
    add_gpus(gpus_.take(), moment.host);
    host_before_ = std::move(host);
    seen_.moments.push_back(std::move(moment));
    if (seen_.moments.size() % kOthersEvery == 0) {
        others_.look(true);
    }
    moment_began_ = now;
    files_this_moment_ = 0;
}

void JobSampler::run(SteadyTime until,
                     const std::stop_token& stop,
                     const std::function<void(double)>& on_second) {
    SteadyTime next = steady_now();
    unsigned rounds = 0;
    while (steady_now() < until && !tree_.has_ended()) {
        if (++rounds % kRefreshRounds == 0) {
            tree_.refresh();
        }
        round();
        if (steady_now() - moment_began_ >= kMoment) {
            end_moment();
            if (on_second) {
                on_second(in_seconds(steady_now() - began_));
            }
        }
        next = std::max(next + kRound, steady_now());
        if (!pause_until(std::min(next, until), stop)) {
            break;
        }
    }
}

std::vector<SeenProcess> JobSampler::seen_processes() {
    std::vector<SeenProcess> all;
    for (const auto& [pid, process] : tree_.processes()) {
        all.push_back(process_of(process));
    }
    for (const WatchedProcess& process : tree_.ended_processes()) {
        all.push_back(process_of(process));
    }
    return all;
}

Observation JobSampler::last_moment() {
    Observation last{.seconds = in_seconds(steady_now() - began_), .processes = seen_processes()};
    if (!seen_.moments.empty()) {
        last.moments.push_back(seen_.moments.back());
    }
    return last;
}

Observation JobSampler::totals() {
    tree_.take_accounts();
    seen_.moments.clear();
    return {.seconds = in_seconds(steady_now() - began_),
            .processes = seen_processes(),
            .sight = tree_.sight(),
            .ended = tree_.has_ended()};
}

Observation JobSampler::finish() {
    constexpr std::chrono::milliseconds kWorthKeeping{200};
    if (steady_now() - moment_began_ >= kWorthKeeping) {
        end_moment();
    }
    seen_.seconds = in_seconds(steady_now() - began_);
    seen_.own_cpu_s = own_cpu_seconds() - own_cpu_before_s_;
    seen_.unwatched = tree_.unwatched();
    seen_.ended = tree_.has_ended();
    seen_.processes = seen_processes();
    for (const auto& [pid, process] : tree_.processes()) {
        seen_.open_data.insert(process.data_files.begin(), process.data_files.end());
    }
    seen_.gpu_missing = gpus_.missing();
    others_.look(true);
    seen_.others = others_.busiest(kOthersNamed);
    return std::move(seen_);
}

}  // namespace throughline::observe
