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

TEST_F(EmulatedVolume, AStoreIsSaidWithWhatItRefused) {
    const Outcome measured = run_engine(
        run_into_record({"--set", "storage.store=aws-s3:latency=2ms", "--set", "stages=storage"}));
    ASSERT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_THAT(measured.out,
                AllOf(HasSubstr("an emulated store"),
                      HasSubstr("emulates the store aws-s3:latency=2ms (Amazon S3 Standard)")));
    const auto metrics = shown()["runs"][0]["metrics"];
    EXPECT_GT(metrics["http_requests_per_second"].get<double>(), 0.0);
    EXPECT_EQ(metrics["store_allowed_requests_per_second"], 5500.0);
    const Outcome listed = run_engine({"store", "list"});
    EXPECT_THAT(listed.out, HasSubstr("aws-s3-express"));
    const Outcome described = run_engine({"store", "describe", "gcp-gcs"});
    EXPECT_EQ(described.exit_code, 2);
    EXPECT_THAT(described.err, HasSubstr("gcp-gcs:latency=50ms"));
}

}  // namespace
}  // namespace throughline
