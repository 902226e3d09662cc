// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/host_account.h"

#include <optional>

namespace throughline::measure {
namespace {

constexpr metrics::MountCounts kNothingYet{.read_bytes = 0,
                                           .reads = 0,
                                           .read_seconds = 0.0,
                                           .requested_bytes = 0,
                                           .daemon_cpu_seconds = 0.0};

/// Adds a counter's growth; one that went backwards (device replaced) adds nothing.
void grow(std::uint64_t& sum, std::uint64_t from, std::uint64_t to) {
    sum += to > from ? to - from : 0;
}
void grow_ms(std::uint64_t& sum, std::uint64_t from, std::uint64_t to) {
    sum += metrics::wrapping_growth_ms(from, to).value_or(0);
}

/// The same for one that may not be told. It is told of the sum where it was told of every stretch
/// and never went backwards: a rate over more time than was counted would be too low.
template <class Number>
void grow_told(std::optional<Number>& sum,
               const std::optional<Number>& from,
               const std::optional<Number>& to,
               bool first) {
    const bool told = from && to && *to >= *from && (first || sum);
    sum = told ? std::optional<Number>(sum.value_or(Number{}) + (*to - *from)) : std::nullopt;
}

void grow_mount(metrics::MountCounts& sum,
                const metrics::MountCounts& from,
                const metrics::MountCounts& to,
                bool first) {
    grow_told(sum.read_bytes, from.read_bytes, to.read_bytes, first);
    grow_told(sum.reads, from.reads, to.reads, first);
    grow_told(sum.read_seconds, from.read_seconds, to.read_seconds, first);
    grow_told(sum.requested_bytes, from.requested_bytes, to.requested_bytes, first);
    grow_told(sum.daemon_cpu_seconds, from.daemon_cpu_seconds, to.daemon_cpu_seconds, first);
}

}  // namespace

void HostAccount::add(const metrics::HostSnapshot& from, const metrics::HostSnapshot& to) {
    const bool first = sum_.at == zero_.at;
    sum_.at += to.at - from.at;
    for (const auto& [name, end] : to.disks) {
        const auto begin = from.disks.find(name);
        if (begin == from.disks.end()) {
            continue;
        }
        zero_.disks.try_emplace(name);
        auto& disk = sum_.disks[name];
        grow(disk.reads, begin->second.reads, end.reads);
        grow(disk.read_merges, begin->second.read_merges, end.read_merges);
        grow(disk.read_bytes, begin->second.read_bytes, end.read_bytes);
        grow_ms(disk.read_ms, begin->second.read_ms, end.read_ms);
        grow(disk.writes, begin->second.writes, end.writes);
        grow(disk.write_bytes, begin->second.write_bytes, end.write_bytes);
        grow_ms(disk.io_ms, begin->second.io_ms, end.io_ms);
        grow_ms(disk.weighted_io_ms, begin->second.weighted_io_ms, end.weighted_io_ms);
    }
    if (from.cpu && to.cpu) {
        zero_.cpu.emplace();
        if (!sum_.cpu) {
            sum_.cpu.emplace();
        }
        grow(sum_.cpu->busy, from.cpu->busy, to.cpu->busy);
        grow(sum_.cpu->idle, from.cpu->idle, to.cpu->idle);
        grow(sum_.cpu->iowait, from.cpu->iowait, to.cpu->iowait);
    }
    for (const auto& [name, end] : to.network) {
        const auto begin = from.network.find(name);
        if (begin == from.network.end()) {
            continue;
        }
        zero_.network.try_emplace(name);
        auto& interface = sum_.network[name];
        grow(interface.receive_bytes, begin->second.receive_bytes, end.receive_bytes);
        grow(interface.send_bytes, begin->second.send_bytes, end.send_bytes);
    }
    for (const auto& [name, end] : to.mounts) {
        const auto begin = from.mounts.find(name);
        const metrics::MountCounts none;
        zero_.mounts.try_emplace(name, kNothingYet);
        grow_mount(
            sum_.mounts[name], begin == from.mounts.end() ? none : begin->second, end, first);
    }
    for (const auto& [name, end] : to.limits) {
        const auto begin = from.limits.find(name);
        if (begin == from.limits.end()) {
            continue;
        }
        zero_.limits.try_emplace(name);
        auto& times = sum_.limits[name];
        grow(times.volume_iops_us, begin->second.volume_iops_us, end.volume_iops_us);
        grow(times.volume_throughput_us,
             begin->second.volume_throughput_us,
             end.volume_throughput_us);
        grow(times.instance_iops_us, begin->second.instance_iops_us, end.instance_iops_us);
        grow(times.instance_throughput_us,
             begin->second.instance_throughput_us,
             end.instance_throughput_us);
    }
    sum_.process = to.process;
}

metrics::MetricValues HostAccount::rates() const {
    return metrics::host_rates(zero_, sum_);
}

}  // namespace throughline::measure
