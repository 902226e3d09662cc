// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/people.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/base/text.h"
#include "engine/spec/setting_titles.h"

namespace throughline::spec {
namespace {

SettingValue value_of(const char* key, const char* text) {
    auto value = parse_setting(key, text);
    EXPECT_TRUE(value) << key << '=' << text << ": " << describe(value.error());
    return value ? *std::move(value) : SettingValue();
}
std::string text_of_value(const char* key, const char* text) {
    return people_text(*find_setting(key), value_of(key, text));
}
std::int64_t whole(const char* key, const char* text) {
    return std::get<std::int64_t>(value_of(key, text));
}
double real(const char* key, const char* text) {
    return std::get<double>(value_of(key, text));
}

TEST(PeopleText, EveryDefaultReadsBackExactly) {
    for (const SettingInfo& info : all_settings()) {
        const std::string text = people_text(info, info.default_value);
        const auto read = parse_setting(info.key, text);
        ASSERT_TRUE(read) << info.key << '=' << text << ": " << describe(read.error());
        EXPECT_EQ(*read, info.default_value) << info.key << '=' << text;
    }
}

TEST(PeopleText, IsInTheUnitThatSaysItShortest) {
    EXPECT_EQ(text_of_value("cache.budget_bytes", "1073741824"), "1 GiB");
    EXPECT_EQ(text_of_value("dataset.block_bytes", "131072"), "128 KiB");
    EXPECT_EQ(text_of_value("dataset.block_bytes", "1000000"), "1 MB");
    EXPECT_EQ(text_of_value("dataset.block_bytes", "4097"), "4\u202F097 bytes");
    EXPECT_EQ(text_of_value("consumer.batch_seconds", "0.00025"), "250 \u00B5s");
    EXPECT_EQ(text_of_value("consumer.batch_seconds", "0.03584"), "35.84 ms");
    EXPECT_EQ(text_of_value("duration_seconds", "120"), "2 min");
    EXPECT_EQ(text_of_value("duration_seconds", "90"), "90 s");
    EXPECT_EQ(text_of_value("duration_seconds", "12.5"), "12.5 s");
    EXPECT_EQ(text_of_value("decode.width_px", "224"), "224 px");
}

TEST(PeopleText, ZeroSaysWhatItStandsFor) {
    EXPECT_EQ(text_of_value("storage.block_bytes", "0"), "whole image");
    EXPECT_EQ(text_of_value("pipeline.prefetch_images", "0"), "by queue depth");
    EXPECT_EQ(whole("pipeline.prefetch_images", "by queue depth"), 0);
    EXPECT_EQ(text_of_value("warmup_seconds", "0"), "0 s") << "here it is an amount";
}

TEST(PeopleText, OfACommandIsWhatTellsItFromOthers) {
    EXPECT_EQ(command_words("/opt/venv/bin/python3 /home/me/torch_loader.py --amp"),
              "torch_loader.py --amp");
    EXPECT_EQ(command_words("python3 loader.py"), "loader.py");
    EXPECT_EQ(command_words("./loader.py"), "loader.py");
    EXPECT_EQ(command_words("/usr/bin/loader --data /data/x"), "loader --data /data/x");
    EXPECT_EQ(command_words("none"), "none");
    EXPECT_EQ(command_words(""), "");
}

TEST(PeopleText, UnitsAreRead) {
    EXPECT_EQ(whole("storage.block_bytes", "2 MiB"), 2 * 1024 * 1024);
    EXPECT_EQ(whole("storage.block_bytes", "64k"), 65536) << "as fio reads it";
    EXPECT_EQ(whole("dataset.block_bytes", "64kB"), 64000);
    EXPECT_EQ(whole("decode.pixels_max", "4M"), 4'000'000);
    EXPECT_EQ(whole("decode.pixels_max", "4 Mpx"), 4'000'000);
    EXPECT_EQ(whole("decode.pixels_max", "178\u202F956\u202F970 px"), 178'956'970);
    EXPECT_EQ(real("duration_seconds", "2 min"), 120.0);
    EXPECT_EQ(real("duration_seconds", "1h"), 3600.0);
    EXPECT_EQ(real("warmup_seconds", "500 ms"), 0.5);
    EXPECT_EQ(real("consumer.batch_seconds", "1e-3"), 0.001);
}

TEST(PeopleText, WhatIsNoAmountIsRefused) {
    for (const char* text : {"", "k", "1 parsec", "1.5 bytes", "--2", "2 s", "nan", "99 TiB"}) {
        EXPECT_FALSE(parse_setting("storage.block_bytes", text)) << text;
    }
    EXPECT_FALSE(parse_setting("storage.block_bytes", "1k")) << "no multiple of 4096";
    EXPECT_FALSE(parse_setting("storage.queue_depth", "2 GiB"));
}

TEST(PeopleText, ChoicesHaveTitles) {
    EXPECT_EQ(text_of_value("decode.dct", "ifast"), "fast");
    EXPECT_EQ(std::get<std::string>(value_of("decode.dct", "fast")), "ifast");
    // A text with words that are known among others.
    EXPECT_EQ(text_of_value("storage.volume_credits", "full"), "filled up");
    EXPECT_EQ(text_of_value("storage.volume_credits", "25 %"), "25 %");
    EXPECT_EQ(std::get<std::string>(value_of("storage.volume_credits", "used up")), "empty");
    for (const SettingInfo& info : all_settings()) {
        EXPECT_TRUE(info.choice_titles.empty() || info.choice_titles.size() == info.choices.size())
            << info.key;
    }
}

TEST(WithSettingTitles, KeysBecomeTitlesAndOtherWordsStay) {
    EXPECT_EQ(with_setting_titles("decode.threads was changed from 2 to 3 at 5 s."),
              "\u201CDecode threads\u201D was changed from 2 to 3 at 5 s.");
    EXPECT_EQ(with_setting_titles("ask for decode.threads=4, decode.threads."),
              "ask for \u201CDecode threads\u201D = 4, \u201CDecode threads\u201D.");
    for (const char* const other : {"read '/data/decode.threads/a.jpg'",
                                    "my.decode.threads",
                                    "decode.threads_of_others",
                                    "decode.threads.old",
                                    "seed, stages and repeats"}) {
        EXPECT_EQ(with_setting_titles(other), other);
    }
}

TEST(SettingGroups, EverySettingHasAnEnglishTitleOfItsOwn) {
    std::set<std::string> titles;
    for (const SettingInfo& info : all_settings()) {
        EXPECT_TRUE(titles.insert(info.title).second) << info.title << " is there twice";
        EXPECT_EQ(std::string(info.title).find('_'),
                  std::string(info.title) == "O_DIRECT" ? 1 : std::string::npos);
        EXPECT_NE(std::string(group_of(info.key).title), "");
    }
}

TEST(SettingSearch, FindsWordsOfTitleKeyAndMeaningInAnyOrder) {
    const auto found = [](const char* words) {
        std::set<std::string> keys;
        for (const SettingInfo& info : all_settings()) {
            if (matches(search_text(info), words)) {
                keys.insert(info.key);
            }
        }
        return keys;
    };
    EXPECT_TRUE(found("depth queue").contains("storage.queue_depth"));
    EXPECT_TRUE(found("memory cache").contains("cache.kind"));
    EXPECT_TRUE(found("ifast").contains("decode.dct"));
    EXPECT_TRUE(found("elephant").empty());
}

}  // namespace
}  // namespace throughline::spec
