// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/analysis/answer.h"
#include "engine/analysis/emulation.h"
#include "engine/measure/store_choice.h"
#include "tests/engine/measure/blocks_run.h"

// Runs whose reads are answered as by a store: real reads of a real file.
namespace throughline::measure {
namespace {

using testing::HasSubstr;

class EmulatedStoreRun : public BlocksRun {
protected:
    void SetUp() override {
        BlocksRun::SetUp();
        blocks_of(65536);
    }
};

TEST_F(EmulatedStoreRun, DeliversWhatItsLatencyAndItsRequestsInFlightAllow) {
    set("storage.store=aws-s3:latency=50ms:requests=1000000");
    const auto result = run();
    // The mean of a log-normal with c2 = 1 is the median times the root of 2; a body of 64 KiB
    // takes 0.7 ms at 90 MB/s.
    const double expected = 16.0 / (0.05 * 1.414 + 65536.0 / 90e6);
    EXPECT_LT(metric(result, "http_requests_per_second"), 1.25 * expected);
    EXPECT_GT(metric(result, "http_requests_per_second"), 0.6 * expected);
    EXPECT_NEAR(metric(result, "http_first_byte_p50"), 0.05, 0.02);
    EXPECT_NEAR(metric(result, "http_body_mean"), 65536.0 / 90e6, 1e-5);
    EXPECT_EQ(metric(result, "http_throttled_per_second"), 0.0);
    EXPECT_THAT(note_text(result, analysis::kStoreNote),
                HasSubstr("emulates the store aws-s3:latency=50ms:requests=1000000 (Amazon S3 "
                          "Standard)"));
}

TEST_F(EmulatedStoreRun, OneObjectIsOfOnePrefixThatNeverSplits) {
    set("storage.store=aws-s3:latency=1ms:requests=100:prefixes=8:splits=1s");
    set("storage.slow_down_seconds=0.2");
    set("duration_seconds=3");
    const auto result = run();
    EXPECT_GT(metric(result, "http_throttled_share"), 1.0);
    EXPECT_EQ(metric(result, "store_allowed_requests_per_second"), 100.0);
    EXPECT_EQ(note_text(result, "store.split"), "");
}

TEST_F(EmulatedStoreRun, ThrottlesCountsItAndSplitsItsPrefixes) {
    const std::string folder = place_.file("objects");
    std::filesystem::create_directories(folder);
    for (int i = 0; i < 64; ++i) {
        std::ofstream(folder + "/" + std::to_string(i)) << std::string(256U << 10U, 'x');
    }
    set("dataset.path=" + folder);
    set("storage.store=aws-s3:latency=1ms:requests=100:splits=100ms");
    set("storage.slow_down_seconds=0.2");
    set("duration_seconds=4");
    const auto result = run();
    EXPECT_GT(metric(result, "http_throttled_share"), 1.0);
    EXPECT_GT(metric(result, "http_retries_per_second"), 0.0);
    EXPECT_GE(metric(result, "store_allowed_requests_per_second"), 200.0);
    EXPECT_THAT(note_text(result, "store.split"), HasSubstr("1 at the beginning"));
    ASSERT_FALSE(result.samples.empty());
    EXPECT_TRUE(result.samples.front().metrics.contains("store_allowed_requests_per_second"));
}

TEST_F(EmulatedStoreRun, AWholePipelineSaysEmulatedWhereItsStorageIsJudged) {
    set("dataset.path=" + images_.path());
    set("dataset.format=auto");
    set("stages=full");
    set("storage.store=aws-s3:latency=5ms");
    set("storage.queue_depth=2");
    set("duration_seconds=1");
    const record::Study study = measure();
    EXPECT_EQ(analysis::emulated_text(study), "an emulated store");
    const analysis::Answer answer = analysis::answer_of(study);
    EXPECT_THAT(answer.headline + answer.figures + answer.grounds,
                HasSubstr("emulated store aws-s3:latency=5ms"));
}

std::string refusal(const std::string& wish) {
    const auto chosen = choose_store(wish, catalog::Catalog::built_in(), "storage.store=");
    EXPECT_FALSE(chosen) << wish;
    return chosen ? "" : chosen.error().what;
}

TEST(StoreChoice, TakesTheCataloguesFiguresAndWhatIsSaidInstead) {
    const auto catalog = catalog::Catalog::built_in();
    const auto plain = choose_store("aws-s3", catalog, "");
    ASSERT_TRUE(plain) << plain.error().what;
    EXPECT_DOUBLE_EQ(plain->rules.first_byte_s, 0.1);
    EXPECT_DOUBLE_EQ(plain->rules.requests_per_s, 5500.0);
    EXPECT_DOUBLE_EQ(plain->rules.connection_bytes_per_s, 90e6);
    EXPECT_DOUBLE_EQ(plain->rules.splits_after_s, 0.0) << "AWS publishes no time";
    EXPECT_THAT(plain->text, HasSubstr("is not published, so that it never is"));
    EXPECT_THAT(plain->text, HasSubstr("(both assumed: the store publishes a range)"));

    const auto other = choose_store(
        "aws-s3:prefixes=4:latency=30 ms:link=1GiB/s:connection=50MB:requests=700:splits=2min",
        catalog,
        "");
    ASSERT_TRUE(other) << other.error().what;
    EXPECT_EQ(other->rules.prefixes, 4U);
    EXPECT_DOUBLE_EQ(other->rules.first_byte_s, 0.03);
    EXPECT_DOUBLE_EQ(other->rules.bytes_per_s, 1073741824.0);
    EXPECT_DOUBLE_EQ(other->rules.requests_per_s, 700.0);
    EXPECT_DOUBLE_EQ(other->rules.splits_after_s, 120.0);
    const auto bucket = choose_store("gcp-gcs:latency=1s", catalog, "");
    ASSERT_TRUE(bucket) << bucket.error().what;
    EXPECT_DOUBLE_EQ(bucket->rules.splits_after_s, 1200.0);
    EXPECT_THAT(bucket->text, HasSubstr("each bucket answers 5.00 k requests/s"));
    EXPECT_THAT(bucket->text, HasSubstr("the first byte after 1 s in the median, as set"));
    EXPECT_THAT(bucket->text, testing::Not(HasSubstr("prefix")));
    const auto express = choose_store("aws-s3-express:latency=5ms", catalog, "");
    ASSERT_TRUE(express) << express.error().what;
    EXPECT_THAT(express->text, HasSubstr("each directory bucket answers"));
}

TEST(StoreChoice, DataNodesGiveAsMuchTogetherAsThereAreOfThem) {
    const auto catalog = catalog::Catalog::built_in();
    const auto one = choose_store("study-hdfs:latency=5ms", catalog, "");
    ASSERT_TRUE(one) << one.error().what;
    EXPECT_EQ(one->rules.servers, 1U);
    EXPECT_DOUBLE_EQ(one->rules.bytes_per_s, 1.375e9) << "11 Gbit/s";
    const auto four = choose_store("study-hdfs:nodes=4:latency=5ms:link=100MB", catalog, "");
    ASSERT_TRUE(four) << four.error().what;
    EXPECT_EQ(four->rules.servers, 4U);
    EXPECT_DOUBLE_EQ(four->rules.bytes_per_s, 1e8);
    EXPECT_THAT(four->text, HasSubstr("all together 400 MB/s"));
    EXPECT_THAT(refusal("aws-s3:nodes=2"), HasSubstr("'aws-s3' has no data nodes"));
    EXPECT_THAT(refusal("study-hdfs:latency=5ms:nodes=0"), HasSubstr("is none of"));
}

TEST(StoreChoice, RefusesWhatIsNotKnownWithTheWayOut) {
    EXPECT_THAT(refusal("aws-s4"), HasSubstr("storage.store=aws-s4: the catalogue has no storage"));
    EXPECT_THAT(refusal("aws-gp2"), HasSubstr("is no object store (block)"));
    EXPECT_THAT(refusal("gcp-gcs:latency=50ms:prefixes=4"),
                HasSubstr("the requests of 'gcp-gcs' are not limited by prefix (bucket)"));
    EXPECT_THAT(refusal("gcp-gcs"), HasSubstr("say which, as in gcp-gcs:latency=50ms"));
    for (const char* part : {"latency", "latency=", "latency=-1s", "prefixes=0", "speed=3", ""}) {
        EXPECT_THAT(refusal(std::string("aws-s3:") + part), HasSubstr("is none of latency=50ms"))
            << part;
    }
}

}  // namespace
}  // namespace throughline::measure
