// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/spec.h"

// Who measures what in a study of several nodes. A node is what has an engine of its own: a rank
// under MPI.
namespace throughline::hosts {

/// Which images a node reads.
enum class DataUse : std::uint8_t {
    Share,  ///< its part of the data set, of as many as nodes measure together
    Same,   ///< all of them, as every other node does
};
inline constexpr const char* kDataUses[] = {"share", "same"};
const char* name_of(DataUse use) noexcept;

/// "1,2,4": how many nodes measure together, one group after the other, the smallest first, so that
/// what more of them lose is seen as they end; the first ones do. "" is all of `nodes` at once.
/// Errors: Usage: not whole numbers from 1 to `nodes`, or one twice.
Result<std::vector<int>> parse_node_counts(std::string_view text, int nodes);

/// The spec of `node`, from 0, of `count` that measure together. Errors: Usage: the spec shares the
/// data itself.
Result<spec::StudySpec> spec_of_node(const spec::StudySpec& spec, DataUse use, int count, int node);

/// Names of nodes, by which figures are told apart: the host's, and behind it a number from 0 where
/// several are on one host: "gpu7", "gpu7:0", "gpu7:1".
std::vector<std::string> node_names(std::span<const std::string> hosts);

}  // namespace throughline::hosts
