// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/remote_reader.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <optional>

#include "tests/engine/remote/lab_store.h"

namespace throughline::remote {
namespace {

constexpr Nanoseconds kLongTime = std::chrono::seconds(60);  // a liveness limit, never reached
constexpr std::uint64_t kBufferBytes = 64U << 10U;

std::string numbers(std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; text.size() < bytes; ++i) {
        text += std::to_string(i) + ",";
    }
    text.resize(bytes);
    return text;
}

class RemoteReader : public testing::Test {
protected:
    void begin(std::vector<std::string> server, const storage::ReaderOptions& options) {
        lab_ = std::make_unique<LabStore>(std::move(server));
        lab_->put("set/a", numbers(50'000));
        lab_->put("set/empty", "");
        lab_->start();
        auto listed = list_files(lab_->open("set"), {});
        ASSERT_TRUE(listed) << describe(listed.error());
        files_ = *listed;
        auto pool = storage::BufferPool::make(options.queue_depth, kBufferBytes);
        ASSERT_TRUE(pool);
        pool_.emplace(*std::move(pool));
        auto reader = make_remote_reader(options, *pool_, files_);
        ASSERT_TRUE(reader) << describe(reader.error());
        reader_ = *std::move(reader);
    }
    storage::ReadDone read(const storage::FileRead& asked) {
        const auto taken = reader_->submit({&asked, 1});
        EXPECT_TRUE(taken && *taken == 1);
        storage::ReadDone done;
        const auto came = reader_->wait({&done, 1}, 1, kLongTime);
        EXPECT_TRUE(came && *came == 1);
        EXPECT_EQ(reader_->in_flight(), 0U);
        return done;
    }
    std::string content(const storage::ReadDone& done) const {
        return {reinterpret_cast<const char*>(pool_->buffer(done.buffer).data()), done.bytes_read};
    }

    std::unique_ptr<LabStore> lab_;
    std::shared_ptr<const RemoteFiles> files_;
    std::optional<storage::BufferPool> pool_;
    std::unique_ptr<storage::Reader> reader_;
};

TEST_F(RemoteReader, ReadsAWholeObjectInOneRequest) {
    begin({}, {.queue_depth = 2});

    const storage::ReadDone done = read({.path = "a", .length_bytes = 50'000, .tag = 7});

    EXPECT_EQ(done.errno_value, 0) << done.reason;
    EXPECT_EQ(done.tag, 7U);
    EXPECT_EQ(done.reads, 1U);
    EXPECT_EQ(done.lead_bytes, 0U);
    EXPECT_EQ(content(done), numbers(50'000));
    EXPECT_GT(done.first_byte.count(), 0);
    EXPECT_GE(done.latency, done.first_byte);
}

TEST_F(RemoteReader, ReadsAPartOfAnObjectThatStaysOpen) {
    begin({}, {.queue_depth = 1});

    const storage::ReadDone done =
        read({.path = "a", .offset_bytes = 1234, .length_bytes = 567, .file = 0});

    EXPECT_EQ(content(done), numbers(50'000).substr(1234, 567));
    EXPECT_EQ(lab_->log().at("206"), 1U);
}

TEST_F(RemoteReader, TakesAPartThatIsSentWithTheWrongStatus) {
    begin({"--full-for-range"}, {.queue_depth = 1});

    const storage::ReadDone done =
        read({.path = "a", .offset_bytes = 1234, .length_bytes = 567, .file = 0});

    EXPECT_EQ(done.errno_value, 0) << done.reason;
    EXPECT_EQ(content(done), numbers(50'000).substr(1234, 567));
}

TEST_F(RemoteReader, CutsAReadInBlocksOneAfterAnother) {
    begin({}, {.queue_depth = 1, .block_bytes = 16'384});

    const storage::ReadDone done = read({.path = "a", .length_bytes = 50'000});

    EXPECT_EQ(done.reads, 4U);
    EXPECT_EQ(content(done), numbers(50'000));
}

TEST_F(RemoteReader, ReadsNothingWithoutARequest) {
    begin({}, {.queue_depth = 1});
    const auto before = files_->store()->traffic.counts().requests();

    const storage::ReadDone done = read({.path = "empty", .length_bytes = 0});

    EXPECT_EQ(done.errno_value, 0);
    EXPECT_EQ(done.bytes_read, 0U);
    EXPECT_EQ(files_->store()->traffic.counts().requests(), before);
}

TEST_F(RemoteReader, SaysWhyAReadFailedForGood) {
    begin({}, {.queue_depth = 1});

    const storage::ReadDone gone = read({.path = "gone", .length_bytes = 5});
    ASSERT_NE(gone.reason, nullptr);
    EXPECT_NE(std::string(gone.reason).find("no such object"), std::string::npos);
    EXPECT_EQ(gone.errno_value, ENOENT);
    EXPECT_EQ(gone.failed_step, storage::ReadStep::Open);

    const storage::ReadDone longer = read({.path = "a", .length_bytes = 60'000});
    ASSERT_NE(longer.reason, nullptr);
    EXPECT_NE(std::string(longer.reason).find("replaced"), std::string::npos) << longer.reason;
}

TEST_F(RemoteReader, KeepsItsDepthInFlightAndGivesRightBytesUnderFaults) {
    begin({"--faults", "slowdown=0.1,reset=0.05,short=0.05,range=0.05,length=0.05"},
          {.queue_depth = 8});
    const std::string whole = numbers(50'000);
    std::vector<storage::ReadDone> done(8);
    std::vector<std::uint64_t> offsets(8);
    std::uint64_t next = 0;
    const auto ask = [&](std::uint32_t buffer) {
        offsets[buffer] = next++ * 211 % 40'000;
        const storage::FileRead read{.path = "a",
                                     .offset_bytes = offsets[buffer],
                                     .length_bytes = 9'000,
                                     .file = 0,
                                     .buffer = buffer,
                                     .tag = buffer};
        ASSERT_EQ(*reader_->submit({&read, 1}), 1U);
    };
    for (std::uint32_t buffer = 0; buffer < 8; ++buffer) {
        ask(buffer);
    }
    EXPECT_EQ(reader_->in_flight(), 8U);
    for (int finished = 0; finished < 300;) {
        const auto came = reader_->wait(done, 1, kLongTime);
        ASSERT_TRUE(came);
        for (const storage::ReadDone& read : std::span(done).first(*came)) {
            ASSERT_EQ(read.errno_value, 0) << read.reason;
            EXPECT_EQ(content(read), whole.substr(offsets[read.buffer], 9'000));
            ++finished;
            ask(read.buffer);
        }
    }
}

TEST_F(RemoteReader, WaitsNoLongerThanItsTimeout) {
    begin({"--latency", "5"}, {.queue_depth = 1});
    const storage::FileRead asked{.path = "a", .length_bytes = 50'000};
    ASSERT_TRUE(reader_->submit({&asked, 1}));
    storage::ReadDone done;

    const SteadyTime began = steady_now();
    const auto came = reader_->wait({&done, 1}, 1, std::chrono::milliseconds(50));

    ASSERT_TRUE(came);
    EXPECT_EQ(*came, 0U);
    EXPECT_EQ(reader_->in_flight(), 1U);
    EXPECT_LT(steady_now() - began, std::chrono::seconds(4));
}

}  // namespace
}  // namespace throughline::remote
