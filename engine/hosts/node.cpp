// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/node.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/child_process.h"
#include "engine/base/format.h"
#include "engine/hosts/messages.h"
#include "engine/record/this_machine.h"
#include "engine/spec/settings.h"
#include "engine/spec/spec.h"

namespace throughline::hosts {
namespace {

using Json = nlohmann::json;

constexpr Nanoseconds kAliveEvery = std::chrono::seconds(1);
/// While it measures; what an engine says wakes it too.
constexpr Nanoseconds kPaceMeasuring = std::chrono::milliseconds(200);
constexpr Nanoseconds kPreparingPace = std::chrono::milliseconds(5);
constexpr Nanoseconds kIdlePace = std::chrono::milliseconds(50);
/// After this the conductor has no more questions for the clock.
constexpr Nanoseconds kPingsEnd = std::chrono::milliseconds(50);

Json facts_of_machine() {
    Json facts = Json::object();
    for (const auto& [key, value] : record::this_machine_facts()) {
        std::visit([&, name = key](const auto& one) { facts[name] = one; }, value);
    }
    return facts;
}

/// The longest time that the engine of a spec may say nothing while it measures.
Nanoseconds patience_with(const std::string& spec_text, Nanoseconds least) {
    constexpr double kSamples = 3.0;
    const auto spec = spec::parse_spec(spec_text);
    double longest = 0.0;
    for (const spec::Settings& point : spec ? spec::expand(*spec) : std::vector<spec::Settings>()) {
        longest = std::max(longest, spec::real_of(point, "sample_seconds"));
    }
    return std::max(least, from_seconds(kSamples * longest));
}

bool has(const std::string& line, const char* field) {
    return line.find(field) != std::string::npos;
}

/// The last complaint of an engine: without its name, and without what to do about it, which speaks
/// of its command line.
std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of(" \n");
    if (end == std::string::npos) {
        return {};
    }
    // Below its complaint stands, indented, what to do about it.
    std::size_t begin = text.rfind('\n', end);
    while (begin != std::string::npos && begin + 1 < text.size() && text[begin + 1] == ' ' &&
           begin > 0) {
        begin = text.rfind('\n', begin - 1);
    }
    begin = begin == std::string::npos ? 0 : begin + 1;
    constexpr std::string_view kName = "throughline-engine: ";
    std::string line = text.substr(begin, std::min(text.find('\n', begin), end + 1) - begin);
    return line.starts_with(kName) ? line.substr(kName.size()) : line;
}

}  // namespace

Node::Node(Options options, Send send)
    : options_(std::move(options)),
      send_(std::move(send)),
      steps_(options_.exchange,
             [this](const char* what) { post(Json{{"kind", kStep}, {"what", what}}.dump()); }),
      engine_patience_(options_.patience) {
    auto child = EngineChild::start({options_.engine, "version", "--json"}, "");
    if (child) {
        child_.emplace(*std::move(child));
        is_version_ = true;
        heard_ = steady_now();
    } else {
        given_up_ = describe(child.error());
        say_hello();
    }
}

void Node::post(std::string message) {
    said_ = steady_now();
    send_(std::move(message));
}

void Node::say_hello() {
    Json hello{{"kind", kHello}, {"protocol", kProtocol}, {"facts", facts_of_machine()}};
    const Json version = Json::parse(version_, nullptr, false);
    if (version.is_object() && version.contains("version")) {
        const auto commit = version.find("commit");
        const bool has_commit = commit != version.end() && commit->is_string();
        hello["version"] = version.value("version", "") + " " +
                           (has_commit ? commit->get<std::string>() : "") + " (record " +
                           std::to_string(version.value("record_major", 0)) + "." +
                           std::to_string(version.value("record_minor", 0)) + ")";
    } else {
        hello["error"] = "'" + options_.engine + "' does not say its version" +
                         (given_up_.empty() ? "" : ": " + given_up_);
    }
    post(hello.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Node::receive(std::string_view message, SteadyTime now) {
    led_ = now;
    const Json json = Json::parse(message, nullptr, false);
    const std::string kind = json.is_object() ? json.value("kind", "") : "";
    if (kind == kPing) {
        pinged_ = now;
        const Json pong{{"kind", kPong},
                        {"n", json.value("n", 0)},
                        {"at_ns", steady_now().time_since_epoch().count()}};
        post(pong.dump());
    } else if (kind == kStart) {
        start(json.value("spec", ""), json.value("group", ""), json.value("force", false), now);
    } else if (kind == kBegin && child_) {
        pinged_ = kNever;  // no more questions: now nobody may be kept from the processor
        const auto at = Nanoseconds(json.value("at_ns", std::int64_t{0}));
        child_->command(
            Json{{"id", ++commands_}, {"command", "begin"}, {"steady_s", in_seconds(at)}}.dump());
    } else if (kind == kMet) {
        steps_.met(json.value("nodes", std::vector<int>()));
    } else if (kind == kStop) {
        stop();
    } else if (kind == kQuit) {
        over_ = true;
        if (child_) {
            child_->kill();
        }
    }
}

void Node::start(const std::string& spec, const std::string& group, bool force, SteadyTime now) {
    std::vector<std::string> command{options_.engine,
                                     "run",
                                     EngineChild::kSpecPath,
                                     "--events",
                                     "--control",
                                     "--hold",
                                     "--together",
                                     group};
    if (force) {
        command.emplace_back("--force");
    }
    given_up_.clear();
    measuring_ = false;
    engine_patience_ = patience_with(spec, options_.patience);
    heard_ = now;
    auto steps = steps_.begin_engine();
    if (steps) {
        command.insert(command.end(), {"--meet-at", std::to_string(EngineChild::kMoreFd)});
    }
    auto child = steps ? EngineChild::start(command, spec, steps->get())
                       : Result<EngineChild>(std::move(steps).error());
    if (!child) {
        post(Json{{"kind", kEnded}, {"code", 1}, {"text", describe(child.error())}}.dump());
        return;
    }
    child_.emplace(*std::move(child));
}

void Node::stop() {
    if (child_ && !is_version_) {
        child_->command(Json{{"id", ++commands_}, {"command", "stop"}}.dump());
    }
    if (!std::exchange(stopping_, true)) {
        post(Json{{"kind", kStopping}}.dump());
    }
}

void Node::tick(SteadyTime now) {
    led_ = led_ == kNever ? now : led_;
    if (now - led_ > kConductorPatience * options_.patience) {
        over_ = true;
        deserted_ = true;
        child_.reset();
        return;
    }
    steps_.tick();
    if (child_) {
        const auto status = child_->ended();
        pass_on(now);
        const bool silent = measuring_ || is_version_;
        if (status) {
            end_child(*status);
        } else if (silent && now - heard_ > engine_patience_) {
            given_up_ = "its engine has said nothing for " +
                        format_duration(in_seconds(engine_patience_)) + " and was ended";
            child_->kill();
        }
    }
    if (now - said_ >= kAliveEvery && !is_version_) {
        post(Json{{"kind", kAlive}}.dump());
    }
}

/// What the child has said goes to the conductor as it stands.
void Node::pass_on(SteadyTime now) {
    const std::vector<std::string> lines = child_->read();
    if (lines.empty()) {
        return;
    }
    heard_ = now;
    if (is_version_) {
        for (const std::string& line : lines) {
            version_ += line + "\n";
        }
        return;
    }
    for (const std::string& line : lines) {
        if (has(line, R"("type":"begun")")) {
            measuring_ = true;
        } else if (has(line, R"("type":"run_ended")") || has(line, R"("phase":"preparing")")) {
            measuring_ = false;
        }
    }
    post(Json{{"kind", kLines}, {"lines", lines}}.dump(
        -1, ' ', false, Json::error_handler_t::replace));
}

void Node::end_child(int status) {
    const std::string complaint = last_line(child_->complaints());
    std::string text = !given_up_.empty()   ? given_up_
                       : !complaint.empty() ? complaint
                                            : "its engine " + child_end_text(status);
    child_.reset();
    measuring_ = false;
    if (std::exchange(is_version_, false)) {
        given_up_ = version_.empty() ? text : "";
        say_hello();
        return;
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    post(Json{{"kind", kEnded}, {"code", code}, {"text", text}}.dump(
        -1, ' ', false, Json::error_handler_t::replace));
}

Nanoseconds Node::pace(SteadyTime now) const {
    if (now - pinged_ < kPingsEnd) {
        return Nanoseconds::zero();
    }
    return std::min(steps_.pace(),
                    measuring_ ? kPaceMeasuring
                    : child_   ? kPreparingPace
                               : kIdlePace);
}

}  // namespace throughline::hosts
