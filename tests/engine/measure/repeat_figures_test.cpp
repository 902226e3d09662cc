// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/repeat_figures.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>

namespace throughline::measure {
namespace {

TEST(OtherCpu, IsWhatTheHostUsedWithoutThisProcess) {
    metrics::MetricValues values{{"cpu_utilisation", 100.0}, {"process_cpu_cores", 0.25}};
    add_other_cpu({}, values);
    EXPECT_DOUBLE_EQ(values.at("other_cpu_cores"), std::thread::hardware_concurrency() - 0.25);

    // The kernel counts in ticks, this process in nanoseconds.
    metrics::MetricValues idle{{"cpu_utilisation", 0.0}, {"process_cpu_cores", 0.01}};
    add_other_cpu({}, idle);
    EXPECT_EQ(idle.at("other_cpu_cores"), 0.0);

    metrics::MetricValues unknown{{"process_cpu_cores", 0.25}};
    add_other_cpu({}, unknown);
    EXPECT_EQ(unknown.count("other_cpu_cores"), 0U);
}

// Goal: the program behind a FUSE mount works for the reader and disturbs nobody.
TEST(OtherCpu, AMountsProgramIsAPartOfReading) {
    PipelineInterval interval;
    interval.length = std::chrono::seconds(2);
    interval.images_delivered = 100;
    metrics::MetricValues values{{"cpu_utilisation", 100.0},
                                 {"process_cpu_cores", 0.25},
                                 {"process_cpu_cores{stage=storage}", 0.1},
                                 {"cpu_seconds_per_image{stage=storage}", 0.002},
                                 {"mount_daemon_cpu_cores{file_system=fuse.rclone}", 0.5}};

    add_other_cpu(interval, values);

    EXPECT_DOUBLE_EQ(values.at("other_cpu_cores"), std::thread::hardware_concurrency() - 0.75);
    EXPECT_DOUBLE_EQ(values.at("process_cpu_cores"), 0.25);
    EXPECT_DOUBLE_EQ(values.at("process_cpu_cores{stage=storage}"), 0.6);
    EXPECT_DOUBLE_EQ(values.at("cpu_seconds_per_image{stage=storage}"), 0.012);
}

// A rate over more time than was counted would be too low: it is none.
TEST(HostAccountOfMounts, IsToldWhereEachStretchWasTold) {
    using metrics::HostSnapshot;
    const auto at = [](int seconds, std::optional<std::uint64_t> bytes, std::uint64_t asked) {
        HostSnapshot snapshot;
        snapshot.at = kNever + std::chrono::seconds(seconds);
        snapshot.mounts["nfs4"] = {.read_bytes = bytes, .requested_bytes = asked};
        return snapshot;
    };
    HostAccount account;
    account.add(at(0, 1000, 0), at(1, 1500, 10));
    account.add(at(5, 4000, 50), at(6, 4100, 60));  // what lies between is in no figure
    const std::string bytes = "mount_read_bytes_per_second{file_system=nfs4}";
    const std::string asked = "mount_requested_bytes_per_second{file_system=nfs4}";
    EXPECT_DOUBLE_EQ(account.rates().at(bytes), 300.0);

    account.add(at(6, 4100, 60), at(7, std::nullopt, 70));
    account.add(at(7, 4100, 70), at(8, 5000, 80));
    EXPECT_FALSE(account.rates().contains(bytes));
    EXPECT_DOUBLE_EQ(account.rates().at(asked), 10.0);
}

}  // namespace
}  // namespace throughline::measure
