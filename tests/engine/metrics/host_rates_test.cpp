// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>

#include "engine/base/clock.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::metrics {
namespace {

constexpr std::chrono::seconds kSecond{1};

struct Interval {
    HostSnapshot from;
    HostSnapshot to;
};

/// Two seconds of one disk: 400 reads of 64 KiB in all, 100 writes, busy for 1.5 s.
Interval two_seconds_of_one_disk() {
    Interval interval;
    interval.from.at = kNever + 5 * kSecond;
    interval.to.at = kNever + 7 * kSecond;
    interval.from.disks["vda"] = {.reads = 1000,
                                  .read_merges = 10,
                                  .read_bytes = 1'000'000,
                                  .read_ms = 100,
                                  .writes = 50,
                                  .write_bytes = 8192,
                                  .io_ms = 2000,
                                  .weighted_io_ms = 3000};
    interval.to.disks["vda"] = {.reads = 1400,
                                .read_merges = 30,
                                .read_bytes = 1'000'000 + 400 * 65536,
                                .read_ms = 900,
                                .writes = 150,
                                .write_bytes = 8192 + 409'600,
                                .io_ms = 3500,
                                .weighted_io_ms = 7000};
    return interval;
}

TEST(HostRates, ComputesADiskExactly) {
    const Interval interval = two_seconds_of_one_disk();
    const MetricValues expected{{"read_bytes_per_second{device=vda}", 13'107'200.0},
                                {"write_bytes_per_second{device=vda}", 204'800.0},
                                {"read_iops{device=vda}", 200.0},
                                {"write_iops{device=vda}", 50.0},
                                {"read_merges_per_second{device=vda}", 10.0},
                                {"read_request_size{device=vda}", 65536.0},
                                {"disk_utilisation{device=vda}", 75.0},
                                {"disk_queue_length{device=vda}", 2.0},
                                {"read_await{device=vda}", 0.002}};
    EXPECT_EQ(host_rates(interval.from, interval.to), expected);
}

TEST(HostRates, EveryKeyIsInTheRegistryWithItsDimension) {
    Interval interval = two_seconds_of_one_disk();
    interval.from.cpu = CpuCounters{};
    interval.to.cpu = CpuCounters{.busy = 1, .idle = 2, .iowait = 3};
    interval.from.network["eth0"] = {};
    interval.to.network["eth0"] = {};
    interval.to.process = ProcessCounters{};
    for (const auto& [key, value] : host_rates(interval.from, interval.to)) {
        const MetricInfo* const info = find_metric(key);
        ASSERT_NE(info, nullptr) << key;
        EXPECT_EQ(parse_metric_key(key).label, info->dimension) << key;
    }
}

TEST(HostRates, NoReadsHaveNoMeanSizeAndNoAwait) {
    Interval interval = two_seconds_of_one_disk();
    interval.to.disks["vda"].reads = interval.from.disks["vda"].reads;
    const MetricValues rates = host_rates(interval.from, interval.to);
    EXPECT_FALSE(rates.contains("read_request_size{device=vda}"));
    EXPECT_FALSE(rates.contains("read_await{device=vda}"));
    EXPECT_EQ(rates.at("read_iops{device=vda}"), 0.0);
}

// The kernel adds io_ticks in jiffies, so a busy interval can show a little more than its length.
TEST(HostRates, UtilisationIsCappedAtOneHundred) {
    Interval interval = two_seconds_of_one_disk();
    interval.to.disks["vda"].io_ms = interval.from.disks["vda"].io_ms + 2008;
    EXPECT_EQ(host_rates(interval.from, interval.to).at("disk_utilisation{device=vda}"), 100.0);
}

TEST(HostRates, TimesThatWrapAt32BitsAreCountedOn) {
    Interval interval = two_seconds_of_one_disk();
    DiskCounters& from = interval.from.disks["vda"];
    DiskCounters& to = interval.to.disks["vda"];
    from.weighted_io_ms = UINT32_MAX - 999;  // 1,000 before the wrap
    to.weighted_io_ms = 3000;
    from.read_ms = UINT32_MAX - 99;
    to.read_ms = 700;
    from.io_ms = UINT32_MAX - 499;
    to.io_ms = 500;

    const MetricValues rates = host_rates(interval.from, interval.to);

    EXPECT_DOUBLE_EQ(rates.at("disk_queue_length{device=vda}"), 2.0);
    EXPECT_DOUBLE_EQ(rates.at("read_await{device=vda}"), 0.002);
    EXPECT_DOUBLE_EQ(rates.at("disk_utilisation{device=vda}"), 50.0);
}

TEST(HostRates, ATimeThatWentBackwardsLeavesItsOwnMetricOut) {
    Interval interval = two_seconds_of_one_disk();
    interval.to.disks["vda"].io_ms = interval.from.disks["vda"].io_ms - 4;
    const MetricValues rates = host_rates(interval.from, interval.to);
    EXPECT_FALSE(rates.contains("disk_utilisation{device=vda}"));
    EXPECT_TRUE(rates.contains("read_iops{device=vda}"));
}

TEST(HostRates, ReplacedDeviceIsLeftOut) {
    Interval interval = two_seconds_of_one_disk();
    interval.to.disks["vda"].reads = 3;
    EXPECT_TRUE(host_rates(interval.from, interval.to).empty());
}

TEST(HostRates, VanishedAndNewDevicesAreLeftOut) {
    Interval interval = two_seconds_of_one_disk();
    interval.to.disks["vdb"] = interval.to.disks["vda"];
    interval.to.disks.erase("vda");
    EXPECT_TRUE(host_rates(interval.from, interval.to).empty());
}

TEST(HostRates, SeveralDevicesHaveOneKeyEach) {
    Interval interval = two_seconds_of_one_disk();
    interval.from.disks["vdb"] = interval.from.disks["vda"];
    interval.to.disks["vdb"] = interval.to.disks["vda"];
    interval.to.disks["vdb"].reads += 200;
    const MetricValues rates = host_rates(interval.from, interval.to);
    EXPECT_EQ(rates.at("read_iops{device=vda}"), 200.0);
    EXPECT_EQ(rates.at("read_iops{device=vdb}"), 300.0);
}

TEST(HostRates, KeepsIdleAndIowaitApart) {
    Interval interval;
    interval.to.at = kNever + kSecond;
    interval.from.cpu = CpuCounters{.busy = 100, .idle = 100, .iowait = 100};
    interval.to.cpu = CpuCounters{.busy = 160, .idle = 130, .iowait = 110};
    const MetricValues expected{{"cpu_utilisation", 60.0}, {"cpu_iowait", 10.0}};
    EXPECT_EQ(host_rates(interval.from, interval.to), expected);
}

// proc_stat(5): "the value in this field may decrease in certain conditions".
TEST(HostRates, IowaitThatDecreasedLeavesTheCpuOut) {
    Interval interval;
    interval.to.at = kNever + kSecond;
    interval.from.cpu = CpuCounters{.busy = 100, .idle = 100, .iowait = 100};
    interval.to.cpu = CpuCounters{.busy = 160, .idle = 130, .iowait = 99};
    EXPECT_TRUE(host_rates(interval.from, interval.to).empty());
}

TEST(HostRates, CountsNetworkByInterfaceAndDirection) {
    Interval interval;
    interval.to.at = kNever + 2 * kSecond;
    interval.from.network["eth0"] = {.receive_bytes = 1000, .send_bytes = 500};
    interval.to.network["eth0"] = {.receive_bytes = 5000, .send_bytes = 400};
    interval.to.network["new0"] = {.receive_bytes = 1, .send_bytes = 1};
    const MetricValues expected{{"network_receive_bytes_per_second{interface=eth0}", 2000.0}};
    EXPECT_EQ(host_rates(interval.from, interval.to), expected);
}

TEST(HostRates, TellsOfAMountWhatItsCounterTellsInBothSnapshots) {
    Interval interval;
    interval.to.at = kNever + 2 * kSecond;
    interval.from.mounts["nfs4"] = {.read_bytes = 1000, .reads = 10, .read_seconds = 1.0};
    interval.to.mounts["nfs4"] = {
        .read_bytes = 5000, .reads = 30, .read_seconds = 2.0, .requested_bytes = 9000};
    interval.from.mounts["fuse.rclone"] = {.read_bytes = 70, .daemon_cpu_seconds = 3.0};
    interval.to.mounts["fuse.rclone"] = {.read_bytes = 60, .daemon_cpu_seconds = 4.0};
    interval.to.mounts["nfs4 2"] = {.read_bytes = 1};
    const MetricValues expected{
        {"mount_daemon_cpu_cores{file_system=fuse.rclone}", 0.5},
        {"mount_read_await{file_system=nfs4}", 0.05},
        {"mount_read_bytes_per_second{file_system=nfs4}", 2000.0},
        {"mount_reads_per_second{file_system=nfs4}", 10.0},
    };
    EXPECT_EQ(host_rates(interval.from, interval.to), expected);
}

TEST(HostRates, SharesOfTheTimeAboveAVolumesLimitsAreAtMostAll) {
    Interval interval;
    interval.to.at = kNever + 2 * kSecond;
    interval.from.limits["nvme1n1"] = {.volume_iops_us = 1'000'000, .instance_iops_us = 5};
    interval.to.limits["nvme1n1"] = {
        .volume_iops_us = 1'500'000, .volume_throughput_us = 9'000'000, .instance_iops_us = 4};
    const MetricValues expected{{"volume_iops_exceeded{device=nvme1n1}", 25.0},
                                {"volume_throughput_exceeded{device=nvme1n1}", 100.0},
                                {"instance_throughput_exceeded{device=nvme1n1}", 0.0}};
    EXPECT_EQ(host_rates(interval.from, interval.to), expected);
}

TEST(HostRates, NoTimeBetweenSnapshotsHasNoRates) {
    Interval interval = two_seconds_of_one_disk();
    interval.to.at = interval.from.at;
    interval.to.process = ProcessCounters{.resident_bytes = 4096};
    EXPECT_TRUE(host_rates(interval.from, interval.to).empty());
}

}  // namespace
}  // namespace throughline::metrics
