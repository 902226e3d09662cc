// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "tests/engine/nbd/wire.h"

namespace throughline::nbd {
namespace {

using protocol::put;
using testing::EndsWith;
using testing::HasSubstr;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

class NbdSession : public testing::Test {
protected:
    Export served_{.name = "disk", .description = "a volume", .bytes = 1U << 20U, .writable = true};
    Session session_{served_};

    std::string say(const std::string& bytes) {
        session_.take(bytes_of(bytes));
        return session_.take_output();
    }
    void go() {
        say(wire::flags() + wire::go());
        ASSERT_EQ(session_.state(), Session::State::Open) << session_.fault();
    }
    /// Of a request that is refused.
    static std::string refused(std::uint32_t error) { return wire::reply(1, error); }
};

std::string option_reply(protocol::Option option, protocol::OptionAnswer answer, std::string data) {
    std::string out;
    put(out, protocol::kOptionReply);
    put(out, static_cast<std::uint32_t>(option));
    put(out, static_cast<std::uint32_t>(answer));
    put(out, static_cast<std::uint32_t>(data.size()));
    return out + data;
}

std::string export_facts(std::uint64_t bytes, std::uint16_t flags) {
    std::string out;
    put(out, bytes);
    put(out, flags);
    return out;
}

constexpr std::uint16_t kWritableFlags = protocol::kHasFlags | protocol::kSendFlush |
                                         protocol::kSendFua | protocol::kSendTrim |
                                         protocol::kCanMultiConn;

TEST_F(NbdSession, GreetsInTheFixedNewstyle) {
    EXPECT_EQ(session_.take_output(), std::string("NBDMAGICIHAVEOPT") + std::string("\x00\x03", 2));
}

TEST_F(NbdSession, GoSaysSizeAndBlockSizes) {
    session_.take_output();
    const std::string said = say(wire::flags() + wire::go("disk", {1, 2, 1}));
    std::string blocks("\x00\x03", 2);
    put(blocks, std::uint32_t{1});
    put(blocks, std::uint32_t{4096});
    put(blocks, kRequestBytesMax);
    using protocol::Option;
    using protocol::OptionAnswer;
    EXPECT_EQ(
        said,
        option_reply(Option::Go,
                     OptionAnswer::Info,
                     std::string("\x00\x00", 2) + export_facts(1U << 20U, kWritableFlags)) +
            option_reply(Option::Go, OptionAnswer::Info, blocks) +
            option_reply(Option::Go, OptionAnswer::Info, std::string("\x00\x01", 2) + "disk") +
            option_reply(Option::Go, OptionAnswer::Info, std::string("\x00\x02", 2) + "a volume") +
            option_reply(Option::Go, OptionAnswer::Ack, {}));
}

TEST_F(NbdSession, ExportNameServesOldClientsWithAndWithoutZeroes) {
    for (const bool zeroes : {false, true}) {
        Session session(served_);
        session.take_output();
        session.take(bytes_of(wire::flags(zeroes ? 1U : 3U) + wire::option(1, "disk")));
        EXPECT_EQ(session.take_output(),
                  export_facts(1U << 20U, kWritableFlags) + std::string(zeroes ? 124 : 0, '\0'));
        session.take(bytes_of(wire::request({.bytes = 512})));
        EXPECT_TRUE(session.next_request());
    }
}

TEST_F(NbdSession, ListInfoAbortAndWhatIsUnknownAreAnswered) {
    session_.take_output();
    EXPECT_THAT(say(wire::flags() + wire::option(3)), HasSubstr("diska volume"));
    EXPECT_THAT(say(wire::option(3, "x")), HasSubstr(std::string("\x80\x00\x00\x03", 4)));
    EXPECT_THAT(say(wire::go("other")), HasSubstr(std::string("\x80\x00\x00\x06", 4)));
    for (const std::uint32_t unknown : {5U, 8U, 10U, 0U, 4'000'000'000U}) {
        EXPECT_THAT(say(wire::option(unknown, "data")),
                    HasSubstr(std::string("\x80\x00\x00\x01", 4)));
    }
    // INFO leaves it in the handshake, so that an option can follow.
    say(wire::go({}, {}, protocol::Option::Info));
    EXPECT_THAT(say(wire::option(2)), EndsWith(std::string("\0\0\0\2\0\0\0\1\0\0\0\0", 12)));
    EXPECT_EQ(session_.state(), Session::State::Ended);
}

TEST_F(NbdSession, MalformedGoIsInvalidAndReadsNothingBeyondItsData) {
    session_.take_output();
    say(wire::flags());
    std::string long_name;
    put(long_name, std::uint32_t{0xffffffff});
    for (const std::string& data : {std::string(),
                                    std::string("\0\0", 2),
                                    std::string("\0\0\0\0", 4),
                                    long_name + "disk",
                                    std::string("\0\0\0\4disk\0\2\0\1", 12),
                                    std::string("\0\0\0\4disk\0\0x", 11)}) {
        EXPECT_THAT(say(wire::option(7, data)), HasSubstr(std::string("\x80\x00\x00\x03", 4)));
        EXPECT_EQ(session_.state(), Session::State::Open);
    }
}

TEST_F(NbdSession, RequestsComeOutWholeHoweverTheirBytesArrive) {
    go();
    const std::string stream =
        wire::request(
            {.type = wire::kWrite, .offset_bytes = 8192, .bytes = 5, .cookie = 7, .flags = 1},
            "hello") +
        wire::request({.offset_bytes = 4096, .bytes = 512, .cookie = 8}) +
        wire::request({.type = wire::kFlush, .cookie = 9});
    for (const char letter : stream) {
        session_.take(bytes_of(std::string_view(&letter, 1)));
    }
    const auto write = session_.next_request();
    ASSERT_TRUE(write);
    EXPECT_EQ(write->command, Command::Write);
    EXPECT_TRUE(write->sync);
    EXPECT_EQ(write->cookie, 7U);
    EXPECT_EQ(write->offset_bytes, 8192U);
    EXPECT_EQ(write->data.size(), 5U);
    const auto read = session_.next_request();
    ASSERT_TRUE(read);
    EXPECT_EQ(read->command, Command::Read);
    EXPECT_EQ(read->bytes, 512U);
    EXPECT_EQ(session_.next_request()->command, Command::Flush);
    EXPECT_FALSE(session_.next_request());
    EXPECT_EQ(session_.take_output(), "");
}

TEST_F(NbdSession, RequestsOutsideOfTheDiskAreRefused) {
    go();
    constexpr std::uint32_t kMiB = 1U << 20U;
    EXPECT_EQ(say(wire::request({.offset_bytes = kMiB, .bytes = 1})), refused(22));
    EXPECT_EQ(say(wire::request({.offset_bytes = kMiB - 1, .bytes = 2})), refused(22));
    EXPECT_EQ(say(wire::request({.offset_bytes = UINT64_MAX, .bytes = 2})), refused(22));
    EXPECT_EQ(say(wire::request({.bytes = 0})), refused(22));
    EXPECT_EQ(say(wire::request({.bytes = UINT32_MAX})), refused(22));
    EXPECT_EQ(say(wire::request({.type = wire::kTrim, .bytes = kMiB + 1})), refused(22));
    EXPECT_EQ(say(wire::request({.type = 77, .bytes = 512})), refused(22));
    EXPECT_EQ(say(wire::request({.bytes = 512, .flags = 64})), refused(22));
    // The payload of a refused write is no request, whatever stands in it.
    const std::string payload = wire::request({.bytes = 512});
    EXPECT_EQ(say(wire::request({.type = wire::kWrite,
                                 .offset_bytes = kMiB,
                                 .bytes = static_cast<std::uint32_t>(payload.size())},
                                payload)),
              refused(28));
    EXPECT_FALSE(session_.next_request());
    say(wire::request({.offset_bytes = kMiB - 512, .bytes = 512}));
    EXPECT_TRUE(session_.next_request()) << "up to its end it can be read";
    EXPECT_EQ(session_.state(), Session::State::Open);
}

TEST_F(NbdSession, AReadOnlyDiskSaysSoAndRefusesEveryChange) {
    served_.writable = false;
    session_.take_output();
    const std::string said = say(wire::flags() + wire::go());
    EXPECT_THAT(said,
                HasSubstr(export_facts(1U << 20U,
                                       protocol::kHasFlags | protocol::kReadOnly |
                                           protocol::kSendFlush | protocol::kCanMultiConn)));
    EXPECT_EQ(say(wire::request({.type = wire::kWrite, .bytes = 4}, "data")), refused(1));
    EXPECT_EQ(say(wire::request({.type = wire::kTrim, .bytes = 4096})), refused(1));
    EXPECT_EQ(say(wire::request({.bytes = 4})), "");
    EXPECT_TRUE(session_.next_request());
}

TEST_F(NbdSession, WhatIsAgainstTheProtocolEndsIt) {
    const std::string served = wire::flags() + wire::go();
    for (const std::string& bytes :
         {wire::flags(0),
          wire::flags(0xff),
          std::string("GET / HTTP/1.1\r\n"),
          wire::flags() + std::string(16, 'x'),
          wire::flags() + wire::option(1, "other"),
          wire::flags() + wire::option(3).substr(0, 12) + "\xff\xff\xff\xff",
          served + std::string(28, 'x'),
          served + wire::request({.type = wire::kWrite, .bytes = UINT32_MAX})}) {
        Session session(served_);
        session.take(bytes_of(bytes));
        EXPECT_EQ(session.state(), Session::State::Broken) << bytes.size();
        EXPECT_NE(session.fault(), "");
        session.take_output();
        session.take(bytes_of(served));
        EXPECT_EQ(session.take_output(), "") << "nothing is taken any more";
    }
    Session endless(served_);
    endless.take(bytes_of(wire::flags()));
    for (int i = 0; i < 1000; ++i) {
        endless.take(bytes_of(wire::option(3)));
    }
    EXPECT_EQ(endless.state(), Session::State::Broken);
}

TEST(NbdReply, ErrorsOfTheSystemBecomeThoseOfTheProtocol) {
    EXPECT_EQ(simple_reply(5, 0), wire::reply(5, 0));
    EXPECT_EQ(simple_reply(5, ENOSPC), wire::reply(5, 28));
    EXPECT_EQ(simple_reply(5, EFBIG), wire::reply(5, 28));
    EXPECT_EQ(simple_reply(5, EROFS), wire::reply(5, 1));
    EXPECT_EQ(simple_reply(5, EBADF), wire::reply(5, 5));
}

}  // namespace
}  // namespace throughline::nbd
