// SPDX-License-Identifier: Apache-2.0
#include "engine/base/result.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <memory>
#include <set>
#include <string>

namespace throughline {
namespace {

Error sample_error() {
    return Error{.code = ErrorCode::Io, .what = "read 'n01.jpg' at 4096", .errno_value = EIO};
}

TEST(Result, HoldsAValue) {
    Result<int> result = 42;
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.has_value());
    EXPECT_EQ(*result, 42);
    *result = 43;
    EXPECT_EQ(*std::as_const(result), 43);
}

TEST(Result, HoldsAnError) {
    const Result<int> result = sample_error();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Io);
    EXPECT_EQ(result.error().errno_value, EIO);
}

TEST(Result, MovesAMoveOnlyValueOut) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
    ASSERT_TRUE(result);
    const std::unique_ptr<int> taken = *std::move(result);
    EXPECT_EQ(*taken, 7);
}

TEST(Result, ReachesMembersByArrow) {
    Result<std::string> result = std::string("four");
    EXPECT_EQ(result->size(), 4U);
    EXPECT_EQ(std::as_const(result)->size(), 4U);
}

TEST(Result, VoidIsSuccessOrError) {
    const Result<void> fine = {};
    const Result<void> bad = sample_error();
    EXPECT_TRUE(fine);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().what, "read 'n01.jpg' at 4096");
}

TEST(Result, ErrorKnowsWhereItWasMade) {
    const Error error{.code = ErrorCode::Usage, .what = "x"};
    EXPECT_TRUE(std::string(error.file).ends_with("result_test.cpp")) << error.file;
    EXPECT_EQ(error.line, __LINE__ - 2);
    const Error from_errno = errno_error("x", EIO);
    EXPECT_TRUE(std::string(from_errno.file).ends_with("result_test.cpp")) << from_errno.file;
}

TEST(ResultDeathTest, ReadingTheValueOfAnErrorAborts) {
    Result<int> result = sample_error();
    EXPECT_DEATH((void)*result, "check failed");
    EXPECT_DEATH((void)*std::as_const(result), "check failed");
}

TEST(ResultDeathTest, ReadingTheErrorOfAValueAborts) {
    const Result<int> value = 1;
    const Result<void> fine = {};
    EXPECT_DEATH((void)value.error(), "check failed");
    EXPECT_DEATH((void)fine.error(), "check failed");
}

TEST(Describe, NamesActAndCause) {
    EXPECT_EQ(describe(sample_error()), "read 'n01.jpg' at 4096: Input/output error");
    EXPECT_EQ(describe(Error{.code = ErrorCode::Usage, .what = "no folder"}), "no folder");
}

TEST(ErrnoError, ChoosesTheCodeFromTheCause) {
    struct Row {
        int errno_value;
        ErrorCode code;
    };
    for (const Row& row : std::to_array<Row>({{ENOENT, ErrorCode::NotFound},
                                              {ENOTDIR, ErrorCode::NotFound},
                                              {EACCES, ErrorCode::Permission},
                                              {EROFS, ErrorCode::Permission},
                                              {ENOSPC, ErrorCode::Limit},
                                              {EMFILE, ErrorCode::Limit},
                                              {ENOSYS, ErrorCode::Unsupported},
                                              {EBUSY, ErrorCode::Busy},
                                              {EIO, ErrorCode::Io}})) {
        EXPECT_EQ(errno_error("x", row.errno_value).code, row.code) << row.errno_value;
    }
}

TEST(ErrorCodeName, IsThereForEachCodeAndDiffers) {
    std::set<std::string> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
        EXPECT_TRUE(names.insert(error_code_name(static_cast<ErrorCode>(code))).second) << code;
    }
}

}  // namespace
}  // namespace throughline
