// SPDX-License-Identifier: Apache-2.0
// With the kernel itself: real threads, real affinity.
#include "engine/placement/binding.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <thread>

#include "engine/base/memory_mapping.h"
#include "engine/placement/topology.h"

namespace throughline::placement {
namespace {

TEST(Topology, ShowsExactlyTheProcessorsThatMayBeUsed) {
    const auto cpus = read_topology();
    ASSERT_TRUE(cpus) << cpus.error().what;
    CpuSet shown;
    for (const Cpu& cpu : *cpus) {
        shown.push_back(cpu.number);
    }
    std::sort(shown.begin(), shown.end());
    EXPECT_EQ(shown, cpus_of_this_thread());
}

TEST(Topology, FollowsTheAffinityOfTheProcess) {
    const CpuSet all = cpus_of_this_thread();
    if (all.size() < 2) {
        GTEST_SKIP() << "this process may use one processor only";
    }
    std::jthread([&] {
        ASSERT_TRUE(pin_this_thread({all.back()}));
        const auto cpus = read_topology();
        ASSERT_TRUE(cpus);
        ASSERT_EQ(cpus->size(), 1U);
        EXPECT_EQ(cpus->front().number, all.back());
    }).join();
}

TEST(Binding, PinnedThreadRunsWhereItWasPut) {
    for (const std::uint32_t cpu : cpus_of_this_thread()) {
        std::jthread([cpu] {
            ASSERT_TRUE(pin_this_thread({cpu}));
            EXPECT_EQ(cpus_of_this_thread(), CpuSet{cpu});
            EXPECT_EQ(::sched_getcpu(), static_cast<int>(cpu));
        }).join();
    }
}

TEST(Binding, ProcessorThatIsNotThereIsAnErrorAndChangesNothing) {
    const CpuSet before = cpus_of_this_thread();
    EXPECT_FALSE(pin_this_thread({1023}));
    EXPECT_EQ(cpus_of_this_thread(), before);
    EXPECT_TRUE(pin_this_thread({}));
    EXPECT_EQ(cpus_of_this_thread(), before);
}

TEST(Binding, MemoryOfOneNodeIsLeftAlone) {
    const auto memory =
        MemoryMapping::make(64U << 10U, "reserve test memory", [](std::span<std::byte> bytes) {
            const std::uint32_t node = 0;
            EXPECT_TRUE(spread_memory(bytes, {&node, 1}));
        });
    EXPECT_TRUE(memory);
}

TEST(Binding, MemoryCanBeTakenFromOneNode) {
    const auto memory =
        MemoryMapping::make(64U << 10U, "reserve test memory", [](std::span<std::byte> bytes) {
            const auto placed = prefer_node(bytes, 0);
            // A container may forbid it; the memory is there all the same.
            EXPECT_TRUE(placed || placed.error().errno_value != 0) << placed.error().what;
        });
    EXPECT_TRUE(memory);
}

}  // namespace
}  // namespace throughline::placement
