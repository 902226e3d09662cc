// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/job_tree.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::observe {
namespace {

struct DirectoryClose {
    void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};

/// Names that are numbers, in a folder of /proc.
std::vector<pid_t> numbers_in(const std::string& folder) {
    std::vector<pid_t> numbers;
    const std::unique_ptr<DIR, DirectoryClose> directory(::opendir(folder.c_str()));
    // Each stream has one owner, for which readdir(3) is safe.
    while (const dirent* const entry = directory ? ::readdir(directory.get())  // NOLINT
                                                 : nullptr) {
        if (const auto number = number_in<pid_t>(entry->d_name)) {
            numbers.push_back(*number);
        }
    }
    return numbers;
}

/// The processes below one by their parents, for kernels without task/TID/children.
std::vector<pid_t> children_by_parent(pid_t parent) {
    std::vector<pid_t> children;
    for (const pid_t pid : numbers_in("/proc")) {
        const auto time =
            metrics::parse_pid_stat(read_small(folder_of(pid) + "/stat").value_or(""));
        if (time && time->parent == parent) {
            children.push_back(pid);
        }
    }
    return children;
}

/// Why something of a process may not be read.
std::string refusal_of(pid_t pid, int errno_value) {
    struct stat owner{};
    const bool known = ::stat(folder_of(pid).c_str(), &owner) == 0;
    if (known && owner.st_uid != ::geteuid() && ::geteuid() != 0) {
        return say_english("it is a process of another user");
    }
    const auto yama = read_small("/proc/sys/kernel/yama/ptrace_scope");
    if (yama && trim(*yama) != "0") {
        return say_english(
            "kernel.yama.ptrace_scope is %1, which keeps it from programs that did "
            "not start the job",
            std::string(trim(*yama)));
    }
    return say_english("the system refuses it (%1)", std::string(strerrordesc_np(errno_value)));
}

/// "" where a file of /proc can be read.
std::string try_read(pid_t pid, const std::string& file) {
    errno = 0;
    return read_small(folder_of(pid) + file) ? "" : refusal_of(pid, errno);
}

Sight sight_of(pid_t pid) {
    Sight sight{.calls = try_read(pid, "/syscall"), .io = try_read(pid, "/io")};
    errno = 0;
    if (read_link(folder_of(pid) + "/exe").empty()) {
        sight.descriptors = refusal_of(pid, errno);
        sight.channels = sight.descriptors;
    }
    return sight;
}

}  // namespace

double WatchedProcess::cpu_seconds() const {
    const auto hertz = static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L));
    double seconds = 0.0;
    for (const auto& [tid, thread] : threads) {
        seconds += static_cast<double>(thread.ticks) / hertz;
    }
    return seconds;
}

Result<JobTree> JobTree::open(pid_t root) {
    JobTree tree(root);
    const auto time = metrics::parse_pid_stat(read_small(folder_of(root) + "/stat").value_or(""));
    if (!time || time->state == 'Z' || time->state == 'X') {
        return Error{.code = ErrorCode::NotFound,
                     .what = say("observe process %1: no such process can be seen from here",
                                 std::to_string(root))};
    }
    tree.root_start_ = time->start_tick;
    tree.sight_ = sight_of(root);
    tree.refresh();
    tree.take_accounts();
    return tree;
}

void JobTree::add(pid_t pid, std::vector<pid_t>& open) {
    const auto time = metrics::parse_pid_stat(read_small(folder_of(pid) + "/stat").value_or(""));
    auto known = processes_.find(pid);
    const bool gone = !time || time->state == 'Z' || time->state == 'X';
    if (known != processes_.end() && !gone && known->second.start_tick != time->start_tick) {
        known->second.ended = true;
        ended_processes_.push_back(std::move(known->second));
        processes_.erase(known);
        known = processes_.end();
    }
    if (gone) {
        if (known != processes_.end()) {
            known->second.ended = true;
        }
        return;
    }
    if (known == processes_.end()) {
        known = processes_.try_emplace(pid).first;
        known->second.pid = pid;
        known->second.start_tick = time->start_tick;
        known->second.faults_before = time->major_faults;
    }
    WatchedProcess& process = known->second;
    process.parent = time->parent;
    process.faults = std::max(process.faults_before, time->major_faults);
    if (process.name != time->name || process.command.empty()) {  // it is another after execve(2)
        process.name = time->name;
        process.command = parse_command_line(read_small(folder_of(pid) + "/cmdline").value_or(""));
    }
    refresh_threads(process, open);
}

void JobTree::refresh_threads(WatchedProcess& process, std::vector<pid_t>& children) {
    const std::string folder = folder_of(process.pid) + "/task";
    bool tells_children = true;
    for (const pid_t tid : numbers_in(folder)) {
        const auto text = read_small(folder + "/" + std::to_string(tid) + "/children");
        tells_children = tells_children && text.has_value();
        for (const std::uint64_t child : parse_numbers(text.value_or(""))) {
            children.push_back(static_cast<pid_t>(child));
        }
        WatchedThread& thread = process.threads[tid];
        if (!thread.probe && thread.watched_s == 0.0) {
            thread.tid = tid;
            thread.probe = std::make_unique<ThreadProbe>(process.pid, tid);
            unwatched_ += thread.probe->lacks_descriptors() ? 1U : 0U;
            take_waiting(thread);  // from now on, as it is watched
        }
    }
    if (!tells_children) {
        const auto found = children_by_parent(process.pid);
        children.insert(children.end(), found.begin(), found.end());
    }
}

void JobTree::refresh() {
    std::vector<pid_t> open{root_};
    std::set<pid_t> seen;
    while (!open.empty()) {
        const pid_t pid = open.back();
        open.pop_back();
        if (seen.insert(pid).second && pid != ::getpid()) {
            add(pid, open);
        }
    }
    // What the job left behind goes on as a child of another; it is watched on.
    std::vector<pid_t> left;
    for (const auto& [pid, process] : processes_) {
        if (!seen.contains(pid) && !process.ended) {
            left.push_back(pid);
        }
    }
    for (const pid_t pid : left) {
        add(pid, open);
    }
    const auto root = processes_.find(root_);
    ended_ =
        root == processes_.end() || root->second.ended || root->second.start_tick != root_start_;
}

void JobTree::look_at_descriptors(WatchedProcess& process) {
    const std::string folder = folder_of(process.pid) + "/fd";
    SocketKinds sockets;
    for (const pid_t descriptor : numbers_in(folder)) {
        const Target target = target_of(process.pid, descriptor, sockets);
        process.has_network = process.has_network || target == Target::Network;
        if (target == Target::Gpu) {
            process.has_gpu = true;
            const auto gpu = gpu_of_link(read_link(folder + "/" + std::to_string(descriptor)));
            if (gpu) {
                process.gpus.insert(*gpu);
            }
        }
    }
}

// Of images that lie in memory no read is long enough to be seen, but one file or another is open.
void JobTree::look_for_data(WatchedProcess& process) {
    constexpr std::size_t kEnough = 16;
    if (process.data_files.size() >= kEnough) {
        return;
    }
    const std::string folder = folder_of(process.pid);
    for (const pid_t descriptor : numbers_in(folder + "/fd/")) {
        const std::string link = folder + "/fd/" + std::to_string(descriptor);
        const std::string path = read_link(link);
        if (!is_data_file(path) || process.data_files.contains(path)) {
            continue;
        }
        const auto seen = look_at_open_file(link);
        const std::string facts =
            read_small(folder + "/fdinfo/" + std::to_string(descriptor)).value_or("");
        if (seen && !is_open_for_writing(facts)) {
            process.data_files[path] = *seen;
        }
    }
}

void JobTree::take_waiting(WatchedThread& thread) {
    const auto times = thread.probe ? thread.probe->times() : std::nullopt;
    if (!times) {
        return;
    }
    if (!thread.for_core_ns) {
        thread.for_core_before_ns = times->for_core_ns;
    }
    thread.for_core_ns =
        times->for_core_ns - std::min(times->for_core_ns, thread.for_core_before_ns);
}

void JobTree::take_accounts() {
    for (auto& [pid, process] : processes_) {
        if (process.ended) {
            continue;
        }
        const auto io = parse_process_io(read_small(folder_of(pid) + "/io").value_or(""));
        if (io) {
            if (!process.io_before) {
                process.io_before = io;
                look_at_descriptors(process);
            }
            process.io = io;
        }
        look_for_data(process);
        const auto status =
            metrics::parse_self_status(read_small(folder_of(pid) + "/status").value_or(""));
        if (status) {
            process.resident_bytes = status->resident_bytes;
        }
        for (auto& [tid, thread] : process.threads) {
            take_waiting(thread);
        }
    }
}

}  // namespace throughline::observe
