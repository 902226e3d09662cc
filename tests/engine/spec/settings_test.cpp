// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <thread>

namespace throughline::spec {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal(std::string_view key, std::string_view text) {
    const auto value = parse_setting(key, text);
    if (value) {
        return "accepted";
    }
    EXPECT_EQ(value.error().code, ErrorCode::Usage);
    return value.error().what;
}

std::set<std::string> keys_of_storage() {
    return {"storage.addressing",
            "storage.block_bytes",
            "storage.ca_file",
            "storage.connect_seconds",
            "storage.data_nodes",
            "storage.direct",
            "storage.endpoint",
            "storage.fadvise",
            "storage.listing",
            "storage.page_cache_bytes",
            "storage.profile",
            "storage.queue_depth",
            "storage.read_ahead",
            "storage.reader",
            "storage.region",
            "storage.register_buffers",
            "storage.retry_attempts",
            "storage.retry_most_seconds",
            "storage.retry_seconds",
            "storage.sign_in",
            "storage.silence_seconds",
            "storage.slow_down_seconds",
            "storage.store",
            "storage.threads",
            "storage.volume",
            "storage.volume_credits",
            "storage.volume_instance"};
}

std::set<std::string> keys_of_the_spec() {
    std::set<std::string> keys = keys_of_storage();
    keys.insert({"batch.images",
                 "batch.slots",
                 "cache.budget_bytes",
                 "cache.fill",
                 "cache.kind",
                 "cache.path",
                 "cache.policy",
                 "consumer.accelerators",
                 "consumer.barrier",
                 "consumer.batch_seconds",
                 "consumer.device",
                 "consumer.gradient_bytes",
                 "consumer.kind",
                 "consumer.network",
                 "consumer.parameter_servers",
                 "consumer.phase",
                 "consumer.preset",
                 "consumer.transfer",
                 "dataset.access",
                 "dataset.block_bytes",
                 "dataset.feature",
                 "dataset.format",
                 "dataset.interleave",
                 "dataset.node",
                 "dataset.nodes",
                 "dataset.order",
                 "dataset.path",
                 "dataset.seed",
                 "dataset.shuffle_window",
                 "dataset.verify",
                 "decode.brightness_jitter",
                 "decode.dct",
                 "decode.device",
                 "decode.height_px",
                 "decode.hue_jitter",
                 "decode.layout",
                 "decode.mode",
                 "decode.orientation",
                 "decode.output",
                 "decode.pca_noise",
                 "decode.pixels_max",
                 "decode.saturation_jitter",
                 "decode.scale",
                 "decode.threads",
                 "decode.upsampling",
                 "decode.width_px",
                 "duration_seconds",
                 "epochs",
                 "loader.command",
                 "loader.patience_seconds",
                 "loader.workers",
                 "page_cache",
                 "pipeline.ordered",
                 "pipeline.prefetch_images",
                 "placement.policy",
                 "repeat_order",
                 "repeats",
                 "sample_seconds",
                 "stages",
                 "warmup_seconds"});
    return keys;
}

TEST(SettingTable, HasEveryKeyOfTheSpecOnce) {
    std::set<std::string> keys;
    for (const auto& setting : all_settings()) {
        EXPECT_TRUE(keys.insert(setting.key).second) << setting.key;
        EXPECT_STRNE(setting.meaning, "") << setting.key;
    }

    EXPECT_EQ(keys, keys_of_the_spec());
}

TEST(SettingTable, EveryDefaultIsAllowedAndReadsBackFromItsText) {
    for (const auto& setting : all_settings()) {
        const auto checked = check_setting(setting.key, setting.default_value);
        ASSERT_TRUE(checked) << checked.error().what;
        const auto read = parse_setting(setting.key, setting_text(setting.default_value));
        ASSERT_TRUE(read) << read.error().what;
        EXPECT_EQ(*read, setting.default_value) << setting.key;
    }
}

TEST(SettingTable, DecodeThreadsAreWhatCanBeChangedDuringARun) {
    for (const auto& setting : all_settings()) {
        EXPECT_EQ(setting.live, std::string_view(setting.key) == "decode.threads") << setting.key;
    }
}

TEST(SettingTable, DefaultsAreThoseOfTheDesign) {
    const Settings settings = default_settings();

    EXPECT_EQ(integer_of(settings, "decode.threads"), std::thread::hardware_concurrency());
    EXPECT_EQ(text_of(settings, "storage.reader"), "io_uring");
    EXPECT_TRUE(boolean_of(settings, "storage.direct"));
    EXPECT_EQ(integer_of(settings, "storage.queue_depth"), 32);
    EXPECT_EQ(text_of(settings, "page_cache"), "cold");
    EXPECT_DOUBLE_EQ(real_of(settings, "duration_seconds"), 10.0);
    EXPECT_EQ(text_of(settings, "dataset.path"), "");
}

TEST(ParseSetting, ReadsEachType) {
    EXPECT_EQ(*parse_setting("decode.threads", "4"), SettingValue(std::int64_t{4}));
    EXPECT_EQ(*parse_setting("warmup_seconds", "0.5"), SettingValue(0.5));
    EXPECT_EQ(*parse_setting("storage.direct", "false"), SettingValue(false));
    EXPECT_EQ(*parse_setting("page_cache", "as_is"), SettingValue(std::string("as_is")));
    EXPECT_EQ(*parse_setting("dataset.path", "/a b"), SettingValue(std::string("/a b")));
}

TEST(ParseSetting, SaysWhatIsAllowed) {
    EXPECT_EQ(refusal("decode.threads", "0"),
              "decode.threads=0: must be a whole number from 1 to 1024");
    EXPECT_EQ(refusal("storage.block_bytes", "5000"),
              "storage.block_bytes=5000: must be a multiple of 4 KiB from 0 bytes to 64 MiB");
    EXPECT_EQ(refusal("page_cache", "hot"), "page_cache=hot: must be one of cold, warm, as_is");
    EXPECT_EQ(refusal("storage.direct", "maybe"), "storage.direct=maybe: must be true or false");
    EXPECT_EQ(refusal("warmup_seconds", "-1"),
              "warmup_seconds=-1: must be a number from 0 to 86400");
}

TEST(ParseSetting, RefusesWhatIsNotWhollyANumber) {
    for (const auto* text : {"", "4x", "4.5", "1e3", "99999999999999999999", "0x4"}) {
        EXPECT_THAT(refusal("decode.threads", text), HasSubstr("whole number")) << text;
    }
    for (const auto* text : {"", "nan", "inf", "1e999", "1x"}) {
        EXPECT_THAT(refusal("duration_seconds", text), HasSubstr("a number from")) << text;
    }
}

TEST(ParseSetting, TakesTheLimitsThemselves) {
    EXPECT_TRUE(parse_setting("storage.queue_depth", "4096"));
    EXPECT_FALSE(parse_setting("storage.queue_depth", "4097"));
    EXPECT_TRUE(parse_setting("batch.slots", "2"));
    EXPECT_FALSE(parse_setting("batch.slots", "1"));
    EXPECT_TRUE(parse_setting("storage.block_bytes", "4096"));
    EXPECT_TRUE(parse_setting("dataset.seed", "9007199254740991"));
}

TEST(ParseSetting, NamesTheNearestKnownKey) {
    EXPECT_EQ(refusal("decode.thread", "4"),
              "unknown key 'decode.thread'; did you mean decode.threads?");
    EXPECT_EQ(refusal("threads", "4"),
              "unknown key 'threads'; did you mean storage.threads or decode.threads?");
    EXPECT_EQ(refusal("colour", "red"), "unknown key 'colour'");
    EXPECT_EQ(nearest_settings("page-cache"), std::vector<std::string>{"page_cache"});
}

TEST(CheckSetting, AcceptsAnIntegerForARealAndNothingElseOfAnotherType) {
    EXPECT_EQ(*check_setting("duration_seconds", std::int64_t{3}), SettingValue(3.0));
    EXPECT_FALSE(check_setting("decode.threads", 4.0));
    EXPECT_FALSE(check_setting("decode.threads", true));
    EXPECT_FALSE(check_setting("storage.direct", std::int64_t{1}));
    EXPECT_FALSE(check_setting("dataset.path", std::string("a\0b", 3)));
}

TEST(SettingText, WritesTheShortestNumberThatReadsBack) {
    EXPECT_EQ(setting_text(0.1), "0.1");
    EXPECT_EQ(setting_text(10.0), "10");
    EXPECT_EQ(setting_text(std::int64_t{-3}), "-3");
    EXPECT_EQ(setting_text(true), "true");
}

TEST(SettingNumber, BooleansAreZeroAndOneAndTextsHaveNone) {
    double number = -1.0;
    EXPECT_TRUE(setting_number(true, &number));
    EXPECT_EQ(number, 1.0);
    EXPECT_TRUE(setting_number(std::int64_t{7}, &number));
    EXPECT_EQ(number, 7.0);
    EXPECT_FALSE(setting_number(std::string("7"), &number));
}

TEST(SettingAccessDeathTest, AMissingKeyOrAnotherTypeIsAProgrammerError) {
    const Settings settings = default_settings();
    EXPECT_DEATH((void)integer_of(settings, "no.such"), "check failed");
    EXPECT_DEATH((void)integer_of(settings, "page_cache"), "check failed");
}

}  // namespace
}  // namespace throughline::spec
