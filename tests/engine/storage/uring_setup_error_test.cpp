// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/uring_setup_error.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "engine/storage/uring_probe.h"

namespace throughline::storage {
namespace {

TEST(UringSetupError, NamesTheSwitchThatIsOff) {
    struct Case {
        int errno_value;
        const char* sysctl_text;
        ErrorCode code;
        const char* named;
    };
    for (const Case& it : {Case{EPERM, "2\n", ErrorCode::Unsupported, "kernel.io_uring_disabled=2"},
                           Case{EPERM, "1\n", ErrorCode::Unsupported, "kernel.io_uring_group"},
                           Case{EPERM, "0\n", ErrorCode::Unsupported, "seccomp"},
                           Case{EPERM, "", ErrorCode::Unsupported, "seccomp"},
                           Case{EACCES, "0\n", ErrorCode::Unsupported, "security module"},
                           Case{ENOSYS, "", ErrorCode::Unsupported, "not in this kernel"},
                           Case{ENOMEM, "0\n", ErrorCode::Limit, "ulimit -l"},
                           Case{EMFILE, "0\n", ErrorCode::Limit, "set up io_uring"}}) {
        const Error error = uring_setup_error(it.errno_value, it.sysctl_text);

        EXPECT_EQ(error.code, it.code) << it.named;
        EXPECT_EQ(error.errno_value, it.errno_value);
        EXPECT_NE(error.what.find(it.named), std::string::npos) << error.what;
    }
}

TEST(UringAvailability, HasAReasonExactlyWhenItIsNotThere) {
    const UringAvailability uring = io_uring_availability();

    EXPECT_EQ(uring.available, uring.reason.empty());
}

}  // namespace
}  // namespace throughline::storage
