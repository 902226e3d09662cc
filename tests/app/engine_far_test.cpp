// SPDX-License-Identifier: Apache-2.0
// `throughline-engine dataset list` and `dataset test` against the fault server of tests/lab.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "tests/app/small_run.h"
#include "tests/engine/remote/lab_store.h"
#include "tests/fixtures/kept_environment.h"

namespace throughline {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::EngineProcess;
using tests::Outcome;
using tests::run_engine;

constexpr std::chrono::seconds kStorePatience{120};

class FarCommands : public tests::SmallRun {
protected:
    void SetUp() override {
        SmallRun::SetUp();
        sign_in("lab", "labsecret");
        ::setenv("HOME", place_.path().c_str(), 1);
        for (const char* const variable : {"AWS_PROFILE", "AWS_ENDPOINT_URL", "AWS_REGION"}) {
            ::unsetenv(variable);
        }
    }
    static void sign_in(const char* key, const char* secret) {
        for (const auto& [name, value] :
             {std::pair("AWS_ACCESS_KEY_ID", key), std::pair("AWS_SECRET_ACCESS_KEY", secret)}) {
            *value == '\0' ? ::unsetenv(name) : ::setenv(name, value, 1);
        }
    }
    void begin(const std::vector<std::string>& arguments = {}) {
        lab_.emplace(arguments);
        lab_->put("set/b/2.jpg", "two!");
        lab_->put("set/a/1.jpg", "one");
        lab_->start();
    }
    Outcome dataset(const std::string& command,
                    std::vector<std::string> more = {},
                    const std::string& path = "s3://data/set") const {
        more.insert(more.begin(),
                    {"dataset", command, path, "--set", "storage.endpoint=" + lab_->endpoint()});
        const Outcome outcome = run_engine(more);
        EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("labsecret")));
        return outcome;
    }

    const fixtures::KeptEnvironment kept_{"HOME",
                                          "AWS_ACCESS_KEY_ID",
                                          "AWS_SECRET_ACCESS_KEY",
                                          "AWS_PROFILE",
                                          "AWS_ENDPOINT_URL",
                                          "AWS_REGION"};
    std::optional<remote::LabStore> lab_;
};

TEST_F(FarCommands, TestTellsHowManyObjectsThereAreAndReadsOne) {
    begin();
    const Outcome told = dataset("test");
    EXPECT_EQ(told.exit_code, 0) << told.err;
    EXPECT_THAT(told.out,
                AllOf(HasSubstr("2 objects, listed in "),
                      HasSubstr("first: s3://data/set/a/1.jpg, 3.00 B, first byte after "),
                      HasSubstr("region us-east-1; signed in by the keys of the environment")));
    const auto answer = dataset("test", {"--json"}).json();
    EXPECT_EQ(answer["objects"], 2);
    EXPECT_EQ(answer["has_more"], false);
    EXPECT_EQ(answer["first"], "s3://data/set/a/1.jpg");
    EXPECT_GT(answer["first_byte_seconds"].get<double>(), 0.0);
    EXPECT_EQ(lab_->log().at("200"), 2U) << "two listings";
    EXPECT_EQ(lab_->log().at("206"), 2U) << "and a byte each";
}

TEST_F(FarCommands, TestLooksAtOnePageOfAHugeBucket) {
    begin({"--page", "1", "--listing", "endless"});
    const Outcome told = dataset("test");
    EXPECT_EQ(told.exit_code, 0) << told.err;
    EXPECT_THAT(told.out, HasSubstr("more than 1 object,"));
}

// Goal: a look at the images of a huge bucket lists one page, and says so and whom it asked.
TEST_F(FarCommands, InspectCanLookAtOnePage) {
    begin({"--page", "2", "--listing", "endless"});
    std::filesystem::create_directories(lab_->folder() + "/shots");
    fixtures::write_jpegs(lab_->folder() + "/shots", 3);
    const auto facts = dataset("inspect", {"--first-page", "--json"}, "s3://data/shots").json();
    EXPECT_EQ(facts["images"], 2);
    EXPECT_EQ(facts["has_more"], true);
    EXPECT_EQ(facts["origin"], lab_->endpoint());
    EXPECT_EQ(facts["signed_in_by"], "the keys of the environment");
    EXPECT_THAT(dataset("inspect", {"--first-page"}, "s3://data/shots").out,
                AllOf(HasSubstr(lab_->endpoint() + ", signed in by the keys"),
                      HasSubstr("the first page only")));
}

// Goal: a secret in an address is refused before anything is written.
TEST_F(FarCommands, SecretsInAddressesAreNotRecorded) {
    for (const std::string& setting :
         {std::string("dataset.path=https://host/a.tar?X-Amz-Signature=hidden"),
          std::string("dataset.path=s3://user:hidden@data/set"),
          std::string("storage.endpoint=http://user:hidden@127.0.0.1:9000")}) {
        const Outcome refused = run_engine(
            run({"--set", "dataset.path=s3://data/set", "--set", setting, "-o", record_}));
        EXPECT_EQ(refused.exit_code, 2) << refused.err;
        EXPECT_THAT(refused.err, Not(HasSubstr("hidden")));
        EXPECT_FALSE(std::filesystem::exists(record_));
    }
}

TEST_F(FarCommands, TestSaysWhatIsWrongAndWhatToDo) {
    const auto refused = [&](const std::vector<std::string>& server,
                             const std::vector<std::string>& more = {},
                             const std::string& path = "s3://data/set") {
        begin(server);
        const Outcome outcome = dataset("test", more, path);
        EXPECT_EQ(outcome.exit_code, 1);
        return outcome.err;
    };
    EXPECT_THAT(refused({"--region", "eu-west-3"}), HasSubstr("set storage.region=eu-west-3"));
    EXPECT_THAT(refused({"--clock", "5000"}), HasSubstr("behind its own; set the clock"));
    EXPECT_THAT(refused({}, {}, "s3://other/x"), HasSubstr("there is no bucket other"));
    EXPECT_THAT(refused({}, {}, "s3://data/nothing"), HasSubstr("no objects below"));
    EXPECT_THAT(refused({}, {"--set", "storage.sign_in=anonymous"}),
                HasSubstr("only to those who sign in"));
    EXPECT_THAT(refused({"--listing", "garbage"}), HasSubstr("listing"));
    sign_in("lab", "wrong");
    EXPECT_THAT(refused({}), HasSubstr("the secret key is wrong"));
    sign_in("other", "labsecret");
    EXPECT_THAT(refused({}), HasSubstr("does not know the access key"));
    sign_in("", "");
    begin();
    EXPECT_THAT(dataset("test").err, HasSubstr("there are no keys to sign in to the store with"));
    EXPECT_EQ(run_engine({"dataset", "test", "/tmp"}).exit_code, 2);
}

// Goal: who waits for a scan is told that the store refuses, with what, while it is asked again.
TEST_F(FarCommands, AScanThatTheStoreRefusesSaysSo) {
    begin({"--listing", "refused"});
    const std::vector<std::string> access{
        "--set", "storage.endpoint=" + lab_->endpoint(), "--set", "storage.retry_attempts=100"};
    std::vector<std::string> look{"dataset", "inspect", "s3://data/set"};
    look.insert(look.end(), access.begin(), access.end());
    std::vector<std::string> more{"--set", "dataset.path=s3://data/set"};
    more.insert(more.end(), access.begin(), access.end());
    EngineProcess inspect(look);
    EngineProcess measure(run(more));
    EXPECT_TRUE(inspect.wait_for_text("still listing: the store refused ", kStorePatience));
    EXPECT_TRUE(
        measure.wait_for_text("scanning 's3://data/set' has waited for 10", kStorePatience));
    for (EngineProcess* const engine : {&inspect, &measure}) {
        engine->send_signal(SIGINT);
        const Outcome ended = engine->finish();
        EXPECT_EQ(ended.exit_code, 3) << ended.err;
        EXPECT_THAT(ended.err, HasSubstr("so far, each time with 503 SlowDown")) << ended.err;
    }
}

// Goal: a look at a place is answered at once where nobody listens, and no run's tries are made.
TEST_F(FarCommands, ALookAtAPlaceIsTriedTwice) {
    begin();
    const std::string endpoint = lab_->endpoint();
    lab_->stop();
    for (const std::vector<std::string>& look :
         {std::vector<std::string>{"test"}, {"inspect", "--first-page"}}) {
        std::vector<std::string> arguments{"dataset", look.front(), "s3://data/set", "--set"};
        arguments.push_back("storage.endpoint=" + endpoint);
        arguments.insert(arguments.end(), look.begin() + 1, look.end());
        const Outcome told = run_engine(arguments);
        EXPECT_NE(told.exit_code, 0);
        EXPECT_THAT(told.err, AllOf(HasSubstr("no connection"), HasSubstr("tried 2 times")));
    }
}

// Goal: below what is wrong stands what helps, and sentences that go on have no full stop before.
TEST_F(FarCommands, WhatToDoFitsWhatIsWrong) {
    const auto refused = [&](const std::vector<std::string>& server) {
        begin(server);
        const std::string said = dataset("test").err;
        EXPECT_THAT(said, Not(HasSubstr("damaged"))) << said;
        EXPECT_THAT(said, testing::StartsWith("throughline-engine: 's3://data/set"));
        return said;
    };
    constexpr auto kCheckKeys = "Check the keys";
    EXPECT_THAT(refused({"--clock", "5000"}), Not(HasSubstr(kCheckKeys)));
    EXPECT_THAT(refused({"--listing", "garbage"}), Not(HasSubstr(kCheckKeys)));
    EXPECT_THAT(
        refused({"--faults", "internal=1"}),
        AllOf(HasSubstr("The lab says InternalError; it was tried"), Not(HasSubstr(kCheckKeys))));
    EXPECT_THAT(refused({"--faults", "length=1"}), HasSubstr("replaced; it was tried"));
    sign_in("lab", "wrong");
    EXPECT_THAT(refused({}), HasSubstr(kCheckKeys));
}

// Goal: a token that has expired is told as that, and not shown.
TEST_F(FarCommands, TestSaysThatTheSessionHasExpired) {
    const fixtures::KeptEnvironment token{"AWS_SESSION_TOKEN"};
    ::setenv("AWS_SESSION_TOKEN", "telling-token", 1);
    begin({"--expired"});
    const Outcome outcome = dataset("test");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("the session token has expired; sign in again"),
                      Not(HasSubstr("telling-token"))));
}

// Goal: what a web server without byte ranges cannot do is said of it, not of the object.
TEST_F(FarCommands, TestSaysThatAWebServerKnowsNoByteRanges) {
    begin({"--anonymous", "--no-ranges"});
    const Outcome told =
        run_engine({"dataset", "test", lab_->endpoint() + "/data/set/b/2.jpg", "--json"});
    EXPECT_EQ(told.exit_code, 1);
    EXPECT_THAT(told.err + told.out,
                AllOf(HasSubstr("/data/set/b/2.jpg"),
                      HasSubstr("knows no byte ranges"),
                      HasSubstr("measure a copy on this computer"),
                      Not(HasSubstr("Check the keys")),
                      Not(HasSubstr("replaced"))));
}

// Goal: a kept listing stands for the store's own, in all that reads a data set.
TEST_F(FarCommands, AKeptListingIsUsedInsteadOfListing) {
    begin();
    const std::string file = place_.file("keys.txt");
    const Outcome kept = dataset("list", {"-o", file});
    ASSERT_EQ(kept.exit_code, 0) << kept.err;
    EXPECT_THAT(kept.out, HasSubstr("2 objects, 7.00 B, kept in " + file));
    const auto before = lab_->log().at("200");
    EXPECT_EQ(dataset("list", {"--set", "storage.listing=" + file}).out,
              "3\ta/1.jpg\n4\tb/2.jpg\n");
    EXPECT_EQ(lab_->log().at("200"), before) << "nothing was asked of the store";
    const auto bytes_before = lab_->log()["206"];
    const Outcome tried = dataset("test", {"--set", "storage.listing=" + file});
    EXPECT_THAT(tried.out, HasSubstr("2 objects, named by '" + file + "', read in "));
    EXPECT_EQ(lab_->log().at("200"), before);
    EXPECT_EQ(lab_->log()["206"], bytes_before + 1) << "the byte, of the store";
    EXPECT_THAT(dataset("test", {"--set", "storage.listing=" + file}, "s3://other/set").err,
                HasSubstr("is a listing of"));
    const Outcome one = dataset("list", {"-o", place_.file("its keys")}, "s3://data/set/a");
    EXPECT_THAT(one.out, HasSubstr("1 object, 3.00 B"));
    EXPECT_THAT(one.out,
                HasSubstr("--set 'storage.listing=" + place_.file("its keys") + "' uses it"));
    const Outcome copied =
        dataset("sync", {place_.file("copy"), "--set", "storage.listing=" + file});
    EXPECT_EQ(copied.exit_code, 0) << copied.err;
    EXPECT_EQ(*read_whole_file(place_.file("copy/b/2.jpg")), "two!");

    ASSERT_TRUE(write_file_atomically(file, "keys\n"));
    const Outcome refused = dataset("list", {"--set", "storage.listing=" + file});
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_THAT(refused.err, HasSubstr("is no kept listing"));
    const Outcome run_refused = run_engine(run({"--set",
                                                "dataset.path=s3://data/set",
                                                "--set",
                                                "storage.endpoint=" + lab_->endpoint(),
                                                "--set",
                                                "storage.listing=" + file}));
    EXPECT_THAT(run_refused.err, HasSubstr("is no kept listing"));
}

class HdfsCommands : public tests::SmallRun {
protected:
    void SetUp() override {
        SmallRun::SetUp();
        ::setenv("HADOOP_USER_NAME", "alice-in-hdfs", 1);
        lab_.emplace(std::vector<std::string>{"--user", "alice-in-hdfs"}, "hdfs_server.py");
        std::filesystem::create_directories(lab_->folder() + "/set/a");
        fixtures::write_jpegs(lab_->folder() + "/set/a", 12);
        lab_->start();
    }
    Outcome told(std::vector<std::string> arguments) const {
        const Outcome outcome = run_engine(std::move(arguments));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("alice-in-hdfs")));
        return outcome;
    }

    const fixtures::KeptEnvironment kept_{"HADOOP_USER_NAME"};
    std::optional<remote::LabStore> lab_;
};

// Goal: what is done with data in a bucket is done with data in HDFS, and no record says who asked.
TEST_F(HdfsCommands, DoWithHdfsWhatTheyDoWithABucket) {
    const std::string path = lab_->in_hdfs("set");
    EXPECT_THAT(told({"dataset", "test", path}).out,
                AllOf(HasSubstr("12 objects, listed in "),
                      HasSubstr("signed in by the user in HADOOP_USER_NAME")));
    EXPECT_THAT(told({"dataset", "list", path}).out, HasSubstr("a/"));
    EXPECT_THAT(told({"dataset", "inspect", path}).out,
                AllOf(HasSubstr("12 in 12 files"), HasSubstr("node0 50 %")));
    const auto facts = told({"dataset", "inspect", path, "--json"}).json();
    EXPECT_EQ(facts["images"], 12);
    EXPECT_EQ(facts["blocks"]["blocks"], 12);
    EXPECT_EQ(facts["blocks"]["copies_mean"], 2.0);
    told({"dataset", "sync", path, place_.path() + "/copy"});
    EXPECT_EQ(told({"dataset", "inspect", place_.path() + "/copy", "--json"}).json()["images"], 12);
    told({"dataset", "convert", path, place_.path() + "/shards", "--format", "tar"});
    told(run({"--set", "dataset.path=" + path, "-o", record_}));
    const auto record = read_whole_file(record_, 64U << 20U);
    ASSERT_TRUE(record);
    EXPECT_THAT(*record, Not(HasSubstr("alice-in-hdfs")));
    EXPECT_GE(lab_->log().at("307"), 12U) << "at least once for each image";
}

// Goal: what the three ways would take for more data is answered from a study of them.
TEST_F(FarCommands, WhatIfAnswersForTheThreeWays) {
    const Outcome made = run_engine(run({"--sweep",
                                         "cache.kind=none,disk with cache.fill=reads,before",
                                         "--set",
                                         "epochs=2",
                                         "--set",
                                         "duration_seconds=0",
                                         "--set",
                                         "warmup_seconds=0",
                                         "--set",
                                         "storage.store=aws-s3",
                                         "--set",
                                         "cache.path=" + place_.path(),
                                         "-o",
                                         record_}));
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const auto answer = run_engine({"whatif",
                                    "--ways",
                                    record_,
                                    "--data",
                                    "100GB",
                                    "--cache",
                                    "50GB",
                                    "--epochs",
                                    "1,100",
                                    "--json"})
                            .json();
    EXPECT_DOUBLE_EQ(answer["ways"]["cached"]["hit_ratio"], 0.5);
    EXPECT_GT(answer["at"][1]["streamed_s"], answer["at"][1]["copied_s"]);
    EXPECT_THAT(run_engine({"whatif", "--ways", record_}).out, HasSubstr("through a cache"));
    const auto priced = run_engine({"whatif", "--ways", record_, "--disk", "aws-gp3", "--json"});
    const auto cost = priced.json().at("cost");
    EXPECT_EQ(cost.at("store"), "aws-s3") << "that was emulated";
    // Each image is a request.
    EXPECT_NEAR(cost.at("at")[0].at("streamed").at("requests").get<double>(), 32.0, 4.0);
    EXPECT_GT(cost.at("at")[0].at("copied").at("usd"), 0.0);
    EXPECT_THAT(run_engine({"whatif", "--ways", record_, "--disk", "aws-gp3"}).out,
                AllOf(HasSubstr("the cheapest in requests and disk is: "),
                      HasSubstr("list prices of us-east-1")));
    const Outcome wrong = run_engine({"whatif", "--ways", record_, "--disk", "aws-s3"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("it has aws-gp2"));
    EXPECT_EQ(run_engine({"whatif", "--ways", record_, "--cache", "none"}).exit_code, 2);
    const std::string kept = place_.file("ways.json");
    ASSERT_EQ(
        run_engine({"whatif", "--ways", record_, "--data", "100GB", "--save", kept}).exit_code, 0);
    const Outcome again = run_engine({"whatif", kept});
    EXPECT_THAT(again.out, AllOf(HasSubstr("through a cache"), HasSubstr("90 epochs")));
    EXPECT_THAT(again.out, Not(HasSubstr("images/s"))) << "nobody asked for a rate";
    EXPECT_EQ(run_engine({"whatif", kept, "--json"}).json().at("data_bytes"),
              answer.at("data_bytes"));
}

// Goal: a real `run --ways` against a server of S3 is predicted from its first epochs alone, and
// the predictions stand beside what was measured. Method: the server answers after 60 ms, two
// requests are in flight, and an accelerator takes 80 images/s, so that an epoch takes about a
// second from the store and half of it from the disk, whoever else uses the processors.
// How near it is, is measured where nothing disturbs (tests/benchmarks, --only ways); here a figure
// may be half of the other on a busy machine, and no more.
TEST_F(FarCommands, LaterEpochsOfTheThreeWaysAreAsPredictedFromTheFirst) {
    constexpr double kMedianErrorPctMax = 50.0;
    lab_.emplace(std::vector<std::string>{"--latency", "0.06"});
    std::filesystem::create_directories(lab_->folder() + "/set");
    fixtures::write_jpegs(lab_->folder() + "/set", 32);
    lab_->start();
    std::vector<std::string> arguments{"run", "--ways", "-o", record_};
    for (const std::string& setting : {std::string("dataset.path=s3://data/set"),
                                       "storage.endpoint=" + lab_->endpoint(),
                                       std::string("storage.queue_depth=2"),
                                       std::string("batch.images=4"),
                                       std::string("consumer.kind=paced"),
                                       std::string("consumer.batch_seconds=0.05"),
                                       std::string("repeats=1"),
                                       "cache.path=" + place_.path()}) {
        arguments.insert(arguments.end(), {"--set", setting});
    }
    const Outcome made = run_engine(arguments);
    ASSERT_EQ(made.exit_code, 0) << made.err;

    const Outcome told = run_engine({"whatif", "--ways", record_});
    EXPECT_THAT(told.out, AllOf(HasSubstr(", measured "), HasSubstr("of 2 numbers of epochs")));
    const auto test = run_engine({"whatif", "--ways", record_, "--json"}).json().at("back_test");
    EXPECT_EQ(test.at("runs").size(), 3U);
    EXPECT_EQ(test.at("figures"), 6U) << "two later epochs of each way";
    EXPECT_LE(test.at("median_error_pct").get<double>(), kMedianErrorPctMax) << told.out;
    EXPECT_EQ(test.at("choices"), 2U);
    EXPECT_LE(test.at("right_choices"), 2U) << told.out;
}

}  // namespace
}  // namespace throughline
