// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/setting_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace throughline::spec {
namespace {

using testing::Contains;
using testing::Not;

TEST(SettingsInUse, LeaveOutWhatHasNoEffectOnTheRun) {
    Settings settings = default_settings();
    settings["dataset.path"] = std::string("/data");
    settings["stages"] = std::string("full");

    const std::vector<std::string> plain = settings_in_use(settings);
    for (const char* key : {"storage.volume_credits",
                            "storage.retry_attempts",
                            "consumer.network",
                            "consumer.preset",
                            "dataset.interleave",
                            "cache.budget_bytes",
                            "repeat_order"}) {
        EXPECT_THAT(plain, Not(Contains(key)));
    }
    for (const char* key : {"dataset.path", "storage.volume", "decode.threads", "cache.kind"}) {
        EXPECT_THAT(plain, Contains(key));
    }
    EXPECT_LT(std::ranges::find(plain, "dataset.path"), std::ranges::find(plain, "storage.reader"));
    EXPECT_LT(std::ranges::find(plain, "storage.reader"), std::ranges::find(plain, "batch.images"));

    settings["storage.volume"] = std::string("aws-gp2:100GiB");
    settings["consumer.kind"] = std::string("paced");
    settings["repeats"] = std::int64_t{3};
    const std::vector<std::string> paced = settings_in_use(settings);
    for (const char* key : {"storage.volume_credits", "consumer.preset", "repeat_order"}) {
        EXPECT_THAT(paced, Contains(key));
    }
}

// Goal: a record of another version, or of another program, has what it has.
TEST(SettingsInUse, OfForeignRunsAreAllThatTheyHave) {
    const Settings foreign{{"tool", std::string("fio")}, {"repeats", std::int64_t{1}}};
    EXPECT_THAT(settings_in_use(foreign), testing::UnorderedElementsAre("tool", "repeats"));
    const Settings damaged{{"stages", std::string("full")},
                           {"repeats", std::string("three")},
                           {"new.key", std::int64_t{1}}};
    EXPECT_THAT(settings_in_use(damaged), Contains("new.key"));
}

}  // namespace
}  // namespace throughline::spec
