// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recover.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <vector>

#include "engine/base/child_process.h"
#include "engine/base/environment.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::store {
namespace {

constexpr std::chrono::hours kPatience{24};

/// The program without what its user has set up, and without the commands that leave the database.
std::vector<std::string> command(const std::string& program, std::vector<std::string> words) {
    std::vector<std::string> all{program, "-init", "/dev/null", "-batch", "-safe"};
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

Result<pid_t> start(const std::vector<std::string>& command, int in, int out) {
    const auto nowhere = open_file("/dev/null", O_RDWR);
    if (!nowhere) {
        return nowhere.error();
    }
    const auto or_nowhere = [&](int fd) { return fd < 0 ? nowhere->get() : fd; };
    return start_child({.command = command,
                        .descriptors = {{or_nowhere(in), STDIN_FILENO},
                                        {or_nowhere(out), STDOUT_FILENO},
                                        {nowhere->get(), STDERR_FILENO}}});
}

/// Whether it came to its end without an error.
bool ended_well(const Result<pid_t>& child) {
    const auto status = child ? await_child(*child, kPatience) : std::nullopt;
    return status && *status == 0;
}

/// What `.recover` reads pages with is left out of many builds.
bool knows_recover(const std::string& program) {
    return ended_well(
        start(command(program, {":memory:", "SELECT count(*) FROM sqlite_dbpage"}), -1, -1));
}

}  // namespace

Result<void> recover_with_program(const std::string& damaged, const std::string& into) {
    const auto found = program_in_path("sqlite3");
    const std::string program = found.value_or("");
    if (!found || !knows_recover(program)) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = (!found ? say("no sqlite3 program is installed")
                                     : say("'%1' was built without .recover", program)) +
                             "; " +
                             say("put one that has it into the PATH, such as that of sqlite.org, "
                                 "and try 'library rescue --library' on the file that was set "
                                 "aside")};
    }
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return errno_error(say("make a pipe"), errno);
    }
    UniqueFd from(ends[0]);
    UniqueFd to(ends[1]);
    const auto writer = start(command(program, {into}), from.get(), -1);
    from = {};
    const auto reader =
        start(command(program, {damaged, ".recover --ignore-freelist"}), -1, to.get());
    to = {};
    // A file that is damaged enough ends both with an error; what came through counts.
    static_cast<void>(ended_well(reader));
    static_cast<void>(ended_well(writer));
    return {};
}

}  // namespace throughline::store
