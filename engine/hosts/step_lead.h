// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"

namespace throughline::hosts {

/// Tells nodes when all of them have ended a step. Each repeat is a training of its own, of the
/// nodes that begin it; who has left it is no longer waited for.
/// Thread: one owner. Blocks: nowhere.
class StepLead {
public:
    using Send = std::function<void(int node, std::string message)>;
    explicit StepLead(Send send) : send_(std::move(send)) {}

    /// These nodes begin a repeat together; no other one is waited for.
    void begin(const std::vector<int>& nodes);
    /// A node says that its step has ended ("come"), or that its training has ("left").
    void hear(int node, std::string_view what);
    /// No engine measures on that node any more.
    void gone(int node);
    /// How long nothing need be looked for.
    Nanoseconds pace() const noexcept;

private:
    void meet_if_all();

    Send send_;
    std::set<int> training_{};  ///< who takes part in the repeat, and has not left it
    std::set<int> come_{};      ///< of these
};

}  // namespace throughline::hosts
