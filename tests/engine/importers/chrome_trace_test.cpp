// SPDX-License-Identifier: Apache-2.0
// Goal: a trace of any length is read event by event, wherever its array stands and wherever it
// ends.
#include <gtest/gtest.h>

#include <string>

#include "engine/importers/read/json_elements.h"
#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

/// Kernels of 6 us every 10 us on one device, each followed by one of 2 us inside it on a second
/// stream: together they are busy for 60 %.
std::string kernels(int count) {
    std::string events;
    for (int i = 0; i < count; ++i) {
        const std::string at = std::to_string(1'000'000 + i * 10);
        const std::string begin =
            R"({"ph": "X", "cat": "kernel", "name": "k \"[{\\", "args": {"device": 0}, "ts": )";
        events +=
            (i == 0 ? "" : ",") + begin + at + R"(, "dur": 6},)" + begin + at + R"(, "dur": 2})";
    }
    // The last one ends the span at a whole period.
    return events + R"(,{"ph": "X", "cat": "cpu_op", "dur": 0, "ts": )" +
           std::to_string(1'000'000 + count * 10) + "}";
}

TEST(ChromeTrace, ALongTraceOnOneLineIsRead) {
    constexpr int kCount = 20'000;  // 4 MB, many pieces
    const auto file =
        imported(R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "a": "]}"}], "n": -1.5e3,
                     "traceEvents": [)" +
                     kernels(kCount) + R"(], "traceName": "x"})",
                 "trace.json");
    EXPECT_EQ(file.format, "chrome-trace");
    EXPECT_EQ(file.rows_taken, 2U * kCount + 1U);
    EXPECT_NEAR(figure(file, "gpu_busy{gpu=0}").value_or(0.0), 60.0, 1e-6);
    EXPECT_FALSE(has_note(file, "import.mended"));
}

// The profiler's window opens before the work and closes when all is written.
TEST(ChromeTrace, TheProfilersOwnWindowIsNoTimeOfTheGpu) {
    const auto file =
        imported(R"([{"ph": "X", "cat": "Trace", "name": "PyTorch Profiler", "ts": 1,)"
                 R"("dur": 9000000},)" +
                     kernels(100) + R"(,{"ph": "i", "name": "Record Window End", "ts": 9000001}])",
                 "trace.json");
    EXPECT_NEAR(figure(file, "gpu_busy{gpu=0}").value_or(0.0), 60.0, 1e-6);
    EXPECT_EQ(condition(file, "duration"), "0.001");
}

TEST(ChromeTrace, ACutOneCountsAsFarAsItIsWhole) {
    const std::string all = "[" + kernels(100) + "]";
    const auto file = imported(all.substr(0, all.size() - 60), "trace.json");
    EXPECT_EQ(file.rows_taken, 199U);
    EXPECT_TRUE(has_note(file, "import.mended"));
    EXPECT_TRUE(figure(file, "gpu_busy{gpu=0}"));
}

TEST(ChromeTrace, AnEventThatIsNoJsonIsLeftOut) {
    const auto file = imported(
        "[" + kernels(2) + ",\n{\"ph\": \"X\", \"ts\" 5},\n" + kernels(2) + "]", "trace.json");
    EXPECT_EQ(file.rows_taken, 10U);
    EXPECT_EQ(file.rows_dropped, 1U);
}

// Two steps of 100 and 60 ms. Of the waits 30 ms lie in the first; the second began 5 ms before the
// end of the first, and 10 ms of it lie in the second. The GPU's copy of a step is not a step.
TEST(ChromeTrace, StepsAndWaitsOfThePyTorchProfilerAreRead) {
    const auto file = imported_fixture("trace/pytorch-profiler.json");
    EXPECT_EQ(file.format, "chrome-trace");
    EXPECT_EQ(file.tool, "PyTorch profiler");
    EXPECT_NEAR(figure(file, "step_time").value_or(0.0), 0.080, 1e-9);
    EXPECT_NEAR(figure(file, "data_wait_time").value_or(0.0), (0.035 + 0.010) / 2, 1e-9);
    EXPECT_NEAR(figure(file, "gpu_busy{gpu=0}").value_or(0.0), 100.0 * 90 / 160, 1e-6);
    const auto& samples = file.study.runs.at(0).samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_NEAR(samples[0].metrics.at("step_time"), 0.100, 1e-9);
    EXPECT_NEAR(samples[0].metrics.at("data_wait_time"), 0.035, 1e-9);
    EXPECT_NEAR(samples[1].metrics.at("data_wait_time"), 0.010, 1e-9);
    EXPECT_TRUE(has_note(file, "trace.profiled"));
}

TEST(ChromeTrace, ATraceWithoutADataLoaderHasNoWaitForData) {
    const auto file = imported(
        R"({"traceEvents": [
            {"ph": "X", "cat": "Operator", "name": "ProfilerStep#1", "pid": 1, "ts": 100,
             "dur": 50}, {"ph": "X", "cat": "Operator", "name": "ProfilerStep#2", "pid": 1,
             "ts": 200, "dur": 70}]})",
        "trace.json");
    EXPECT_NEAR(figure(file, "step_time").value_or(0.0), 60e-6, 1e-12);
    EXPECT_FALSE(figure(file, "data_wait_time"));
    EXPECT_TRUE(is_absent(file, "data_wait_time"));
}

std::string joined(const std::string& text, std::string_view key) {
    const auto source = TextSource::of_bytes(text);
    JsonElements elements(*source, key);
    std::string all;
    while (const auto element = elements.next()) {
        all.append(all.empty() ? "" : "|").append(*element);
    }
    return elements.cut() ? all + "..." : all;
}

TEST(JsonElements, AreTheElementsOfTheArrayAsked) {
    EXPECT_EQ(joined(R"([{}, 1, "a,]", {"b": [2]} , null])", "x"), R"({}|1|"a,]"|{"b": [2]}|null)");
    EXPECT_EQ(joined(R"({"y": {"x": [9]}, "z": "\"", "x": [1,2], "w": 3})", "x"), "1|2");
    EXPECT_EQ(joined(R"(>>> text before
{"x": [[1], [2]]})",
                     "x"),
              "[1]|[2]");
    EXPECT_EQ(joined(R"({"x": 5, "y": [1]})", "x"), "");
    EXPECT_EQ(joined(R"({"y": [1)", "x"), "...");
    EXPECT_EQ(joined("[{}, {\"a\": ", "x"), "{}...");
    EXPECT_EQ(joined("[{}, 2", "x"), "{}...");
    EXPECT_EQ(joined("[{}, 2,", "x"), "{}|2...");
    EXPECT_EQ(joined("[]", "x"), "");
    EXPECT_EQ(joined("", "x"), "");
    EXPECT_EQ(joined("[}", "x"), "");
    EXPECT_EQ(joined("{\"x\"", "x"), "");
}

TEST(JsonElements, OneThatNeverEndsIsRefused) {
    const auto source = TextSource::of_bytes(
        "[\n[" + std::string(JsonElements::kElementBytesMax + 10, ' ') + "1]]");
    JsonElements elements(*source, "x");
    EXPECT_FALSE(elements.next());
    ASSERT_TRUE(elements.failure());
    EXPECT_NE(elements.failure()->what.find("line 2"), std::string::npos);
}

}  // namespace
}  // namespace throughline::importers::tests
