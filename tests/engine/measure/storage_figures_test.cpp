// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/storage_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace throughline::measure {
namespace {

using ::testing::HasSubstr;

struct Figures {
    metrics::MetricValues values;
    std::map<std::string, std::string, std::less<>> absent;
};

/// A second in which the readers asked for 100 MB and the device delivered 40 MB.
Figures figures_of(StorageFacts facts, double device_bytes = 40e6) {
    Figures figures;
    facts.seconds = 1.0;
    facts.requested_bytes = 100'000'000;
    facts.reads = 1000;
    facts.has_devices = true;
    figures.values = {{"read_bytes_per_second{device=vda}", device_bytes},
                      {"read_iops{device=vda}", 400.0},
                      {"disk_utilisation{device=vda}", 50.0}};
    add_storage_figures(facts, figures.values, figures.absent);
    return figures;
}

TEST(StorageFigures, WhatWeDidNotFetchCameFromThePageCacheWhateverTheDeviceDidForOthers) {
    const Figures cached = figures_of({.fetched_bytes = 0});
    EXPECT_DOUBLE_EQ(cached.values.at("cache_served_share"), 100.0);
    EXPECT_DOUBLE_EQ(cached.values.at("other_read_bytes_per_second"), 40e6);
    EXPECT_THAT(foreign_reads_text(cached.values), HasSubstr("100 % of what it delivered"));

    const Figures busy = figures_of({.fetched_bytes = 100'000'000}, 400e6);
    EXPECT_DOUBLE_EQ(busy.values.at("cache_served_share"), 0.0);
    EXPECT_THAT(foreign_reads_text(busy.values), HasSubstr("75 % of what it delivered"));

    const Figures read_ahead = figures_of({.fetched_bytes = 130'000'000}, 130e6);
    EXPECT_DOUBLE_EQ(read_ahead.values.at("cache_served_share"), 0.0);
    EXPECT_EQ(foreign_reads_text(read_ahead.values), "");
}

TEST(StorageFigures, ShareIsUnknownWhereNobodyCountsOurReads) {
    const Figures figures = figures_of({.fetched_bytes = 0,
                                        .uncounted_reason = "a program reads the files",
                                        .resident_share = 0.99});
    EXPECT_FALSE(figures.values.contains("cache_served_share"));
    EXPECT_FALSE(figures.values.contains("other_read_bytes_per_second"));
    EXPECT_THAT(figures.absent.at("cache_served_share"),
                HasSubstr("a program reads the files, and the device's counters may include reads "
                          "of other programs; when the run began, the page cache held 99 %"));
    EXPECT_EQ(foreign_reads_text(figures.values), "");
}

TEST(StorageFigures, FailedRequestsAreNoReadRateOfTheDevice) {
    const Figures few = figures_of({.reads_failed = 10, .fetched_bytes = 40'000'000});
    EXPECT_TRUE(few.values.contains("read_iops{device=vda}"));

    const Figures many = figures_of({.reads_failed = 300, .fetched_bytes = 40'000'000}, 17e9);
    EXPECT_FALSE(many.values.contains("read_bytes_per_second{device=vda}"));
    EXPECT_FALSE(many.values.contains("read_iops{device=vda}"));
    EXPECT_FALSE(many.values.contains("cache_served_share"));
    EXPECT_TRUE(many.values.contains("disk_utilisation{device=vda}"));
    EXPECT_THAT(many.absent.at("read_iops"), HasSubstr("300 reads failed"));
}

TEST(StorageFigures, AMissingDeviceHasItsReasonAndTheShareStaysKnown) {
    StorageFacts facts{.seconds = 1.0, .requested_bytes = 100, .reads = 1, .fetched_bytes = 25};
    Figures unlisted;
    facts.has_devices = true;
    add_storage_figures(facts, unlisted.values, unlisted.absent);
    EXPECT_THAT(unlisted.absent.at("read_iops"), HasSubstr("/proc/diskstats"));
    EXPECT_DOUBLE_EQ(unlisted.values.at("cache_served_share"), 75.0);

    Figures none;
    facts.has_devices = false;
    facts.no_device_reason = "its layers cannot be seen";
    add_storage_figures(facts, none.values, none.absent);
    EXPECT_EQ(none.absent.at("read_iops"),
              "no block device with counters: its layers cannot be seen");
}

TEST(StorageFigures, AMountWithoutACounterSaysWhyAndOneThatWasLostToo) {
    StorageFacts facts{.seconds = 1.0, .requested_bytes = 100, .reads = 1};
    facts.uncounted_reason = "a program reads the files";
    facts.has_mounts = true;
    Figures lost;
    add_storage_figures(facts, lost.values, lost.absent);
    EXPECT_THAT(lost.absent.at("mount_read_bytes_per_second"), HasSubstr("could not be read"));
    EXPECT_THAT(lost.absent.at("disk_utilisation"), HasSubstr("mount_read_bytes_per_second"));

    facts.uncounted_mount = "fuse.s3fs: s3fs counts nothing itself";
    Figures none;
    add_storage_figures(facts, none.values, none.absent);
    EXPECT_EQ(none.absent.at("mount_read_bytes_per_second"), facts.uncounted_mount);

    Figures counted;
    counted.values["mount_read_bytes_per_second{file_system=nfs4}"] = 5.0;
    add_storage_figures(facts, counted.values, counted.absent);
    EXPECT_FALSE(counted.absent.contains("mount_read_bytes_per_second"));
}

}  // namespace
}  // namespace throughline::measure
