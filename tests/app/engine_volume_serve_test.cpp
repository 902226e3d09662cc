// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

// `volume`: the real program, with the clients of libnbd where they are installed.
namespace throughline::tests {
namespace {

using nlohmann::literals::operator""_json_pointer;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::chrono::seconds kPatience{30};

/// What a shell prints of a command, both streams.
std::string shell(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen((command + " 2>&1").c_str(), "r"),
                                                     &::pclose);
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe.get())) {
        text.append(part.data(), count);
    }
    return text;
}

bool has_libnbd() {
    return shell("nbdinfo --version && nbdcopy --version").find("nbdcopy 1.") != std::string::npos;
}

/// The last line of JSON lines that has this type.
nlohmann::json last_of(const std::string& lines, const std::string& type) {
    nlohmann::json found;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size());
        auto json = nlohmann::json::parse(lines.substr(at, end - at), nullptr, false);
        if (json.is_object() && json.value("type", "") == type) {
            found = std::move(json);
        }
        at = end + 1;
    }
    return found;
}

class VolumeServe : public testing::Test {
protected:
    std::string disk(std::size_t bytes = 1U << 20U) {
        const std::string path = folder_.file("disk");
        std::string content(bytes, '\0');
        for (std::size_t i = 0; i < bytes; ++i) {
            content[i] = static_cast<char>('a' + i / 4096 % 26);
        }
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }
    std::vector<std::string> serve(const std::vector<std::string>& more) const {
        std::vector<std::string> arguments{"volume", "serve", "--socket", socket_};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    std::string uri() const { return "'nbd+unix:///?socket=" + socket_ + "'"; }

    fixtures::TemporaryFolder folder_;
    std::string socket_ = folder_.file("socket");
};

TEST_F(VolumeServe, SaysHowToConnectAndStopsCleanly) {
    EngineProcess server(serve({"aws-gp2:100GiB", disk()}));
    ASSERT_TRUE(server.wait_for_text("Ctrl+C stops.", kPatience));
    EXPECT_THAT(server.out_so_far(),
                AllOf(HasSubstr("1.00 MiB, read-only"),
                      HasSubstr("emulates the volume aws-gp2:100GiB"),
                      HasSubstr("nbdinfo " + uri()),
                      HasSubstr("--ioengine=nbd --uri=" + uri()),
                      HasSubstr("nbdfuse -r disk/volume " + uri()),
                      HasSubstr("nbd-client -unix '" + socket_ + "' -readonly")));
    server.send_signal(SIGTERM);
    const Outcome outcome = server.finish();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Served 0 reads"));
    EXPECT_FALSE(std::ifstream(socket_).good());
}

TEST_F(VolumeServe, LibnbdReadsAndWritesThroughIt) {
    if (!has_libnbd()) {
        GTEST_SKIP() << "nbdinfo and nbdcopy are missing (package libnbd-bin)";
    }
    const std::string path = disk();
    {
        EngineProcess server(serve({"aws-gp3:100GiB", path, "--events"}));
        ASSERT_TRUE(server.wait_for_text("\"serving\"", kPatience));
        EXPECT_THAT(shell("nbdinfo " + uri()),
                    AllOf(HasSubstr("newstyle-fixed without TLS, using simple packets"),
                          HasSubstr("export-size: 1048576 (1M)"),
                          HasSubstr("is_read_only: true"),
                          HasSubstr("can_multi_conn: true"),
                          HasSubstr("block_size_preferred: 4096")));
        EXPECT_THAT(shell("nbdinfo --list " + uri()), HasSubstr("export=\"aws-gp3:100GiB\":"));
        EXPECT_EQ(shell("nbdcopy " + uri() + " " + folder_.file("copy")), "");
        EXPECT_EQ(shell("cmp " + path + " " + folder_.file("copy")), "");
        server.send_signal(SIGINT);
        const Outcome outcome = server.finish();
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        const auto ended = last_of(outcome.out, "ended");
        EXPECT_GE(ended.value("bytes_read", 0U), 1U << 20U) << "nbdinfo looks at the content";
        EXPECT_EQ(ended.value("errors", -1), 0);
        EXPECT_FALSE(ended.contains("credits_gone_s"));
    }
    EngineProcess server(serve({"aws-gp3:100GiB", folder_.file("new"), "--create", "1MiB"}));
    ASSERT_TRUE(server.wait_for_text("1.00 MiB, writable", kPatience));
    EXPECT_EQ(shell("nbdcopy --flush " + path + " " + uri()), "");
    server.send_signal(SIGINT);
    EXPECT_EQ(server.finish().exit_code, 0);
    EXPECT_EQ(shell("cmp " + path + " " + folder_.file("new")), "");
}

TEST_F(VolumeServe, APortServesThisMachineAndCreditsAreInTheEvents) {
    EngineProcess server({"volume",
                          "serve",
                          "aws-gp2:100GiB",
                          disk(),
                          "--port",
                          "0",
                          "--events",
                          "--credits",
                          "27000",
                          "--instance",
                          "g4dn.xlarge"});
    ASSERT_TRUE(server.wait_for_text("\"status\"", kPatience));
    server.send_signal(SIGINT);
    const Outcome outcome = server.finish();
    EXPECT_THAT(last_of(outcome.out, "serving").value("uri", ""),
                testing::StartsWith("nbd://127.0.0.1:"));
    const auto status = last_of(outcome.out, "status");
    EXPECT_EQ(status.value("io_credits", -1.0), 27000.0);
    EXPECT_EQ(status.value("instance_credits_share", -1.0), 1.0);
    EXPECT_EQ(status.value("reads_per_s", -1.0), 0.0);
    EXPECT_FALSE(status.contains("held_share")) << "of no request there is none";
}

TEST_F(VolumeServe, RefusesWhatItMustNotServe) {
    const std::string path = disk(4096);
    const std::vector<std::pair<std::vector<std::string>, std::string>> refusals{
        {{"aws-gp2:100", "/dev/null"}, "never served"},
        {{"aws-gp2:100", folder_.path()}, "never served"},
        {{"aws-gp2:100", folder_.file("none")}, "--create SIZE"},
        {{"aws-gp2:100", path, "--create", "1MiB"}, "is there already"},
        {{"aws-gp2:100", folder_.file("new"), "--create", "lots"}, "must be a size"},
        {{"aws-gp9:100", path}, "no storage 'aws-gp9'"},
        {{"aws-gp2", path}, "give the size of the volume"},
        {{"aws-gp2:100", path, "--credits", "9e9"}, "--credits 9e9: must be full"},
        {{"aws-gp2:100", path, "--instance", "p9"}, "--instance p9: the catalogue has no such"},
        {{"aws-gp2:100", path, "--writable", "--read-only"}, "excludes"}};
    for (const auto& [arguments, said] : refusals) {
        const Outcome outcome = run_engine(serve(arguments));
        EXPECT_NE(outcome.exit_code, 0) << said;
        EXPECT_THAT(outcome.err, HasSubstr(said));
    }
    EXPECT_THAT(shell("cat " + path), HasSubstr("aaaa"));
}

TEST(VolumeCommand, ListsAndDescribesWithSources) {
    const Outcome list = run_engine({"volume", "list"});
    EXPECT_THAT(list.out,
                AllOf(HasSubstr("aws-gp2"),
                      HasSubstr("1 to 16384 GiB"),
                      HasSubstr("ec2-"),
                      HasSubstr("azure-direct-nvme"),
                      Not(HasSubstr("aws-s3"))));
    EXPECT_THAT(run_engine({"volume", "list", "azure", "premium"}).out,
                AllOf(HasSubstr("azure-premium-v2"), Not(HasSubstr("aws-gp2"))));
    const auto json = run_engine({"volume", "list", "--json"}).json();
    ASSERT_TRUE(json.is_array());
    EXPECT_GT(json.size(), 12U);

    const Outcome text = run_engine({"volume", "describe", "aws-gp2:100GiB"});
    EXPECT_THAT(text.out,
                AllOf(HasSubstr("with credits 3.00 k IOPS for 2000 s (33:20)"),
                      HasSubstr("full again after 5:00:00 without requests"),
                      HasSubstr("256 KiB"),
                      HasSubstr("source")));
    const auto facts =
        run_engine({"volume", "describe", "aws-gp2:100", "--credits", "27000", "--json"}).json();
    EXPECT_EQ(facts.value("/iops/baseline"_json_pointer, -1.0), 300.0);
    EXPECT_EQ(facts.value("/iops/burst_lasts_s"_json_pointer, -1.0), 10.0);
    EXPECT_EQ(facts.value("/bytes_per_s/burst"_json_pointer, -1.0), -1.0) << "it has none";
    EXPECT_EQ(facts.value("/latency_s/gap"_json_pointer, ""), "not published; nothing is added");
    const Outcome instance =
        run_engine({"volume", "describe", "aws-gp3:500", "--instance", "g4dn.xlarge"});
    EXPECT_THAT(instance.out, HasSubstr("119 MB/s; with credits 438 MB/s for 1800 s (30:00)"));
}

}  // namespace
}  // namespace throughline::tests
