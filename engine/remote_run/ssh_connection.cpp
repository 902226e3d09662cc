// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/ssh_connection.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "engine/base/child_process.h"
#include "engine/base/say.h"

namespace throughline::remote_run {

Result<std::unique_ptr<SshConnection>> SshConnection::open(const Target& target,
                                                           const std::string& command,
                                                           int input) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0) {
        return errno_error("make a pipe", errno);
    }
    const UniqueFd its_input(in[0]);
    std::unique_ptr<SshConnection> made(new SshConnection);
    made->in_ = UniqueFd(in[1]);
    if (::pipe2(out.data(), O_CLOEXEC) != 0) {
        return errno_error("make a pipe", errno);
    }
    made->out_ = UniqueFd(out[0]);
    const UniqueFd its_output(out[1]);
    made->errors_ = UniqueFd(::memfd_create("ssh-errors", MFD_CLOEXEC));
    if (!made->errors_) {
        return errno_error("make a file in memory", errno);
    }
    auto child = start_child({.command = ssh_words(target, command),
                              .descriptors = {{input >= 0 ? input : its_input.get(), STDIN_FILENO},
                                              {its_output.get(), STDOUT_FILENO},
                                              {made->errors_.get(), STDERR_FILENO}},
                              .own_group = true,  // Ctrl+C is ours to carry over
                              .environment = ssh_environment()});
    if (!child) {
        return std::move(child).error();
    }
    made->child_ = *child;
    made->reader_.emplace(made->out_.get());
    return made;
}

SshConnection::~SshConnection() {
    if (child_ > 0) {
        static_cast<void>(wait(std::chrono::seconds(2)));
    }
}

Result<void> SshConnection::send(const std::string& text) const {
    return in_ ? write_all(in_.get(), text)
               : Result<void>(Error{.code = ErrorCode::Io, .what = "the input has ended"});
}

LineReader::Got SshConnection::next_line(std::string& line, std::chrono::milliseconds patience) {
    return reader_->next(line, patience);
}

LineReader::Got SshConnection::some(std::string& bytes,
                                    std::size_t most,
                                    std::chrono::milliseconds patience) {
    return reader_->some(bytes, most, patience);
}

int SshConnection::wait(std::chrono::milliseconds patience) {
    constexpr int kBroken = 255;
    end_input();
    if (child_ <= 0) {
        return kBroken;
    }
    const pid_t child = child_;
    child_ = -1;
    auto status = await_child(child, patience);
    if (!status) {
        static_cast<void>(kill_child(child));
    }
    return status && WIFEXITED(*status) ? WEXITSTATUS(*status) : kBroken;
}

std::string SshConnection::errors() const {
    constexpr off_t kMost = 16384;
    struct stat info{};
    if (::fstat(errors_.get(), &info) != 0) {
        return {};
    }
    std::string text(static_cast<std::size_t>(std::min(info.st_size, kMost)), '\0');
    const ssize_t got =
        ::pread(errors_.get(), text.data(), text.size(), std::max<off_t>(0, info.st_size - kMost));
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return text;
}

}  // namespace throughline::remote_run
