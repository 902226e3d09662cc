// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What /proc tells of other programs. Every parser takes any text and is none, or empty, where it
// does not hold what is asked for. Processes, with state and faults: metrics::parse_pid_stat().
namespace throughline::observe {

/// /proc/PID/task/TID/syscall. Source: proc_pid_syscall(5).
struct SyscallLook {
    bool running = false;
    std::int64_t number = -1;  ///< -1: it waits outside of a call, as in a page fault
    std::array<std::uint64_t, 6> arguments{};
};
std::optional<SyscallLook> parse_syscall(std::string_view text);

/// /proc/PID/task/TID/schedstat. Source: Documentation/scheduler/sched-stats.rst of the kernel.
struct SchedTimes {
    std::uint64_t on_core_ns = 0;
    std::uint64_t for_core_ns = 0;  ///< runnable, with no processor to run on
};
std::optional<SchedTimes> parse_schedstat(std::string_view text);

/// /proc/PID/io. Source: proc_pid_io(5).
struct ProcessIo {
    std::uint64_t requested_bytes = 0;  ///< rchar: by read(2) and the like, pipes included
    std::uint64_t requests = 0;         ///< syscr
    std::uint64_t fetched_bytes = 0;    ///< read_bytes: from storage
};
std::optional<ProcessIo> parse_process_io(std::string_view text);

/// How many processors a list names, as Cpus_allowed_list of /proc/PID/status: "0-3,8" is 5. 0 for
/// a text that is no list.
std::uint64_t parse_cpu_count(std::string_view list);

/// The words after `name` in a text of "name: words" lines; "" where there is none.
std::string_view line_value(std::string_view text, std::string_view name);

/// Numbers with blanks between them, as in /proc/PID/task/TID/children; others are left out.
std::vector<std::uint64_t> parse_numbers(std::string_view text);

/// The descriptors that an epoll watches, of its /proc/PID/fdinfo/FD. Source: proc_pid_fdinfo(5).
std::vector<int> parse_epoll_targets(std::string_view fdinfo);

/// The inodes of /proc/PID/net/tcp, tcp6, udp, udp6. Source: proc_net(5).
std::vector<std::uint64_t> parse_socket_inodes(std::string_view text);

/// What a descriptor is, by the text of its link in /proc/PID/fd.
enum class Target : std::uint8_t {
    Unknown,
    File,
    Pipe,
    Socket,  ///< of which kind, its inode tells
    Network,
    Local,  ///< a socket between programs of this machine
    Epoll,
    Ring,  ///< io_uring
    Event,
    Gpu,
    Other
};
Target target_of_link(std::string_view link);
/// Of "socket:[123]"; none for another link.
std::optional<std::uint64_t> inode_of_link(std::string_view link);
/// 3, of "/dev/nvidia3"; none for another link.
std::optional<int> gpu_of_link(std::string_view link);

/// A command line of /proc/PID/cmdline as words.
std::vector<std::string> parse_command_line(std::string_view text);

/// What people call a program: its script where Python runs one ("train.py"), else its name, which
/// the kernel's cuts at 15 characters and the first word of the command has whole.
std::string program_name(std::string_view kernel_name, const std::vector<std::string>& command);

/// A control group file of limits for one device, "8:0 1048576" a line; none where it has none.
/// Source: blkio-controller.rst of the kernel, "blkio.throttle.read_bps_device".
std::optional<std::uint64_t> parse_throttle(std::string_view text, std::string_view device);
/// The same of io.max: "8:0 rbps=1048576 wbps=max riops=max wiops=max"; `key`: "rbps".
/// Source: cgroup-v2.rst of the kernel, "io.max".
std::optional<std::uint64_t> parse_io_max(std::string_view text,
                                          std::string_view device,
                                          std::string_view key);

}  // namespace throughline::observe
