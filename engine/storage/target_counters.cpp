// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/target_counters.h"

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/counters/ebs_log.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::storage {
namespace {

TargetCounter mount_counter(const counters::CounterKind& kind, std::string missing) {
    return {.name = kind.name,
            .file = kind.file,
            .metrics = {kind.metrics.begin(), kind.metrics.end()},
            .remark = kind.remark,
            .missing = std::move(missing)};
}

}  // namespace

std::vector<TargetCounter> counters_of(const PathTarget& target, const std::string& proc) {
    std::vector<TargetCounter> list;
    const auto text = read_whole_file(proc + "/diskstats", 1U << 24U);
    const auto rows = metrics::parse_diskstats(text ? *text : std::string());
    for (const BlockDevice& device : target.devices) {
        list.push_back(
            {.name = device.name,
             .file = "/proc/diskstats",
             .metrics = {"read_bytes_per_second",
                         "read_iops",
                         "read_await",
                         "disk_queue_length",
                         "disk_utilisation"},
             .remark = {},
             .missing = rows.contains(device.name)
                            ? ""
                            : to_say("/proc/diskstats cannot be read, or has no row for it")});
    }
    for (const std::string& disk : ebs_disks(target)) {
        const auto times = counters::read_ebs_log("/dev/" + disk);
        list.push_back({.name = disk,
                        .file = "NVMe log page 0xD0",
                        .metrics = {"volume_iops_exceeded",
                                    "volume_throughput_exceeded",
                                    "instance_iops_exceeded",
                                    "instance_throughput_exceeded"},
                        .remark = {},
                        .missing = times ? "" : describe(times.error())});
    }
    for (const counters::MountSurvey& mount : target.mounts) {
        for (const counters::Counter& counter : mount.counters) {
            list.push_back(mount_counter(*counter.kind, {}));
        }
        for (const counters::MissingCounter& counter : mount.missing) {
            list.push_back(mount_counter(*counter.kind, counter.reason));
        }
    }
    return list;
}

std::vector<std::string> ebs_disks(const PathTarget& target) {
    std::vector<std::string> names;
    for (const BlockDevice& device : target.devices) {
        if (device.model.starts_with(counters::kEbsModel)) {
            names.push_back(device.name);
        }
    }
    return names;
}

std::string counter_text(const TargetCounter& counter) {
    return counter.name + " in " + counter.file;
}

}  // namespace throughline::storage
