// SPDX-License-Identifier: Apache-2.0
// Data in HDFS, against the emulated name node and data nodes of tests/lab.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>

#include "engine/remote/client.h"
#include "engine/remote/hdfs_blocks.h"
#include "engine/remote/remote_files.h"
#include "engine/remote/store_trial.h"
#include "engine/remote/sync.h"
#include "tests/engine/remote/lab_store.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::remote {
namespace {

constexpr Nanoseconds kHdfsLiveness = std::chrono::seconds(60);  // a liveness limit, never reached
using Names = std::vector<std::string>;

std::string text_of(std::size_t file) {
    std::string text(2000 + file * 137, '\0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        text[i] = static_cast<char>(file * 31 + i * 7 + i / 256);
    }
    return text;
}

class Hdfs : public testing::Test {
protected:
    void begin(std::vector<std::string> arguments) {
        lab_.emplace(std::move(arguments), "hdfs_server.py");
        lab_->put("set/b/2 +%.jpg", text_of(2));
        lab_->put("set/a/1.jpg", text_of(1));
        lab_->put("set/a/deeper/3.jpg", text_of(3));
        lab_->put("set/.hidden/4.jpg", text_of(4));
        lab_->start();
    }
    std::shared_ptr<Store> open(const std::string& prefix,
                                const std::map<std::string, std::string>& environment = {},
                                std::uint32_t attempts = 30) const {
        Access access = lab_->access();
        access.retry.attempts_max = attempts;
        access.stall_timeout_s = 1.0;
        return lab_->open(lab_->in_hdfs(prefix), access, environment);
    }
    Names listed(const std::string& prefix) const {
        const auto files = list_files(open(prefix), {});
        EXPECT_TRUE(files) << describe(files.error());
        Names names;
        for (const auto& file : (*files)->files()) {
            names.push_back((*files)->key_prefix() + " " + file.path);
        }
        return names;
    }
    /// What trying the place fails with.
    std::string failure(const std::vector<std::string>& arguments,
                        const std::map<std::string, std::string>& environment = {},
                        const std::string& prefix = "set") {
        begin(arguments);
        const auto trial = try_store(open(prefix, environment, 4), "", {});
        EXPECT_FALSE(trial);
        return trial ? std::string() : describe(trial.error());
    }

    std::optional<LabStore> lab_;
};

TEST_F(Hdfs, ListsFoldersOfFoldersInTheOrderOfTheirPaths) {
    for (const auto& server : std::initializer_list<Names>{{"--page", "1"}, {}, {"--old"}}) {
        begin(server);
        EXPECT_EQ(listed("set"),
                  (Names{"data/set/ a/1.jpg", "data/set/ a/deeper/3.jpg", "data/set/ b/2 +%.jpg"}));
        EXPECT_EQ(listed("set/a/1.jpg"), Names{"data/set/a/ 1.jpg"});
        EXPECT_EQ(listed("set/a/1.jpg/"), Names{"data/set/a/ 1.jpg"});
    }
}

// One answers 400 to a batch of its own: names of a folder that batches have begun come once.
TEST_F(Hdfs, AFolderThatIsListedInBatchesGoesOnInBatches) {
    begin({"--page", "1", "--no-batch", "set/a"});
    Names all{"data/set/ a/1.jpg", "data/set/ a/deeper/3.jpg", "data/set/ b/2 +%.jpg"};
    for (int i = 10; i < 60; ++i) {
        const std::string name = "c" + std::to_string(i) + ".jpg";
        lab_->put("set/" + name, "c");
        all.push_back("data/set/ " + name);
    }
    EXPECT_EQ(listed("set"), all);
}

TEST_F(Hdfs, ReadsPartsFromDataNodesAndAsksTheNameNodeOncePerBlock) {
    begin({"--block", "1048576"});
    const auto store = open("set");
    const auto files = list_files(store, {});
    ASSERT_TRUE(files);
    auto source = (*files)->open("b/2 +%.jpg", text_of(2).size());
    ASSERT_TRUE(source);
    const auto before = lab_->log();
    const std::uint64_t connections = store->traffic.counts().connections;
    std::string whole(text_of(2).size(), '\0');
    std::string part(100, '\0');

    ASSERT_TRUE((*source)->read_at(0, std::as_writable_bytes(std::span(whole))));
    ASSERT_TRUE((*source)->read_at(7, std::as_writable_bytes(std::span(part))));

    EXPECT_EQ(whole, text_of(2));
    EXPECT_EQ(part, text_of(2).substr(7, 100));
    EXPECT_EQ(lab_->log().at("307"), 1U) << "one block";
    EXPECT_EQ(lab_->log().at("200"), before.at("200") + 2);
    EXPECT_EQ(by_name(store->traffic.counts()), lab_->log());
    EXPECT_EQ(store->traffic.counts().connections - connections, 2U)
        << "the name node and one data node";
}

/// Reads every file `rounds` times, several at once.
void read_all(Client& client, const RemoteFiles& files, std::size_t rounds) {
    const std::size_t count = files.files().size() * rounds;
    std::vector<std::string> rooms(count);
    std::vector<Reply> replies(8);
    for (std::size_t next = 0, finished = 0; finished < count;) {
        for (; next < count && client.in_flight() < 8; ++next) {
            const auto& file = files.files()[next % files.files().size()];
            rooms[next].resize(next % 3 == 0 ? file.bytes : file.bytes / 2);
            client.begin({.key = files.key_prefix() + file.path,
                          .part = next % 3 != 0,
                          .offset_bytes = next % 3 == 0 ? 0U : 50U,
                          .room = std::as_writable_bytes(std::span(rooms[next])),
                          .tag = next});
        }
        const auto came = client.wait(replies, 1, kHdfsLiveness);
        ASSERT_TRUE(came);
        for (const Reply& reply : std::span(replies).first(*came)) {
            ASSERT_FALSE(reply.refusal) << explain(*reply.refusal, client.store());
            const auto& file = files.files()[reply.tag % files.files().size()];
            const std::size_t number = std::stoul(file.path.substr(file.path.rfind('/') + 1));
            const std::size_t begin = reply.tag % 3 == 0 ? 0 : 50;
            EXPECT_EQ(rooms[reply.tag], text_of(number).substr(begin, rooms[reply.tag].size()));
            ++finished;
        }
    }
}

TEST_F(Hdfs, CountsWhatTheServersCountUnderFaultsOfEverySeed) {
    const auto [seeds, each] = lab_seeds();
    CountedAnswers all;
    for (int seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        begin({"--seed",
               std::to_string(seed),
               "--faults",
               "reset=0.03,short=0.03,length=0.03,busy=0.03,internal=0.02,io=0.03"});
        const auto store = open("set");
        const auto files = list_files(store, {});
        ASSERT_TRUE(files);
        auto client = Client::make(store, 8, static_cast<std::uint64_t>(seed));
        ASSERT_TRUE(client);

        const std::uint64_t listing = store->traffic.counts().bytes;

        read_all(**client, **files, each / (*files)->files().size());

        const TrafficCounts counts = store->traffic.counts();
        EXPECT_EQ(by_name(counts), lab_->log());
        EXPECT_EQ(counts.bytes - listing, lab_->told("__bytes").at("used"));
        EXPECT_GT(counts.of(Answer::NodeFault), 0U);
        all.add(counts);
    }
    std::cout << all.text();
}

TEST_F(Hdfs, GoesToAnotherDataNodeWhereOneIsSilent) {
    begin({"--nodes", "1", "--dead", "1"});
    const auto store = open("set");
    const auto trial = try_store(store, "", {});

    ASSERT_TRUE(trial) << describe(trial.error());
    EXPECT_EQ(store->traffic.counts().of(Answer::Refused), 1U);
    EXPECT_EQ(store->traffic.counts().of(Answer::DataNode), 2U);
}

TEST_F(Hdfs, ANameNodeThatAnswersTheBytesItselfIsTaken) {
    begin({"--direct"});
    EXPECT_TRUE(try_store(open("set"), "", {}));
}

TEST_F(Hdfs, DataNodesAreReachedByTheWayThatIsGiven) {
    begin({"--named", "node-inside.invalid"});
    Access access = lab_->access();
    access.data_nodes = "node-inside.invalid=127.0.0.1";
    const auto trial = try_store(lab_->open(lab_->in_hdfs("set"), access, {}), "", {});
    EXPECT_TRUE(trial) << describe(trial.error());
}

TEST_F(Hdfs, SaysWhichDataNodeCannotBeReached) {
    const std::string dead = failure({"--nodes", "0", "--dead", "1"});
    EXPECT_NE(dead.find("the data node 127.0.0.1:"), std::string::npos) << dead;
    const std::string unknown = failure({"--named", "node-inside.invalid"});
    EXPECT_NE(unknown.find("node-inside.invalid"), std::string::npos) << unknown;
    const std::string silent = failure({"--hang"});
    EXPECT_NE(silent.find("127.0.0."), std::string::npos) << silent;
}

TEST_F(Hdfs, SaysWhatTheNameNodeSays) {
    const auto expect = [](const std::string& said, std::initializer_list<const char*> words) {
        for (const char* const word : words) {
            EXPECT_NE(said.find(word), std::string::npos) << said;
        }
        EXPECT_EQ(said.find("alice"), std::string::npos) << said;
        EXPECT_EQ(said.find("sesame"), std::string::npos) << said;
    };
    expect(failure({"--state", "standby"}), {"127.0.0.1:", "standby name node"});
    expect(failure({"--state", "safemode"}), {"safe mode"});
    expect(failure({}, {}, "nothing"), {"webhdfs://127.0.0.1:", "/data/nothing", "no such file"});
    expect(failure({"--user", "bob"}, {{"HADOOP_USER_NAME", "alice"}}),
           {"the name node refuses it", "Permission denied", "READ_EXECUTE"});
    expect(failure({"--token", "right"}, {{"HADOOP_DELEGATION_TOKEN", "sesame"}}),
           {"delegation token has expired"});
    expect(failure({"--token", "right"}), {"HADOOP_TOKEN_FILE_LOCATION", "Kerberos"});
    expect(failure({"--listing", "garbage"}), {"is this a name node?"});
    expect(failure({"--listing", "foreign"}), {"leads elsewhere"});
    expect(failure({"--nowhere"}), {"sends the request on"});
}

TEST_F(Hdfs, AListingThatGoesRoundEnds) {
    begin({"--listing", "loop"});
    const auto files = list_files(open("set"), {});
    ASSERT_FALSE(files);
    EXPECT_NE(describe(files.error()).find("repeats itself"), std::string::npos);
}

TEST_F(Hdfs, TheRightUserAndTheRightTokenMayRead) {
    begin({"--user", "bob"});
    EXPECT_TRUE(try_store(open("set", {{"HADOOP_USER_NAME", "bob"}}), "", {}));
    begin({"--token", "a+b/c"});
    EXPECT_TRUE(try_store(open("set", {{"HADOOP_DELEGATION_TOKEN", "a+b/c"}}), "", {}));
}

TEST_F(Hdfs, TellsWhereBlocksLieOrWhyNot) {
    for (const auto& server :
         std::initializer_list<Names>{{"--block", "1024"}, {"--block", "1024", "--old"}}) {
        begin(server);
        const auto files = list_files(open("set/a"), {});
        const auto survey = survey_blocks(**files, 64, {});
        ASSERT_TRUE(survey) << describe(survey.error());
        EXPECT_EQ(survey->files, 2U);
        EXPECT_EQ(survey->blocks, 6U);
        EXPECT_EQ(survey->block_bytes_max, 1024U);
        EXPECT_DOUBLE_EQ(survey->copies_mean, 2.0);
        EXPECT_DOUBLE_EQ(survey->share_of_host.at("node1"), 0.5);
    }
    begin({"--no-blocks"});
    const auto none = survey_blocks(**list_files(open("set"), {}), 64, {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::Unsupported);
}

TEST_F(Hdfs, IsCopiedToAFolder) {
    begin({"--faults", "reset=0.1,length=0.1"});
    const fixtures::TemporaryFolder place;
    const auto files = list_files(open("set"), {});
    ASSERT_TRUE(files);
    const auto report =
        sync_files(**files, {.folder = place.path() + "/copy", .part_bytes = 512}, {}, {});
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->files_fetched, 3U);
    EXPECT_EQ(report->failed, 0U);
    EXPECT_EQ(*read_whole_file(place.path() + "/copy/a/deeper/3.jpg", 1U << 20U), text_of(3));
}

}  // namespace
}  // namespace throughline::remote
