// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "app/engine/report.h"

namespace throughline::app {
namespace {

TEST(Report, ChoosesTheExitCode) {
    EXPECT_EQ(exit_code_of(Error{.code = ErrorCode::Usage, .what = {}}), kUsage);
    EXPECT_EQ(exit_code_of(Error{.code = ErrorCode::Stopped, .what = {}}), kStopped);
    EXPECT_EQ(exit_code_of(Error{.code = ErrorCode::Io, .what = {}}), kFailed);
    EXPECT_EQ(exit_code_of(Error{.code = ErrorCode::NotFound, .what = {}}), kFailed);
}

TEST(Report, WritesProgramActCauseAndHint) {
    testing::internal::CaptureStderr();
    const ExitCode code = report(errno_error("open 'x'", ENOENT), "Look again.");
    EXPECT_EQ(code, kFailed);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "throughline-engine: open 'x': No such file or directory\n  Look again.\n");
}

TEST(Report, HasAHintForEveryCodeButStopped) {
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
        testing::internal::CaptureStderr();
        report(Error{.code = static_cast<ErrorCode>(code), .what = "x"});
        const bool has_hint =
            testing::internal::GetCapturedStderr().find("\n  ") != std::string::npos;
        EXPECT_EQ(has_hint, static_cast<ErrorCode>(code) != ErrorCode::Stopped) << code;
    }
}

}  // namespace
}  // namespace throughline::app
