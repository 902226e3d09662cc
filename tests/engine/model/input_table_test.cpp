// SPDX-License-Identifier: Apache-2.0
#include "engine/model/input_table.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

namespace throughline::model {
namespace {

TEST(InputTable, NamesTheFirstInvalidInputByRuleAndNotByPlace) {
    Inputs in;
    in.sto_bw = -1.0;
    EXPECT_EQ(first_invalid(in), Input::StoBw);
    in.meta_ops = -1.0;
    EXPECT_EQ(first_invalid(in), Input::MetaOps);
    in.cache_mix = 1.5;
    EXPECT_EQ(first_invalid(in), Input::CacheMix);
    in.sto_efficiency = 0.0;
    EXPECT_EQ(first_invalid(in), Input::StoEfficiency);
    in.queue_depth = 0.5;
    EXPECT_EQ(first_invalid(in), Input::QueueDepth);
    in.cores = 0.0;
    EXPECT_EQ(first_invalid(in), Input::Cores);
    in.image_bytes = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(first_invalid(in), Input::ImageBytes);
}

TEST(InputTable, NoLimitIsAllowedForCapacitiesOnly) {
    for (const auto& info : input_table()) {
        if (!is_number(info.id)) {
            continue;
        }
        Inputs in;
        number_of(in, info.id) = kUnlimited;
        EXPECT_EQ(first_invalid(in).has_value(), info.rule != InputRule::Capacity) << info.key;
        number_of(in, info.id) = -1.0;
        EXPECT_EQ(first_invalid(in), info.id) << info.key;
    }
}

// The rules of the specification allow an image of 1e30 bytes; nobody means one.
TEST(InputTable, WhatNobodyMeansIsRefusedInTheSameOrder) {
    Inputs in;
    EXPECT_FALSE(first_refused(in));
    in.sto_bw = 1e30;
    EXPECT_EQ(first_refused(in), Input::StoBw);
    in.nodes = 1e9;
    EXPECT_EQ(first_refused(in), Input::Nodes);
    in.epochs = 0.5;  // breaks the same rule, and comes after it
    EXPECT_EQ(first_refused(in), Input::Nodes);
    in.image_bytes = 1e30;
    EXPECT_EQ(first_refused(in), Input::ImageBytes);
    EXPECT_EQ(first_invalid(in), Input::Epochs);
    EXPECT_EQ(refusal(Input::ImageBytes, 1e30),
              "image_bytes = 1e+30 is out of range; it must be from 1 to 1e+12 bytes");
    EXPECT_EQ(refusal(Input::ImageBytes, 0.0),
              "image_bytes = 0 is not allowed; it must be a number above 0");
    EXPECT_EQ(refusal(Input::StoBw, kUnlimited), "");
    EXPECT_EQ(refusal(Input::StoBw, 0.0), "");
}

TEST(InputTable, EveryDefaultIsSensibleAndEveryRangeWithinItsRule) {
    const Inputs defaults;
    for (const auto& info : input_table()) {
        if (!is_number(info.id)) {
            continue;
        }
        EXPECT_EQ(refusal(info.id, number_of(defaults, info.id)), "") << info.key;
        EXPECT_EQ(refusal(info.id, info.range.high), "") << info.key;
        EXPECT_NE(refusal(info.id, info.range.high * 1.01), "") << info.key;
    }
}

TEST(InputTable, EveryInputIsFoundByItsKeyAndCheckedOnce) {
    std::set<Input> checked;
    for (const auto& info : input_table()) {
        EXPECT_EQ(find_input(info.key), info.id);
        EXPECT_NE(std::string(info.meaning), "");
    }
    for (const Input input : check_order()) {
        EXPECT_TRUE(checked.insert(input).second) << key_of(input);
    }
    EXPECT_EQ(checked.size(), kInputCount);
    EXPECT_FALSE(find_input("sto_bandwidth"));
}

TEST(InputTable, ValuesGoThereAndBackAsText) {
    Inputs in;
    in.sto_bw = 2.5e8;
    in.format = Format::Raw;
    in.warm = false;
    Inputs back;
    for (const auto& info : input_table()) {
        const auto value = parse_value(info.id, value_text(value_of(in, info.id)));
        ASSERT_TRUE(value) << info.key;
        ASSERT_TRUE(set_value(back, info.id, *value)) << info.key;
    }
    EXPECT_EQ(back, in);
}

TEST(InputTable, NumbersMayCarryMultiples) {
    const auto number = [](const char* text) {
        return std::get<double>(*parse_value(Input::StoBw, text));
    };
    EXPECT_EQ(number("250M"), 2.5e8);
    EXPECT_EQ(number("1.5Gi"), 1.5 * 0x1p30);
    EXPECT_EQ(number("32k"), 32000.0);
    EXPECT_EQ(number("1e9"), 1e9);
    EXPECT_EQ(number("null"), kUnlimited);
}

TEST(InputTable, WhatDoesNotFitSaysWhatIsAllowed) {
    for (const char* const text : {"", "fast", "5x", "1e999", "nan", "inf", "0x10"}) {
        EXPECT_FALSE(parse_value(Input::StoBw, text)) << text;
    }
    const auto format = parse_value(Input::Format, "zip");
    ASSERT_FALSE(format);
    EXPECT_EQ(format.error().what, "format: 'zip' is not allowed; it must be one of raw, record");
    EXPECT_FALSE(parse_value(Input::Warm, "1"));
    Inputs in;
    EXPECT_FALSE(set_value(in, Input::Warm, 1.0));
    EXPECT_FALSE(set_value(in, Input::StoBw, std::string("raw")));
}

}  // namespace
}  // namespace throughline::model
