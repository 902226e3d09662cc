// SPDX-License-Identifier: Apache-2.0
// How the nodes of a group begin a repeat together: their clocks are asked, then all get a time.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/hosts/conductor.h"
#include "engine/hosts/messages.h"

namespace throughline::hosts {
namespace {

using Json = nlohmann::json;

/// Each clock is asked that often before a repeat; the shortest way counts.
constexpr std::size_t kExchanges = 24;
/// From the word to begin until it is time: longer than a node takes to hear it.
constexpr Nanoseconds kLead = std::chrono::milliseconds(100);

}  // namespace

/// Repeats in the order in which the engines measure them.
RepeatKey Conductor::in_order(const RepeatKey& key) const {
    const bool rounds = spec::text_of(job_.spec.base, "repeat_order") == "rounds";
    return rounds ? RepeatKey{key.second, key.first} : key;
}

void Conductor::ask_clocks(SteadyTime now) {
    stage_ = Stage::Clocks;
    since_ = now;
    bool asked = false;
    for (int node = 0; node < group_size(); ++node) {
        Member& member = members_[static_cast<std::size_t>(node)];
        member.exchanges.clear();
        if (member.waits() && node > 0) {
            ping(node, now);
            asked = true;
        }
    }
    if (!asked) {  // only the first node waits: the others have ended, or there are none
        let_begin(now);
    }
}

void Conductor::ping(int node, SteadyTime now) {
    Member& member = members_[static_cast<std::size_t>(node)];
    member.pinged = now;
    send_(node, Json{{"kind", kPing}, {"n", member.exchanges.size()}}.dump());
}

void Conductor::hear_pong(int node, std::string_view message, SteadyTime now) {
    Member& member = members_[static_cast<std::size_t>(node)];
    const Json json = Json::parse(message, nullptr, false);
    if (stage_ != Stage::Clocks || json.value("n", 0U) != member.exchanges.size()) {
        return;
    }
    const SteadyTime answered{Nanoseconds(json.value("at_ns", std::int64_t{0}))};
    member.exchanges.push_back({.sent = member.pinged, .answered = answered, .received = now});
    if (member.exchanges.size() < kExchanges) {
        ping(node, now);
        return;
    }
    member.clock = *clock_offset(member.exchanges);
    const bool all = std::ranges::all_of(group().subspan(1), [](const Member& one) {
        return !one.waits() || one.exchanges.size() == kExchanges;
    });
    if (all) {
        let_begin(now);
    }
}

/// The repeat that comes first begins on all nodes that wait for it. One whose run failed may be
/// further on, and waits for the others.
void Conductor::let_begin(SteadyTime now) {
    stage_ = Stage::Measuring;
    since_ = now;
    std::optional<RepeatKey> next;
    for (const Member& member : group()) {
        if (member.waits() && (!next || in_order(*member.feed.held()) < in_order(*next))) {
            next = member.feed.held();
        }
    }
    std::vector<int> beginning;
    const SteadyTime at = now + kLead;
    for (int node = 0; node < group_size(); ++node) {
        Member& member = members_[static_cast<std::size_t>(node)];
        if (member.waits() && member.feed.held() == next) {
            const SteadyTime own = member.clock.to_other(at);
            send_(node, Json{{"kind", kBegin}, {"at_ns", own.time_since_epoch().count()}}.dump());
            member.feed.begin();
            member.moved = now;
            beginning.push_back(node);
        }
    }
    steps_.begin(beginning);
}

}  // namespace throughline::hosts
