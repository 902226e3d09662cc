// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"

namespace throughline::hosts {

/// Tells the nodes of a group when all of them have ended a step. Who has left a training is no
/// longer waited for, and who is ahead in the next one waits until all have left this one. Thread:
/// one owner. Blocks: nowhere.
class StepLead {
public:
    using Send = std::function<void(int node, std::string message)>;
    explicit StepLead(Send send) : send_(std::move(send)) {}

    /// The first `nodes` nodes measure together from now on.
    void begin(int nodes);
    /// A node says that its step has ended ("come"), or that its training has ("left").
    void hear(int node, std::string_view what);
    /// No engine measures on that node any more.
    void gone(int node);
    /// How long nothing need be looked for.
    Nanoseconds pace() const noexcept;

private:
    struct Party {
        int trainings = 0;  ///< that it has left
        bool come = false;
        bool gone = false;
    };
    void meet_if_all();

    Send send_;
    std::vector<Party> parties_{};
};

}  // namespace throughline::hosts
