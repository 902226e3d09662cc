// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/roles.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include "engine/observe/proc_texts.h"

namespace throughline::observe {
namespace {

double at(const Seconds& seconds, Doing doing) {
    return seconds[static_cast<std::size_t>(doing)];
}

bool has_word(const SeenProcess& process, std::string_view part) {
    return std::ranges::any_of(process.command, [&](const std::string& word) {
        return word.find(part) != std::string::npos;
    });
}

const SeenProcess* find(const Observation& seen, pid_t pid) {
    const auto found = std::ranges::find(seen.processes, pid, &SeenProcess::pid);
    return found == seen.processes.end() ? nullptr : &*found;
}

bool is_fork_server(const SeenProcess& process) {
    return has_word(process, "multiprocessing.forkserver");
}

/// Processes of Python's multiprocessing that only clean up behind the others.
bool is_tracker(const SeenProcess& process) {
    return has_word(process, "resource_tracker") || has_word(process, "semaphore_tracker");
}

bool is_copy(const SeenProcess& process, const SeenProcess& parent) {
    const bool same = !process.command.empty() && process.command == parent.command;
    return !is_tracker(process) && !is_fork_server(process) &&
           (same || has_word(process, "multiprocessing.spawn") ||
            has_word(process, "--multiprocessing-fork") || is_fork_server(parent));
}

}  // namespace

pid_t starter_of(const Observation& seen, const SeenProcess& worker) {
    const SeenProcess* parent = find(seen, worker.parent);
    return parent != nullptr && is_fork_server(*parent) ? parent->parent : worker.parent;
}

namespace {

/// Of a process's threads.
double active_seconds(const SeenProcess& process) {
    double seconds = 0.0;
    for (const SeenThread& thread : process.threads) {
        seconds += at(thread.seconds, Doing::Running) + at(thread.seconds, Doing::Storage) +
                   at(thread.seconds, Doing::Network);
    }
    return seconds;
}

void take_worker_processes(const Observation& seen, Roles& roles) {
    std::set<pid_t> has_copies;
    std::set<pid_t> copies;
    for (const SeenProcess& process : seen.processes) {
        const SeenProcess* parent = find(seen, process.parent);
        if (parent != nullptr && is_copy(process, *parent)) {
            copies.insert(process.pid);
            has_copies.insert(starter_of(seen, process));
        }
    }
    for (const SeenProcess& process : seen.processes) {
        if (copies.contains(process.pid) && !has_copies.contains(process.pid)) {
            roles.processes[process.pid] = Role::Worker;
            roles.threads[{process.pid, process.pid}] = Role::Worker;
            roles.processes[starter_of(seen, process)] = Role::Main;
        }
    }
}

/// Of the time in which it was watched.
double share(const SeenThread& thread, std::initializer_list<Doing> doings) {
    double seconds = 0.0;
    for (const Doing doing : doings) {
        seconds += at(thread.seconds, doing);
    }
    return thread.watched_s > 0.0 ? seconds / thread.watched_s : 0.0;
}

bool is_named(const SeenThread& thread, std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(
        names, [&](std::string_view name) { return thread.name.starts_with(name); });
}

/// What loads, of the threads of a process that trains: who is seen reading, and who bears a name
/// that TensorFlow, DALI or PyTorch give to such threads. Those of tf.data's own pool have the
/// program's name; tf_Compute is left out, which computes for the training as well.
bool is_loader_thread(const SeenThread& thread, const SeenProcess& main, bool is_tensorflow) {
    constexpr double kSeen = 0.02;
    if (is_named(thread, {"tf_data", "[DALI", "pt_data", "dali_"}) ||
        share(thread, {Doing::Storage, Doing::Network}) > kSeen) {
        return true;
    }
    return is_tensorflow && thread.name == main.name && share(thread, {Doing::Running}) > kSeen;
}

/// A pool may have threads for each task, of which one holds the others back: those that wait most
/// of the time are left out, unless all do.
void take_worker_threads(const SeenProcess& main, Roles& roles) {
    constexpr double kShort_s = 0.5;  // a thread that lived shorter tells nothing
    constexpr double kWaitsMost = 0.5;
    const bool is_tensorflow = std::ranges::any_of(
        main.threads, [](const SeenThread& thread) { return is_named(thread, {"tf_"}); });
    std::vector<ThreadKey> all;
    std::vector<ThreadKey> working;
    for (const SeenThread& thread : main.threads) {
        if (thread.key.second == main.pid || thread.watched_s <= kShort_s ||
            !is_loader_thread(thread, main, is_tensorflow)) {
            continue;
        }
        all.push_back(thread.key);
        if (share(thread, {Doing::Lock, Doing::NoWork, Doing::NoRoom}) < kWaitsMost) {
            working.push_back(thread.key);
        }
    }
    for (const ThreadKey& key : working.empty() ? all : working) {
        roles.threads[key] = Role::Worker;
        roles.loaders = Loaders::Threads;
    }
}

/// How many were there at once: what they were watched for together, over the time, in the middle
/// one of all seconds.
double workers_at_once(const Observation& seen, const Roles& roles) {
    std::vector<double> counts;
    for (const Moment& moment : seen.moments) {
        double watched = 0.0;
        for (const auto& [key, time] : moment.threads) {
            if (roles.of(key) == Role::Worker) {
                for (const double one : time.seconds) {
                    watched += one;
                }
            }
        }
        if (moment.dt_s > 0.0) {
            counts.push_back(watched / moment.dt_s);
        }
    }
    std::ranges::sort(counts);
    return counts.empty() ? 0.0 : counts[counts.size() / 2];
}

}  // namespace

const char* name_of(Loaders value) noexcept {
    switch (value) {
        case Loaders::Processes:
            return "processes";
        case Loaders::Threads:
            return "threads";
        case Loaders::None:
            break;
    }
    return "none";
}

Role Roles::of(const ThreadKey& key) const {
    const auto found = threads.find(key);
    return found == threads.end() ? Role::Other : found->second;
}

Roles roles_of(const Observation& seen) {
    Roles roles;
    take_worker_processes(seen, roles);
    if (!roles.processes.empty()) {
        roles.loaders = Loaders::Processes;
    } else if (!seen.processes.empty()) {
        const auto busiest = std::ranges::max_element(
            seen.processes, {}, [](const SeenProcess& one) { return active_seconds(one); });
        roles.processes[busiest->pid] = Role::Main;
        take_worker_threads(*busiest, roles);
    }
    for (const auto& [pid, role] : roles.processes) {
        if (role == Role::Main) {
            roles.threads[{pid, pid}] = Role::Main;
            const SeenProcess* process = find(seen, pid);
            if (roles.name.empty() && process != nullptr) {
                roles.name = program_name(process->name, process->command);
            }
        }
    }
    roles.workers = workers_at_once(seen, roles);
    return roles;
}

}  // namespace throughline::observe
