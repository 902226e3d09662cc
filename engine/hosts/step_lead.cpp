// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/step_lead.h"

#include <nlohmann/json.hpp>

#include "engine/hosts/messages.h"

namespace throughline::hosts {

void StepLead::begin(const std::vector<int>& nodes) {
    training_ = {nodes.begin(), nodes.end()};
    come_.clear();
}

void StepLead::hear(int node, std::string_view what) {
    if (what == kLeft) {
        gone(node);
    } else if (what == kCome && training_.contains(node)) {
        come_.insert(node);
        meet_if_all();
    }
}

void StepLead::gone(int node) {
    training_.erase(node);
    come_.erase(node);
    meet_if_all();
}

void StepLead::meet_if_all() {
    if (come_.empty() || come_ != training_) {
        return;
    }
    const std::vector<int> members(come_.begin(), come_.end());
    come_.clear();
    const std::string met = nlohmann::json{{"kind", kMet}, {"nodes", members}}.dump();
    for (const int node : members) {
        send_(node, met);
    }
}

Nanoseconds StepLead::pace() const noexcept {
    return come_.empty() ? Nanoseconds::max() : kStepPaceMet;
}

}  // namespace throughline::hosts
