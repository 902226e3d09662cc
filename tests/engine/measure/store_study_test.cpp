// SPDX-License-Identifier: Apache-2.0
// Studies of data sets in a store: the fault server of tests/lab, the real pipeline, a real record.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "engine/base/file_descriptor.h"
#include "tests/engine/measure/run_study.h"
#include "tests/engine/remote/lab_store.h"

namespace throughline::measure {
namespace {

class StoreStudy : public RunStudy {
protected:
    void SetUp() override {
        RunStudy::SetUp();
        // Whoever runs the tests may have keys of their own. No other thread runs yet.
        set_variable("AWS_SHARED_CREDENTIALS_FILE", "/dev/null");
        set_variable("AWS_CONFIG_FILE", "/dev/null");
        set_variable("AWS_ACCESS_KEY_ID", "");
        set_variable("AWS_SECRET_ACCESS_KEY", "");
    }
    static void set_variable(const char* name, const char* value) {
        ::setenv(name, value, 1);  // NOLINT(concurrency-mt-unsafe)
    }
    void begin(std::vector<std::string> server) {
        lab_ = std::make_unique<remote::LabStore>(std::move(server));
        std::filesystem::create_directories(lab_->folder() + "/set");
        fixtures::write_jpegs(lab_->folder() + "/set", 48);
        lab_->start();
        set("dataset.path=s3://data/set");
        set("storage.endpoint=" + lab_->endpoint());
        set("storage.slow_down_seconds=0.01");
        set("storage.retry_seconds=0.01");
        set("storage.queue_depth=8");
    }
    Error refusal() {
        auto prepared = prepare_study(spec_, {});
        EXPECT_FALSE(prepared);
        return prepared ? Error{} : prepared.error();
    }

    std::unique_ptr<remote::LabStore> lab_;
};

TEST_F(StoreStudy, LosesNoImageUnderFaultsAndRecordsWhatBecameOfTheRequests) {
    set_variable("AWS_ACCESS_KEY_ID", "lab");
    set_variable("AWS_SECRET_ACCESS_KEY", "labsecret");
    begin({"--faults", "slowdown=0.2,reset=0.05,short=0.05"});
    set("duration_seconds=0");
    set("epochs=3");

    const record::Study study = measure();

    const auto& run = study.runs.at(0);
    EXPECT_EQ(run.status, record::RunStatus::Done);
    EXPECT_EQ(metric(run, "failed_images"), 0.0);
    const double seconds = 3.0 * metric(run, "epoch_time");
    EXPECT_NEAR(metric(run, "http_answers_per_second{answer=200}") * seconds, 3.0 * 48.0, 0.5);
    EXPECT_GT(metric(run, "http_throttled_share"), 5.0);
    EXPECT_LT(metric(run, "http_throttled_share"), 50.0);
    EXPECT_GT(metric(run, "http_lost_seconds"), 0.0);
    EXPECT_GT(metric(run, "http_requests_waiting"), 0.0);
    EXPECT_GT(metric(run, "http_first_byte_p50"), 0.0);
    EXPECT_TRUE(has_note(run, "cache.far"));
    EXPECT_EQ(spec::text_or_empty(study.header.environment, "dataset.1.file_system"), "s3");
    EXPECT_FALSE(run.metrics.contains("cache_served_share"));
    const auto text = read_whole_file(record_);
    ASSERT_TRUE(text);
    EXPECT_EQ(text->find("labsecret"), std::string::npos);
}

// Goal: connections that break are no refusals: they hold requests back, but the store does not.
TEST_F(StoreStudy, BrokenConnectionsAreNotToldAsRefusals) {
    begin({"--anonymous", "--faults", "reset=0.1"});
    set("storage.sign_in=anonymous");
    set("duration_seconds=0");
    set("epochs=3");

    const record::Study study = measure();
    const auto& run = study.runs.at(0);

    EXPECT_GT(metric(run, "http_requests_held_back"), 0.0);
    EXPECT_EQ(metric(run, "http_requests_waiting"), 0.0);
}

TEST_F(StoreStudy, StreamsTheObjectsOfAPublicStoreInChunks) {
    begin({"--anonymous"});
    set("storage.sign_in=anonymous");
    set("stages=storage");
    set("dataset.format=blocks");
    set("dataset.block_bytes=1024");
    set("dataset.access=sequential");

    const record::Study study = measure();

    const auto& run = study.runs.at(0);
    EXPECT_EQ(run.status, record::RunStatus::Done);
    EXPECT_GT(metric(run, "images_per_second"), 0.0);
    EXPECT_GT(metric(run, "http_answers_per_second{answer=206}"), 0.0);
    EXPECT_EQ(metric(run, "http_retries_per_second"), 0.0);
}

TEST_F(StoreStudy, DecodesAloneWhatItHasFetchedBefore) {
    begin({"--anonymous"});
    set("storage.sign_in=anonymous");
    set("stages=decode");

    const record::Study study = measure();

    EXPECT_EQ(study.runs.at(0).status, record::RunStatus::Done);
    EXPECT_GT(metric(study.runs.at(0), "images_per_second"), 0.0);
    EXPECT_FALSE(study.runs.at(0).metrics.contains("http_requests_per_second"));
}

TEST_F(StoreStudy, IsRefusedWithoutKeysOrWithSettingsOfADisk) {
    begin({});
    EXPECT_NE(refusal().what.find("AWS_ACCESS_KEY_ID"), std::string::npos);
    set("storage.direct=false");
    EXPECT_NE(refusal().what.find("storage.direct=false needs"), std::string::npos);
}

TEST_F(StoreStudy, SettingsOfAStoreAreRefusedForADisk) {
    set("storage.retry_attempts=3");
    EXPECT_NE(refusal().what.find("needs a data set in a store"), std::string::npos);
}

}  // namespace
}  // namespace throughline::measure
