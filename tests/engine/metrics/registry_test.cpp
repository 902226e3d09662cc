// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>
#include <string>

namespace throughline::metrics {
namespace {

TEST(Registry, EveryIdIsThereOnce) {
    std::set<std::string> ids;
    for (const MetricInfo& info : all_metrics()) {
        EXPECT_TRUE(ids.insert(info.id).second) << info.id;
        EXPECT_EQ(find_metric(info.id), &info);
    }
}

TEST(Registry, EveryEntryIsComplete) {
    const std::set<std::string> units{"s",
                                      "bytes",
                                      "bytes/s",
                                      "1/s",
                                      "%",
                                      "1",
                                      "cores",
                                      "text",
                                      "W",
                                      "Hz",
                                      "\u00B0C",
                                      "USD",
                                      "px"};
    const std::regex id_form("[a-z][a-z0-9_]*(\\.[a-z_]+)?");
    for (const MetricInfo& info : all_metrics()) {
        EXPECT_TRUE(std::regex_match(info.id, id_form)) << info.id;
        EXPECT_TRUE(units.contains(info.unit)) << info.id << " has unit " << info.unit;
        EXPECT_STRNE(info.shown_unit, "") << info.id;
        EXPECT_STRNE(info.title, "") << info.id;
        EXPECT_TRUE(std::string(info.meaning).ends_with('.')) << info.id;
        EXPECT_NE(info.formula, nullptr) << info.id;
        EXPECT_NE(info.dimension, nullptr) << info.id;
        EXPECT_EQ(std::string(info.source).empty(), info.kind == Kind::Condition) << info.id;
    }
}

// Titles name axes and columns: two that read the same could not be told apart in a picker.
TEST(Registry, TitlesOfOneKindDiffer) {
    for (const Kind kind : {Kind::Measured, Kind::Condition}) {
        std::set<std::string> titles;
        for (const MetricInfo& info : all_metrics()) {
            if (info.kind == kind) {
                EXPECT_TRUE(titles.insert(info.title).second) << info.id << ": " << info.title;
            }
        }
    }
}

// Goal: rows of reads and writes can be read side by side.
TEST(Registry, WriteLatenciesAreCalledLikeReadLatencies) {
    for (const char* part :
         {"", "_min", "_mean", "_p50", "_p90", "_p95", "_p99", "_p999", "_p9999", "_max"}) {
        const MetricInfo* const read = find_metric(std::string("read_latency") + part);
        const MetricInfo* const write = find_metric(std::string("write_latency") + part);
        ASSERT_TRUE(read != nullptr && write != nullptr) << part;
        const std::string read_title = read->title;
        EXPECT_EQ(write->title, "Write" + read_title.substr(read_title.find(' '))) << part;
    }
}

TEST(Registry, HoldsWhatSamplesCarry) {
    for (const char* key : {"images_per_second",
                            "requested_read_bytes_per_second",
                            "read_bytes_per_second{device=vda}",
                            "disk_utilisation{device=vda}",
                            "stage_busy{stage=decode}",
                            "queue_fill{queue=encoded}",
                            "read_latency_p999",
                            "network_send_bytes_per_second{interface=eth0}",
                            "ceiling_images_per_second{stage=storage}",
                            "price_per_million_images",
                            "accelerator_utilisation"}) {
        const MetricInfo* const info = find_metric(key);
        ASSERT_NE(info, nullptr) << key;
        EXPECT_EQ(info->kind, Kind::Measured) << key;
        const MetricKey parsed = parse_metric_key(key);
        if (!parsed.label.empty()) {
            EXPECT_EQ(parsed.label, info->dimension) << key;
        }
    }
}

TEST(Registry, HoldsTheConditionsOfOurRunsAndOfForeignOnes) {
    for (const char* key : {"decode.threads",
                            "storage.queue_depth",
                            "page_cache",
                            "repeats",
                            "io_depth",
                            "workers",
                            "tool_version"}) {
        const MetricInfo* const info = find_metric(key);
        ASSERT_NE(info, nullptr) << key;
        EXPECT_EQ(info->kind, Kind::Condition) << key;
    }
}

// iostat(1) and the kernel's documentation warn of it; whoever reads the tooltip must be warned
// too.
TEST(Registry, DiskUtilisationSaysThatItSaysLittleOnNvme) {
    EXPECT_THAT(find_metric("disk_utilisation")->meaning, testing::HasSubstr("NVMe"));
}

TEST(Registry, UnknownIdIsNull) {
    EXPECT_EQ(find_metric("no_such_metric"), nullptr);
    EXPECT_EQ(find_metric(""), nullptr);
    EXPECT_EQ(find_metric("{device=vda}"), nullptr);
}

TEST(MetricKey, ParsesAndPrintsALabel) {
    const MetricKey key = parse_metric_key("disk_utilisation{device=nvme0n1}");
    EXPECT_EQ(key.id, "disk_utilisation");
    EXPECT_EQ(key.label, "device");
    EXPECT_EQ(key.value, "nvme0n1");
    EXPECT_EQ(key.text(), "disk_utilisation{device=nvme0n1}");
}

TEST(MetricKey, WithoutLabelIsTheIdAlone) {
    const MetricKey key = parse_metric_key("images_per_second");
    EXPECT_EQ(key.id, "images_per_second");
    EXPECT_EQ(key.label, "");
    EXPECT_EQ(key.text(), "images_per_second");
}

TEST(MetricKey, BrokenLabelIsNoLabel) {
    for (const char* text : {"a{", "a{b}", "a{b=c", "a}", "{}"}) {
        EXPECT_EQ(parse_metric_key(text).label, "") << text;
    }
}

TEST(MetricTitle, NamesTheLabel) {
    EXPECT_EQ(metric_title("disk_utilisation{device=vda}"), "Disk utilisation (vda)");
    EXPECT_EQ(metric_title("images_per_second"), "Images per second");
    EXPECT_EQ(metric_title("observed_workers{doing=no_room}"),
              "Time of the job's loader workers (waits to hand over)");
    EXPECT_EQ(metric_title("unheard_of{x=y}"), "unheard_of{x=y}");
}

TEST(FormatMetric, ShowsThreeDigitsAndTheShownUnit) {
    EXPECT_EQ(format_metric("images_per_second", 1420.0), "1.42 k images/s");
    EXPECT_EQ(format_metric("images_per_second", 142.0), "142 images/s");
    EXPECT_EQ(format_metric("read_iops{device=vda}", 12345.0), "12.3 k IOPS");
    EXPECT_EQ(format_metric("read_bytes_per_second", 1.1e9), "1.10 GB/s");
    EXPECT_EQ(format_metric("resident_memory", 1048576.0, ByteUnits::Binary), "1.00 MiB");
    EXPECT_EQ(format_metric("disk_utilisation", 55.0), "55.0 %");
    EXPECT_EQ(format_metric("read_latency_p99", 0.00042), "420 \u00B5s");
    EXPECT_EQ(format_metric("price_per_hour", 1234.0), "1234 USD");
    EXPECT_EQ(format_metric("process_cpu_cores{stage=decode}", 1.5), "1.50 cores");
    EXPECT_EQ(format_metric("speedup", 3.5), "3.50");
    EXPECT_EQ(format_metric("images_per_second", std::nan("")), "\u2013");
}

TEST(FormatMetric, ShowsSettingsAsTheyAreTyped) {
    EXPECT_EQ(format_metric("decode.threads", 16.0), "16");
    EXPECT_EQ(format_metric("batch.images", 16384.0), "16384");
    EXPECT_EQ(format_metric("decode.width_px", 224.0), "224 px");
    EXPECT_EQ(format_metric("storage.block_bytes", 131072.0, ByteUnits::Binary), "128 KiB");
}

}  // namespace
}  // namespace throughline::metrics
