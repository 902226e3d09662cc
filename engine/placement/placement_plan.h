// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/placement/topology.h"
#include "engine/spec/choices.h"

namespace throughline::placement {

enum class Policy : std::uint8_t {
    None,     ///< wherever the scheduler puts them
    Compact,  ///< a processor each, neighbours first: one core's threads, one node's cores
    Spread,  ///< a processor each, as far apart as possible: nodes in turns, threads of a core last
    Apart,   ///< readers and consumer on cores of their own, decoders on all the others
};

/// Processor numbers, ascending.
using CpuSet = std::vector<std::uint32_t>;
/// "0-3, 8".
std::string describe(const CpuSet& cpus);

struct Workers {
    std::uint32_t readers = 0;
    std::uint32_t decoders = 0;
    std::uint32_t decoders_later = 0;  ///< may join while running; they come last of all
};

/// Where each worker may run. Decoders that come later take their turn. Empty sets: anywhere.
struct Plan {
    std::vector<CpuSet> readers;
    std::vector<CpuSet> decoders;
    CpuSet consumer;
    /// NUMA nodes of all of these; memory is spread over them where they are several.
    std::vector<std::uint32_t> nodes;

    /// `stage`: one of the three.
    const CpuSet& cpus_of(spec::Stages stage, std::uint32_t index) const;
};

/// Thread: pure. `cpus` as read_topology() orders them; with one processor all share it.
Plan make_plan(Policy policy, std::span<const Cpu> cpus, const Workers& workers);

}  // namespace throughline::placement
