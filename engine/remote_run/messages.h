// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/settings.h"

// What the two ends say to each other: one JSON object a line. A line of the run's events has
// kEventMark before it and is passed on as it is. All functions: any thread, no blocking.
namespace throughline::remote_run {

/// Goes up when an older end could not understand a newer one.
inline constexpr std::int64_t kProtocol = 1;
inline constexpr char kEventMark = '+';

enum class Act : std::uint8_t {
    Run,     ///< begin the run with this id, or follow it where it was begun already
    Follow,  ///< one that was begun before
    List,    ///< which runs are there
};

/// The first line that goes there.
struct Request {
    Act act = Act::List;
    std::int64_t protocol = kProtocol;
    std::string version{};         ///< of the program that asks
    std::string id{};              ///< made by the one who asks, so that asking twice begins once
    std::string spec_json{};       ///< of a run
    bool force = false;            ///< beside another measurement
    bool dry_run = false;          ///< the estimate alone
    std::int64_t events_from = 0;  ///< bytes of events known already; -1: those from now on
    bool beats = false;            ///< wants a sign of life each second; an older end gives none
};

/// How a run ended there.
struct JobEnd {
    std::int64_t exit_code = -1;  ///< of the engine; -1: it was ended with the computer, or killed
    std::string error_text{};     ///< the last of what it wrote to stderr
    std::int64_t record_bytes = 0;
    std::string record_sha256{};  ///< in hex; "" = there is no record
};

enum class JobState : std::uint8_t { Measuring, Ended, Interrupted };

/// A run that is kept there.
struct JobRow {
    std::string id{};
    std::string title{};
    std::string begun_at{};  ///< ISO 8601, UTC
    JobState state = JobState::Measuring;
    std::int64_t record_bytes = 0;
};

/// What the other end says. Exactly one of the parts is there.
struct Answer {
    struct Hello {
        std::int64_t protocol = 0;
        std::string version{};
        spec::Settings facts{};  ///< of that computer, as in the environment of a record
    };
    struct Begun {
        std::string id{};
        std::int64_t events_from = 0;  ///< bytes of events that lie before the next one
    };
    std::optional<Hello> hello{};
    std::optional<Begun> begun{};
    std::optional<JobEnd> end{};  ///< as many bytes of record as it says follow
    std::optional<std::vector<JobRow>> jobs{};
    std::optional<Error> error{};
    bool beat = false;  ///< it is there, and says no more
};

std::string to_line(const Request& request);
std::string to_line(const Answer& answer);
/// Errors: Format for what is no such line.
Result<Request> parse_request(std::string_view line);
Result<Answer> parse_answer(std::string_view line);

/// As it stands in a file of the run's folder.
std::string end_to_json(const JobEnd& end);
/// Errors: Format.
Result<JobEnd> parse_end(std::string_view json);

/// Whether this end and the other understand each other: the same protocol and the same first
/// number of the version. Errors: Version, with both versions and `where`.
Result<void> check_versions(const Answer::Hello& theirs,
                            std::string_view our_version,
                            const std::string& where);

/// The line that says that the record has arrived whole: it is no longer needed there.
std::string fetched_line();
bool is_fetched_line(std::string_view line);

/// Whether this command is for the end that asks: not to wait for the next try of a connection.
bool is_try_now(std::string_view command);

}  // namespace throughline::remote_run
