// SPDX-License-Identifier: Apache-2.0
// Goal: the values of fio's logs are named as what they are: means or largest values of windows, of
// one run or of several behind each other.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "engine/importers/draft/merge.h"
#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

// fio's JSON beside the log says log_max_value=1: the largest of 333,000 ns is no mean of 136,434.
TEST(FioLog, LargestValuesAreNoMeans) {
    const auto file = imported_fixture("fio/log-max/max_clat.1.log");
    EXPECT_FALSE(figure(file, "read_completion_latency_mean"));
    EXPECT_FALSE(figure(file, "read_completion_latency_window_mean"));
    EXPECT_DOUBLE_EQ(figure(file, "read_completion_latency_max").value_or(0.0), 326433e-9);
    EXPECT_FALSE(figure(file, "read_latency_max")) << "with its submission nobody knows it";
    EXPECT_TRUE(has_note(file, "fio.maxima"));
    EXPECT_FALSE(asks(file, "log_values"));
    const auto rates = imported_fixture("fio/log-max/max_bw.1.log");
    EXPECT_FALSE(rates.has_runs());
    EXPECT_TRUE(has_note(rates, "fio.maxima"));
}

TEST(FioLog, TheMeanOverWindowsIsNamedSo) {
    const auto file = imported_fixture("fio/log-mean/mean_clat.1.log");
    EXPECT_FALSE(figure(file, "read_completion_latency_mean"));
    EXPECT_TRUE(is_absent(file, "read_completion_latency_mean"));
    EXPECT_NEAR(figure(file, "read_completion_latency_window_mean").value_or(0.0),
                (153590 + 141688 + 154044 + 147613 + 214925 + 189687) / 6.0 * 1e-9,
                1e-12);
    EXPECT_FALSE(asks(file, "log_values"));
}

// Merged with the JSON, the mean of the requests is the JSON's.
TEST(FioLog, BesideTheJsonTheMeanOfTheRequestsIsTheJsons) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported_fixture("fio/log-mean/mean_clat.1.log")});
    parts.push_back({.file = imported_fixture("fio/log-mean/mean.json")});
    const auto merged = merge_files(std::move(parts));
    ASSERT_TRUE(merged) << merged.error().what;
    EXPECT_NEAR(
        figure(*merged, "read_completion_latency_mean").value_or(0.0), 166830.372e-9, 1e-12);
    EXPECT_TRUE(figure(*merged, "read_completion_latency_window_mean"));
    EXPECT_FALSE(is_absent(*merged, "read_completion_latency_mean"));
}

TEST(FioLog, AloneItAsksWhetherItHoldsMeansOrLargestValues) {
    const std::string log = "1000, 500, 0, 0\n2000, 700, 0, 0\n";
    EXPECT_TRUE(asks(imported(log, "x_clat.1.log"), "log_values"));
    EXPECT_TRUE(asks(imported(log, "x_bw.1.log"), "log_values"));
    const auto max = imported(log, "x_clat.1.log", {{"latency_unit", "us"}, {"log_values", "max"}});
    EXPECT_DOUBLE_EQ(figure(max, "read_completion_latency_max").value_or(0.0), 700e-6);
    const auto whole =
        imported(log, "x_lat.1.log", {{"latency_unit", "us"}, {"log_values", "max"}});
    EXPECT_DOUBLE_EQ(figure(whole, "read_latency_max").value_or(0.0), 700e-6);
    const auto submission =
        imported(log, "x_slat.1.log", {{"latency_unit", "us"}, {"log_values", "max"}});
    EXPECT_FALSE(submission.has_runs()) << "the largest is no mean";
    EXPECT_TRUE(has_note(submission, "fio.maxima"));
    EXPECT_FALSE(import_bytes(log, "x_bw.1.log", {.assume = {{"log_values", "median"}}}));
    // Of single requests each row is one.
    EXPECT_FALSE(asks(imported("1, 5, 0, 4096\n2, 7, 0, 4096\n", "x_clat.1.log"), "log_values"));
}

// Goal: a clat log has the names that fio's JSON has for its completion latency, and a lat log
// those of the whole. Method: the same rows under both names.
TEST(FioLog, PercentilesAreOfTheLatencyThatTheLogIsOf) {
    std::string rows;
    for (int i = 1; i <= 200; ++i) {
        rows += std::to_string(i) + ", " + std::to_string(1000 * i) + ", 0, 4096\n";
    }
    const auto completion = imported(rows, "x_clat.1.log", {{"latency_unit", "ns"}});
    const auto whole = imported(rows, "x_lat.1.log", {{"latency_unit", "ns"}});
    for (const auto& [suffix, seconds] :
         {std::pair("p50", 100e-6), std::pair("p99", 198e-6), std::pair("max", 200e-6)}) {
        const std::string end = std::string("_") + suffix;
        EXPECT_NEAR(figure(completion, "read_completion_latency" + end).value_or(0.0),
                    seconds,
                    0.01 * seconds);
        EXPECT_NEAR(figure(whole, "read_latency" + end).value_or(0.0), seconds, 0.01 * seconds);
        EXPECT_FALSE(figure(completion, "read_latency" + end));
        EXPECT_FALSE(figure(whole, "read_completion_latency" + end));
    }
    EXPECT_TRUE(is_absent(completion, "read_latency_p50"));
    ASSERT_EQ(completion.study.runs.at(0).histograms.size(), 1U);
    EXPECT_EQ(completion.study.runs.at(0).histograms[0].metric, "read_completion_latency");
    EXPECT_EQ(whole.study.runs.at(0).histograms.at(0).metric, "read_latency");
}

// Old versions append to a log that is there.
TEST(FioLog, WhereTheTimesFallBackAnotherRunBegins) {
    const auto file = imported(
        "1000, 100, 0, 0\n1000, 1, 1, 0\n2000, 100, 0, 0\n2000, 1, 1, 0\n"
        "1000, 300, 0, 0\n1000, 3, 1, 0\n2000, 300, 0, 0\n2000, 3, 1, 0\n3000, 300, 0, 0\n",
        "x_iops.log");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "read_requests_per_second", 0), 100.0);
    EXPECT_EQ(figure(file, "read_requests_per_second", 1), 300.0);
    EXPECT_EQ(figure(file, "write_requests_per_second", 1), 3.0);
    EXPECT_EQ(file.study.runs[0].samples.size(), 4U);
    EXPECT_TRUE(has_note(file, "fio.appended"));
}

TEST(FioLog, RequestsMayBeWrittenDownALittleLate) {
    const auto file = imported("10, 5, 0, 4096\n30, 5, 0, 4096\n20, 5, 0, 4096\n",
                               "x_clat.1.log",
                               {{"latency_unit", "us"}});
    EXPECT_EQ(file.study.runs.size(), 1U);
}

}  // namespace
}  // namespace throughline::importers::tests
