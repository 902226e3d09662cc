// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline::record {

/// The code of the note that a node holds back those that measure with it; its item names the node.
inline constexpr const char* kStragglerNote = "nodes.straggler";
/// The code of the note that a run, or the whole study, ended because of a node, which is its item.
inline constexpr const char* kNodeFailedNote = "nodes.failed";

}  // namespace throughline::record
