// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/storage_figures.h"

#include <algorithm>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/other_reads.h"

namespace throughline::measure {
namespace {

using metrics::MetricValues;

constexpr const char* kDeviceRate = "read_bytes_per_second";
constexpr const char* kMountRate = "mount_read_bytes_per_second";

/// Sum over what it was counted of, devices or mounts; none where nothing was.
std::optional<double> sum_of(const MetricValues& values, const char* id) {
    std::optional<double> sum;
    const std::string prefix = std::string(id) + "{";
    for (auto at = values.lower_bound(prefix); at != values.end() && at->first.starts_with(prefix);
         ++at) {
        sum = sum.value_or(0.0) + at->second;
    }
    return sum;
}

void erase_all_labels(MetricValues& values, const std::string& id) {
    std::erase_if(values, [&](const auto& entry) { return entry.first.starts_with(id + "{"); });
}

/// Why there are no figures of the device, where there are none.
std::string missing_device_text(const StorageFacts& facts) {
    if (facts.has_devices) {
        return to_say("/proc/diskstats cannot be read, or has no row for the device");
    }
    const bool mount_counts = facts.has_mounts && facts.uncounted_mount.empty();
    return say_english("no block device with counters: %1", facts.no_device_reason) +
           (mount_counts ? std::string("; ") +
                               to_say("what was read from the mount is mount_read_bytes_per_second")
                         : "");
}

/// Why there is no rate of the mount, where there is none.
std::string missing_mount_text(const StorageFacts& facts) {
    return facts.uncounted_mount.empty()
               ? to_say("the mount's counter could not be read throughout the measured time")
               : facts.uncounted_mount;
}

/// Why nobody knows what the page cache served, and what is known instead.
std::string uncounted_text(const StorageFacts& facts, bool has_device_rate) {
    std::string text = facts.uncounted_reason;
    if (has_device_rate) {
        text =
            say_english("%1, and the device's counters may include reads of other programs", text);
    }
    if (facts.resident_share) {
        text +=
            "; " + say_english("when the run began, the page cache held %1 % of the sampled blocks",
                               format_significant(100.0 * *facts.resident_share, 2));
    }
    return text;
}

/// Requests that fail move no data, but the kernel counts their sectors like all others.
/// Source: blk_update_request() of the kernel's block/blk-mq.c.
bool drop_failed_requests(const StorageFacts& facts,
                          MetricValues& values,
                          std::map<std::string, std::string, std::less<>>& absent) {
    constexpr double kFailedShareMax = 0.01;
    if (!facts.has_devices || static_cast<double>(facts.reads_failed) <=
                                  kFailedShareMax * static_cast<double>(facts.reads)) {
        return false;
    }
    const std::string reason = say_english(
        "%1 reads failed, and the kernel counts failed requests as if they had moved their bytes",
        format_count(facts.reads_failed));
    for (const char* id : {kDeviceRate, "read_iops", "read_request_size", "read_await"}) {
        erase_all_labels(values, id);
        absent[id] = reason;
    }
    absent["cache_served_share"] = reason;
    return true;
}

}  // namespace

StorageFacts storage_facts(const PipelineInterval& interval,
                           const Source& source,
                           std::optional<double> resident_share) {
    const auto& target = source.target;
    StorageFacts facts{.seconds = in_seconds(interval.length),
                       .requested_bytes = interval.bytes_requested,
                       .reads = interval.reads,
                       .reads_failed = interval.reads_failed,
                       .fetched_bytes = interval.storage_bytes,
                       .uncounted_reason = target.uncounted_reason,
                       .resident_share = resident_share,
                       .has_devices = !target.devices.empty(),
                       .no_device_reason = target.no_device_reason};
    for (const counters::MountSurvey& mount : target.mounts) {
        facts.has_mounts = true;
        if (facts.uncounted_mount.empty() && !mount.uncounted.empty()) {
            facts.uncounted_mount = mount.mount.file_system + ": " + mount.uncounted;
        }
    }
    if (!facts.fetched_bytes) {
        facts.uncounted_reason =
            to_say("the kernel does not report what it fetched for this process");
    } else if (facts.uncounted_reason.empty() && source.reads_are_counted == false) {
        facts.uncounted_reason = to_say(
            "the kernel did not count a read of one file past the page cache for this process");
    }
    return facts;
}

void add_storage_figures(const StorageFacts& facts,
                         MetricValues& values,
                         std::map<std::string, std::string, std::less<>>& absent) {
    const auto device = sum_of(values, kDeviceRate);
    if (!device) {
        for (const char* id : {kDeviceRate, "read_iops", "disk_utilisation"}) {
            absent[id] = missing_device_text(facts);
        }
    }
    if (facts.has_mounts && !sum_of(values, kMountRate)) {
        absent[kMountRate] = missing_mount_text(facts);
    }
    if (drop_failed_requests(facts, values, absent)) {
        return;
    }
    if (!facts.uncounted_reason.empty()) {
        absent["cache_served_share"] = uncounted_text(facts, device.has_value());
        return;
    }
    const double fetched = static_cast<double>(*facts.fetched_bytes) / facts.seconds;
    values["fetched_read_bytes_per_second"] = fetched;
    if (device) {
        values["other_read_bytes_per_second"] = std::max(0.0, *device - fetched);
    }
    if (facts.requested_bytes == 0) {
        absent["cache_served_share"] = to_say("nothing was read while measuring");
        return;
    }
    const auto asked = static_cast<double>(facts.requested_bytes);
    values["cache_read_bytes_per_second"] = std::max(0.0, asked / facts.seconds - fetched);
    values["cache_served_share"] =
        100.0 * std::max(0.0, 1.0 - static_cast<double>(*facts.fetched_bytes) / asked);
}

std::string foreign_reads_text(const MetricValues& values) {
    const auto others = values.find("other_read_bytes_per_second");
    const auto device = sum_of(values, kDeviceRate);
    if (others == values.end() || !device ||
        !metrics::other_reads_matter(others->second, *device)) {
        return {};
    }
    return say_english(
        "other programs read %1 from the data set's device, %2 % of what it "
        "delivered: the device's figures are not those of this program alone",
        format_quantity(others->second, "bytes/s"),
        format_significant(100.0 * others->second / *device, 2));
}

}  // namespace throughline::measure
