// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/host_account.h"

namespace throughline::measure {
namespace {

/// Adds a counter's growth; one that went backwards (device replaced) adds nothing.
void grow(std::uint64_t& sum, std::uint64_t from, std::uint64_t to) {
    sum += to > from ? to - from : 0;
}
void grow_ms(std::uint64_t& sum, std::uint64_t from, std::uint64_t to) {
    sum += metrics::wrapping_growth_ms(from, to).value_or(0);
}

}  // namespace

void HostAccount::add(const metrics::HostSnapshot& from, const metrics::HostSnapshot& to) {
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
    sum_.process = to.process;
}

metrics::MetricValues HostAccount::rates() const {
    return metrics::host_rates(zero_, sum_);
}

}  // namespace throughline::measure
