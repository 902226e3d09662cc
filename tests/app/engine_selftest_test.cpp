// SPDX-License-Identifier: Apache-2.0
// `throughline-engine selftest`: the stand-in, held back in known ways, and what is said of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(EngineSelftest, SetsWhatWasSaidBesideWhatIsTrueAndKeepsTheRecords) {
    const fixtures::TemporaryFolder scratch;
    const std::string records = scratch.file("records");
    const Outcome outcome = run_engine({"selftest",
                                        "--rounds",
                                        "1",
                                        "--seconds",
                                        "3",
                                        "--folder",
                                        scratch.path(),
                                        "--case",
                                        "slow_consumer",
                                        "full_link",
                                        "--json",
                                        "-o",
                                        records});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    const auto answer = outcome.json();
    EXPECT_EQ(answer["count"], 2) << answer.dump(1);
    EXPECT_EQ(answer["right"], 2);
    EXPECT_EQ(answer["passed"], true);
    EXPECT_EQ(answer["matrix"]["consumer"]["consumer"], 1);
    EXPECT_EQ(answer["matrix"]["network"]["network"], 1);
    EXPECT_GT(answer["cases"][0].value("images_per_second", 0.0), 0.0);
    const auto study = run_engine({"show", records + "/full_link-1.tlrun", "--json"}).json();
    EXPECT_EQ(study["verdict"]["limit"], "network") << study.dump(1);
    // Its folder of files goes.
    for (const auto& left : std::filesystem::directory_iterator(scratch.path())) {
        EXPECT_EQ(left.path(), records);
    }
}

TEST(EngineSelftest, SaysWhyACaseIsLeftOutAndThatNothingWasShown) {
    const Outcome outcome = run_engine({"selftest",
                                        "--rounds",
                                        "1",
                                        "--seconds",
                                        "2",
                                        "--folder",
                                        "/dev/shm",
                                        "--case",
                                        "slow_reads"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("left out"), HasSubstr("not met")));
}

TEST(EngineSelftest, RefusesWhatItDoesNotKnow) {
    EXPECT_EQ(run_engine({"selftest", "--case", "slow_moon"}).exit_code, 2);
    EXPECT_EQ(run_engine({"selftest", "job", "--workers", "0"}).exit_code, 2);
    const Outcome none = run_engine({"selftest", "job", "--folder", "/nowhere"});
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_THAT(none.err, HasSubstr("/nowhere"));
}

}  // namespace
}  // namespace throughline::tests
