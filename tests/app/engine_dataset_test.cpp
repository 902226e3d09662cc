// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::HasSubstr;

TEST(EngineDataset, MakesInspectsAndDeletesTwentyImages) {
    const fixtures::TemporaryFolder scratch;
    const std::string folder = scratch.file("set");

    const Outcome made =
        run_engine({"dataset", "make", folder, "--images", "20", "--threads", "2", "--json"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    ASSERT_TRUE(made.json().is_object()) << made.out;
    EXPECT_EQ(made.json().at("status"), "done");
    EXPECT_EQ(made.json().at("images"), 20);
    EXPECT_GT(made.json().at("bytes").get<std::uint64_t>(), 20'000U);
    EXPECT_GT(made.json().at("plan").at("bytes_free").get<std::uint64_t>(), 0U);

    const Outcome inspected = run_engine({"dataset", "inspect", folder, "--json"});
    ASSERT_EQ(inspected.exit_code, 0) << inspected.err;
    ASSERT_TRUE(inspected.json().is_object()) << inspected.out;
    EXPECT_EQ(inspected.json().at("images"), 20);
    EXPECT_EQ(inspected.json().at("bytes"), made.json().at("bytes"));

    const Outcome deleted = run_engine({"dataset", "delete", folder});
    EXPECT_EQ(deleted.exit_code, 0) << deleted.err;
    EXPECT_EQ(run_engine({"dataset", "inspect", folder}).exit_code, 1);
}

TEST(EngineDataset, TextSaysWhatIsWrittenAndHowMuchIsFreeBeforeItStarts) {
    const fixtures::TemporaryFolder scratch;
    const std::string folder = scratch.file("set");
    const Outcome made = run_engine({"dataset", "make", folder, "--images", "6", "--unique", "3"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("6 images (3 different ones), about "));
    EXPECT_THAT(made.out, HasSubstr("; free there: "));
    EXPECT_LT(made.out.find("free there"), made.out.find("made 6 images"));
}

TEST(EngineDataset, DryRunWritesNothing) {
    const fixtures::TemporaryFolder scratch;
    const std::string folder = scratch.file("set");
    const Outcome planned =
        run_engine({"dataset", "make", folder, "--images", "1000", "--dry-run", "--json"});
    ASSERT_EQ(planned.exit_code, 0) << planned.err;
    EXPECT_EQ(planned.json().at("plan").at("images"), 1000);
    EXPECT_FALSE(std::filesystem::exists(folder));
}

// Goal: Ctrl+C keeps what is whole. Method: a data set too large to finish, interrupted as soon as
// progress shows, then inspected and deleted.
TEST(EngineDataset, InterruptedKeepsWholeImagesAndSaysSo) {
    const fixtures::TemporaryFolder scratch;
    const std::string folder = scratch.file("set");
    EngineProcess process({"dataset",
                           "make",
                           folder,
                           "--images",
                           "100000",
                           "--unique",
                           "4",
                           "--file-bytes",
                           "4000",
                           "--json",
                           "--events"});
    ASSERT_TRUE(process.wait_for_text("\"images_done\":", std::chrono::seconds(60)));

    process.send_signal(SIGINT);
    const Outcome outcome = process.finish();

    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("images are kept in " + folder));
    EXPECT_THAT(outcome.out, HasSubstr("\"status\":\"stopped\""));
    EXPECT_EQ(run_engine({"dataset", "delete", folder}).exit_code, 0);
}

TEST(EngineDataset, ConvertsToShardsThatInspectVerifies) {
    const fixtures::TemporaryFolder scratch;
    const std::string source = scratch.file("source");
    const std::string shards = scratch.file("shards");
    ASSERT_EQ(
        run_engine({"dataset", "make", source, "--images", "12", "--file-bytes", "4000"}).exit_code,
        0);

    const Outcome converted = run_engine(
        {"dataset", "convert", source, shards, "--format", "tfrecord", "--shards", "3", "--json"});
    ASSERT_EQ(converted.exit_code, 0) << converted.err;
    EXPECT_EQ(converted.json().at("images"), 12);
    EXPECT_EQ(converted.json().at("shards"), 3);

    const Outcome inspected = run_engine({"dataset", "inspect", shards, "--verify", "--json"});
    ASSERT_EQ(inspected.exit_code, 0) << inspected.err;
    EXPECT_EQ(inspected.json().at("format"), "tfrecord");
    EXPECT_EQ(inspected.json().at("files"), 3);
    EXPECT_EQ(inspected.json().at("images"), 12);
    EXPECT_EQ(inspected.json().at("faulty"), 0);
    EXPECT_EQ(inspected.json().at("file_bytes"), converted.json().at("bytes"));

    std::filesystem::resize_file(shards + "/shard-00001-of-00003.tfrecord", 6'000);
    const Outcome damaged = run_engine({"dataset", "inspect", shards, "--verify"});
    EXPECT_EQ(damaged.exit_code, 1);
    EXPECT_THAT(damaged.out, HasSubstr("'shard-00001-of-00003.tfrecord': record 1 at byte "));
}

TEST(EngineDataset, ConvertSaysWhichFormatsThereAre) {
    const Outcome outcome = run_engine({"dataset", "convert", "a", "b", "--format", "zip"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("recordio"));
}

TEST(EngineDataset, DeleteRefusesAFolderThatIsNotOurs) {
    const fixtures::TemporaryFolder scratch;
    std::filesystem::create_directories(scratch.file("photos"));
    const Outcome outcome = run_engine({"dataset", "delete", scratch.file("photos")});
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(scratch.file("photos")));
}

TEST(EngineDataset, FolderWithoutJpegsSaysWhatIsThereInstead) {
    const fixtures::TemporaryFolder scratch;
    std::filesystem::copy_file("/proc/self/status", scratch.file("a.txt"));
    const Outcome outcome = run_engine({"dataset", "inspect", scratch.file("")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("0 of 1 file"));
    EXPECT_THAT(outcome.err, HasSubstr("holds JPEG images"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("damaged")));
}

}  // namespace
}  // namespace throughline::tests
