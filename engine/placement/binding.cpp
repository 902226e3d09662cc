// SPDX-License-Identifier: Apache-2.0
#include "engine/placement/binding.h"

#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "engine/base/say.h"

namespace throughline::placement {

Result<void> pin_this_thread(const CpuSet& cpus) {
    if (cpus.empty()) {
        return {};
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const std::uint32_t cpu : cpus) {
        if (cpu < CPU_SETSIZE) {
            CPU_SET(cpu, &set);
        }
    }
    if (::sched_setaffinity(0, sizeof set, &set) != 0) {  // 0: this thread
        return errno_error(say("keep a thread on processor %1", describe(cpus)), errno);
    }
    return {};
}

CpuSet cpus_of_this_thread() {
    cpu_set_t set;
    CPU_ZERO(&set);
    CpuSet cpus;
    if (::sched_getaffinity(0, sizeof set, &set) != 0) {
        return cpus;
    }
    for (std::uint32_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) {
            cpus.push_back(cpu);
        }
    }
    return cpus;
}

namespace {

Result<void> set_policy(std::span<std::byte> memory,
                        int policy,
                        std::span<const std::uint32_t> nodes,
                        const char* act) {
    constexpr std::size_t kBits = 8 * sizeof(unsigned long);
    const std::uint32_t highest = *std::max_element(nodes.begin(), nodes.end());
    std::vector<unsigned long> mask(highest / kBits + 1, 0);
    for (const std::uint32_t node : nodes) {
        mask[node / kBits] |= 1UL << (node % kBits);
    }
    // glibc has no wrapper, and libnuma would be a dependency for one call. The kernel takes one
    // bit less than it is told (mbind(2)).
    if (::syscall(SYS_mbind,
                  memory.data(),
                  memory.size(),
                  policy,
                  mask.data(),
                  mask.size() * kBits + 1,
                  0UL) != 0) {
        return errno_error(act, errno);
    }
    return {};
}

}  // namespace

Result<void> spread_memory(std::span<std::byte> memory, std::span<const std::uint32_t> nodes) {
    if (nodes.size() < 2) {
        return {};
    }
    return set_policy(memory, MPOL_INTERLEAVE, nodes, to_say("spread memory over NUMA nodes"));
}

Result<void> prefer_node(std::span<std::byte> memory, std::uint32_t node) {
    return set_policy(memory,
                      MPOL_PREFERRED,
                      std::span(&node, 1),
                      to_say("take memory from the GPU's NUMA node"));
}

}  // namespace throughline::placement
