// SPDX-License-Identifier: Apache-2.0
// Goal: diskspd's text and XML give the same figures: rates over the measured time, reads and
// writes apart, latencies in seconds.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

TEST(Diskspd, ReadsAndWritesOfAMixAreApart) {
    const auto file = imported_fixture("diskspd/mixed-latency.txt");
    EXPECT_EQ(file.format, "diskspd-text");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 786432000.0 / 20);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 524288000.0 / 20);
    EXPECT_EQ(figure(file, "read_requests_per_second"), 600.0);
    EXPECT_EQ(figure(file, "write_requests_per_second"), 400.0);
    EXPECT_EQ(figure(file, "read_latency_mean"), 0.010);
    EXPECT_EQ(figure(file, "write_latency_mean"), 0.005);
    EXPECT_EQ(figure(file, "read_latency_p99"), 0.020);
    EXPECT_EQ(figure(file, "write_latency_p999"), 0.020);
    EXPECT_EQ(figure(file, "read_latency_min"), 0.040 / 1e3);
    EXPECT_EQ(figure(file, "read_latency_max"), 0.070);
    EXPECT_EQ(figure(file, "cpu_utilisation"), 5.0);
    EXPECT_EQ(condition(file, "block_size"), "65536");
    EXPECT_EQ(condition(file, "io_depth"), "4");
    EXPECT_EQ(condition(file, "workers"), "2");
    EXPECT_EQ(condition(file, "io_outstanding"), "8");
    EXPECT_EQ(condition(file, "pattern"), "random");
    EXPECT_EQ(condition(file, "read_share"), "60");
    EXPECT_EQ(condition(file, "direct_io"), "1");
    EXPECT_EQ(condition(file, "host"), "testbox");
    EXPECT_EQ(file.study.runs[0].started.at, "2026-11-20T10:00:00.000Z");
}

TEST(Diskspd, ADirectionWithoutRequestsIsNotZero) {
    const auto file = imported_fixture("diskspd/read-only-old.txt");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 10000.0);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 40960000.0);
    EXPECT_FALSE(figure(file, "write_requests_per_second"));
    EXPECT_FALSE(figure(file, "read_latency_mean"));
    EXPECT_EQ(condition(file, "block_size"), "4096");
    EXPECT_EQ(condition(file, "io_depth"), "32");
    EXPECT_EQ(condition(file, "pattern"), "sequential");
}

TEST(Diskspd, XmlAddsItsThreadsUp) {
    const auto file = imported_fixture("diskspd/two-threads.xml");
    EXPECT_EQ(file.format, "diskspd-xml");
    EXPECT_EQ(file.tool_version, "2.0.21a");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 700.0);
    EXPECT_EQ(figure(file, "write_requests_per_second"), 300.0);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 700.0 * 4096);
    EXPECT_EQ(figure(file, "read_latency_p50"), 0.00225);
    EXPECT_EQ(figure(file, "write_latency_max"), 0.0155);
    EXPECT_EQ(figure(file, "cpu_system"), 0.75);
    EXPECT_EQ(condition(file, "io_outstanding"), "16");
    EXPECT_EQ(condition(file, "read_share"), "70");
    EXPECT_EQ(condition(file, "pattern"), "random");
}

TEST(Diskspd, OfACutXmlNoSumIsTaken) {
    std::ifstream stream(fixture_path("diskspd/two-threads.xml"));
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    ASSERT_GT(whole.size(), 1000U);
    const auto file = import_bytes(whole.substr(0, whole.rfind("<Thread>")), "cut.xml");
    ASSERT_FALSE(file);  // half of the threads would be half of the rate
    EXPECT_EQ(file.error().code, ErrorCode::Format);
}

// diskspd that could not open its file prints its tables with zeros, or none.
TEST(Diskspd, ATimespanThatMeasuredNothingIsNoResult) {
    const auto file = imported(
        "Command Line: diskspd.exe -b4K x\n\nInput parameters:\n\nResults for timespan 1:\n"
        "actual test time:\t0.00s\n",
        "failed.txt");
    EXPECT_FALSE(file.has_runs());
    EXPECT_TRUE(has_note(file, "diskspd.nothing"));
}

}  // namespace
}  // namespace throughline::importers::tests
