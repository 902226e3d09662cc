// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/step_lead.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/hosts/messages.h"

namespace throughline::hosts {

void StepLead::begin(int nodes) {
    parties_.assign(static_cast<std::size_t>(nodes), {});
}

void StepLead::hear(int node, std::string_view what) {
    if (node >= static_cast<int>(parties_.size())) {
        return;
    }
    Party& party = parties_[static_cast<std::size_t>(node)];
    party.come = what == kCome;
    party.trainings += what == kLeft ? 1 : 0;
    meet_if_all();
}

void StepLead::gone(int node) {
    if (node < static_cast<int>(parties_.size())) {
        parties_[static_cast<std::size_t>(node)].gone = true;
        meet_if_all();
    }
}

void StepLead::meet_if_all() {
    int training = std::numeric_limits<int>::max();
    for (const Party& party : parties_) {
        training = party.gone ? training : std::min(training, party.trainings);
    }
    std::vector<int> members;
    for (std::size_t node = 0; node < parties_.size(); ++node) {
        const Party& party = parties_[node];
        if (party.gone || party.trainings != training) {
            continue;
        }
        if (!party.come) {
            return;
        }
        members.push_back(static_cast<int>(node));
    }
    const std::string met = nlohmann::json{{"kind", kMet}, {"nodes", members}}.dump();
    for (const int node : members) {
        parties_[static_cast<std::size_t>(node)].come = false;
        send_(node, met);
    }
}

Nanoseconds StepLead::pace() const noexcept {
    const bool waits = std::ranges::any_of(parties_, &Party::come);
    return waits ? kStepPaceMet : Nanoseconds::max();
}

}  // namespace throughline::hosts
