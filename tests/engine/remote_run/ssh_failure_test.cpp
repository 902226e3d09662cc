// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/ssh_failure.h"

#include <gtest/gtest.h>

#include <string>

namespace throughline::remote_run {
namespace {

const Target kLab{.host = "lab"};

std::string said_of(const std::string& errors) {
    return ssh_failure(kLab, 255, errors).what;
}

TEST(SshFailure, LastLineOfSshIsSaidWithWhatToDo) {
    struct Case {
        const char* errors;
        const char* advice;
    };
    for (const Case& one :
         {Case{"banner\nroot@lab: Permission denied (publickey).\n", "'ssh-copy-id lab'"},
          Case{"ssh: Could not resolve hostname lab: Name or service not known\n", "spelling"},
          Case{"ssh: connect to host lab port 22: Connection timed out\n", "VPN"},
          Case{"ssh: connect to host lab port 22: Connection refused\n", "no ssh server"},
          Case{"WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!\nHost key verification failed.\n",
               "ssh-keygen -R"},
          Case{"Host key verification failed.\n", "fingerprint"},
          Case{"something else\n", "ssh -v"}}) {
        EXPECT_NE(said_of(one.errors).find(one.advice), std::string::npos) << one.errors;
    }
    EXPECT_NE(said_of("a\nlast words\n\n").find("last words"), std::string::npos);
    EXPECT_EQ(said_of("first\nlast\n").find("first"), std::string::npos);
}

TEST(SshFailure, ExitCodeTellsWhoFailed) {
    EXPECT_EQ(ssh_end_of(255), SshEnd::NotReached);
    EXPECT_EQ(ssh_end_of(127), SshEnd::NoEngine);
    EXPECT_EQ(ssh_end_of(126), SshEnd::NoEngine);
    EXPECT_EQ(ssh_end_of(2), SshEnd::OtherProgram);
    EXPECT_EQ(ssh_failure(kLab, 127, "").code, ErrorCode::Unsupported);
}

TEST(SshFailure, WhatWouldSteerATerminalIsSpelledOut) {
    EXPECT_EQ(last_line("\x1b[2Jhello\n").find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace throughline::remote_run
