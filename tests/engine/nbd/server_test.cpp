// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/server.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/nbd/listener.h"
#include "tests/engine/nbd/nbd_client.h"
#include "tests/engine/nbd/wire.h"
#include "tests/fixtures/temporary_folder.h"

// The server with clients of our own at its socket.
namespace throughline::nbd {
namespace {

constexpr std::uint32_t kNoAnswer = UINT32_MAX;

volume::Rules fast() {
    return {.limits = {.bytes_per_s = volume::steady(1e12), .iops = volume::steady(1e9)}};
}

class NbdServer : public testing::Test {
protected:
    ~NbdServer() override { stop(); }

    std::string file_with(const std::string& content) {
        const std::string path = folder_.file("disk");
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }

    void serve(const std::string& path,
               const Opening& opening = {},
               const volume::Rules& rules = fast(),
               const volume::StartCredits& start = {}) {
        auto file = open_served_file(path, opening);
        ASSERT_TRUE(file) << describe(file.error());
        auto listener = Listener::at_socket(socket_);
        ASSERT_TRUE(listener) << describe(listener.error());
        listener_.emplace(*std::move(listener));
        auto server =
            Server::open(listener_->fd(), *std::move(file), {.rules = rules, .start = start});
        ASSERT_TRUE(server) << describe(server.error());
        thread_ = std::jthread([this, server = *std::move(server)](const std::stop_token& stop) {
            ended_ = server->run(stop, [this](const Served& served) {
                const MutexLock lock(mutex_);
                last_ = served;
            });
        });
    }

    /// Ends the server. Returns: what it has done.
    Served stop() {
        if (thread_.joinable()) {
            thread_.request_stop();
            thread_.join();
            EXPECT_TRUE(ended_) << describe(ended_.error());
        }
        const MutexLock lock(mutex_);
        return last_;
    }

    fixtures::TemporaryFolder folder_;
    std::string socket_ = folder_.file("socket");
    std::optional<Listener> listener_;
    Result<void> ended_;
    Mutex mutex_;
    Served last_ GUARDED_BY(mutex_){};
    std::jthread thread_;
};

TEST_F(NbdServer, ServesWhatTheFileHoldsAndKeepsWhatIsWritten) {
    const std::string path = file_with(std::string(64U << 10U, 'a'));
    serve(path, {.writable = true});
    NbdClient client(socket_);
    EXPECT_NE(client.shake_hands() & protocol::kCanMultiConn, 0);
    EXPECT_EQ(client.write(5, "hello").error, 0U);
    EXPECT_EQ(client.read(4, 7).data, "ahelloa");
    EXPECT_EQ(client.command(wire::kFlush).error, 0U);
    EXPECT_EQ(client.command(wire::kTrim, 8192, 4096).error, 0U);
    EXPECT_EQ(client.read(8191, 2).data, std::string("a\0", 2));
    EXPECT_EQ(client.read((64U << 10U) - 1, 2).error, protocol::kInvalid);
    client.send(wire::request({.type = wire::kDisconnect}));
    EXPECT_TRUE(client.is_closed());
    const Served served = stop();
    EXPECT_EQ(served.reads, 2U);
    EXPECT_EQ(served.writes, 1U);
    EXPECT_EQ(served.bytes_written, 5U);
    EXPECT_EQ(
        *read_whole_file(path),
        "aaaaahello" + std::string(8182, 'a') + std::string(4096, '\0') + std::string(53248, 'a'));
    listener_.reset();
    EXPECT_NE(::access(socket_.c_str(), F_OK), 0) << "the socket goes with the server";
}

TEST_F(NbdServer, AFileThatIsThereIsServedReadOnly) {
    const std::string path = file_with("content");
    serve(path);
    NbdClient client(socket_);
    EXPECT_NE(client.shake_hands() & protocol::kReadOnly, 0);
    EXPECT_EQ(client.write(0, "x").error, protocol::kNotPermitted);
    EXPECT_EQ(client.read(0, 7).data, "content");
    stop();
    EXPECT_EQ(*read_whole_file(path), "content");
}

/// Answers per second over the first `seconds` of a client with so many reads in flight.
double rate_of(NbdClient& client, int depth, double seconds) {
    const std::string read = wire::request({.bytes = 4096});
    for (int i = 0; i < depth; ++i) {
        client.send(read);
    }
    const SteadyTime until = steady_now() + from_seconds(seconds);
    int answers = 0;
    while (steady_now() < until && client.receive(16 + 4096).size() == 16 + 4096) {
        ++answers;
        client.send(read);
    }
    return answers / seconds;
}

TEST_F(NbdServer, TwoConnectionsShareTheVolume) {
    volume::Rules rules = fast();
    rules.limits.iops = volume::steady(500.0);
    serve(file_with(std::string(4096, 'a')), {}, rules);
    double rates[2] = {};
    {
        std::vector<std::jthread> clients;
        for (double& rate : rates) {
            clients.emplace_back([this, &rate] {
                NbdClient client(socket_);
                client.shake_hands();
                rate = rate_of(client, 8, 2.0);
            });
        }
    }
    EXPECT_NEAR(rates[0] + rates[1], 500.0, 25.0);
    EXPECT_GT(std::min(rates[0], rates[1]), 150.0) << "neither is left out";
}

TEST_F(NbdServer, CreditsEndAtTheComputedSecondAndWritesCountAsTheVolumeSays) {
    volume::Rules rules = fast();
    rules.limits.iops = {.baseline = 200.0, .burst = 2000.0, .bucket = 1e6};
    rules.io.write_cost = 4.0;
    serve(file_with(std::string(4096, 'a')), {.writable = true}, rules, {.ios = 1800.0});
    NbdClient client(socket_);
    client.shake_hands();
    EXPECT_EQ(client.write(0, std::string(4096, 'b')).error, 0U);
    rate_of(client, 16, 2.0);
    const Served served = stop();
    ASSERT_TRUE(served.volume.credits_gone_s);
    // 1,800 credits at 2,000/s, of which 200/s are earned: 1 s; the write took 4.
    EXPECT_NEAR(*served.volume.credits_gone_s, 1.0, 0.04);
    EXPECT_NEAR(served.volume.ios - static_cast<double>(served.volume.requests), 3.0, 1e-9);
}

TEST_F(NbdServer, ARequestPastTheLimitIsHeldForThreeMilliseconds) {
    volume::Rules rules = fast();
    rules.limits.iops = volume::steady(300.0);
    serve(file_with(std::string(4096, 'a')), {}, rules);
    NbdClient client(socket_);
    client.shake_hands();
    std::vector<double> latencies;
    for (int i = 0; i < 150; ++i) {
        const SteadyTime began = steady_now();
        ASSERT_EQ(client.read(0, 4096).error, 0U);
        latencies.push_back(in_seconds(steady_now() - began));
    }
    std::sort(latencies.begin(), latencies.end());
    const auto between = std::count_if(
        latencies.begin(), latencies.end(), [](double s) { return s > 1e-3 && s < 2.9e-3; });
    EXPECT_LE(between, 5) << "a busy machine delays a few";
    EXPECT_GT(latencies[75], 2.99e-3);
    EXPECT_LT(latencies[75], 7e-3);
}

TEST_F(NbdServer, ClientsThatLeaveOrSayNonsenseHurtNobody) {
    serve(file_with(std::string(1U << 20U, 'a')), {.writable = true});
    NbdClient good(socket_);
    good.shake_hands();
    for (int i = 0; i < 20; ++i) {
        NbdClient leaves(socket_);
        leaves.shake_hands();
        leaves.send(wire::request({.bytes = 1U << 20U}));
        leaves.send(wire::request({.type = wire::kWrite, .bytes = 4096}, "half of it"));
        leaves.leave();
        NbdClient nonsense(socket_);
        nonsense.send(std::string(1000, 'x'));
        nonsense.receive(18);
        EXPECT_TRUE(nonsense.is_closed());
    }
    EXPECT_EQ(good.read(0, 4096).data, std::string(4096, 'a'));
}

TEST_F(NbdServer, AClientThatReadsNoAnswersIsNotServedWithoutEnd) {
    serve(file_with(std::string(1U << 20U, 'a')));
    NbdClient greedy(socket_);
    greedy.shake_hands();
    std::string many;
    for (int i = 0; i < 2000; ++i) {
        many += wire::request({.bytes = 1U << 20U});
    }
    greedy.send(many);
    NbdClient good(socket_);
    good.shake_hands();
    EXPECT_EQ(good.read(0, 16).data, std::string(16, 'a'));
    const Served served = stop();
    EXPECT_LT(served.bytes_read, 400U << 20U) << "the rest was left where it was";
}

TEST_F(NbdServer, AFullDiskIsAnErrorOfTheWriteAlone) {
    const std::string mounted = folder_.file("small");
    ASSERT_EQ(::mkdir(mounted.c_str(), 0700), 0);
    if (::mount("tmpfs", mounted.c_str(), "tmpfs", 0, "size=64k") != 0) {
        GTEST_SKIP() << "mounting a small file system needs root";
    }
    {
        serve(mounted + "/disk", {.create_bytes = 1U << 20U});
        NbdClient client(socket_);
        EXPECT_EQ(client.shake_hands() & protocol::kReadOnly, 0);
        EXPECT_EQ(client.write(0, std::string(4096, 'x')).error, 0U);
        EXPECT_EQ(client.write(4096, std::string(512U << 10U, 'x')).error, protocol::kNoSpace);
        EXPECT_EQ(client.read(0, 4).data, "xxxx");
        EXPECT_GT(stop().errors, 0U);
    }
    EXPECT_EQ(::umount2(mounted.c_str(), MNT_DETACH), 0);
}

TEST_F(NbdServer, AFileThatWasMadeShorterIsAnErrorOfTheRead) {
    const std::string path = file_with(std::string(8192, 'a'));
    serve(path);
    ASSERT_EQ(::truncate(path.c_str(), 4096), 0);
    NbdClient client(socket_);
    client.shake_hands();
    EXPECT_EQ(client.read(4096, 4096).error, protocol::kIoError);
    EXPECT_EQ(client.read(0, 4096).error, 0U);
}

TEST_F(NbdServer, MoreClientsThanItTakesAreTurnedAway) {
    serve(file_with("content"));
    std::vector<NbdClient> clients;
    for (int i = 0; i < 64; ++i) {
        clients.emplace_back(socket_);
        ASSERT_NE(clients.back().shake_hands(), 0) << i;
    }
    EXPECT_EQ(NbdClient(socket_).shake_hands(), 0);
    clients.clear();
    NbdClient again(socket_);
    while (again.shake_hands() == 0) {  // until the server has seen that the others left
        again = NbdClient(socket_);
    }
    EXPECT_NE(again.read(0, 7).error, kNoAnswer);
}

}  // namespace
}  // namespace throughline::nbd
