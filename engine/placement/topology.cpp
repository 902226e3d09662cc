// SPDX-License-Identifier: Apache-2.0
#include "engine/placement/topology.h"

#include <hwloc.h>
#include <sched.h>

#include <cerrno>
#include <memory>
#include <string>

#include "engine/base/say.h"

namespace throughline::placement {
namespace {

struct TopologyDeleter {
    void operator()(hwloc_topology* topology) const noexcept { hwloc_topology_destroy(topology); }
};
using TopologyHandle = std::unique_ptr<hwloc_topology, TopologyDeleter>;

std::uint32_t index_above(hwloc_topology_t topology, hwloc_obj_t pu, hwloc_obj_type_t type) {
    const hwloc_obj_t above = hwloc_get_ancestor_obj_by_type(topology, type, pu);
    return above == nullptr ? 0 : above->logical_index;
}

std::uint32_t node_of(hwloc_topology_t topology, hwloc_obj_t pu) {
    hwloc_obj_t node = nullptr;
    while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
        if (hwloc_bitmap_isset(node->cpuset, pu->os_index) != 0) {
            return node->os_index;
        }
    }
    return 0;
}

}  // namespace

Result<std::vector<Cpu>> read_topology() {
    const auto refusal = [](const char* what) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("read the processor topology: %1", say(what))};
    };
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) {
        return refusal(to_say("hwloc cannot be set up"));
    }
    const TopologyHandle topology(raw);
    if (hwloc_topology_load(raw) != 0) {
        return refusal(to_say("hwloc finds none"));
    }
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return errno_error(say("read the processors this process may use"), errno);
    }
    std::vector<Cpu> cpus;
    hwloc_obj_t pu = nullptr;
    while ((pu = hwloc_get_next_obj_by_type(raw, HWLOC_OBJ_PU, pu)) != nullptr) {
        if (pu->os_index < CPU_SETSIZE && CPU_ISSET(pu->os_index, &allowed)) {
            cpus.push_back({.number = pu->os_index,
                            .core = index_above(raw, pu, HWLOC_OBJ_CORE),
                            .package = index_above(raw, pu, HWLOC_OBJ_PACKAGE),
                            .node = node_of(raw, pu)});
        }
    }
    if (cpus.empty()) {
        return refusal(to_say("it shows no processor that this process may use"));
    }
    return cpus;
}

}  // namespace throughline::placement
