// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/metrics/registry.h"

namespace throughline::metrics {

/// Counters of one block device. The times are 32 bits wide in the kernel and wrap: a weighted time
/// at 32 requests in flight after 1.5 days.
/// Source: Documentation/admin-guide/iostats.rst of the kernel; block/genhd.c, diskstats_show().
struct DiskCounters {
    std::uint64_t reads = 0;  ///< completed
    std::uint64_t read_merges = 0;
    std::uint64_t read_bytes = 0;  ///< sectors * 512
    std::uint64_t read_ms = 0;     ///< summed over requests
    std::uint64_t writes = 0;
    std::uint64_t write_bytes = 0;
    std::uint64_t io_ms = 0;           ///< time with at least one request in flight
    std::uint64_t weighted_io_ms = 0;  ///< requests in flight, integrated
};
/// Parses the text of /proc/diskstats with 14, 18 (discards, 4.18) or 20 columns (flushes, 5.5), or
/// more. Lines that are not understood are left out. `keep`: the devices wanted; empty = all.
std::map<std::string, DiskCounters> parse_diskstats(std::string_view text,
                                                    std::span<const std::string> keep = {});

/// Host CPU time in clock ticks. Source: proc(5), /proc/stat.
struct CpuCounters {
    std::uint64_t busy = 0;  ///< user + nice + system + irq + softirq + steal
    std::uint64_t idle = 0;
    std::uint64_t iowait = 0;
};
std::optional<CpuCounters> parse_proc_stat(std::string_view text);

/// Bytes per network interface, loopback left out. Source: proc(5), /proc/net/dev.
struct NetworkCounters {
    std::uint64_t receive_bytes = 0;
    std::uint64_t send_bytes = 0;
};
std::map<std::string, NetworkCounters> parse_net_dev(std::string_view text);

/// This process. Source: proc(5), /proc/self/status.
struct ProcessCounters {
    std::uint64_t resident_bytes = 0;
};
std::optional<ProcessCounters> parse_self_status(std::string_view text);

/// Memory that programs can still take without swapping. Source: proc(5), MemAvailable of
/// /proc/meminfo.
std::optional<std::uint64_t> parse_memory_available(std::string_view meminfo);

/// Bytes that the kernel had fetched from storage for a process: what the page cache served is not
/// among them. Source: proc_pid_io(5), read_bytes.
std::optional<std::uint64_t> parse_fetched_bytes(std::string_view io);
std::optional<std::uint64_t> bytes_fetched_by_this_process();

/// What a file system's client has counted since it was mounted, for any program; what its counter
/// does not tell is empty. Read by engine/counters.
struct MountCounts {
    std::optional<std::uint64_t> read_bytes{};       ///< from its server, not from its caches
    std::optional<std::uint64_t> reads{};            ///< requests that brought them
    std::optional<double> read_seconds{};            ///< summed over `reads`
    std::optional<std::uint64_t> requested_bytes{};  ///< that programs read, cached or not
    std::optional<double> daemon_cpu_seconds{};      ///< of the program that is the client
};

/// How long more was asked of a cloud's volume than it allows, or the machine that it is attached
/// to, in microseconds since it was attached. Read by engine/counters.
struct LimitTimes {
    std::uint64_t volume_iops_us = 0;
    std::uint64_t volume_throughput_us = 0;
    std::uint64_t instance_iops_us = 0;
    std::uint64_t instance_throughput_us = 0;
};

/// Everything of the host at one moment; what could not be read is empty.
struct HostSnapshot {
    SteadyTime at = kNever;
    std::map<std::string, DiskCounters> disks;
    std::optional<CpuCounters> cpu;
    std::map<std::string, NetworkCounters> network;
    std::optional<ProcessCounters> process;
    std::map<std::string, MountCounts> mounts{};  ///< by kind of file system
    std::map<std::string, LimitTimes> limits{};   ///< by disk
};

/// Reads /proc with files kept open, into one buffer that is kept too. Thread: one owner.
class HostSampler {
public:
    /// `devices`: block devices to keep ("vda", "nvme0n1"); others are dropped.
    explicit HostSampler(std::vector<std::string> devices);

    HostSnapshot take();

private:
    std::string_view read(const UniqueFd& file);

    std::vector<std::string> devices_;
    UniqueFd diskstats_;
    UniqueFd stat_;
    UniqueFd net_dev_;
    UniqueFd self_status_;
    std::string buffer_;
};

/// Growth of a disk time in milliseconds, which the kernel keeps modulo 2^32. A step of more than
/// half the range is a counter that went backwards (none), not 25 days within one interval.
std::optional<std::uint64_t> wrapping_growth_ms(std::uint64_t from, std::uint64_t to) noexcept;

/// Rates between two snapshots, by registry key: read_bytes_per_second{device=…}, read_iops,
/// read_merges_per_second, read_request_size (only when there were reads), disk_utilisation (capped
/// at 100), disk_queue_length, read_await (only when there were reads), write_bytes_per_second,
/// write_iops, cpu_utilisation, cpu_iowait, network_…{interface=…}, resident_memory (of `to`).
/// A counter that went backwards (device replaced), a device or interface that is in one snapshot
/// only, and snapshots without time between them leave their metrics out. Several devices (md, dm):
/// one key each. Mounts: mount_read_bytes_per_second{file_system=…}, mount_reads_per_second,
/// mount_requested_bytes_per_second, mount_read_await (only when there were reads),
/// mount_daemon_cpu_cores, of what their counters tell in both snapshots. Volumes:
/// volume_iops_exceeded{device=…} and the like, capped at 100.
/// Formula:  as in the registry; times of a disk are taken modulo 2^32.
MetricValues host_rates(const HostSnapshot& from, const HostSnapshot& to);

}  // namespace throughline::metrics
