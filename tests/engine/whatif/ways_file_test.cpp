// SPDX-License-Identifier: Apache-2.0
// Goal: a file of the three ways answers the same without the runs, and nothing odd in it is taken:
// it is refused with what is wrong, where, and what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "engine/whatif/scenario.h"
#include "engine/whatif/ways_cost.h"
#include "engine/whatif/ways_study.h"

namespace throughline::whatif {
namespace {

using testing::HasSubstr;
using WaysJson = nlohmann::json;

ScenarioFile file_of_ways() {
    WaysStudy study{.uuid = "uuid-of-ways",
                    .title = "ways",
                    .emulated = {.store = true},
                    .measured = {.stream_s = 1.65,
                                 .local_s = 0.29,
                                 .copy_s = 1.65,
                                 .fill_s = 1.7,
                                 .stream_first_s = 0.09,
                                 .local_first_s = 0.05,
                                 .requests = 660.0,
                                 .at_once = 8.0,
                                 .first_byte_share = 0.9,
                                 .first_byte_c2 = 1.0},
                    .data_bytes = 66e6,
                    .has_cache = true,
                    .requests_per_byte = 1e-5,
                    .store = "aws-s3"};
    study.tests = {
        {.way = Way::Cached,
         .run = 2,
         .ends_s = {{.measured = 1.7, .predicted = 1.7}, {.measured = 1.99, .predicted = 2.0}},
         .hit_ratio = Foretold{.measured = 1.0, .predicted = 1.0}}};
    ScenarioFile file{.title = "ways", .base = {.name = kUnnamedBase}};
    file.ways_study = std::make_shared<const WaysStudy>(std::move(study));
    file.ways = {.data_bytes = 150e9,
                 .cache_bytes = 64e9,
                 .policy = model::TierPolicy::Fifo,
                 .epochs = {1.0, 10.0},
                 .store = "gcp-gcs",
                 .disk = "gcp-pd-ssd"};
    return file;
}

WaysJson document_of_ways() {
    return WaysJson::parse(scenario_file_json(file_of_ways()));
}

/// Why it is refused; "": it is read.
std::string refusal_of(const WaysJson& document) {
    const auto read = parse_scenario_file(document.dump(), "x.json");
    return read ? std::string() : read.error().what;
}

TEST(WaysFile, KeepsStudyAndQuestion) {
    const ScenarioFile file = file_of_ways();

    const auto read = parse_scenario_file(scenario_file_json(file), "ways.json");

    ASSERT_TRUE(read) << describe(read.error());
    ASSERT_NE(read->ways_study, nullptr);
    EXPECT_EQ(*read->ways_study, *file.ways_study);
    EXPECT_EQ(read->ways, file.ways);
    EXPECT_EQ(scenario_file_json(*read), scenario_file_json(file));
    EXPECT_EQ(marked_title(*read->ways_study), "ways (emulated store)");
}

/// A place in the file, the name that a refusal has for it, and whether it may be missing or 0.
struct Place {
    const char* pointer = "";
    const char* name = "";
    bool may_be_missing = false;
    bool may_be_zero = false;
};
const std::vector<Place> kPlaces{
    {"/ways/data_bytes", "ways: 'data_bytes'", true},
    {"/ways/cache_bytes", "ways: 'cache_bytes'", true},
    {"/ways/epochs/0", "ways: 'epochs'", true},
    {"/ways/study/data_bytes", "ways, study: 'data_bytes'"},
    {"/ways/study/stream_s", "ways, study: 'stream_s'"},
    {"/ways/study/local_s", "ways, study: 'local_s'"},
    {"/ways/study/copy_s", "ways, study: 'copy_s'", false, true},
    {"/ways/study/fill_s", "ways, study: 'fill_s'"},
    {"/ways/study/stream_first_s", "ways, study: 'stream_first_s'", false, true},
    {"/ways/study/local_first_s", "ways, study: 'local_first_s'", false, true},
    {"/ways/study/stream_reads", "ways, study: 'stream_reads'", false, true},
    {"/ways/study/local_reads", "ways, study: 'local_reads'", false, true},
    {"/ways/study/requests", "ways, study: 'requests'", true, true},
    {"/ways/study/at_once", "ways, study: 'at_once'", true},
    {"/ways/study/first_byte_share", "ways, study: 'first_byte_share'", true, true},
    {"/ways/study/first_byte_c2", "ways, study: 'first_byte_c2'", true, true},
    {"/ways/study/requests_per_byte", "ways, study: 'requests_per_byte'", true},
    {"/ways/study/tests/0/run", "ways, study, tests, entry 1: 'run'"},
    {"/ways/study/tests/0/ends_s/1/measured", "entry 1, ends_s, entry 2: 'measured'"},
    {"/ways/study/tests/0/ends_s/1/predicted", "entry 1, ends_s, entry 2: 'predicted'"},
    {"/ways/study/tests/0/hit_ratio/measured", "entry 1, hit_ratio: 'measured'", false, true},
    {"/ways/study/tests/0/hit_ratio/predicted", "entry 1, hit_ratio: 'predicted'", false, true}};

// Method: each number of the file in turn is each thing that it cannot be.
TEST(WaysFile, AnOddNumberIsRefusedByWhatWhereAndWhatToDo) {
    const std::vector<WaysJson> odd{-4,
                                    -0.5,
                                    -1e300,
                                    1e300,
                                    1e19,
                                    nullptr,
                                    "many",
                                    "1",
                                    true,
                                    WaysJson::array(),
                                    WaysJson::object(),
                                    std::nan("")};
    for (const Place& place : kPlaces) {
        std::vector<WaysJson> values = odd;
        if (!place.may_be_zero) {
            values.emplace_back(0);
        }
        for (const WaysJson& value : values) {
            WaysJson document = document_of_ways();
            document[WaysJson::json_pointer(place.pointer)] = value;
            const std::string why = refusal_of(document);
            EXPECT_THAT(why, HasSubstr(place.name)) << place.pointer << " = " << value.dump();
            EXPECT_TRUE(why.starts_with("'x.json', ways")) << why;
            EXPECT_THAT(why, HasSubstr("must be")) << why;
            EXPECT_THAT(why, HasSubstr("--save FILE")) << why;
            EXPECT_LT(why.size(), 300U) << why;
        }
        if (place.may_be_zero) {
            WaysJson document = document_of_ways();
            document[WaysJson::json_pointer(place.pointer)] = 0;
            EXPECT_EQ(refusal_of(document), "") << place.pointer;
        }
    }
}

TEST(WaysFile, AMissingNumberIsRefusedByName) {
    for (const Place& place : kPlaces) {
        WaysJson document = document_of_ways();
        const WaysJson::json_pointer pointer(place.pointer);
        WaysJson& parent = document[pointer.parent_pointer()];
        if (parent.is_object()) {
            parent.erase(pointer.back());
        }
        const std::string why = refusal_of(document);
        if (place.may_be_missing) {
            EXPECT_EQ(why, "") << place.pointer;
        } else {
            EXPECT_THAT(why, HasSubstr(place.name)) << place.pointer;
            EXPECT_THAT(why, HasSubstr("is missing; it must be a")) << place.pointer;
        }
    }
}

TEST(WaysFile, WhatIsNotWhatItWroteIsRefusedInWords) {
    constexpr const char* kHint =
        ". Correct it, or make the file anew: 'throughline-engine whatif --ways STUDY --save FILE'";
    const auto why = [](const char* pointer, const WaysJson& value) {
        WaysJson document = document_of_ways();
        document[WaysJson::json_pointer(pointer)] = value;
        return refusal_of(document);
    };
    EXPECT_EQ(why("/ways", WaysJson::object()),
              std::string("'x.json', ways: 'study' is missing") + kHint);
    EXPECT_EQ(why("/ways", 7), std::string("'x.json', ways: it is not an object") + kHint);
    EXPECT_EQ(why("/ways/study", 7),
              std::string("'x.json', ways: 'study' is not an object") + kHint);
    EXPECT_EQ(
        why("/ways/study/stream_s", -4),
        std::string("'x.json', ways, study: 'stream_s' is -4; it must be a number above 0, at "
                    "most 1e9") +
            kHint);
    EXPECT_EQ(
        why("/ways/epochs/1", 0.5),
        std::string("'x.json', ways: 'epochs' holds 0.5; each must be a whole number from 1 to "
                    "1000000") +
            kHint);
    EXPECT_EQ(
        why("/ways/epochs", WaysJson::array()),
        std::string("'x.json', ways: 'epochs' is empty; it must hold at least one number") + kHint);
    EXPECT_THAT(why("/ways/policy", "none"),
                HasSubstr("ways: 'policy' is 'none'; it must be one of keep, lru, fifo"));
    EXPECT_THAT(why("/ways/study/tests/0/way", "swum"),
                HasSubstr("entry 1: 'way' is 'swum'; it must be one of copied, streamed, cached"));
    EXPECT_THAT(why("/ways/study/tests/0/ends_s", WaysJson::array()),
                HasSubstr("'ends_s' has fewer than two entries"));
    EXPECT_THAT(why("/ways/study/tests/0/ends_s/1/measured", 1.2),
                HasSubstr("entry 2: this epoch does not end after the one before it"));
    EXPECT_THAT(why("/ways/study/disturbed", 1),
                HasSubstr("'disturbed' is 1; it must be true or false"));
}

/// Everywhere in the document, in its order.
void list_numbers(const WaysJson& json, const std::string& at, std::vector<std::string>& pointers) {
    if (json.is_number()) {
        pointers.push_back(at);
    } else if (json.is_structured()) {
        for (const auto& [key, value] : json.items()) {
            list_numbers(value, at + "/" + key, pointers);
        }
    }
}

// Goal: whatever numbers a file has, it is refused or answered with figures that are numbers.
// Method: 1,000 files, in each of which some numbers are others, from a seed.
TEST(WaysFile, IsRefusedOrAnsweredWithNumbers) {
    std::vector<std::string> pointers;
    list_numbers(document_of_ways().at("ways"), "/ways", pointers);
    ASSERT_GT(pointers.size(), 15U);
    Random random(24);
    int answered = 0;
    for (int i = 0; i < 1000; ++i) {
        WaysJson document = document_of_ways();
        for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
            const double size = std::pow(10.0, random.uniform(-30.0, 30.0));
            document[WaysJson::json_pointer(pointers[random.below(pointers.size())])] =
                random.below(4) == 0 ? -size : size;
        }
        const auto read = parse_scenario_file(document.dump(), "x.json");
        if (!read) {
            EXPECT_THAT(read.error().what, HasSubstr("'x.json', ways"));
            continue;
        }
        ++answered;
        const WaysAnswer answer = answer_ways(*read->ways_study, read->ways);
        for (const WaysAt& at : answer.at) {
            for (const double seconds : {at.copied_s, at.streamed_s, at.cached_s}) {
                EXPECT_TRUE(std::isfinite(seconds) && seconds >= 0.0) << document.dump();
            }
        }
        EXPECT_FALSE(ways_sentence(answer).empty());
        EXPECT_EQ(ways_json(*read->ways_study, answer, {}).find("null"), std::string::npos);
        const auto again = parse_scenario_file(scenario_file_json(*read), "again.json");
        EXPECT_TRUE(again) << scenario_file_json(*read);
    }
    EXPECT_GT(answered, 30) << "or the numbers are too odd to test anything";
    EXPECT_LT(answered, 970);
}

}  // namespace
}  // namespace throughline::whatif
