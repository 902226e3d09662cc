// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/job_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::remote_run {
namespace {

const std::string kId = "0a1b2c3d-0000-4000-8000-000000000000";

class JobFolderTest : public ::testing::Test {
protected:
    Result<JobFolder::Made> make(const std::string& id = kId) const {
        return JobFolder::make(root_.path(), {.act = Act::Run, .id = id, .spec_json = "{}"});
    }

    fixtures::TemporaryFolder root_;
};

TEST_F(JobFolderTest, RunIsMeasuredAsLongAsItsLockIsHeld) {
    auto made = make();
    ASSERT_TRUE(made) << made.error().what;
    EXPECT_EQ(made->job.state(), JobState::Measuring);
    EXPECT_FALSE(made->job.end());
    made->lock.reset();
    EXPECT_EQ(made->job.state(), JobState::Interrupted);
}

// Goal: nobody waits for a run that was never begun. Method: a folder without its lock, as one is
// left whose making was cut short.
TEST_F(JobFolderTest, AFolderWithoutALockIsOfNoRunThatGoesOn) {
    const auto made = make();
    ASSERT_TRUE(made);
    ASSERT_TRUE(std::filesystem::remove(made->job.lock_file()));
    EXPECT_EQ(made->job.state(), JobState::Interrupted);
    EXPECT_TRUE(made->job.end());
    EXPECT_FALSE(std::filesystem::exists(made->job.lock_file())) << "looking makes none";
    ASSERT_TRUE(made->job.remove());
    EXPECT_FALSE(made->job.end()) << "one that is gone has no end";
}

TEST_F(JobFolderTest, RecordOfAnInterruptedRunIsStillDescribed) {
    auto made = make();
    ASSERT_TRUE(made);
    ASSERT_TRUE(write_file_atomically(made->job.record_file(), "abc"));
    made->lock.reset();
    const auto end = made->job.end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->exit_code, -1);
    EXPECT_EQ(end->record_bytes, 3);
    EXPECT_EQ(end->record_sha256,
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(JobFolderTest, IsFoundByTheBeginningOfItsId) {
    ASSERT_TRUE(make());
    EXPECT_TRUE(JobFolder::find(root_.path(), "0a1b"));
    EXPECT_FALSE(JobFolder::find(root_.path(), "ffff"));
    ASSERT_TRUE(make("0a1bffff"));
    const auto both = JobFolder::find(root_.path(), "0a1b");
    ASSERT_FALSE(both);
    EXPECT_EQ(both.error().code, ErrorCode::Usage);
    EXPECT_EQ(job_rows(root_.path()).size(), 2U);
}

// The id comes over the network: it must not lead out of the folder.
TEST_F(JobFolderTest, WhatIsNoIdIsRefused) {
    for (const char* const id : {"", "..", "../../etc", "a/b", ".x", "A"}) {
        EXPECT_FALSE(make(id)) << id;
        EXPECT_FALSE(JobFolder::find(root_.path(), id)) << id;
    }
}

TEST_F(JobFolderTest, GoesAsAWhole) {
    const auto made = make();
    ASSERT_TRUE(made);
    made->job.command("nobody reads this");
    ASSERT_TRUE(made->job.remove());
    EXPECT_TRUE(std::filesystem::is_empty(root_.path()));
}

}  // namespace
}  // namespace throughline::remote_run
