// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/answer_json.h"
#include "engine/whatif/changes.h"
#include "engine/whatif/headline.h"
#include "engine/whatif/json_text.h"
#include "engine/whatif/what_if.h"

namespace throughline::whatif {
namespace {

constexpr std::size_t kLeversShown = 8;

Json crossover_json(const std::optional<model::Crossover>& crossover, const std::string& name) {
    if (!crossover) {
        return nullptr;
    }
    const auto side = [&](model::Side which) { return which == model::Side::A ? name : "base"; };
    return {{"epochs", json_number_or_null(crossover->epochs)},
            {"one", side(crossover->one)},
            {"many", side(crossover->many)}};
}

Json levers_json(const std::vector<model::Leverage>& levers) {
    Json json = Json::array();
    for (const auto& lever : levers) {
        if (json.size() == kLeversShown) {
            break;
        }
        json.push_back({{"input", model::key_of(lever.input)},
                        {"images_per_s_halved", json_number_or_null(lever.images_per_s_halved)},
                        {"images_per_s_doubled", json_number(lever.images_per_s_doubled)}});
    }
    return json;
}

/// One point in short: a sweep may have thousands.
Json point_json(const SweepPoint& point) {
    const Answer& answer = point.answer;
    Json json = {{"at", json_from_changes(point.at)},
                 {"images_per_s", json_number(answer.prediction.images_per_s())}};
    if (answer.interval) {
        json["lo90"] = json_number(answer.interval->low);
        json["hi90"] = json_number(answer.interval->high);
    }
    json["bottleneck"] =
        answer.prediction.bottleneck ? name_of(*answer.prediction.bottleneck) : "none";
    json["grade"] = name_of(answer.graded.grade);
    if (const auto& job = answer.prediction.job) {
        json["usd_per_hour"] = json_number(job->usd_per_hour);
        json["reading_usd_per_hour"] = json_number(job->reading_usd_per_hour);
        json["usd_per_million"] = json_number(job->usd_per_million);
    }
    return json;
}

Json curves_json(const std::vector<Curve>& curves) {
    Json json = Json::array();
    for (const auto& curve : curves) {
        Json points = Json::array();
        for (const auto& point : curve.points) {
            points.push_back(point_json(point));
        }
        json.push_back({{"scenario", curve.scenario}, {"points", points}});
    }
    return json;
}

Json offers_json(const WhatIf& what_if) {
    Json offers = Json::array();
    for (const auto& offer : what_if.offers) {
        Json json = answer_json(offer.answer);
        json.update(json_from_scenario(offer.candidate));  // ready for a file of scenarios
        offers.push_back(json);
    }
    return {{"target_images_per_s", json_number_or_null(what_if.target)},
            {"from_catalog", what_if.from_catalog},
            {"candidates", what_if.candidates},
            {"matches", what_if.matches},
            {"within_interval", what_if.within},
            {"safe", what_if.safe},
            {"sentence", search_text(what_if)},
            {"computed_for", what_if.offered.taken},
            {"offers", offers}};
}

Json told_json(const Told& told) {
    return told.value ? json_number(*told.value) : Json{{"gap", told.absent}};
}

Json headline_json(const Answer& answer, const Answer& base) {
    const Headline said = headline(answer, base);
    return {{"sentence", headline_text(answer, base)},
            {"images_per_s", told_json(said.images_per_s)},
            {"gpu_idle_pct", told_json(said.gpu_idle_pct)},
            {"against_base_pct", told_json(said.against_base_pct)},
            {"usd_per_hour", told_json(said.usd_per_hour)},
            {"storage_price_only", said.storage_price_only}};
}

Json enough_json(const std::vector<EnoughAnswer>& answers) {
    Json json = Json::array();
    for (const auto& [scenario, reach] : answers) {
        Json counts = Json::object();
        for (const auto& [input, count] : reach.counts) {
            counts[model::key_of(input)] = count;
        }
        Json one = {{"scenario", scenario},
                    {"target_images_per_s", reach.target},
                    {"sentence", reach_text(reach)},
                    {"together",
                     {{"counts", counts},
                      {"images_per_s", json_number(reach.images_per_s)},
                      {"reaches_target", reach.reaches_target}}}};
        if (const auto& alone = reach.alone) {
            one["input"] = model::key_of(*reach.asked);
            one["count"] = alone->count;
            one["images_per_s"] = json_number(alone->images_per_s);
            one["reaches_target"] = alone->reaches_target;
            one["bottleneck"] = alone->bottleneck ? name_of(*alone->bottleneck) : "none";
        }
        json.push_back(std::move(one));
    }
    return json;
}

}  // namespace

std::string what_if_json(const WhatIf& what_if) {
    Json scenarios = Json::array();
    for (std::size_t i = 0; i < what_if.answers.size(); ++i) {
        Json json = answer_json(what_if.answers[i]);
        json["headline"] = headline_json(what_if.answers[i], what_if.answers.front());
        json["levers"] = levers_json(what_if.levers[i]);
        if (i > 0) {
            json["crossover"] = crossover_json(what_if.crossovers[i - 1], what_if.answers[i].name);
        }
        scenarios.push_back(json);
    }
    Json document = {{"title", what_if.title}, {"scenarios", scenarios}};
    if (!what_if.curves.empty()) {
        document["sweep"] = curves_json(what_if.curves);
    }
    if (what_if.target) {
        document["cheapest"] = offers_json(what_if);
    }
    if (!what_if.enough.empty()) {
        document["enough"] = enough_json(what_if.enough);
    }
    return pretty(document);
}

}  // namespace throughline::whatif
