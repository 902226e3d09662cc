// SPDX-License-Identifier: Apache-2.0
// The three ways as JSON: an answer for the command line, and study and question in a file.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/whatif/json_text.h"
#include "engine/whatif/ways_file.h"
#include "engine/whatif/ways_study.h"

namespace throughline::whatif {
namespace {

using model::TierPolicy;

constexpr std::array kTierPolicies{std::pair{TierPolicy::Keep, "keep"},
                                   std::pair{TierPolicy::Lru, "lru"},
                                   std::pair{TierPolicy::Fifo, "fifo"}};
constexpr std::array kMeasuredFigures{
    std::pair{"stream_s", &model::WaysInputs::stream_s},
    std::pair{"local_s", &model::WaysInputs::local_s},
    std::pair{"copy_s", &model::WaysInputs::copy_s},
    std::pair{"fill_s", &model::WaysInputs::fill_s},
    std::pair{"stream_first_s", &model::WaysInputs::stream_first_s},
    std::pair{"local_first_s", &model::WaysInputs::local_first_s},
    std::pair{"stream_reads", &model::WaysInputs::stream_reads},
    std::pair{"local_reads", &model::WaysInputs::local_reads}};
constexpr std::size_t kRunsMax = 1000;
constexpr std::size_t kEpochsOfRunMax = 10000;
constexpr std::size_t kEpochsAskedMax = 32;

Json foretold_json(const Foretold& figure) {
    return {{"measured", figure.measured}, {"predicted", figure.predicted}};
}

Json tests_json(const std::vector<WaysTest>& tests) {
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

Json back_test_json(const WaysStudy& study) {
    Json json = {{"runs", tests_json(study.tests)}};
    if (const auto score = score_of(study)) {
        json["figures"] = score->figures;
        json["median_error_pct"] = score->median_error_pct;
        json["worst_error_pct"] = score->worst_error_pct;
        json["choices"] = score->choices;
        json["right_choices"] = score->right;
    }
    return json;
}

/// Takes fields out of an object; the first that is wrong is kept.
class WaysFields {
public:
    explicit WaysFields(std::string where) : where_(std::move(where)) {}
    const std::optional<Error>& error() const noexcept { return error_; }

    void refuse(const std::string& why) {
        if (!error_) {
            error_ = usage_error(say("%1: %2", where_, why));
        }
    }
    static const Json* field(const Json& object, const char* key) {
        const auto found = object.is_object() ? object.find(key) : object.end();
        return object.is_object() && found != object.end() ? &*found : nullptr;
    }
    /// Finite, and `least` or more; 0 where it is not.
    double number(const Json& object, const char* key, double least = 0.0) {
        const Json* const found = field(object, key);
        const double value =
            found != nullptr && found->is_number() ? found->get<double>() : std::nan("");
        if (!(value >= least && std::isfinite(value))) {
            refuse(
                say("'%1' is not a number of %2 or more", key, std::to_string(std::lround(least))));
            return 0.0;
        }
        return value;
    }
    /// Above 0; none where it is missing.
    std::optional<double> bytes(const Json& object, const char* key) {
        return field(object, key) == nullptr ? std::nullopt
                                             : std::optional(number(object, key, 1.0));
    }
    std::string text(const Json& object, const char* key) {
        const Json* const found = field(object, key);
        if (found != nullptr && !found->is_string()) {
            refuse(say("'%1' is not a string", key));
        }
        return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
    }
    bool flag(const Json& object, const char* key) {
        const Json* const found = field(object, key);
        return found != nullptr && found->is_boolean() && found->get<bool>();
    }
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
    Foretold foretold(const Json& json) {
        return {.measured = number(json, "measured"), .predicted = number(json, "predicted")};
    }

private:
    std::string where_;
    std::optional<Error> error_{};
};

WaysTest read_test_of_way(WaysFields& in, const Json& json) {
    WaysTest test;
    const std::string key = in.text(json, "way");
    const auto* const way =
        std::find_if(kWays.begin(), kWays.end(), [&key](Way one) { return key == key_of(one); });
    if (way == kWays.end()) {
        in.refuse(say("'%1' is '%2', which is unknown", "way", key));
    } else {
        test.way = *way;
    }
    const Json* const run = WaysFields::field(json, "run");
    test.run = run != nullptr && run->is_number_integer() ? run->get<int>() : 0;
    for (const Json& end : in.list(json, "ends_s", kEpochsOfRunMax)) {
        test.ends_s.push_back(in.foretold(end));
    }
    if (test.ends_s.size() < 2) {
        in.refuse(say("'%1' has fewer than two entries", "ends_s"));
    }
    if (const Json* const hits = WaysFields::field(json, "hit_ratio")) {
        test.hit_ratio = in.foretold(*hits);
    }
    return test;
}

WaysStudy read_study_of_ways(WaysFields& in, const Json& json) {
    WaysStudy study{.uuid = in.text(json, "uuid"),
                    .title = in.text(json, "title"),
                    .emulated = {.accelerator = in.flag(json, "emulated_accelerator"),
                                 .volume = in.flag(json, "emulated_volume"),
                                 .store = in.flag(json, "emulated_store")},
                    .data_bytes = in.number(json, "data_bytes", 1.0),
                    .disturbed = in.flag(json, "disturbed"),
                    .has_cache = in.flag(json, "has_cache")};
    for (const auto& [key, member] : kMeasuredFigures) {
        study.measured.*member = in.number(json, key);
    }
    for (const Json& test : in.list(json, "tests", kRunsMax)) {
        study.tests.push_back(read_test_of_way(in, test));
    }
    return study;
}

WaysQuestion read_question(WaysFields& in, const Json& json) {
    WaysQuestion question{.data_bytes = in.bytes(json, "data_bytes"),
                          .cache_bytes = in.bytes(json, "cache_bytes")};
    if (const std::string policy = in.text(json, "policy"); !policy.empty()) {
        const auto* const found =
            std::find_if(kTierPolicies.begin(), kTierPolicies.end(), [&policy](const auto& one) {
                return policy == one.second;
            });
        if (found == kTierPolicies.end()) {
            in.refuse(say("'%1' is '%2', which is unknown", "policy", policy));
        } else {
            question.policy = found->first;
        }
    }
    std::vector<double> epochs;
    for (const Json& one : in.list(json, "epochs", kEpochsAskedMax)) {
        const double number = one.is_number() ? one.get<double>() : 0.0;
        if (!(number >= 1.0 && number <= kWaysEpochsMax) || number != std::floor(number)) {
            in.refuse(say("'%1' holds what is not a whole number from 1 to 1000000", "epochs"));
            break;
        }
        epochs.push_back(number);
    }
    if (!epochs.empty()) {
        question.epochs = std::move(epochs);
    }
    return question;
}

}  // namespace

const char* key_of(Way way) noexcept {
    constexpr std::array<const char*, kWays.size()> kKeys{"copied", "streamed", "cached"};
    return kKeys[static_cast<std::size_t>(way)];
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
                     {"tests", tests_json(study.tests)}};
    for (const auto& [key, member] : kMeasuredFigures) {
        measured[key] = study.measured.*member;
    }
    Json json = {{"study", std::move(measured)}, {"epochs", question.epochs}};
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
    WaysFields in(where);
    const Json* const study = WaysFields::field(json, "study");
    if (study == nullptr) {
        in.refuse(say("'%1' is missing", "study"));
    } else {
        file.ways_study = std::make_shared<const WaysStudy>(read_study_of_ways(in, *study));
        file.ways = read_question(in, json);
    }
    if (const auto& error = in.error()) {
        return *error;
    }
    return {};
}

std::string ways_json(const WaysStudy& study, const WaysAnswer& answer) {
    Json ways = Json::object();
    for (const Way way : kWays) {
        const model::WayTimes& times = times_of(answer, way);
        ways[key_of(way)] = {{"time_to_first_batch_s", times.first_batch_s},
                             {"first_epoch_s", times.first_epoch_s},
                             {"later_epoch_s", times.later_epoch_s},
                             {"hit_ratio", times.hit_ratio}};
    }
    Json at = Json::array();
    for (const WaysAt& one : answer.at) {
        at.push_back({{"epochs", one.epochs},
                      {"copied_s", one.copied_s},
                      {"streamed_s", one.streamed_s},
                      {"cached_s", one.cached_s},
                      {"fastest", key_of(one.fastest)}});
    }
    Json fastest = Json::array();
    for (const FastestFrom& one : answer.fastest) {
        fastest.push_back({{"from_epochs", one.epochs}, {"way", key_of(one.way)}});
    }
    Json document{{"study", study.title},
                  {"data_bytes", study.data_bytes},
                  {"disturbed", study.disturbed},
                  {"cached_share", answer.asked.cached},
                  {"copy_s", answer.asked.copy_s},
                  {"ways", std::move(ways)},
                  {"at", std::move(at)},
                  {"fastest", std::move(fastest)},
                  {"back_test", back_test_json(study)}};
    if (answer.copy_pays_from) {
        document["copy_pays_from_epochs"] = *answer.copy_pays_from;
    }
    return pretty(document);
}

}  // namespace throughline::whatif
