// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/metrics/registry.h"

namespace throughline::metrics {

/// Counters of one block device. Source: Documentation/admin-guide/iostats.rst of the kernel.
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
/// Parses the text of /proc/diskstats. Lines that are not understood are left out.
std::map<std::string, DiskCounters> parse_diskstats(std::string_view text);

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

/// Everything of the host at one moment; what could not be read is empty.
struct HostSnapshot {
    std::int64_t at_ns = 0;  ///< steady clock
    std::map<std::string, DiskCounters> disks;
    std::optional<CpuCounters> cpu;
    std::map<std::string, NetworkCounters> network;
    std::optional<ProcessCounters> process;
};

/// Reads /proc with files kept open. Thread: one owner.
class HostSampler {
public:
    /// `devices`: block devices to keep ("vda", "nvme0n1"); others are dropped.
    explicit HostSampler(std::vector<std::string> devices);
    ~HostSampler();
    HostSampler(const HostSampler&) = delete;
    HostSampler& operator=(const HostSampler&) = delete;

    HostSnapshot take();

private:
    struct Impl;
    std::vector<std::string> devices_;
};

/// Rates between two snapshots, by registry key: read_bytes_per_second{device=…}, read_iops,
/// read_merges_per_second, read_request_size (only when there were reads), disk_utilisation,
/// disk_queue_length, read_await (only when there were reads), write_…, cpu_utilisation,
/// cpu_iowait, network_…{interface=…}, resident_memory. A counter that went backwards (device
/// replaced) leaves its metrics out. Several devices (md, dm): one key each.
MetricValues host_rates(const HostSnapshot& from, const HostSnapshot& to);

}  // namespace throughline::metrics
