// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/conductor.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/uuid.h"
#include "engine/hosts/merge.h"
#include "engine/hosts/messages.h"
#include "engine/metrics/registry.h"
#include "engine/record/straggler_note.h"
#include "engine/spec/json.h"

namespace throughline::hosts {
namespace {

using Json = nlohmann::json;

constexpr Nanoseconds kTellEvery = std::chrono::seconds(1);
constexpr Nanoseconds kPace = std::chrono::milliseconds(5);
constexpr Nanoseconds kMeasuringPace = std::chrono::milliseconds(200);
/// Of an engine that was told to stop: its record is whole, and runs are missing.
constexpr int kStoppedCode = 3;

std::string seconds_text(Nanoseconds time) {
    return format_duration(in_seconds(time));
}

spec::Settings facts_in(const Json& json) {
    spec::Settings facts;
    for (const auto& [key, value] : json.items()) {
        if (auto fact = spec::setting_from_json(value)) {
            facts[key] = *std::move(fact);
        }
    }
    return facts;
}

}  // namespace

Conductor::Conductor(Job job, MergedRecord& record, Send send, Tell tell, SteadyTime now)
    : job_(std::move(job)),
      record_(record),
      send_(std::move(send)),
      tell_(std::move(tell)),
      steps_([this](int node, std::string message) { send_(node, std::move(message)); }),
      members_(static_cast<std::size_t>(job_.nodes)),
      together_(make_uuid().substr(0, 8)),
      since_(now),
      told_(now) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        members_[i].name = "rank " + std::to_string(i);
        members_[i].heard = now;
    }
}

bool Conductor::understands(std::string_view message) {
    const Json json = Json::parse(message, nullptr, false);
    const std::string kind = json.is_object() ? json.value("kind", "") : "";
    const auto kinds = {kHello, kAlive, kPong, kLines, kEnded, kStopping, kStep};
    return std::ranges::find(kinds, std::string_view(kind)) != kinds.end();
}

void Conductor::receive(int node, std::string_view message, SteadyTime now) {
    Member& member = members_[static_cast<std::size_t>(node)];
    member.heard = now;
    const Json json = Json::parse(message, nullptr, false);
    const std::string kind = json.is_object() ? json.value("kind", "") : "";
    if (kind == kHello) {
        hear_hello(member, message);
    } else if (kind == kLines) {
        hear_lines(member, message, now);
    } else if (kind == kPong) {
        hear_pong(node, message, now);
    } else if (kind == kStopping) {
        member.stopping = true;
        member.left = member.left.value_or(now);
    } else if (kind == kStep) {
        steps_.hear(node, json.value("what", ""));
    } else if (kind == kEnded) {
        member.ended = true;
        steps_.gone(node);
        if (!member.feed.complete() && stage_ != Stage::Ending) {
            fail(member, json.value("text", "its engine has ended"), now);
        } else if (json.value("code", 0) == kStoppedCode) {
            member.left = member.left.value_or(now);
        }
    }
}

void Conductor::hear_hello(Member& member, std::string_view message) {
    const Json json = Json::parse(message, nullptr, false);
    member.greeted = true;
    member.facts = facts_in(json.value("facts", Json::object()));
    member.version = json.value("version", "");
    if (json.value("protocol", 0) != kProtocol) {
        member.failure = "its throughline-mpi is of another version";
    } else if (json.contains("error")) {
        member.failure = json.value("error", "");
    }
}

void Conductor::hear_lines(Member& member, std::string_view message, SteadyTime now) {
    member.moved = now;
    const Json json = Json::parse(message, nullptr, false);
    for (const Json& line : json.value("lines", Json::array())) {
        if (line.is_string()) {
            member.feed.take(line.get_ref<const std::string&>());
        }
    }
    for (const auto& [key, begun] : member.feed.begun()) {
        member.begun.try_emplace(key,
                                 Begun{.at = member.clock.to_ours(begun.at), .t_s = begun.t_s});
    }
}

void Conductor::check_versions(SteadyTime now) {
    const auto silent =
        std::ranges::find_if(members_, [](const Member& one) { return !one.greeted; });
    if (silent != members_.end()) {
        if (now - since_ > job_.patience.hello) {
            ending_.unreachable = true;
            fail(*silent, "has not answered for " + seconds_text(job_.patience.hello), now);
        }
        return;
    }
    std::vector<std::string> hosts;
    for (const Member& member : members_) {
        hosts.push_back(spec::text_or_empty(member.facts, "host.name"));
    }
    const auto names = node_names(hosts);
    for (std::size_t i = 0; i < members_.size(); ++i) {
        members_[i].name = names[i];
    }
    for (Member& member : members_) {
        const Member& first = members_.front();
        if (member.failure.empty() && member.version != first.version) {
            member.failure = "its engine is version " + member.version + ", that of " + first.name +
                             " version " + first.version;
        }
        if (!member.failure.empty()) {
            fail(member, member.failure, now);
            return;
        }
    }
    begin_group(now);
}

void Conductor::begin_group(SteadyTime now) {
    stage_ = Stage::Measuring;
    since_ = now;
    merged_ = 0;
    NodeFacts facts;
    for (const Member& member : group()) {
        facts.push_back(member.facts);
    }
    machines_ = machines_of(facts);
    for (int node = 0; node < group_size(); ++node) {
        Member& member = members_[static_cast<std::size_t>(node)];
        member.feed = NodeFeed();
        member.missed = 0;
        member.begun.clear();
        member.ended = false;
        member.moved = now;
        const auto own = spec_of_node(job_.spec, job_.use, group_size(), node);
        if (!own) {
            fail(member, own.error().what, now);
            return;
        }
        const Json start{{"kind", kStart},
                         {"spec", spec::spec_to_json(*own)},
                         {"group", together_},
                         {"force", job_.force}};
        send_(node, start.dump());
    }
}

/// Nodes that all read the same data have to have the same.
void Conductor::check_data(SteadyTime now) {
    const Member& first = members_.front();
    for (int node = 1; node < group_size() && job_.use == DataUse::Same; ++node) {
        Member& member = members_[static_cast<std::size_t>(node)];
        const auto& environment = member.feed.study().header.environment;
        for (const auto& [key, value] : first.feed.study().header.environment) {
            const bool told = key.starts_with("dataset.") &&
                              (key.ends_with(".images") || key.ends_with(".bytes"));
            const auto own = environment.find(key);
            if (told && (own == environment.end() || own->second != value)) {
                const std::string what = key.ends_with(".images") ? " images" : " bytes";
                fail(member,
                     "its data set has " +
                         (own == environment.end() ? "no" : spec::setting_text(own->second)) +
                         what + ", that of " + first.name + " has " + spec::setting_text(value),
                     now);
                return;
            }
        }
    }
}

void Conductor::look_at_group(SteadyTime now) {
    merge_what_ended(false);
    if (std::ranges::any_of(members_, &Member::left_alone)) {
        return;  // watch() gives us a moment to be stopped as well
    }
    if (std::ranges::all_of(group(), &Member::ended)) {
        merge_what_ended(true);
        runs_before_ += merged_;
        if (++group_ == job_.counts.size()) {
            conclude();
        } else {
            begin_group(now);
        }
        return;
    }
    const auto is_ready = [](const Member& one) { return one.ended || one.waits(); };
    if (!std::ranges::all_of(group(), is_ready)) {
        return;
    }
    if (!record_.begun()) {
        check_data(now);
        if (stage_ != Stage::Measuring) {
            return;
        }
        begin_record();
    }
    ask_clocks(now);
}

void Conductor::fail(Member& member, const std::string& what, SteadyTime now) {
    member.failure = what;
    member.ended = true;
    steps_.gone(static_cast<int>(&member - members_.data()));
    ending_.how = Ending::How::Failed;
    ending_.culprits.push_back(member.name + ": " + what);
    end(now);
}

/// A node that says nothing or was stopped alone, and an engine that gets no further.
void Conductor::watch(SteadyTime now) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        Member& member = members_[i];
        if (member.greeted && now - member.heard > job_.patience.silence) {
            ending_.unreachable = true;
            fail(member, "has said nothing for " + seconds_text(job_.patience.silence), now);
            return;
        }
        // A signal for all reaches them one after the other.
        if (member.left && now - *member.left > job_.patience.notice) {
            fail(member, "was stopped", now);
            return;
        }
        const bool prepares = static_cast<int>(i) < group_size() && !member.ended &&
                              !member.feed.held() && member.feed.phase() != "measured";
        if (stage_ == Stage::Measuring && prepares &&
            now - member.moved > job_.patience.preparing) {
            fail(member,
                 "has been preparing for " + seconds_text(job_.patience.preparing) +
                     " without a sign of progress",
                 now);
            return;
        }
    }
}

void Conductor::stop(SteadyTime now) {
    if (stage_ == Stage::Ending || stage_ == Stage::Over) {
        return;
    }
    stopped_ = true;
    ending_.how = Ending::How::Stopped;
    end(now);
}

void Conductor::end(SteadyTime now) {
    if (stage_ == Stage::Ending) {
        return;
    }
    stage_ = Stage::Ending;
    since_ = now;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (members_[i].failure.empty()) {
            send_(static_cast<int>(i), Json{{"kind", kStop}}.dump());
        }
    }
}

/// Whether a stop by a signal has been answered by all, or nobody else will. Who has not is gone.
bool Conductor::is_answered(SteadyTime now) {
    if (!stopped_ || std::ranges::all_of(members_, &Member::stopping)) {
        return true;
    }
    if (now - since_ <= job_.patience.notice) {
        return false;
    }
    for (Member& member : members_) {
        if (!member.stopping && member.failure.empty()) {
            ending_.how = Ending::How::Failed;
            ending_.unreachable = true;
            member.failure = "has ended or been cut off";
            ending_.culprits.push_back(member.name + ": " + member.failure);
        }
    }
    return true;
}

void Conductor::look_at_ending(SteadyTime now) {
    if (!is_answered(now)) {
        return;
    }
    const bool all = std::ranges::all_of(group(), &Member::ended);
    if (all || (stopped_ && ending_.unreachable)) {
        conclude();  // of the latter all ranks are being ended: there is hardly any time
        return;
    }
    if (now - since_ <= job_.patience.ending) {
        return;
    }
    for (Member& member : group()) {
        if (!member.ended) {
            ending_.unreachable = true;
            member.failure = "did not stop within " + seconds_text(job_.patience.ending);
            ending_.culprits.push_back(member.name + ": " + member.failure);
        }
    }
    conclude();
}

void Conductor::conclude() {
    const bool has_header = !members_.front().feed.study().header.study.empty();
    if (!record_.begun() && has_header) {
        begin_record();  // what failed before anything was measured is kept, too
    }
    if (group_ < job_.counts.size()) {
        merge_what_ended(true);
    }
    for (const Member& member : members_) {
        if (record_.begun() && !member.failure.empty()) {
            record_.note({.code = record::kNodeFailedNote,
                          .level = record::Level::Error,
                          .text = say_english("the study ended early because of node %1: %2",
                                              member.name,
                                              with_subject(member.failure)),
                          .item = member.name});
        }
    }
    if (ending_.how == Ending::How::Done && !ending_.culprits.empty()) {
        ending_.how = Ending::How::Failed;
    }
    stage_ = Stage::Over;
    // Before the others leave: who waits for us in MPI for long ends the job. Its error is kept.
    static_cast<void>(record_.close().has_value());
    for (int node = 0; node < job_.nodes; ++node) {
        send_(node, Json{{"kind", kQuit}}.dump());
    }
}

void Conductor::tell_progress(SteadyTime now) {
    if (now - told_ < kTellEvery) {
        return;
    }
    told_ = now;
    for (int node = 0; node < job_.nodes; ++node) {
        send_(node, Json{{"kind", kLed}}.dump());
    }
    if (stage_ != Stage::Measuring) {
        return;
    }
    double rate = 0.0;
    for (int node = 0; node < group_size(); ++node) {
        rate += members_[static_cast<std::size_t>(node)].feed.last_rate();
    }
    const NodeFeed& first = members_.front().feed;
    const int runs = first.runs();
    const int run = std::max(1, static_cast<int>(first.study().runs.size()));
    tell_(std::to_string(group_size()) + (group_size() == 1 ? " node" : " nodes") +
          (runs > 0 ? ", run " + std::to_string(run) + " of " + std::to_string(runs) : "") + ": " +
          (first.phase().empty() ? "starting" : first.phase()) +
          (rate > 0.0 ? ", " + metrics::format_metric("images_per_second", rate) : ""));
}

void Conductor::tick(SteadyTime now) {
    if (const auto written = record_.failure(); !written && stage_ != Stage::Over) {
        ending_.how = Ending::How::Failed;
        ending_.culprits.push_back(members_.front().name +
                                   ": the record: " + describe(written.error()));
        end(now);
        conclude();
        return;
    }
    switch (stage_) {
        case Stage::Greeting:
            check_versions(now);
            break;
        case Stage::Measuring:
            look_at_group(now);
            break;
        case Stage::Clocks:
            break;
        case Stage::Ending:
            look_at_ending(now);
            return;
        case Stage::Over:
            return;
    }
    if (stage_ == Stage::Measuring || stage_ == Stage::Clocks) {
        watch(now);
    }
    tell_progress(now);
}

Nanoseconds Conductor::pace() const noexcept {
    if (stage_ == Stage::Clocks) {
        return Nanoseconds::zero();
    }
    const auto& first = members_.front().feed;
    const bool measures =
        stage_ == Stage::Measuring && (first.phase() == "warmup" || first.phase() == "measured");
    return std::min(steps_.pace(), measures ? kMeasuringPace : kPace);
}

}  // namespace throughline::hosts
