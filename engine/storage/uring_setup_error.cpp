// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/uring_setup_error.h"

#include <cerrno>
#include <string>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::storage {

Error uring_setup_error(int errno_value, std::string_view sysctl_text) {
    const char sysctl = sysctl_text.empty() ? '0' : sysctl_text.front();
    std::string what;
    if (errno_value == EPERM && sysctl == '2') {
        what = say(
            "set up io_uring: switched off on this machine by sysctl kernel.io_uring_disabled=2");
    } else if (errno_value == EPERM && sysctl == '1') {
        what = say(
            "set up io_uring: switched off for ordinary users by sysctl kernel.io_uring_disabled=1 "
            "(allowed: CAP_SYS_ADMIN, and members of the group in kernel.io_uring_group)");
    } else if (errno_value == EPERM || errno_value == EACCES) {
        what = say(
            "set up io_uring: refused by a security filter (seccomp, which container runtimes set, "
            "or a Linux security module)");
    } else if (errno_value == ENOSYS) {
        what = say("set up io_uring: not in this kernel, or hidden by a seccomp filter");
    } else if (errno_value == ENOMEM) {
        // Before Linux 5.12, and again on 6.18 (seen), the rings count against RLIMIT_MEMLOCK.
        return Error{
            .code = ErrorCode::Limit,
            .what =
                say("set up io_uring: no memory, or the memory-lock limit (ulimit -l) is too low"),
            .errno_value = errno_value};
    } else {
        return errno_error(say("set up io_uring"), errno_value);
    }
    return Error{
        .code = ErrorCode::Unsupported, .what = std::move(what), .errno_value = errno_value};
}

Error uring_setup_error(int errno_value) {
    const auto text = read_whole_file("/proc/sys/kernel/io_uring_disabled", 64);
    return uring_setup_error(errno_value, text ? std::string_view(*text) : std::string_view());
}

}  // namespace throughline::storage
