// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/messages.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/say.h"
#include "engine/spec/json.h"

namespace throughline::remote_run {
namespace {

using Json = nlohmann::json;

template <class Value>
using Names = std::array<std::pair<Value, const char*>, 3>;

constexpr Names<Act> kActs{{{Act::Run, "run"}, {Act::Follow, "follow"}, {Act::List, "list"}}};
constexpr Names<JobState> kStates{{{JobState::Measuring, "measuring"},
                                   {JobState::Ended, "ended"},
                                   {JobState::Interrupted, "interrupted"}}};

template <class Value>
const char* name_of(const Names<Value>& names, Value value) {
    return std::ranges::find(names, value, &std::pair<Value, const char*>::first)->second;
}

template <class Value>
std::optional<Value> named(const Names<Value>& names, const std::string& name) {
    for (const auto& [value, known] : names) {
        if (name == known) {
            return value;
        }
    }
    return {};
}

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// A member that may be missing or of another type: then `otherwise`.
std::string text_at(const Json& json, const char* key, const std::string& otherwise = {}) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : otherwise;
}
std::int64_t number_at(const Json& json, const char* key, std::int64_t otherwise = 0) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>()
                                                             : otherwise;
}
bool flag_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

Json end_json(const JobEnd& end) {
    return {{"exit_code", end.exit_code},
            {"error_text", end.error_text},
            {"record_bytes", end.record_bytes},
            {"record_sha256", end.record_sha256}};
}

JobEnd end_in(const Json& json) {
    return {.exit_code = number_at(json, "exit_code", -1),
            .error_text = text_at(json, "error_text"),
            .record_bytes = number_at(json, "record_bytes"),
            .record_sha256 = text_at(json, "record_sha256")};
}

Answer::Hello hello_in(const Json& json) {
    Answer::Hello hello{.protocol = number_at(json, "protocol"),
                        .version = text_at(json, "version")};
    if (const auto facts = json.find("facts"); facts != json.end() && facts->is_object()) {
        for (const auto& [key, value] : facts->items()) {
            if (auto fact = spec::setting_from_json(value)) {
                hello.facts[key] = *std::move(fact);
            }
        }
    }
    return hello;
}

std::vector<JobRow> jobs_in(const Json& json) {
    std::vector<JobRow> rows;
    for (const Json& one : json.value("jobs", Json::array())) {
        const auto state = named(kStates, text_at(one, "state"));
        if (state) {
            rows.push_back({.id = text_at(one, "id"),
                            .title = text_at(one, "title"),
                            .begun_at = text_at(one, "begun_at"),
                            .state = *state,
                            .record_bytes = number_at(one, "record_bytes")});
        }
    }
    return rows;
}

Json facts_json(const spec::Settings& facts) {
    Json json = Json::object();
    for (const auto& [key, value] : facts) {
        std::visit([&json, &name = key](const auto& one) { json[name] = one; }, value);
    }
    return json;
}

}  // namespace

std::string to_line(const Request& request) {
    return line_of({{"remote", name_of(kActs, request.act)},
                    {"protocol", request.protocol},
                    {"version", request.version},
                    {"id", request.id},
                    {"spec", request.spec_json},
                    {"force", request.force},
                    {"dry_run", request.dry_run},
                    {"events_from", request.events_from},
                    {"beats", request.beats}});
}

Result<Request> parse_request(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    const auto act = json.is_object() ? named(kActs, text_at(json, "remote")) : std::nullopt;
    // What a newer program asks for is not known here: its protocol is, and decides.
    if (!json.is_object() || !json.contains("protocol")) {
        return format_error(say("the request is not one of throughline-engine"));
    }
    return Request{.act = act.value_or(Act::List),
                   .protocol = number_at(json, "protocol"),
                   .version = text_at(json, "version"),
                   .id = text_at(json, "id"),
                   .spec_json = text_at(json, "spec"),
                   .force = flag_at(json, "force"),
                   .dry_run = flag_at(json, "dry_run"),
                   .events_from = number_at(json, "events_from"),
                   .beats = flag_at(json, "beats")};
}

std::string to_line(const Answer& answer) {
    if (answer.hello) {
        return line_of({{"remote", "hello"},
                        {"protocol", answer.hello->protocol},
                        {"version", answer.hello->version},
                        {"facts", facts_json(answer.hello->facts)}});
    }
    if (answer.begun) {
        return line_of({{"remote", "begun"},
                        {"id", answer.begun->id},
                        {"events_from", answer.begun->events_from}});
    }
    if (answer.end) {
        Json json = end_json(*answer.end);
        json["remote"] = "end";
        return line_of(json);
    }
    if (answer.jobs) {
        Json rows = Json::array();
        for (const JobRow& row : *answer.jobs) {
            rows.push_back({{"id", row.id},
                            {"title", row.title},
                            {"begun_at", row.begun_at},
                            {"state", name_of(kStates, row.state)},
                            {"record_bytes", row.record_bytes}});
        }
        return line_of({{"remote", "jobs"}, {"jobs", std::move(rows)}});
    }
    if (answer.beat) {
        return line_of({{"remote", "beat"}});
    }
    const Error error = answer.error.value_or(Error{});
    return line_of({{"remote", "error"},
                    {"busy", error.code == ErrorCode::Busy},
                    {"missing", error.code == ErrorCode::NotFound},
                    {"text", describe(error)}});
}

Result<Answer> parse_answer(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    const std::string kind = json.is_object() ? text_at(json, "remote") : std::string();
    if (kind == "hello") {
        return Answer{.hello = hello_in(json)};
    }
    if (kind == "begun") {
        return Answer{.begun = Answer::Begun{.id = text_at(json, "id"),
                                             .events_from = number_at(json, "events_from")}};
    }
    if (kind == "end") {
        return Answer{.end = end_in(json)};
    }
    if (kind == "jobs") {
        return Answer{.jobs = jobs_in(json)};
    }
    if (kind == "beat") {
        return Answer{.beat = true};
    }
    if (kind == "error") {
        return Answer{.error = Error{.code = flag_at(json, "missing") ? ErrorCode::NotFound
                                             : flag_at(json, "busy")  ? ErrorCode::Busy
                                                                      : ErrorCode::Io,
                                     .what = text_at(json, "text")}};
    }
    return format_error(say("what came over ssh is no answer of throughline-engine"));
}

std::string end_to_json(const JobEnd& end) {
    return line_of(end_json(end));
}

Result<JobEnd> parse_end(std::string_view json_text) {
    const Json json = Json::parse(json_text, nullptr, false);
    if (!json.is_object()) {
        return format_error(say("the end of the run is not readable"));
    }
    return end_in(json);
}

Result<void> check_versions(const Answer::Hello& theirs,
                            std::string_view our_version,
                            const std::string& where) {
    const auto major = [](std::string_view version) {
        return version.substr(0, version.find('.'));
    };
    if (theirs.protocol == kProtocol && major(theirs.version) == major(our_version)) {
        return {};
    }
    return Error{.code = ErrorCode::Version,
                 .what = say("the engine on %1 is version %2 (protocol %3), this one is version %4 "
                             "(protocol %5): they do not understand each other",
                             where,
                             theirs.version,
                             std::to_string(theirs.protocol),
                             our_version,
                             std::to_string(kProtocol))};
}

std::string fetched_line() {
    return "{\"remote\":\"fetched\"}\n";
}

bool is_fetched_line(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    return json.is_object() && text_at(json, "remote") == "fetched";
}

bool is_try_now(std::string_view command) {
    const Json json = Json::parse(command, nullptr, false);
    return json.is_object() && text_at(json, "command") == "try_now";
}

}  // namespace throughline::remote_run
