// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/study.h"

// What a study says of the nodes that measured it together. Pure functions.
namespace throughline::analysis {

/// A node of a run.
struct NodeRate {
    std::string node{};
    double images_per_second = 0.0;
    bool holds_back = false;  ///< the others, as the record says
};
/// In the order of their names, "n2" before "n10". None: no node is named.
std::vector<NodeRate> node_rates(const record::RunData& run);

/// How far a node is behind the median of the others, in %. None: it is not among them, or alone.
/// Formula: 100 * (1 - its images/s / their median).
std::optional<double> behind_percent(const std::vector<NodeRate>& rates, const std::string& node);

/// How long the other nodes wait for one of them after each step, in % of their accelerators' time.
/// None: they do not meet at steps, or the record does not tell it of each.
/// Formula: the median of step_wait of the others.
std::optional<double> others_wait_percent(const record::RunData& run, const std::string& node);

/// The run of the fewest nodes that differs from `most` in nothing else; null: none has fewer.
/// Borrowed from `runs`.
const record::RunData* fewest_beside(const record::RunData& most,
                                     const std::vector<const record::RunData*>& runs);

/// Whether a node that the others wait for after each step is slower than they are, as far as the
/// same with fewer nodes tells (null: nothing does). It is not where all together lose less than
/// 5 % against that. Nor where it waits for storage that all share, and happens to be served last:
/// its decoding is starved a quarter of the time or more (`own`, its own run), the reads of the
/// others take 30 % longer than with fewer nodes, and its own less than twice as long as theirs.
bool is_slower_itself(const record::RunData& run,
                      const std::string& node,
                      const record::RunData& own,
                      const record::RunData* fewer);

/// What keeps several nodes from as many times the rate of fewer.
enum class NodeHold : std::uint8_t {
    Nothing,     ///< they deliver 90 % of that or more, or nothing is there to compare them with
    Straggler,   ///< one of them is slower than the others all the time
    Storage,     ///< decoding waits for it 10 percentage points of the time more than on fewer
    Reads,       ///< they take 30 % longer than on fewer; decoding and nodes wait
    Exchange,    ///< of gradients: 10 percentage points more of the accelerators' time
    Waits,       ///< likewise, for whichever node is the slowest of a step; the larger increase
    Processors,  ///< of which 90 % are used, and were not on fewer
    Unknown      ///< no figure tells
};

/// The run of the most nodes against that of the fewest.
struct NodeScaling {
    const record::RunData* most = nullptr;    ///< borrowed
    const record::RunData* fewest = nullptr;  ///< the same with fewer nodes; null: there is none
    double nodes = 0.0;
    double fewest_nodes = 0.0;
    std::optional<double> efficiency{};  ///< %
    NodeHold hold = NodeHold::Nothing;
    std::string straggler{};  ///< "": no node holds the others back
    double behind = 0.0;      ///< of the straggler, see behind_percent()
    /// Of nodes that meet at each step, in % of their accelerators' time: how long the others wait
    /// for the straggler, or, where none is named, all for the slowest of a step.
    std::optional<double> waits{};
};

/// Whether its straggler may be called so: others wait for one also where storage serves it last,
/// which only fewer nodes beside them tell.
bool is_held_back(const NodeScaling& scaling);

/// Of runs of the whole pipeline that were done. None: no several nodes measured together. Call
/// derive() first.
std::optional<NodeScaling> node_scaling(const std::vector<const record::RunData*>& runs);

/// What it says, in sentences with a space before each. Causes only where nothing else had a hand
/// in it, but for a node that is behind, which is what was measured.
std::string scaling_text(const NodeScaling& scaling, bool clean);
/// How long they wait, and for whom: a sentence; "" where that holds nobody back.
std::string waits_text(const NodeScaling& scaling);

}  // namespace throughline::analysis
