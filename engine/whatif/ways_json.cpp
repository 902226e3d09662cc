// SPDX-License-Identifier: Apache-2.0
// An answer about the three ways as JSON, for the command line; a file of the question is
// ways_file.cpp.
#include <array>
#include <utility>

#include "engine/whatif/json_text.h"
#include "engine/whatif/ways_cost.h"
#include "engine/whatif/ways_file.h"
#include "engine/whatif/ways_study.h"

namespace throughline::whatif {
namespace {

Json back_test_json(const WaysStudy& study) {
    Json json = {{"runs", ways_tests_json(study.tests)}};
    if (const auto score = score_of(study)) {
        json["figures"] = score->figures;
        json["median_error_pct"] = score->median_error_pct;
        json["worst_error_pct"] = score->worst_error_pct;
        json["choices"] = score->choices;
        json["right_choices"] = score->right;
    }
    if (const auto chance = chance_pct_of(study)) {
        json["chance_pct"] = *chance;
    }
    return json;
}

Json cost_json(const WayCost& cost) {
    return {{"fetched_bytes", cost.fetched_bytes},
            {"requests", json_number_or_null(cost.requests)},
            {"disk_gib_hours", json_number_or_null(cost.disk_gib_hours)},
            {"requests_usd", json_number_or_null(cost.requests_usd)},
            {"read_usd", json_number_or_null(cost.read_usd)},
            {"disk_usd", json_number_or_null(cost.disk_usd)},
            {"usd", json_number_or_null(cost.usd)}};
}

Json costs_json(const WaysCosts& costs) {
    Json json = {{"store", costs.store},
                 {"disk", costs.disk},
                 {"at", Json::array()},
                 {"missing", costs.missing},
                 {"left_out", costs.left_out},
                 {"prices", costs.prices}};
    for (const WaysCostAt& at : costs.at) {
        Json one = {{"epochs", at.epochs}};
        for (std::size_t i = 0; i < kWays.size(); ++i) {
            one[key_of(kWays[i])] = cost_json(at.ways[i]);
        }
        if (at.cheapest) {
            one["cheapest"] = key_of(*at.cheapest);
        }
        json["at"].push_back(std::move(one));
    }
    return json;
}

}  // namespace

const char* key_of(Way way) noexcept {
    constexpr std::array<const char*, kWays.size()> kKeys{"copied", "streamed", "cached"};
    return kKeys[static_cast<std::size_t>(way)];
}

std::string ways_json(const WaysStudy& study, const WaysAnswer& answer, const WaysCosts& costs) {
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
                  {"cost", costs_json(costs)},
                  {"back_test", back_test_json(study)}};
    if (answer.copy_pays_from) {
        document["copy_pays_from_epochs"] = *answer.copy_pays_from;
    }
    return pretty(document);
}

}  // namespace throughline::whatif
