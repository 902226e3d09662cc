// SPDX-License-Identifier: Apache-2.0
// Study and question of the three ways in a file: nothing odd is taken, and what is odd is named.
#include "engine/whatif/ways_file.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/whatif/ways_limits.h"

namespace throughline::whatif {
namespace {

using model::TierPolicy;

constexpr std::array kTierPolicies{std::pair{TierPolicy::Keep, "keep"},
                                   std::pair{TierPolicy::Lru, "lru"},
                                   std::pair{TierPolicy::Fifo, "fifo"}};
constexpr std::size_t kRunsMax = 1000;
constexpr std::size_t kEpochsOfRunMax = 10000;
constexpr std::size_t kEpochsAskedMax = 32;

Json foretold_json(const Foretold& figure) {
    return {{"measured", figure.measured}, {"predicted", figure.predicted}};
}

void put_text(Json& json, const char* key, const std::string& text) {
    if (!text.empty()) {
        json[key] = text;
    }
}

/// What stands in a file where something else should, in one short line.
std::string found_text(const Json& value) {
    constexpr std::size_t kLongest = 40;
    if (value.is_array()) {
        return say("a list");
    }
    if (value.is_object()) {
        return say("an object");
    }
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > kLongest) {
        text.replace(kLongest, std::string::npos, "...");
    }
    return text;
}

/// Takes fields out of an object; the first that is wrong is kept, with where it stands.
class WaysFields {
public:
    WaysFields(std::string where, std::optional<std::string>& why)
        : where_(std::move(where)), why_(&why) {}
    WaysFields within(const std::string& part) const { return {where_ + ", " + part, *why_}; }

    void refuse(const std::string& why) {
        if (!*why_) {
            *why_ = say("%1: %2", where_, why);
        }
    }
    static const Json* field(const Json& object, const char* key) {
        const auto found = object.is_object() ? object.find(key) : object.end();
        return object.is_object() && found != object.end() ? &*found : nullptr;
    }
    /// 0 where it is none of the range.
    double number(const Json& object, const char* key, const WaysRange& range) {
        const Json* const found = field(object, key);
        if (found == nullptr) {
            refuse(say("'%1' is missing; it must be %2", key, range.text()));
            return 0.0;
        }
        if (!found->is_number() || !range.holds(found->get<double>())) {
            refuse(say("'%1' is %2; it must be %3", key, found_text(*found), range.text()));
            return 0.0;
        }
        return found->get<double>();
    }
    /// None where it is missing.
    std::optional<double> maybe(const Json& object, const char* key, const WaysRange& range) {
        return field(object, key) == nullptr ? std::nullopt
                                             : std::optional(number(object, key, range));
    }
    std::string text(const Json& object, const char* key) {
        const Json* const found = field(object, key);
        if (found != nullptr && !found->is_string()) {
            refuse(say("'%1' is %2; it must be %3", key, found_text(*found), say("a text")));
        }
        return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
    }
    /// One of the texts; "" where it is missing or another.
    template <class Names, class Name>
    auto one_of(const Json& object, const char* key, const Names& names, Name name) {
        const std::string text = this->text(object, key);
        const auto found =
            std::ranges::find_if(names, [&](const auto& one) { return text == name(one); });
        if (found == names.end()) {
            std::string known;
            for (const auto& one : names) {
                known += (known.empty() ? "" : ", ") + std::string(name(one));
            }
            refuse(text.empty() ? say("'%1' is missing; it must be one of %2", key, known)
                                : say("'%1' is '%2'; it must be one of %3", key, text, known));
        }
        return found;
    }
    bool flag(const Json& object, const char* key) {
        const Json* const found = field(object, key);
        if (found != nullptr && !found->is_boolean()) {
            refuse(say("'%1' is %2; it must be %3", key, found_text(*found), say("true or false")));
        }
        return found != nullptr && found->is_boolean() && found->get<bool>();
    }
    /// Empty where it is missing or no such list.
    const Json& list(const Json& object, const char* key, std::size_t most) {
        static const Json kEmpty = Json::array();
        const Json* const found = field(object, key);
        if (found == nullptr) {
            return kEmpty;
        }
        if (!found->is_array() || found->size() > most) {
            refuse(found->is_array()
                       ? say("'%1' is too long: at most %2", key, std::to_string(most))
                       : say("'%1' is not a list", key));
            return kEmpty;
        }
        return *found;
    }

private:
    std::string where_;
    std::optional<std::string>* why_;
};

/// "tests, entry 2".
std::string entry_text(const char* list, std::size_t index) {
    return say("%1, entry %2", list, std::to_string(index + 1));
}

Foretold read_foretold(WaysFields in, const Json& json, const WaysRange& range) {
    return {.measured = in.number(json, "measured", range),
            .predicted = in.number(json, "predicted", range)};
}

WaysTest read_test_of_way(WaysFields in, const Json& json) {
    WaysTest test;
    const auto way = in.one_of(json, "way", kWays, [](Way one) { return key_of(one); });
    test.way = way == kWays.end() ? Way::Streamed : *way;
    test.run = static_cast<int>(in.number(json, "run", kWaysRun));
    const Json& ends = in.list(json, "ends_s", kEpochsOfRunMax);
    if (ends.size() < 2) {
        in.refuse(say("'%1' has fewer than two entries", "ends_s"));
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
        WaysFields entry = in.within(entry_text("ends_s", i));
        const Foretold end = read_foretold(entry, ends[i], kWaysEndTime);
        if (i > 0 && !(end.measured > test.ends_s.back().measured &&
                       end.predicted > test.ends_s.back().predicted)) {
            entry.refuse(say("this epoch does not end after the one before it"));
        }
        test.ends_s.push_back(end);
    }
    if (const Json* const hits = WaysFields::field(json, "hit_ratio")) {
        test.hit_ratio = read_foretold(in.within("hit_ratio"), *hits, kWaysShare);
    }
    return test;
}

WaysStudy read_study_of_ways(WaysFields in, const Json& json) {
    WaysStudy study{.uuid = in.text(json, "uuid"),
                    .title = in.text(json, "title"),
                    .emulated = {.accelerator = in.flag(json, "emulated_accelerator"),
                                 .volume = in.flag(json, "emulated_volume"),
                                 .store = in.flag(json, "emulated_store")},
                    .data_bytes = in.number(json, "data_bytes", kWaysBytes),
                    .disturbed = in.flag(json, "disturbed"),
                    .has_cache = in.flag(json, "has_cache")};
    for (const WaysFigure& figure : kWaysFigures) {
        study.measured.*figure.member = in.number(json, figure.key, figure.range);
    }
    for (const WaysFigure& figure : kWaysRequestFigures) {
        double& value = study.measured.*figure.member;
        value = in.maybe(json, figure.key, figure.range).value_or(value);
    }
    study.requests_per_byte = in.maybe(json, "requests_per_byte", kWaysRequestsPerByte);
    study.store = in.text(json, "store");
    const Json& tests = in.list(json, "tests", kRunsMax);
    for (std::size_t i = 0; i < tests.size(); ++i) {
        study.tests.push_back(read_test_of_way(in.within(entry_text("tests", i)), tests[i]));
    }
    return study;
}

void read_epochs(WaysFields& in, const Json& json, WaysQuestion& question) {
    if (WaysFields::field(json, "epochs") == nullptr) {
        return;
    }
    question.epochs.clear();
    for (const Json& one : in.list(json, "epochs", kEpochsAskedMax)) {
        if (!one.is_number() || !kWaysEpochs.holds(one.get<double>())) {
            in.refuse(say(
                "'%1' holds %2; each must be %3", "epochs", found_text(one), kWaysEpochs.text()));
            break;
        }
        question.epochs.push_back(one.get<double>());
    }
    if (question.epochs.empty()) {
        in.refuse(say("'%1' is empty; it must hold at least one number", "epochs"));
    }
}

WaysQuestion read_question(WaysFields& in, const Json& json) {
    WaysQuestion question{.data_bytes = in.maybe(json, "data_bytes", kWaysBytes),
                          .cache_bytes = in.maybe(json, "cache_bytes", kWaysBytes)};
    if (WaysFields::field(json, "policy") != nullptr) {
        const auto found =
            in.one_of(json, "policy", kTierPolicies, [](const auto& one) { return one.second; });
        question.policy = found == kTierPolicies.end() ? TierPolicy::Keep : found->first;
    }
    read_epochs(in, json, question);
    question.store = in.text(json, "store");
    question.disk = in.text(json, "disk");
    return question;
}

}  // namespace

Json ways_tests_json(const std::vector<WaysTest>& tests) {
    Json list = Json::array();
    for (const WaysTest& test : tests) {
        Json one = {{"way", key_of(test.way)}, {"run", test.run}, {"ends_s", Json::array()}};
        for (const Foretold& end : test.ends_s) {
            one["ends_s"].push_back(foretold_json(end));
        }
        if (test.hit_ratio) {
            one["hit_ratio"] = foretold_json(*test.hit_ratio);
        }
        list.push_back(std::move(one));
    }
    return list;
}

Json json_from_ways(const WaysStudy& study, const WaysQuestion& question) {
    Json measured = {{"uuid", study.uuid},
                     {"title", study.title},
                     {"emulated_accelerator", study.emulated.accelerator},
                     {"emulated_volume", study.emulated.volume},
                     {"emulated_store", study.emulated.store},
                     {"data_bytes", study.data_bytes},
                     {"disturbed", study.disturbed},
                     {"has_cache", study.has_cache},
                     {"tests", ways_tests_json(study.tests)}};
    for (const WaysFigure& figure : kWaysFigures) {
        measured[figure.key] = study.measured.*figure.member;
    }
    for (const WaysFigure& figure : kWaysRequestFigures) {
        if (study.measured.requests > 0.0) {
            measured[figure.key] = study.measured.*figure.member;
        }
    }
    if (study.requests_per_byte) {
        measured["requests_per_byte"] = *study.requests_per_byte;
    }
    put_text(measured, "store", study.store);
    Json json = {{"study", std::move(measured)}, {"epochs", question.epochs}};
    put_text(json, "store", question.store);
    put_text(json, "disk", question.disk);
    if (question.data_bytes) {
        json["data_bytes"] = *question.data_bytes;
    }
    if (question.cache_bytes) {
        json["cache_bytes"] = *question.cache_bytes;
    }
    for (const auto& [policy, key] : kTierPolicies) {
        if (policy == question.policy) {
            json["policy"] = key;
        }
    }
    return json;
}

Result<void> read_ways(const Json& json, const std::string& where, ScenarioFile& file) {
    std::optional<std::string> why;
    WaysFields in(where, why);
    const Json* const study = WaysFields::field(json, "study");
    if (!json.is_object()) {
        in.refuse(say("it is not an object"));
    } else if (study == nullptr || !study->is_object()) {
        in.refuse(study == nullptr ? say("'%1' is missing", "study")
                                   : say("'%1' is not an object", "study"));
    } else {
        file.ways_study =
            std::make_shared<const WaysStudy>(read_study_of_ways(in.within("study"), *study));
        file.ways = read_question(in, json);
    }
    if (why) {
        return usage_error(
            say("%1. Correct it, or make the file anew: 'throughline-engine whatif "
                "--ways STUDY --save FILE'",
                *why));
    }
    return {};
}

}  // namespace throughline::whatif
