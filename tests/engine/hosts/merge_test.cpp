// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/derive.h"
#include "engine/metrics/latency_histogram.h"

namespace throughline::hosts {
namespace {

using record::Phase;
using record::RunData;
using record::RunStatus;

constexpr const char* kRate = "images_per_second";

SteadyTime at_s(double seconds) {
    return SteadyTime(from_seconds(seconds));
}

/// A run whose repeats have a second of warm-up and `rates` in the seconds after it.
RunData run_of(const std::vector<std::vector<double>>& repeats) {
    RunData run;
    run.started = {
        .run = 1, .settings = {{"dataset.node", std::int64_t{1}}, {"stages", std::string("full")}}};
    double t_s = 0.0;
    double sum = 0.0;
    int repeat = 0;
    for (const auto& rates : repeats) {
        ++repeat;
        run.samples.push_back({.run = 1, .repeat = repeat, .t_s = t_s += 1.0, .dt_s = 1.0});
        double images = 0.0;
        for (const double rate : rates) {
            run.samples.push_back(
                {.run = 1,
                 .repeat = repeat,
                 .t_s = t_s += 1.0,
                 .dt_s = 1.0,
                 .phase = Phase::Measured,
                 .metrics = {
                     {kRate, rate}, {"cpu_utilisation", 50.0}, {"read_iops{device=vda}", 10.0}}});
            images += rate;
        }
        sum += images / static_cast<double>(rates.size());
    }
    run.status = RunStatus::Done;
    run.metrics[kRate] = {.value = sum / static_cast<double>(repeats.size()), .n = repeat};
    run.metrics["cpu_utilisation"] = {.value = 50.0};
    run.metrics["read_iops{device=vda}"] = {.value = 10.0};
    run.metrics["stage_busy{stage=decode}"] = {.value = repeats.front().front()};
    run.metrics["time_to_first_batch"] = {.value = repeats.front().front() / 1000.0};
    return run;
}

NodePart part_of(const std::string& node, const RunData& run, double begun_s, double second_s = 0) {
    NodePart part{.node = node, .run = &run};
    part.begun[1] = {.at = at_s(begun_s), .t_s = 0.0};
    if (second_s > 0.0) {
        part.begun[2] = {.at = at_s(second_s), .t_s = 4.0};
    }
    return part;
}

TEST(Merge, RatesAreAddedAndEachNodesIsKept) {
    const RunData a = run_of({{100, 100}});
    const RunData b = run_of({{80, 60}});
    const RunData whole = merge_runs(std::vector{part_of("a", a, 10), part_of("b", b, 10.002)}, 3);
    EXPECT_EQ(whole.started.run, 3);
    EXPECT_EQ(whole.started.settings.at("node_count"), spec::SettingValue(std::int64_t{2}));
    EXPECT_FALSE(whole.started.settings.contains("dataset.node"));
    EXPECT_DOUBLE_EQ(whole.metrics.at(kRate).value, 170.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at("images_per_second{node=b}").value, 70.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at("cpu_utilisation").value, 50.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at("stage_busy{stage=decode}").value, 90.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at("time_to_first_batch").value, 0.1);
    EXPECT_NEAR(whole.metrics.at("start_skew").value, 0.002, 1e-9);
    EXPECT_EQ(whole.status, RunStatus::Done);
}

TEST(Merge, SamplesOfTheSameSecondAreOne) {
    const RunData a = run_of({{100, 100}});
    const RunData b = run_of({{80, 60, 40}});
    const RunData whole = merge_runs(std::vector{part_of("a", a, 10), part_of("b", b, 10)}, 1);
    ASSERT_EQ(whole.samples.size(), 4U);  // b went on for a second
    EXPECT_DOUBLE_EQ(whole.samples[2].metrics.at(kRate), 160.0);
    EXPECT_DOUBLE_EQ(whole.samples[2].metrics.at("images_per_second{node=b}"), 60.0);
    EXPECT_DOUBLE_EQ(whole.samples[3].metrics.at("images_per_second{node=b}"), 40.0);
    EXPECT_NEAR(whole.samples[2].t_s, 3.0, 1e-9);
}

TEST(Merge, DisksOfOneMachineAreTakenOnceAndOthersApart) {
    const RunData a = run_of({{100}});
    std::vector parts{part_of("vm:0", a, 10), part_of("vm:1", a, 10)};
    parts[1].first_of_machine = false;
    const RunData one = merge_runs(parts, 1);
    EXPECT_TRUE(one.metrics.contains("read_iops{device=vda}"));
    EXPECT_FALSE(one.metrics.contains("read_iops{device=vm:1/vda}"));
    parts[1].first_of_machine = true;
    const RunData two = merge_runs(parts, 1);
    EXPECT_TRUE(two.metrics.contains("read_iops{device=vm:1/vda}"));
    EXPECT_FALSE(two.metrics.contains("read_iops{device=vda}"));
}

// Each rank of a machine has a GPU of its own, which it sees as the first.
TEST(Merge, GpusAreThoseOfTheirNode) {
    RunData a = run_of({{100}});
    RunData b = run_of({{100}});
    a.metrics["gpu_busy{gpu=0}"] = {.value = 90.0};
    b.metrics["gpu_busy{gpu=0}"] = {.value = 40.0};
    b.samples[1].metrics["gpu_busy{gpu=0}"] = 40.0;
    std::vector parts{part_of("vm:0", a, 10), part_of("vm:1", b, 10)};
    parts[1].first_of_machine = false;
    const RunData whole = merge_runs(parts, 1);
    EXPECT_DOUBLE_EQ(whole.metrics.at("gpu_busy{gpu=vm:0/0}").value, 90.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at("gpu_busy{gpu=vm:1/0}").value, 40.0);
    EXPECT_DOUBLE_EQ(whole.samples[1].metrics.at("gpu_busy{gpu=vm:1/0}"), 40.0);
    const RunData alone = merge_runs(std::vector{part_of("vm", a, 10)}, 1);
    EXPECT_DOUBLE_EQ(alone.metrics.at("gpu_busy{gpu=0}").value, 90.0);
}

TEST(Merge, AnswersOfAStoreAreAddedAlsoWhereANodeHasNoneOfAKind) {
    const char* const kMost = "http_answers_per_second{answer=200}";
    const char* const kRare = "http_answers_per_second{answer=503}";
    RunData a = run_of({{100}});
    RunData b = run_of({{100}});
    a.metrics[kMost] = {.value = 30.0};
    b.metrics[kMost] = {.value = 20.0};
    b.metrics[kRare] = {.value = 2.0};
    b.samples[1].metrics[kRare] = 2.0;
    const RunData whole = merge_runs(std::vector{part_of("a", a, 10), part_of("b", b, 10)}, 1);
    EXPECT_DOUBLE_EQ(whole.metrics.at(kMost).value, 50.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at(kRare).value, 2.0);
    EXPECT_DOUBLE_EQ(whole.samples[1].metrics.at(kRare), 2.0);
    EXPECT_FALSE(whole.absent.contains(kRare));
}

TEST(Merge, RequestsThatWaitAndTheTimeOfAllLostOnesAreAdded) {
    RunData a = run_of({{100}});
    RunData b = run_of({{100}});
    a.metrics["http_requests_waiting"] = {.value = 3.0};
    b.metrics["http_requests_waiting"] = {.value = 5.0};
    a.metrics["http_lost_seconds"] = {.value = 10.0};
    b.metrics["http_lost_seconds"] = {.value = 30.0};
    const RunData whole = merge_runs(std::vector{part_of("a", a, 10), part_of("b", b, 10)}, 1);
    EXPECT_DOUBLE_EQ(whole.metrics.at("http_requests_waiting").value, 8.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at("http_lost_seconds").value, 40.0);
    EXPECT_DOUBLE_EQ(whole.metrics.at("http_requests_waiting{node=b}").value, 5.0);
}

// One node has 2 s of 100, the other 3 s of 50 and begins half a second later.
TEST(Merge, FirstAndLastDoneFollowFromWhatWasDoneUntilThen) {
    const RunData a = run_of({{100, 100}});
    const RunData b = run_of({{50, 50, 50}});
    const auto rates = finish_rates(std::vector{part_of("a", a, 10), part_of("b", b, 10.5)}, 1);
    ASSERT_TRUE(rates);
    EXPECT_NEAR(rates->first_done, (200.0 + 75.0) / 2.0, 1e-6);
    EXPECT_NEAR(rates->last_done, 350.0 / 3.5, 1e-6);
}

TEST(Merge, OfRepeatsThereIsAnIntervalAndTheLongestSkew) {
    const RunData a = run_of({{100, 100, 100}, {110, 110, 110}});
    const RunData b = run_of({{50, 50, 50}, {60, 60, 60}});
    const RunData whole =
        merge_runs(std::vector{part_of("a", a, 10, 20), part_of("b", b, 10.001, 20.003)}, 1);
    EXPECT_DOUBLE_EQ(whole.metrics.at(kRate).value, 160.0);
    EXPECT_EQ(whole.metrics.at(kRate).n, 2);
    EXPECT_TRUE(whole.metrics.at(kRate).low);
    EXPECT_NEAR(whole.metrics.at("start_skew").value, 0.003, 1e-9);
}

TEST(Merge, LatenciesAreThoseOfAllReads) {
    RunData fast = run_of({{100}});
    RunData slow = run_of({{100}});
    metrics::LatencyHistogram few;
    metrics::LatencyHistogram many;
    few.record(1'000'000'000);
    for (int i = 0; i < 99; ++i) {
        many.record(1'000'000);
    }
    const auto put = [](RunData& run, const metrics::LatencyHistogram& histogram) {
        run.histograms.push_back({.run = 1,
                                  .metric = "read_latency",
                                  .scheme = metrics::LatencyHistogram::kScheme,
                                  .counts = histogram.sparse()});
        run.metrics["read_latency_p50"] = {.value = histogram.quantile_seconds(0.5)};
    };
    put(fast, many);
    put(slow, few);
    const RunData whole = merge_runs(std::vector{part_of("a", fast, 1), part_of("b", slow, 1)}, 1);
    EXPECT_NEAR(whole.metrics.at("read_latency_p50").value, 1e-3, 1e-5);
    EXPECT_NEAR(whole.metrics.at("read_latency_p50{node=b}").value, 1.0, 1e-2);
}

TEST(Merge, ARunThatFailedOnANodeHasNoResult) {
    const RunData a = run_of({{100}});
    RunData b = run_of({{100}});
    b.status = RunStatus::Interrupted;
    std::vector parts{part_of("a", a, 10), part_of("b", b, 10)};
    parts[1].failure = "was killed";
    const RunData whole = merge_runs(parts, 1);
    EXPECT_EQ(whole.status, RunStatus::Failed);
    EXPECT_FALSE(whole.metrics.contains(kRate));
    EXPECT_TRUE(whole.absent.contains(kRate));
    EXPECT_FALSE(whole.samples.empty());
}

TEST(Merge, NotesSayWhichNodeUnlessAllSayTheSame) {
    RunData a = run_of({{100}});
    RunData b = run_of({{100}});
    a.notes = {{.code = "reader.facts", .text = "io_uring"},
               {.code = "x", .text = "slow", .item = "f"}};
    b.notes = {{.code = "reader.facts", .text = "io_uring"},
               {.code = record::kDisturbedCode, .text = "busy", .item = "throughline-eng 90 %"}};
    std::vector parts{part_of("a", a, 1), part_of("b", b, 1)};
    const RunData apart = merge_runs(parts, 1);
    ASSERT_EQ(apart.notes.size(), 3U);
    EXPECT_EQ(apart.notes[0].item, "");
    EXPECT_EQ(apart.notes[1].item, "a: f");
    parts[1].shares_machine = true;
    EXPECT_EQ(merge_runs(parts, 1).notes.size(), 2U);
}

TEST(Straggler, IsNamedFromFivePercentOn) {
    using Rates = std::vector<std::pair<std::string, double>>;
    const auto slow = find_straggler(Rates{{"a", 100}, {"b", 90}, {"c", 102}, {"d", 101}});
    ASSERT_TRUE(slow);
    EXPECT_EQ(slow->node, "b");
    EXPECT_NEAR(slow->behind_percent, 100.0 * (1.0 - 90.0 / 101.0), 1e-9);
    EXPECT_FALSE(find_straggler(Rates{{"a", 100}, {"b", 97}, {"c", 102}}));
    EXPECT_FALSE(find_straggler(Rates{{"a", 100}}));
    EXPECT_EQ(find_straggler(Rates{{"a", 100}, {"b", 50}})->node, "b");
}

// As slow on average, the one all the time and the other in one second of four.
TEST(Straggler, AHiccupNamesNobody) {
    const std::vector<std::string> nodes{"a", "b", "c"};
    const RunData fast = run_of({{100, 100, 100, 100}});
    const RunData slow = run_of({{80, 80, 80, 80}});
    const RunData hiccup = run_of({{110, 110, 90, 10}});
    const auto with = [&](const RunData& other) {
        return merge_runs(
            std::vector{part_of("a", fast, 1), part_of("b", other, 1), part_of("c", fast, 1)}, 1);
    };
    EXPECT_EQ(straggler_of(with(slow), nodes)->node, "b");
    EXPECT_FALSE(straggler_of(with(hiccup), nodes));
}

TEST(Merge, EfficiencyFollowsAgainstTheFewestNodes) {
    const RunData a = run_of({{100}});
    const RunData b = run_of({{80}});
    record::Study study;
    study.runs = {merge_runs(std::vector{part_of("a", a, 1)}, 1),
                  merge_runs(std::vector{part_of("a", a, 1), part_of("b", b, 1)}, 2)};
    study.runs[0].started.settings["dataset.nodes"] = std::int64_t{1};
    study.runs[1].started.settings["dataset.nodes"] = std::int64_t{2};
    analysis::derive(study);
    EXPECT_DOUBLE_EQ(study.runs[1].metrics.at("speedup").value, 1.8);
    EXPECT_DOUBLE_EQ(study.runs[1].metrics.at("scaling_efficiency").value, 90.0);
    study.header.origin = record::Origin::Imported;
    study.runs[1].metrics.erase("speedup");
    analysis::derive(study);
    EXPECT_FALSE(study.runs[1].metrics.contains("speedup"));  // others' nodes differ in more
}

}  // namespace
}  // namespace throughline::hosts
