// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/keeper.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "engine/base/child_process.h"
#include "engine/base/file_descriptor.h"

namespace throughline::remote_run {
namespace {

constexpr unsigned kForUserAlone = S_IRUSR | S_IWUSR;
constexpr int kAppend = O_WRONLY | O_CREAT | O_APPEND;

bool asked_for(const std::string& file) {
    return ::access(file.c_str(), F_OK) == 0;
}

std::vector<std::string> words_of(const JobFolder& job, const std::string& program) {
    std::vector<std::string> words{program, "run", job.spec_file()};
    if (asked_for(job.dry_file())) {
        words.emplace_back("--dry-run");
        return words;
    }
    words.insert(words.end(), {"-o", job.record_file(), "--events", "--control"});
    if (asked_for(job.force_file())) {
        words.emplace_back("--force");
    }
    return words;
}

/// Has it measured. Returns: the wait status.
Result<int> measure(const JobFolder& job, const std::string& program) {
    // Open for writing too, so that it does not end when the last command was given.
    const auto control = open_file(job.control_file(), O_RDWR);
    const auto events = open_file(job.events_file(), kAppend, kForUserAlone);
    const auto errors = open_file(job.error_file(), kAppend, kForUserAlone);
    for (const auto* one : {&control, &events, &errors}) {
        if (!*one) {
            return one->error();
        }
    }
    const auto child = start_child({.command = words_of(job, program),
                                    .descriptors = {{control->get(), STDIN_FILENO},
                                                    {events->get(), STDOUT_FILENO},
                                                    {errors->get(), STDERR_FILENO}}});
    if (!child) {
        return child.error();
    }
    int status = 0;
    while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

Result<void> start_keeper(const JobFolder::Made& made, const std::string& program) {
    const auto nowhere = open_file("/dev/null", O_WRONLY);
    if (!nowhere) {
        return nowhere.error();
    }
    // Moved out of the way of the numbers that are given away here.
    constexpr int kAbove = 10;
    const UniqueFd held(::fcntl(made.lock.get(), F_DUPFD_CLOEXEC, kAbove));
    const UniqueFd silent(::fcntl(nowhere->get(), F_DUPFD_CLOEXEC, kAbove));
    const auto child = start_child({.command = {program, "remote-keep", made.job.path()},
                                    .descriptors = {{silent.get(), STDOUT_FILENO},
                                                    {silent.get(), STDERR_FILENO},
                                                    {held.get(), kLockDescriptor}},
                                    .own_session = true});
    return child ? Result<void>() : child.error();
}

int keep(const JobFolder& job, const std::string& program) {
    constexpr int kShellAddsToASignal = 128;
    JobEnd end;
    const auto status = measure(job, program);
    if (status) {
        end.exit_code =
            WIFEXITED(*status) ? WEXITSTATUS(*status) : kShellAddsToASignal + WTERMSIG(*status);
        end.error_text = job.error_text();
    } else {
        end.error_text = describe(status.error());
    }
    describe_record(job.record_file(), end);
    const auto written = write_file_atomically(job.end_file(), end_to_json(end));
    return written && status ? static_cast<int>(end.exit_code) : 1;
}

}  // namespace throughline::remote_run
