// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/metrics/registry.h"
#include "engine/spec/settings.h"
#include "tests/app/engine_process.h"

namespace throughline::tests {
namespace {

TEST(EngineSettings, JsonListsEveryKeyWithItsDefault) {
    const Outcome outcome = run_engine({"settings", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = outcome.json();
    ASSERT_TRUE(json.is_object()) << outcome.out;
    std::set<std::string> keys;
    for (const auto& setting : json.at("settings")) {
        keys.insert(setting.at("key").get<std::string>());
        EXPECT_TRUE(setting.contains("default")) << setting;
        EXPECT_NE(setting.at("meaning").get<std::string>(), "") << setting;
    }
    EXPECT_EQ(keys.size(), spec::all_settings().size());
    EXPECT_TRUE(keys.contains("decode.threads"));
}

TEST(EngineSettings, TextNamesEveryKey) {
    const Outcome outcome = run_engine({"settings"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const spec::SettingInfo& info : spec::all_settings()) {
        EXPECT_THAT(outcome.out, testing::HasSubstr(info.key));
    }
    EXPECT_THAT(outcome.out, testing::HasSubstr("ceilings"));
}

// One vocabulary: what can be set can be an axis of a chart.
TEST(EngineSettings, EveryKeyIsAConditionOfTheRegistry) {
    for (const spec::SettingInfo& setting : spec::all_settings()) {
        const metrics::MetricInfo* const info = metrics::find_metric(setting.key);
        ASSERT_NE(info, nullptr) << setting.key;
        EXPECT_EQ(info->kind, metrics::Kind::Condition) << setting.key;
        if (*setting.unit != '\0') {
            EXPECT_STREQ(info->unit, setting.unit) << setting.key;
        }
        const bool is_text =
            setting.type == spec::SettingType::Text || setting.type == spec::SettingType::Choice;
        EXPECT_EQ(std::string(info->unit) == "text", is_text) << setting.key;
    }
}

}  // namespace
}  // namespace throughline::tests
