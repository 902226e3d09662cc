// SPDX-License-Identifier: Apache-2.0
// Goal: metrics of CloudWatch and Prometheus become rates, levels and latencies as they were meant.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

std::string statistics(const std::string& label,
                       const std::string& first,
                       const std::string& second) {
    return R"({"Label": ")" + label + R"(", "Datapoints": [
        {"Timestamp": "2026-01-01T00:00:00Z", )" +
           first + R"(}, {"Timestamp": "2026-01-01T00:01:00Z", )" + second + "}]}";
}

TEST(Cloudwatch, ASumOfALevelIsNotTaken) {
    const auto cpu =
        imported(statistics("CPUUtilization", R"("Sum": 276.7)", R"("Sum": 250.0)"), "x.json");
    EXPECT_FALSE(cpu.has_runs());
    EXPECT_TRUE(has_note(cpu, "cloudwatch.sum"));
    const auto both = imported(
        statistics(
            "FirstByteLatency", R"("Sum": 15000, "Average": 20)", R"("Sum": 1, "Average": 40)"),
        "x.json");
    ASSERT_EQ(both.study.runs.size(), 1U);
    EXPECT_DOUBLE_EQ(*figure(both, "first_byte_latency"), 0.03);
}

TEST(Cloudwatch, OnlyRefusedRequestsAreWarnedOf) {
    EXPECT_FALSE(has_note(imported(statistics("4xxErrors", R"("Sum": 0)", R"("Sum": 0)"), "x.json"),
                          "cloudwatch.errors"));
    EXPECT_TRUE(has_note(imported(statistics("4xxErrors", R"("Sum": 0)", R"("Sum": 3)"), "x.json"),
                         "cloudwatch.errors"));
}

TEST(Cloudwatch, PercentilesOfExtendedStatisticsAreRead) {
    const auto file = imported(statistics("FirstByteLatency",
                                          R"("ExtendedStatistics": {"p99": 100, "p50": 10})",
                                          R"("ExtendedStatistics": {"p99": 300, "p50": 20})"),
                               "x.json");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(condition(file, "label", 0), "FirstByteLatency, p99");
    EXPECT_DOUBLE_EQ(*figure(file, "first_byte_latency", 0), 0.2);
    EXPECT_DOUBLE_EQ(*figure(file, "first_byte_latency", 1), 0.015);
}

const std::string kVolume = R"({"MetricDataResults": [
    {"Id": "t", "Label": "VolumeTotalReadTime", "Timestamps": ["2026-01-01T00:05:00Z",
        "2026-01-01T00:00:00Z"], "Values": [6.0, 2.0]},
    {"Id": "o", "Label": "VolumeReadOps", "Timestamps": ["2026-01-01T00:05:00Z",
        "2026-01-01T00:00:00Z"], "Values": [3000, 2000]}]})";

TEST(Cloudwatch, ReadTimeByReadOperationsIsTheLatency) {
    const auto file = imported(kVolume, "x.json", {{"statistic", "Sum"}});
    bool found = false;
    for (std::size_t run = 0; run < file.study.runs.size(); ++run) {
        if (const auto latency = figure(file, "read_await", run)) {
            found = true;
            EXPECT_DOUBLE_EQ(*latency, 0.0015);
        }
    }
    EXPECT_TRUE(found);
    EXPECT_TRUE(asks(imported(kVolume, "x.json"), "statistic"));
}

TEST(Cloudwatch, AnAnswerThatNamesNoMetricIsRefused) {
    const auto file = import_bytes(statistics("Mine", R"("Average": 1)", R"("Average": 2)"),
                                   "x.json",
                                   {.assume = {{"metric.Mine", "nonsense"}}});
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::Usage);
}

std::string series(const std::string& labels, const std::string& values) {
    return R"({"metric": {)" + labels + R"(, "instance": "n1"}, "values": [)" + values + "]}";
}

std::string prometheus(const std::string& all, const std::string& type = "matrix") {
    return R"({"status": "success", "data": {"resultType": ")" + type + R"(", "result": [)" + all +
           "]}}";
}

TEST(Prometheus, ACounterThatTheUserNamedIsDifferenced) {
    const auto file = imported(
        prometheus(series(R"("__name__": "my_reads_total")", R"([100, "1000"], [110, "1500"])")),
        "x.json",
        {{"metric.my_reads_total", "read_iops"}});
    EXPECT_EQ(figure(file, "read_iops"), 50.0);
}

TEST(Prometheus, IdleTimeOfTheCpusIsTheirUtilisation) {
    const auto cpu = [](const char* number, const char* mode, const char* values) {
        return series(std::string(R"("__name__": "node_cpu_seconds_total", "cpu": ")") + number +
                          R"(", "mode": ")" + mode + "\"",
                      values);
    };
    const auto file = imported(prometheus(cpu("0", "idle", R"([100, "50"], [110, "56"])") + "," +
                                          cpu("1", "idle", R"([100, "70"], [110, "72"])") + "," +
                                          cpu("0", "iowait", R"([100, "1"], [110, "2"])") + "," +
                                          cpu("1", "iowait", R"([100, "1"], [110, "2"])") + "," +
                                          cpu("0", "user", R"([100, "1"], [110, "2"])")),
                               "x.json");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_NEAR(*figure(file, "cpu_utilisation"), 50.0, 1e-9);
    EXPECT_NEAR(*figure(file, "cpu_iowait"), 10.0, 1e-9);
}

TEST(Prometheus, TimeOfReadsByTheirNumberIsTheirLatency) {
    const auto file = imported(
        prometheus(series(R"("__name__": "node_disk_read_time_seconds_total", "device": "sda")",
                          R"([100, "5"], [110, "7"])") +
                   "," +
                   series(R"("__name__": "node_disk_reads_completed_total", "device": "sda")",
                          R"([100, "0"], [110, "4000"])")),
        "x.json");
    EXPECT_NEAR(*figure(file, "read_await{device=sda}"), 0.0005, 1e-12);
    EXPECT_NEAR(*figure(file, "read_iops{device=sda}"), 400.0, 1e-9);
}

TEST(Prometheus, OneValueOfACounterSaysWhyThereIsNoRate) {
    const auto file = imported(
        prometheus(R"({"metric": {"__name__": "node_disk_read_bytes_total", "device": "sda"},
                       "value": [100, "5"]})",
                   "vector"),
        "x.json");
    EXPECT_FALSE(file.has_runs());
    EXPECT_TRUE(has_note(file, "import.absent"));
}

}  // namespace
}  // namespace throughline::importers::tests
