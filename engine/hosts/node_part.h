// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "engine/hosts/node_feed.h"
#include "engine/record/study.h"

namespace throughline::hosts {

/// What one node has of a run.
struct NodePart {
    std::string node{};                    ///< its name
    bool first_of_machine = true;          ///< counters of a machine's disks are taken of one node
    bool shares_machine = false;           ///< with another node, which to its engine is "others"
    const record::RunData* run = nullptr;  ///< null: it never started it
    std::map<int, Begun> begun{};          ///< by repeat; the times are of one clock for all nodes
    std::string failure{};                 ///< what became of the node; "": it measured to the end
};

}  // namespace throughline::hosts
