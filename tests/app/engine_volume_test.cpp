// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/small_run.h"

namespace throughline {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using tests::Outcome;
using tests::run_engine;

class EmulatedVolume : public tests::SmallRun {};

TEST_F(EmulatedVolume, IsSaidInTheTableAndKeptInTheRecordWithItsBalance) {
    const Outcome measured =
        run_engine(run_into_record({"--set", "storage.volume=aws-gp2:100GiB"}));
    ASSERT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_THAT(measured.out,
                AllOf(HasSubstr("an emulated volume"),
                      HasSubstr("emulates the volume aws-gp2:100GiB (AWS EBS gp2): 300 IOPS"),
                      HasSubstr("of 5\u202F400\u202F000 I/O credits")));
    const auto study = shown();
    EXPECT_EQ(study["runs"][0]["settings"]["storage.volume"], "aws-gp2:100GiB");
    EXPECT_GT(study["runs"][0]["metrics"]["volume_io_credits"].get<double>(), 5e6);
}

TEST_F(EmulatedVolume, IsRefusedBeforeAnythingIsMeasuredWhereItCannotBe) {
    const Outcome mapped =
        run_engine(run({"--set", "storage.volume=study-gp2", "--set", "storage.reader=mmap"}));
    EXPECT_EQ(mapped.exit_code, 2);
    EXPECT_THAT(mapped.err, HasSubstr("cannot be combined with storage.reader=mmap"));
    const Outcome unknown = run_engine(run({"--set", "storage.volume=aws-gp9:100"}));
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("the catalogue has no storage 'aws-gp9'"));
}

}  // namespace
}  // namespace throughline
