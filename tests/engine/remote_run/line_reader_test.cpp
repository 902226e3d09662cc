// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/line_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

#include "engine/base/file_descriptor.h"

namespace throughline::remote_run {
namespace {

using Got = LineReader::Got;
constexpr std::chrono::milliseconds kAtOnce{0};

class LineReaderTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
        read_end_ = UniqueFd(ends[0]);
        write_end_ = UniqueFd(ends[1]);
    }
    void write(const std::string& text) {
        ASSERT_TRUE(write_all(write_end_.get(), text).has_value());
    }

    UniqueFd read_end_;
    UniqueFd write_end_;
    std::string line_;
};

TEST_F(LineReaderTest, LineIsGivenWhenItIsComplete) {
    LineReader reader(read_end_.get());
    EXPECT_EQ(reader.next(line_, kAtOnce), Got::Nothing);
    write("half");
    EXPECT_EQ(reader.next(line_, kAtOnce), Got::Nothing);
    write(" a line\nanother\n");
    EXPECT_EQ(reader.next(line_, kAtOnce), Got::Line);
    EXPECT_EQ(line_, "half a line");
    EXPECT_EQ(reader.next(line_, kAtOnce), Got::Line);
    EXPECT_EQ(line_, "another");
}

TEST_F(LineReaderTest, WhatFollowsALineCanBeTakenAsBytes) {
    LineReader reader(read_end_.get());
    write("4 bytes follow\na\nb\nnext\n");
    ASSERT_EQ(reader.next(line_, kAtOnce), Got::Line);
    EXPECT_EQ(reader.some(line_, 4, kAtOnce), Got::Line);
    EXPECT_EQ(line_, "a\nb\n");
    EXPECT_EQ(reader.next(line_, kAtOnce), Got::Line);
    EXPECT_EQ(line_, "next");
}

TEST_F(LineReaderTest, UnfinishedLineAtTheEndIsNone) {
    LineReader reader(read_end_.get());
    write("whole\ncut o");
    write_end_.reset();
    EXPECT_EQ(reader.next(line_, kAtOnce), Got::Line);
    EXPECT_EQ(reader.next(line_, kAtOnce), Got::End);
}

}  // namespace
}  // namespace throughline::remote_run
