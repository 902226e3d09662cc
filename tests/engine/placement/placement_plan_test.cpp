// SPDX-License-Identifier: Apache-2.0
#include "engine/placement/placement_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/spec/choices.h"

namespace throughline::placement {
namespace {

/// `nodes` nodes of `cores` cores of two threads each, numbered as Linux does on x86: all first
/// threads, then all second ones.
std::vector<Cpu> machine(std::uint32_t nodes, std::uint32_t cores, std::uint32_t threads = 2) {
    std::vector<Cpu> cpus;
    for (std::uint32_t core = 0; core < nodes * cores; ++core) {
        for (std::uint32_t thread = 0; thread < threads; ++thread) {
            cpus.push_back({.number = core + thread * nodes * cores,
                            .core = core,
                            .package = core / cores,
                            .node = core / cores});
        }
    }
    return cpus;
}

TEST(PlacementPlan, NoneLeavesEverythingToTheScheduler) {
    const auto cpus = machine(1, 4);
    const Plan plan = make_plan(Policy::None, cpus, {.readers = 1, .decoders = 4});
    EXPECT_TRUE(plan.cpus_of(spec::Stages::Decode, 3).empty());
    EXPECT_TRUE(plan.cpus_of(spec::Stages::Storage, 0).empty());
    EXPECT_TRUE(plan.cpus_of(spec::Stages::Consumer, 0).empty());
    EXPECT_TRUE(plan.nodes.empty());
}

TEST(PlacementPlan, CompactFillsACoreAndANodeBeforeTheNext) {
    const auto cpus = machine(2, 2);
    const Plan plan = make_plan(Policy::Compact, cpus, {.readers = 1, .decoders = 2});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 0), CpuSet{0});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 1), CpuSet{4});   // the other thread of core 0
    EXPECT_EQ(plan.cpus_of(spec::Stages::Storage, 0), CpuSet{1});  // the next core of the same node
    EXPECT_EQ(plan.nodes, std::vector<std::uint32_t>{0});
}

TEST(PlacementPlan, DecodersThatMayJoinLaterHaveProcessorsOfTheirOwnAfterAllOthers) {
    const auto cpus = machine(1, 4, 1);
    const Plan plan =
        make_plan(Policy::Compact, cpus, {.readers = 1, .decoders = 1, .decoders_later = 2});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 0), CpuSet{0});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Storage, 0), CpuSet{1});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Consumer, 0), CpuSet{2});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 1), CpuSet{3});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 2), CpuSet{0});
}

TEST(PlacementPlan, SpreadTakesNodesInTurnsAndSecondThreadsLast) {
    const auto cpus = machine(2, 2);
    const Plan plan = make_plan(Policy::Spread, cpus, {.readers = 1, .decoders = 5});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 0), CpuSet{0});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 1), CpuSet{2});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 2), CpuSet{1});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 3), CpuSet{3});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 4), CpuSet{4});
    EXPECT_EQ(plan.nodes, (std::vector<std::uint32_t>{0, 1}));
}

TEST(PlacementPlan, ApartSharesNoCoreBetweenReadersAndDecoders) {
    const auto cpus = machine(2, 4);
    const Plan plan = make_plan(Policy::Apart, cpus, {.readers = 2, .decoders = 12});
    const auto& io = plan.cpus_of(spec::Stages::Storage, 0);
    const auto& cpu = plan.cpus_of(spec::Stages::Decode, 0);
    EXPECT_EQ(io, (CpuSet{0, 1, 8, 9}));  // two whole cores, a quarter
    EXPECT_EQ(plan.cpus_of(spec::Stages::Consumer, 0), io);
    EXPECT_EQ(io.size() + cpu.size(), 16U);
    for (const std::uint32_t number : io) {
        EXPECT_EQ(std::count(cpu.begin(), cpu.end(), number), 0);
    }
}

TEST(PlacementPlan, ApartWorksWithTwoProcessorsAndWithOne) {
    const Plan two_cores =
        make_plan(Policy::Apart, machine(1, 2, 1), {.readers = 1, .decoders = 2});
    EXPECT_EQ(two_cores.cpus_of(spec::Stages::Storage, 0), CpuSet{0});
    EXPECT_EQ(two_cores.cpus_of(spec::Stages::Decode, 1), CpuSet{1});
    const Plan one_core = make_plan(Policy::Apart, machine(1, 1, 2), {.readers = 1, .decoders = 2});
    EXPECT_EQ(one_core.cpus_of(spec::Stages::Storage, 0), CpuSet{0});
    EXPECT_EQ(one_core.cpus_of(spec::Stages::Decode, 0), CpuSet{1});
    const Plan one = make_plan(Policy::Apart, machine(1, 1, 1), {.readers = 1, .decoders = 2});
    EXPECT_EQ(one.cpus_of(spec::Stages::Storage, 0), CpuSet{0});
    EXPECT_EQ(one.cpus_of(spec::Stages::Decode, 0), CpuSet{0});
}

TEST(PlacementPlan, DecodersThatComeLaterTakeTheirTurn) {
    const Plan plan = make_plan(Policy::Compact, machine(1, 2, 1), {.readers = 1, .decoders = 2});
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 2), plan.cpus_of(spec::Stages::Decode, 0));
    EXPECT_EQ(plan.cpus_of(spec::Stages::Decode, 3), plan.cpus_of(spec::Stages::Decode, 1));
}

TEST(PlacementPlan, ProcessorsAreNamedAsRanges) {
    EXPECT_EQ(describe(CpuSet{0, 1, 2, 3, 8}), "0-3, 8");
    EXPECT_EQ(describe(CpuSet{4, 5}), "4, 5");
    EXPECT_EQ(describe(CpuSet{}), "");
}

}  // namespace
}  // namespace throughline::placement
