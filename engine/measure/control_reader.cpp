// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/control_reader.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "engine/base/clock.h"
#include "engine/base/say.h"

namespace throughline::measure {
namespace {

using Json = nlohmann::json;

// Longer input without a newline is not a command; it is dropped rather than kept in memory.
constexpr std::size_t kLineBytesMax = 1U << 16U;
constexpr int kPollMilliseconds = 100;

std::string obey_set(const Json& command, RunControl& control) {
    const auto key = command.find("key");
    if (key == command.end() || !key->is_string()) {
        return to_say("set needs a \"key\"");
    }
    const auto given = command.find("value");
    spec::SettingValue value;
    if (given == command.end()) {
        return to_say("set needs a \"value\"");
    }
    if (given->is_boolean()) {
        value = given->get<bool>();
    } else if (given->is_number_integer()) {
        value = given->get<std::int64_t>();
    } else if (given->is_number()) {
        value = given->get<double>();
    } else if (given->is_string()) {
        value = given->get<std::string>();
    } else {
        return to_say("the \"value\" of set must be a number, a string, true or false");
    }
    const auto asked = control.request_setting(key->get_ref<const std::string&>(), value);
    return asked ? "" : asked.error().what;
}

std::string obey_begin(const Json& command, RunControl& control) {
    const auto given = command.find("steady_s");
    const bool timed = given != command.end() && given->is_number();
    const auto begun =
        control.begin_at(timed ? SteadyTime(from_seconds(given->get<double>())) : steady_now());
    return begun ? "" : begun.error().what;
}

/// "" when done, else why not.
std::string obey(const Json& command, RunControl& control) {
    const auto verb = command.find("command");
    if (verb == command.end() || !verb->is_string()) {
        return to_say("a command needs a \"command\": stop, pause, resume, set or begin");
    }
    const auto& name = verb->get_ref<const std::string&>();
    if (name == "stop") {
        control.stop();
    } else if (name == "pause") {
        control.pause();
    } else if (name == "resume") {
        control.resume();
    } else if (name == "set") {
        return obey_set(command, control);
    } else if (name == "begin") {
        return obey_begin(command, control);
    } else {
        return say_english("unknown command '%1'; it must be stop, pause, resume, set or begin",
                           name);
    }
    return "";
}

void read_commands(int fd,
                   RunControl& control,
                   const std::function<void(std::string)>& reply,
                   const std::stop_token& stop) {
    std::string pending;
    std::array<char, 4096> chunk{};
    while (!stop.stop_requested()) {
        pollfd waiting{.fd = fd, .events = POLLIN, .revents = 0};
        const int ready = ::poll(&waiting, 1, kPollMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR)) {
            continue;
        }
        const ssize_t got = ready < 0 ? -1 : ::read(fd, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            if (control.holds()) {
                control.stop();  // nobody is left to measure with
            }
            control.resume();  // nobody is left who could
            return;
        }
        pending.append(chunk.data(), static_cast<std::size_t>(got));
        for (std::size_t end = pending.find('\n'); end != std::string::npos;
             end = pending.find('\n')) {
            const std::string line = pending.substr(0, end);
            pending.erase(0, end + 1);
            if (line.find_first_not_of(" \t\r") != std::string::npos) {
                reply(carry_out(line, control));
            }
        }
        if (pending.size() > kLineBytesMax) {
            pending.clear();
        }
    }
}

}  // namespace

std::string carry_out(std::string_view command_json, RunControl& control) {
    const Json command = Json::parse(command_json, nullptr, false);
    Json answer{{"type", "reply"}, {"id", nullptr}};
    std::string problem;
    if (!command.is_object()) {
        problem = "not a JSON object";
    } else {
        if (command.contains("id")) {
            answer["id"] = command["id"];
        }
        problem = obey(command, control);
    }
    answer["ok"] = problem.empty();
    if (!problem.empty()) {
        answer["error"] = problem;
    }
    return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ControlReader::ControlReader(int fd, RunControl& control, std::function<void(std::string)> reply)
    : thread_([fd, &control, reply = std::move(reply)](const std::stop_token& stop) {
          read_commands(fd, control, reply, stop);
      }) {}

}  // namespace throughline::measure
