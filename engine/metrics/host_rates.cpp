// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "engine/metrics/proc_samplers.h"

namespace throughline::metrics {
namespace {

/// Growth of a 64-bit counter; none when it went backwards.
std::optional<double> growth(std::uint64_t from, std::uint64_t to) {
    if (to < from) {
        return std::nullopt;
    }
    return static_cast<double>(to - from);
}

std::optional<double> growth_ms(std::uint64_t from, std::uint64_t to) {
    const auto step = wrapping_growth_ms(from, to);
    return step ? std::optional<double>(static_cast<double>(*step)) : std::nullopt;
}

void put(MetricValues& rates,
         const char* id,
         const char* label,
         const std::string& value,
         std::optional<double> number) {
    if (number) {
        rates[labelled(id, label, value)] = *number;
    }
}

std::optional<double> over(std::optional<double> amount, double divisor) {
    if (!amount) {
        return std::nullopt;
    }
    return *amount / divisor;
}

void disk_rates(const std::string& device,
                const DiskCounters& from,
                const DiskCounters& to,
                double seconds,
                MetricValues& rates) {
    const auto reads = growth(from.reads, to.reads);
    const auto read_bytes = growth(from.read_bytes, to.read_bytes);
    const auto writes = growth(from.writes, to.writes);
    const auto write_bytes = growth(from.write_bytes, to.write_bytes);
    if (!reads || !read_bytes || !writes || !write_bytes) {
        return;  // these never wrap within a run: another device took the name
    }
    const auto put_disk = [&](const char* id, std::optional<double> number) {
        put(rates, id, "device", device, number);
    };
    put_disk("read_bytes_per_second", *read_bytes / seconds);
    put_disk("write_bytes_per_second", *write_bytes / seconds);
    put_disk("read_iops", *reads / seconds);
    put_disk("write_iops", *writes / seconds);
    put_disk("read_merges_per_second", over(growth(from.read_merges, to.read_merges), seconds));
    if (*reads > 0.0) {
        put_disk("read_request_size", *read_bytes / *reads);
        put_disk("read_await", over(growth_ms(from.read_ms, to.read_ms), *reads * 1e3));
    }
    if (const auto busy_ms = growth_ms(from.io_ms, to.io_ms)) {
        put_disk("disk_utilisation", std::min(100.0, *busy_ms / (seconds * 1e3) * 100.0));
    }
    put_disk("disk_queue_length",
             over(growth_ms(from.weighted_io_ms, to.weighted_io_ms), seconds * 1e3));
}

void mount_rates(const std::string& name,
                 const MountCounts& from,
                 const MountCounts& to,
                 double seconds,
                 MetricValues& rates) {
    const auto grown = [](const auto& before, const auto& now) {
        return before && now && *now >= *before
                   ? std::optional<double>(static_cast<double>(*now - *before))
                   : std::nullopt;
    };
    const auto put_mount = [&](const char* id, std::optional<double> number) {
        put(rates, id, "file_system", name, number);
    };
    const auto reads = grown(from.reads, to.reads);
    put_mount("mount_read_bytes_per_second", over(grown(from.read_bytes, to.read_bytes), seconds));
    put_mount("mount_reads_per_second", over(reads, seconds));
    if (reads && *reads > 0.0) {
        put_mount("mount_read_await", over(grown(from.read_seconds, to.read_seconds), *reads));
    }
    put_mount("mount_requested_bytes_per_second",
              over(grown(from.requested_bytes, to.requested_bytes), seconds));
    put_mount("mount_daemon_cpu_cores",
              over(grown(from.daemon_cpu_seconds, to.daemon_cpu_seconds), seconds));
}

void limit_shares(const std::string& device,
                  const LimitTimes& from,
                  const LimitTimes& to,
                  double seconds,
                  MetricValues& rates) {
    const auto put_share = [&](const char* id, std::uint64_t before, std::uint64_t now) {
        if (const auto grown = growth(before, now)) {
            put(rates, id, "device", device, std::min(100.0, *grown / (seconds * 1e6) * 100.0));
        }
    };
    put_share("volume_iops_exceeded", from.volume_iops_us, to.volume_iops_us);
    put_share("volume_throughput_exceeded", from.volume_throughput_us, to.volume_throughput_us);
    put_share("instance_iops_exceeded", from.instance_iops_us, to.instance_iops_us);
    put_share(
        "instance_throughput_exceeded", from.instance_throughput_us, to.instance_throughput_us);
}

void cpu_rates(const CpuCounters& from, const CpuCounters& to, MetricValues& rates) {
    const auto busy = growth(from.busy, to.busy);
    const auto idle = growth(from.idle, to.idle);
    const auto iowait = growth(from.iowait, to.iowait);  // may decrease: proc_stat(5)
    if (!busy || !idle || !iowait || *busy + *idle + *iowait <= 0.0) {
        return;
    }
    const double all = *busy + *idle + *iowait;
    rates["cpu_utilisation"] = 100.0 * *busy / all;
    rates["cpu_iowait"] = 100.0 * *iowait / all;
}

}  // namespace

std::optional<std::uint64_t> wrapping_growth_ms(std::uint64_t from, std::uint64_t to) noexcept {
    constexpr std::uint64_t kRange = std::uint64_t{1} << 32U;
    if (from >= kRange || to >= kRange) {
        return to < from ? std::nullopt : std::optional<std::uint64_t>(to - from);
    }
    const std::uint64_t step = (to - from) % kRange;
    return step > kRange / 2 ? std::nullopt : std::optional<std::uint64_t>(step);
}

MetricValues host_rates(const HostSnapshot& from, const HostSnapshot& to) {
    MetricValues rates;
    const double seconds = in_seconds(to.at - from.at);
    if (seconds <= 0.0) {
        return rates;
    }
    for (const auto& [device, now] : to.disks) {
        if (const auto before = from.disks.find(device); before != from.disks.end()) {
            disk_rates(device, before->second, now, seconds, rates);
        }
    }
    for (const auto& [name, now] : to.mounts) {
        if (const auto before = from.mounts.find(name); before != from.mounts.end()) {
            mount_rates(name, before->second, now, seconds, rates);
        }
    }
    for (const auto& [device, now] : to.limits) {
        if (const auto before = from.limits.find(device); before != from.limits.end()) {
            limit_shares(device, before->second, now, seconds, rates);
        }
    }
    if (from.cpu && to.cpu) {
        cpu_rates(*from.cpu, *to.cpu, rates);
    }
    for (const auto& [name, now] : to.network) {
        const auto before = from.network.find(name);
        if (before == from.network.end()) {
            continue;
        }
        put(rates,
            "network_receive_bytes_per_second",
            "interface",
            name,
            over(growth(before->second.receive_bytes, now.receive_bytes), seconds));
        put(rates,
            "network_send_bytes_per_second",
            "interface",
            name,
            over(growth(before->second.send_bytes, now.send_bytes), seconds));
    }
    if (to.process) {
        rates["resident_memory"] = static_cast<double>(to.process->resident_bytes);
    }
    return rates;
}

}  // namespace throughline::metrics
