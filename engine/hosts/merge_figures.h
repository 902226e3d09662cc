// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/hosts/node_part.h"
#include "engine/record/record.h"

// What merge.cpp makes of the figures and notes of nodes; nobody outside includes it.
namespace throughline::hosts {

/// A sample of a node, and when it ended by the common clock.
struct NodeSample {
    const NodePart* part = nullptr;
    const record::Sample* sample = nullptr;
    SteadyTime end{};
};

/// The values of samples of `parts` that are of the same time.
record::MetricValues merge_values(std::span<const NodeSample> samples,
                                  std::span<const NodePart> parts);

/// The summaries of all parts, each of the whole and of each node; what not all have is absent.
void merge_summaries(std::span<const NodePart> parts,
                     record::Summaries& metrics,
                     std::map<std::string, std::string, std::less<>>& absent);

/// What a node noted.
struct SaidNote {
    std::string node{};
    bool shares_machine = false;
    record::Note note{};
};
/// The notes as the record has them: one without a node where all of `nodes` say the same, else
/// each with "NODE" or "NODE: item". Left out is what another node on the same machine did: it is
/// part of the measurement.
std::vector<record::Note> join_notes(std::vector<SaidNote> said, std::size_t nodes);

}  // namespace throughline::hosts
