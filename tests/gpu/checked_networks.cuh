// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "engine/network/graph.h"
#include "tests/gpu/check_table.cuh"

namespace throughline::gpu_check {

/// The one that others are measured with comes first.
inline std::vector<network::Graph> networks() {
    std::vector<network::Graph> graphs = must(network::built_in_graphs());
    std::erase_if(graphs, [](const auto& graph) { return graph.id == "trivial"; });
    std::stable_partition(graphs.begin(), graphs.end(), [](const auto& graph) {
        return graph.id == "resnet50_v1.5";
    });
    return graphs;
}

}  // namespace throughline::gpu_check
