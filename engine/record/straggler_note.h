// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline::record {

/// The code of the note that a node holds back those that measure with it; its item names the node.
inline constexpr const char* kStragglerNote = "nodes.straggler";

}  // namespace throughline::record
