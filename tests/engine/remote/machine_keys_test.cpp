// SPDX-License-Identifier: Apache-2.0
// Keys that a cloud lends, from the service of tests/lab.
#include "engine/remote/machine_keys.h"

#include <gtest/gtest.h>

#include <ctime>
#include <future>
#include <map>
#include <thread>

#include "engine/base/file_descriptor.h"
#include "engine/remote/find_target.h"
#include "engine/remote/store_trial.h"
#include "tests/engine/remote/lab_store.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::remote {
namespace {

using LentVariables = std::map<std::string, std::string>;

Result<Target> lent_target(LentVariables variables, const Access& access = {}) {
    const auto location = parse_location("s3://data/set");
    return find_target(*location, access, [variables = std::move(variables)](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    });
}

struct Lender {
    explicit Lender(std::vector<std::string> arguments = {})
        : lab(std::move(arguments), "keys_server.py") {
        lab.start();
    }
    LentVariables of_instance() const {
        return {{"AWS_EC2_METADATA_SERVICE_ENDPOINT", lab.endpoint()}};
    }
    LentVariables of_container(LentVariables more = {}) const {
        more["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = lab.endpoint() + "/container/keys";
        return more;
    }
    LabStore lab;
};

TEST(MachineKeys, AreThoseOfTheInstancesRole) {
    const Lender lender;
    const auto target = lent_target(lender.of_instance());
    ASSERT_TRUE(target) << describe(target.error());
    EXPECT_EQ(target->credentials.key_id, "lab");
    EXPECT_EQ(target->credentials.session_token, "lent-1");
    EXPECT_EQ(target->signed_in_by, "the role of this EC2 instance");
    ASSERT_TRUE(target->expires);
    EXPECT_NEAR(static_cast<double>(*target->expires - std::time(nullptr)), 3600.0, 30.0);
}

TEST(MachineKeys, AreThoseOfTheContainersRoleFirst) {
    const Lender lender({"--token", "let-me"});
    const fixtures::TemporaryFolder place;
    ASSERT_TRUE(write_file_atomically(place.file("token"), "let-me\n"));
    LentVariables written = lender.of_container();
    written["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "let-me";
    written.merge(lender.of_instance());
    EXPECT_EQ(lent_target(written)->signed_in_by, "the role of this container");
    LentVariables in_file = lender.of_container();
    in_file["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "old";
    in_file["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = place.file("token");
    EXPECT_TRUE(lent_target(in_file));
}

TEST(MachineKeys, ComeAfterThoseOfTheEnvironmentAndOfAProfile) {
    const Lender lender;
    LentVariables both = lender.of_instance();
    both["AWS_ACCESS_KEY_ID"] = "own";
    both["AWS_SECRET_ACCESS_KEY"] = "secret";
    EXPECT_EQ(lent_target(both)->credentials.key_id, "own");
    const auto profile = lent_target(lender.of_instance(), {.profile = "work"});
    ASSERT_FALSE(profile);
    EXPECT_NE(profile.error().what.find("[work]"), std::string::npos);
    EXPECT_EQ(lender.lab.log().count("keys"), 0U);
}

TEST(MachineKeys, AreNotAskedForWhereThatIsSwitchedOff) {
    const Lender lender;
    LentVariables off = lender.of_instance();
    off["AWS_EC2_METADATA_DISABLED"] = "True";
    EXPECT_FALSE(lent_target(off));
    EXPECT_EQ(lender.lab.log().size(), 0U);
}

TEST(MachineKeys, AreSentInClearTextToThisMachineOnly) {
    for (const char* const far :
         {"http://example.org/keys", "ftp://127.0.0.1/", "http://localhost.evil/"}) {
        const auto target = lent_target({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", far}});
        ASSERT_FALSE(target) << far;
        EXPECT_EQ(target.error().code, ErrorCode::Usage);
    }
}

// What reads an address otherwise than we do may take another host from it.
TEST(MachineKeys, AreNotAskedOfAnAddressThatCanBeReadInTwoWays) {
    for (const char* const odd : {"http://localhost:80@evil/",
                                  "http://localhost\\@evil/",
                                  "http://localhost#@evil/",
                                  "http://127.0.0.1:80\\evil/",
                                  "https://localhost@evil/"}) {
        const auto target = lent_target({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", odd}});
        ASSERT_FALSE(target) << odd;
        EXPECT_EQ(target.error().code, ErrorCode::Usage) << odd;
    }
    for (const char* const odd : {"@evil/", ":80@evil/", ".evil/keys", "keys"}) {
        const auto target = lent_target({{"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", odd}});
        ASSERT_FALSE(target) << odd;
        EXPECT_EQ(target.error().code, ErrorCode::Usage) << odd;
    }
}

TEST(MachineKeys, WhatIsWrongIsSaid) {
    const auto failure = [](const std::vector<std::string>& server, bool container) {
        const Lender lender(server);
        const auto target = lent_target(container ? lender.of_container() : lender.of_instance());
        EXPECT_FALSE(target);
        return target ? std::string() : describe(target.error());
    };
    EXPECT_NE(failure({"--no-role"}, false).find("has no role"), std::string::npos);
    EXPECT_NE(failure({"--refuse"}, false).find("answered 403"), std::string::npos);
    EXPECT_NE(failure({"--token", "x"}, true).find("answered 401"), std::string::npos);
    EXPECT_NE(failure({"--garbage"}, true).find("answers without them"), std::string::npos);
    const auto nobody = lent_target({{"AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:9"}});
    EXPECT_FALSE(nobody);
    EXPECT_FALSE(parse_lent_keys(R"({"AccessKeyId":"a","SecretAccessKey":"b","Expiration":"x"})"));
}

TEST(MachineKeys, AreFetchedAnewBeforeTheyExpire) {
    const Lender lender;
    const auto target = lent_target(lender.of_container());
    ASSERT_TRUE(target);
    StoreKeys keys;
    keys.begin({target->credentials, target->expires}, target->key_lender);
    const std::int64_t end = *target->expires;

    const std::uint64_t first = keys.version(end - 301);
    EXPECT_EQ(keys.get().session_token, "lent-1");
    const std::uint64_t second = keys.version(end - 299);

    EXPECT_NE(first, second);
    EXPECT_EQ(keys.get().session_token, "lent-2");
    EXPECT_EQ(keys.version(end - 298), second);
    EXPECT_EQ(lender.lab.log().at("keys"), 2U);
}

TEST(MachineKeys, StayWhereNobodyLendsThemAnyMore) {
    StoreKeys keys;
    {
        const Lender lender;
        const auto target = lent_target(lender.of_container());
        ASSERT_TRUE(target);
        keys.begin({target->credentials, target->expires}, target->key_lender);
    }
    const std::uint64_t version = keys.version(0);
    EXPECT_EQ(keys.version(std::time(nullptr) + 3500), version);
    EXPECT_EQ(keys.get().session_token, "lent-1");
}

/// Lends once another client has come back from asking, too, or has not for a while.
class SlowLender final : public KeyLender {
public:
    const char* name() const noexcept override { return "a slow one"; }
    Result<LentKeys> lend() const override {
        fetching.set_value();
        other_back.wait_for(patience);
        return LentKeys{.credentials = {"id", "secret", "new"}, .expires = 9000};
    }
    mutable std::promise<void> fetching;
    std::shared_future<void> other_back;
    std::chrono::milliseconds patience{100};
};

TEST(MachineKeys, ThatHaveExpiredSignNothingWhileAnotherFetches) {
    auto lender = std::make_shared<SlowLender>();
    std::promise<void> back;
    lender->other_back = back.get_future();
    StoreKeys keys;
    keys.begin({.credentials = {"id", "secret", "old"}, .expires = 1000}, lender);
    std::jthread first([&] { keys.version(1000); });
    lender->fetching.get_future().wait();

    keys.version(1000);
    const std::string token = keys.get().session_token;
    back.set_value();

    EXPECT_EQ(token, "new");
}

TEST(MachineKeys, ThatStillHoldAreUsedWhileAnotherFetches) {
    auto lender = std::make_shared<SlowLender>();
    std::promise<void> back;
    lender->other_back = back.get_future();
    lender->patience = std::chrono::minutes(1);  // a liveness limit, never reached
    StoreKeys keys;
    keys.begin({.credentials = {"id", "secret", "old"}, .expires = 1000}, lender);
    std::jthread first([&] { keys.version(999); });
    lender->fetching.get_future().wait();

    keys.version(999);
    const std::string token = keys.get().session_token;
    back.set_value();

    EXPECT_EQ(token, "old");
    first.join();
    EXPECT_EQ(keys.get().session_token, "new");
}

// Goal: a store is read with keys that hold for a minute, so that they are renewed while it is.
TEST(MachineKeys, SignRequestsThatTheStoreAccepts) {
    const Lender lender({"--lifetime", "30"});
    LabStore lab;
    lab.put("set/a.jpg", "content");
    lab.start();
    const auto store = lab.open("s3://data/set", lab.access(), lender.of_instance());
    const auto trial = try_store(store, "", {});
    ASSERT_TRUE(trial) << describe(trial.error());
    EXPECT_GE(lender.lab.log().at("keys"), 2U);
}

}  // namespace
}  // namespace throughline::remote
