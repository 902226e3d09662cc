// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/open_engine.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/base/shell_quote.h"
#include "engine/remote_run/ssh_failure.h"

namespace throughline::remote_run {
namespace {

using namespace std::chrono_literals;

/// The first answer of an engine; none where there is no engine.
std::optional<Answer> first_answer(SshConnection& connection,
                                   const std::function<void()>& meanwhile) {
    constexpr int kChatterMost = 200;
    std::string line;
    for (int lines = 0; lines < kChatterMost; ++lines) {
        auto got = LineReader::Got::Nothing;
        const SteadyTime until = steady_now() + 60s;
        while (got == LineReader::Got::Nothing && steady_now() < until) {
            got = connection.next_line(line, 200ms);
            if (meanwhile) {
                meanwhile();
            }
        }
        if (got != LineReader::Got::Line) {
            break;
        }
        if (auto answer = parse_answer(line)) {
            return *std::move(answer);
        }
    }
    return {};
}

/// None: there is no engine at this place.
std::optional<Result<OpenEngine>> open_at(const Target& target,
                                          const Request& request,
                                          const std::string& place,
                                          bool is_last,
                                          const std::function<void()>& meanwhile) {
    auto opened = SshConnection::open(target, shell_quote(place) + " remote-serve");
    if (!opened) {
        return std::move(opened).error();
    }
    SshConnection& connection = **opened;
    static_cast<void>(connection.send(to_line(request)).has_value());  // else ssh says why
    auto answer = first_answer(connection, meanwhile);
    if (!answer) {
        const int exit_code = connection.wait(2s);
        return ssh_end_of(exit_code) == SshEnd::NoEngine && !is_last
                   ? std::nullopt
                   : std::optional<Result<OpenEngine>>(
                         ssh_failure(target, exit_code, connection.errors()));
    }
    if (answer->error) {
        return *answer->error;
    }
    if (!answer->hello) {
        return format_error(say("what came over ssh is no answer of throughline-engine"));
    }
    if (auto fits = check_versions(*answer->hello, request.version, "'" + target.host + "'");
        !fits) {
        return std::move(fits).error();
    }
    return OpenEngine{.connection = *std::move(opened), .hello = *std::move(answer->hello)};
}

}  // namespace

Result<OpenEngine> open_engine(const Target& target,
                               const Request& request,
                               const std::function<void()>& meanwhile) {
    if (auto fine = check_host(target.host); !fine) {
        return std::move(fine).error();
    }
    const auto places = engine_places(target, request.version);
    for (const std::string& place : places) {
        if (auto opened = open_at(target, request, place, place == places.back(), meanwhile)) {
            return *std::move(opened);
        }
    }
    return Error{};  // the last place has always an answer
}

}  // namespace throughline::remote_run
