// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/sync.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "engine/remote/file_copy.h"
#include "tests/engine/remote/lab_store.h"
#include "tests/engine/storage/temp_folder.h"

// Copies from the fault server: real sockets, real files.
namespace throughline::remote {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kPart = 64U << 10U;

class Sync : public testing::Test {
protected:
    void begin(std::vector<std::string> server) {
        lab_ = std::make_unique<LabStore>(std::move(server));
        for (int i = 0; i < 40; ++i) {
            put("class " + std::to_string(i % 4) + "/" + std::to_string(i) + ".jpg", 3000 + i);
        }
        put("shard", 20 * kPart + 17);
        put("exact", 3 * kPart);
        put("empty", 0);
        lab_->start();
    }
    void put(const std::string& path, std::size_t bytes) {
        objects_[path] = storage::pattern(bytes, static_cast<unsigned>(objects_.size()));
        lab_->put("set/" + path, objects_[path]);
    }
    std::shared_ptr<const RemoteFiles> listed() {
        auto files = list_files(lab_->open("set"), {});
        EXPECT_TRUE(files) << describe(files.error());
        return *files;
    }
    Result<SyncReport> sync(const SyncOptions& how = {},
                            const std::function<void(const SyncProgress&)>& on_progress = {}) {
        SyncOptions options = how;
        options.folder = folder();
        options.threads = 3;
        options.requests = 12;
        options.part_bytes = kPart;
        return sync_files(*listed(), options, {}, on_progress);
    }
    std::string folder() const { return place_.path("copy"); }
    std::string content(const std::string& path) const {
        std::ifstream file(folder() + "/" + path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void expect_all_there() const {
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
            files += entry.is_regular_file() ? 1 : 0;
        }
        EXPECT_EQ(files, objects_.size()) << "and nothing else";
        for (const auto& [path, bytes] : objects_) {
            EXPECT_TRUE(content(path) == bytes) << path;
        }
    }

    std::map<std::string, std::string> objects_;
    std::unique_ptr<LabStore> lab_;
    storage::TempFolder place_;
};

TEST_F(Sync, CopiesAllWithTheirPathsAndFetchesNothingTwice) {
    begin({});
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->plan.files, objects_.size());
    EXPECT_EQ(report->files_fetched, objects_.size());
    EXPECT_EQ(report->bytes_fetched, report->plan.bytes);
    EXPECT_EQ(report->checked, objects_.size() - 1) << "all but the empty one";
    expect_all_there();

    const auto requests = lab_->log()["206"] + lab_->log()["200"];
    const auto again = sync();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->files_fetched, 0U);
    EXPECT_EQ(again->plan.bytes_there, again->plan.bytes);
    EXPECT_EQ(lab_->log()["206"] + lab_->log()["200"], requests + 1) << "the listing";
}

TEST_F(Sync, IsWholeInSpiteOfThrottlingAndFaults) {
    begin({"--seed",
           "5",
           "--faults",
           "slowdown=0.05,internal=0.05,short=0.05,length=0.03,range=0.03"});
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, 0U);
    expect_all_there();
}

TEST_F(Sync, GoesOnFromWhereItWasStopped) {
    begin({"--latency", "0.1"});
    std::stop_source stop;
    const auto stopped = sync({.stop = stop.get_token()}, [&](const SyncProgress& progress) {
        if (progress.bytes_fetched > 5 * kPart) {
            stop.request_stop();
        }
    });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);

    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_GT(report->plan.bytes_there, 0U);
    EXPECT_EQ(report->bytes_fetched, report->plan.bytes - report->plan.bytes_there)
        << "what was there is not fetched again";
    expect_all_there();
}

TEST_F(Sync, APartOfAnObjectThatHasChangedIsDropped) {
    begin({});
    std::filesystem::create_directories(folder());
    std::ofstream(folder() + "/.shard.part") << std::string(2 * kPart + 5, '?');
    std::ofstream(folder() + "/.shard.object") << "\"another\"";
    std::ofstream(folder() + "/.exact.part") << std::string(kPart, '?');  // nobody knows of what
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    expect_all_there();
}

TEST_F(Sync, AFileWhoseChecksumDiffersIsNotKept) {
    begin({"--etag", "wrong"});
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, objects_.size() - 1);
    EXPECT_EQ(report->files_fetched, 1U) << "the empty one";
    EXPECT_THAT(report->first_failure->what, HasSubstr("the store says 00000000"));
    EXPECT_FALSE(std::filesystem::exists(folder() + "/shard"));
    EXPECT_FALSE(std::filesystem::exists(folder() + "/.shard.part"));
}

TEST_F(Sync, WithoutAChecksumTheLengthIsAllThatIsCompared) {
    begin({"--etag", "none"});
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->checked, 0U);
    expect_all_there();
}

TEST_F(Sync, AFileThatCannotBeHadIsCountedAndTheOthersCome) {
    begin({});
    const auto files = listed();
    std::filesystem::remove(lab_->folder() + "/set/exact");
    SyncOptions options{.folder = folder(), .threads = 2, .requests = 4, .part_bytes = kPart};
    const auto report = sync_files(*files, options, {}, {});
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, 1U);
    EXPECT_EQ(report->files_fetched, objects_.size() - 1);
    EXPECT_THAT(report->first_failure->what, HasSubstr("exact"));
}

TEST_F(Sync, AFileOfAnotherLengthIsFetchedAgain) {
    begin({});
    std::filesystem::create_directories(folder());
    std::ofstream(folder() + "/shard") << "short";
    ASSERT_TRUE(sync());
    expect_all_there();
}

TEST_F(Sync, ObjectsThatNoFileCanBeNamedAfterAreCountedAll) {
    begin({"--odd-keys", "103"});
    const auto files = listed();
    EXPECT_EQ(files->left_out().size(), 100U);
    EXPECT_EQ(files->left_out_total(), 103U);
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->plan.files_left_out, 103U);
    expect_all_there();
}

TEST_F(Sync, AnObjectThatHasGrownSinceItWasListedIsNotCutToItsOldLength) {
    begin({});
    const auto files = listed();
    lab_->put("set/shard", objects_["shard"] + "more");
    const SyncOptions options{.folder = folder(), .part_bytes = kPart};
    const auto report = sync_files(*files, options, {}, {});
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, 1U);
    EXPECT_THAT(report->first_failure->what, HasSubstr("has changed since it was listed"));
    EXPECT_THAT(report->first_failure->what, HasSubstr("set/shard"));
    EXPECT_FALSE(std::filesystem::exists(folder() + "/shard"));
}

TEST_F(Sync, APartThatIsWholeIsTakenOnlyIfTheObjectIsStillTheSame) {
    begin({});
    std::filesystem::create_directories(folder());
    std::ofstream(folder() + "/.shard.part") << std::string(objects_["shard"].size(), '?');
    std::ofstream(folder() + "/.shard.object") << "\"another\"";
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, 0U);
    expect_all_there();
}

TEST_F(Sync, AnObjectThatIsReplacedAgainAndAgainFailsAtLast) {
    begin({"--alternate"});
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, objects_.size() - 1) << "no ETag here is the MD5 of what came";
    EXPECT_FALSE(std::filesystem::exists(folder() + "/shard"));
    EXPECT_LT(lab_->log()["206"], 400U) << "begun again three times, not for ever";
}

TEST_F(Sync, OneCopyAtATimeGoesIntoAFolder) {
    begin({});
    std::filesystem::create_directories(folder());
    const auto other = open_file(folder(), O_RDONLY | O_DIRECTORY);
    ASSERT_TRUE(other && ::flock(other->get(), LOCK_EX) == 0);
    const auto report = sync();
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Busy);
}

TEST_F(Sync, APartThatAnotherCopyWritesIsLeftToIt) {
    begin({});
    std::filesystem::create_directories(folder());
    const auto other = open_file(folder() + "/.shard.part", O_RDWR | O_CREAT, 0600);
    ASSERT_TRUE(other && ::flock(other->get(), LOCK_EX) == 0);
    const auto report = sync();
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, 1U);
    EXPECT_EQ(report->first_failure->code, ErrorCode::Busy);
    EXPECT_TRUE(std::filesystem::exists(folder() + "/.shard.part"));
}

TEST_F(Sync, AFileThatAppearsMeanwhileIsNotOverwritten) {
    begin({});
    const SyncOptions options{.folder = folder(), .part_bytes = kPart};
    const auto report = sync_files(*listed(),
                                   options,
                                   [this](const SyncPlan&) {
                                       std::filesystem::create_directories(folder());
                                       std::ofstream(folder() + "/exact") << "of another";
                                   },
                                   {});
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->failed, 1U);
    EXPECT_THAT(report->first_failure->what, HasSubstr("was not there when the copy began"));
    EXPECT_EQ(content("exact"), "of another");
    EXPECT_FALSE(std::filesystem::exists(folder() + "/.exact.part"));
}

TEST_F(Sync, FetchingAgainNeedsTheSpaceOfWhatIsReplacedAtOnce) {
    begin({});
    std::filesystem::create_directories(folder());
    const std::uint64_t large = 100U << 20U;
    constexpr int kLargeFiles = 8;
    for (int i = 0; i < kLargeFiles; ++i) {
        const std::string name = "/large " + std::to_string(i);
        for (const std::string& path : {lab_->folder() + "/set" + name, folder() + name}) {
            std::ofstream(path) << "";
            std::filesystem::resize_file(path, large);  // of holes
        }
    }
    SyncOptions options{.folder = folder(), .threads = 1, .again = true};
    std::stop_source stop;
    options.stop = stop.get_token();
    SyncPlan plan;
    const auto stopped = sync_files(*listed(),
                                    options,
                                    [&](const SyncPlan& made) {
                                        plan = made;
                                        stop.request_stop();
                                    },
                                    {});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
    // What is not there, the large file under way, and two batches: one is synced, one comes
    // together, and each may end with a large file.
    EXPECT_EQ(plan.bytes_needed,
              plan.bytes - kLargeFiles * large + large + 2 * ((64U << 20U) + large));
}

TEST(FileCopy, ReadingAPartAgainCanBeStopped) {
    storage::TempFolder folder;
    std::ofstream(folder.path(".a.part")) << std::string(8U << 20U, 'x');
    std::ofstream(folder.path(".a.object")) << "\"one\"";
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = FileCopy::begin(
        {.path = folder.path("a"), .bytes = 9U << 20U, .resumes = true, .stop = stop.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
    EXPECT_EQ(std::filesystem::file_size(folder.path(".a.part")), 8U << 20U) << "it is kept";
}

TEST(EtagOfAnObject, IsAnMd5WhereItLooksLikeOne) {
    EXPECT_EQ(md5_of_etag("\"D41D8CD98F00B204E9800998ECF8427E\""),
              "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(md5_of_etag("\"d41d8cd98f00b204e9800998ecf8427e-3\""), "") << "of several parts";
    EXPECT_EQ(md5_of_etag("W/\"d41d8cd98f00b204e9800998ecf8427e\""), "");
    EXPECT_EQ(md5_of_etag(""), "");
}

}  // namespace
}  // namespace throughline::remote
