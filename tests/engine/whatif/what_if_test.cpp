// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/what_if.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace throughline::whatif {
namespace {

using ::testing::HasSubstr;

ScenarioFile gp2_to_io1() {
    return *parse_scenario_file(R"({"title": "gp2 to io1",
        "base": {"image_bytes": 100000, "gpus_per_node": 8, "gpu_rate": 672, "gpu_sigma": 0.04,
                 "sto_bw": 1.6e8, "sto_iops": 10000, "node_usd_per_h": 24.48},
        "scenarios": [{"name": "io1", "changes": {"sto_bw": 5e8, "sto_iops": 32000}}],
        "candidates": [{"sto_bw": 5e8, "sto_iops": 32000, "sto_usd_per_month": 2000},
                       {"sto_bw": 1e9, "sto_iops": 32000, "sto_usd_per_month": 1000},
                       {"sto_bw": 1e8}]})",
                                "a.json");
}

WhatIf ask(const Questions& questions) {
    auto what_if = evaluate(gp2_to_io1(), defaults(), catalog::Catalog::built_in(), questions);
    EXPECT_TRUE(what_if) << (what_if ? "" : what_if.error().what);
    return *std::move(what_if);
}

TEST(Evaluate, AnswersBaseAndScenarios) {
    const WhatIf what_if = ask({});
    ASSERT_EQ(what_if.answers.size(), 2U);
    EXPECT_NEAR(what_if.answers[0].prediction.images_per_s(), 1600.0, 1.0);
    EXPECT_EQ(what_if.answers[0].prediction.bottleneck, model::Limit::StorageBandwidth);
    EXPECT_EQ(what_if.answers[0].graded.grade, model::Grade::C);
    EXPECT_THAT(what_if.answers[0].grade_reason, HasSubstr("Storage bandwidth is a stated figure"));
    EXPECT_NEAR(what_if.answers[1].prediction.images_per_s(), 4199.0, 2.0);
    EXPECT_EQ(what_if.levers[0].front().best() > 3000.0, true);
}

TEST(Evaluate, SetChangesTheBaseAndSoItsScenarios) {
    const WhatIf what_if = ask({.set = {*parse_change("gpus_per_node=4")}});
    EXPECT_NEAR(what_if.answers[1].prediction.images_per_s(), 2400.0, 1.0);
}

TEST(Evaluate, SweepsEveryScenarioOverEveryCombination) {
    const WhatIf what_if =
        ask({.sweep = {*parse_axis("gpus_per_node=4,8"), *parse_axis("format=raw,record")}});
    ASSERT_EQ(what_if.curves.size(), 2U);
    ASSERT_EQ(what_if.curves[1].points.size(), 4U);
    EXPECT_EQ(what_if.curves[1].points[1].at[0].input, model::Input::GpusPerNode);
    EXPECT_EQ(what_if.curves[1].points[1].at[1], *parse_change("format=record"));
    EXPECT_NEAR(what_if.curves[1].points[1].answer.prediction.images_per_s(), 2400.0, 1.0);
}

TEST(Evaluate, FindsTheCheapestCandidateThatReachesTheTarget) {
    const WhatIf what_if = ask({.cheapest = 4000.0});
    ASSERT_EQ(what_if.offers.size(), 2U);
    EXPECT_EQ(what_if.offers[0].candidate.name, "candidate 2");
    EXPECT_FALSE(what_if.from_catalog);
    EXPECT_EQ(ask({.cheapest = 4000.0, .safe = true}).offers.size(), 0U);
    EXPECT_EQ(ask({.cheapest = 3700.0, .safe = true}).offers.size(), 2U);
}

TEST(Evaluate, SearchesTheCatalogueWithoutCandidates) {
    auto file = gp2_to_io1();
    file.candidates.clear();
    const auto what_if =
        evaluate(file, defaults(), catalog::Catalog::built_in(), {.cheapest = 5000.0});
    ASSERT_TRUE(what_if);
    EXPECT_TRUE(what_if->from_catalog);
    EXPECT_GT(what_if->candidates, what_if->offers.size());
    std::set<std::string> pairs;  // each machine and kind of storage once, with the cheapest volume
    for (const auto& offer : what_if->offers) {
        const auto& entries = offer.candidate.catalog;
        EXPECT_TRUE(pairs.insert(entries.instance + entries.storage).second) << entries.storage;
        EXPECT_GE(offer.answer.prediction.images_per_s(), 5000.0);
    }
    for (std::size_t i = 1; i < what_if->offers.size(); ++i) {
        EXPECT_LE(what_if->offers[i - 1].answer.prediction.job->all_usd_per_hour(),
                  what_if->offers[i].answer.prediction.job->all_usd_per_hour());
    }
}

TEST(Evaluate, SaysHowManyItTakes) {
    const WhatIf what_if = ask({.enough = {{model::Input::StoUnits, 4000.0}}});
    ASSERT_EQ(what_if.enough.size(), 2U);
    EXPECT_EQ(what_if.enough[0].reach.alone->count, 3.0);
    EXPECT_EQ(what_if.enough[1].reach.alone->count, 1.0);
}

TEST(Evaluate, RefusesSweepsWithoutEnd) {
    std::string values = "threads=1";
    for (int i = 2; i <= 101; ++i) {
        values += "," + std::to_string(i);
    }
    const auto axis = *parse_axis(values);
    auto other = axis;
    other.input = model::Input::Cores;
    const auto what_if =
        evaluate(gp2_to_io1(), defaults(), catalog::Catalog::built_in(), {.sweep = {axis, other}});
    ASSERT_FALSE(what_if);
    EXPECT_THAT(what_if.error().what, HasSubstr("more than 10000 points"));
}

TEST(ParseChange, LeadsFromWhatWasTypedToWhatIsMeant) {
    const auto change = parse_change("bw=3");
    ASSERT_FALSE(change);
    EXPECT_THAT(change.error().what, HasSubstr("did you mean one of sto_bw"));
    EXPECT_THAT(parse_change("sto_bw").error().what, HasSubstr("is not KEY=VALUE"));
    EXPECT_THAT(parse_change("sto_bw=fast").error().what, HasSubstr("a number of 0 or more"));
}

TEST(WhatIfJson, HoldsEverythingThatWasAsked) {
    const auto text = what_if_json(ask({.sweep = {*parse_axis("nodes=1,2")},
                                        .cheapest = 4000.0,
                                        .enough = {{model::Input::StoUnits, 4000.0}}}));
    const auto json = nlohmann::json::parse(text);
    EXPECT_EQ(json.at("title"), "gp2 to io1");
    EXPECT_EQ(json.at("scenarios").at(1).at("output").at("bottleneck"), "gpu");
    EXPECT_EQ(json.at("scenarios").at(0).at("limits").size(), 8U);
    EXPECT_EQ(json.at("scenarios").at(0).at("limits").at("network"), "inf");
    EXPECT_EQ(json.at("sweep").at(0).at("points").size(), 2U);
    EXPECT_EQ(json.at("cheapest").at("offers").size(), 2U);
    EXPECT_EQ(json.at("enough").at(0).at("count"), 3.0);
}

TEST(WhatIfJson, AnOfferOfTheCatalogueIsAScenarioForAFile) {
    auto file = gp2_to_io1();
    file.candidates.clear();
    const auto found =
        evaluate(file, defaults(), catalog::Catalog::built_in(), {.cheapest = 5000.0});
    ASSERT_TRUE(found);
    const auto json = nlohmann::json::parse(what_if_json(*found));
    const auto& offer = json.at("cheapest").at("offers").at(0);
    const nlohmann::json scenario{{"name", offer.at("name")},
                                  {"note", offer.at("note")},
                                  {"catalog", offer.at("catalog")},
                                  {"changes", offer.at("changes")}};
    const nlohmann::json again{{"base", nlohmann::json::object()}, {"scenarios", {scenario}}};
    const auto parsed = parse_scenario_file(again.dump(), "again.json");
    ASSERT_TRUE(parsed) << parsed.error().what;
    EXPECT_EQ(parsed->scenarios.front().catalog, found->offers.front().candidate.catalog);
}

TEST(WhatIfCsv, LeavesACellEmptyWhereNothingIsKnown) {
    const std::string csv = what_if_csv(ask({}));
    EXPECT_THAT(csv, HasSubstr("quantity,unit,"));
    EXPECT_THAT(csv, HasSubstr("limited by,,"));
    EXPECT_THAT(csv, HasSubstr("limit of network,1/s,,"));
    EXPECT_THAT(csv, HasSubstr("network used,%,,"));
    EXPECT_THAT(csv, HasSubstr("cores busy per node,,,\n"));
    EXPECT_THAT(csv, HasSubstr("input sto_bw,bytes/s,"));
    const auto columns = [](std::string_view line) {
        return std::count(line.begin(), line.end(), ',');
    };
    EXPECT_EQ(columns(std::string_view(csv).substr(0, csv.find('\n'))), 3);
}

TEST(WhatIfCsv, ANameWithACommaIsOneCell) {
    auto what_if = ask({});
    what_if.answers[0].name = "a, \"b\"";
    EXPECT_THAT(what_if_csv(what_if), HasSubstr("unit,\"a, \"\"b\"\"\","));
}

TEST(KnownUse, IsAbsentOfWhatHasNoLimit) {
    auto resolved = defaults();
    resolved.inputs.gpu_rate = model::kUnlimited;
    resolved.inputs.link_bps = model::kUnlimited;
    resolved.inputs.cpu_s_per_image = 0.001;
    const auto free = known_use(answer(resolved, resolved));
    EXPECT_FALSE(free.gpu_pct);
    EXPECT_FALSE(free.net_pct);
    EXPECT_TRUE(free.cores_busy_per_node);
    resolved.inputs.gpu_rate = 1000.0;
    EXPECT_GT(known_use(answer(resolved, resolved)).gpu_pct.value_or(0.0), 0.0);
}

TEST(IdleGpus, CostNothingKnownWithoutAPriceOfTheirNodes) {
    auto resolved = defaults();
    resolved.inputs.gpu_rate = 1e6;
    resolved.inputs.node_usd_per_h = 0.0;
    EXPECT_FALSE(idle_gpu_usd_per_hour(answer(resolved, resolved)));
    resolved.inputs.node_usd_per_h = 10.0;
    EXPECT_GT(idle_gpu_usd_per_hour(answer(resolved, resolved)).value_or(0.0), 0.0);
}

// 1,100 +- 1 % measured here; the candidate's disk is only a figure of its maker, +- 5 %.
TEST(Evaluate, ASafeSearchDoesNotTakeTheMakersFigureForMeasured) {
    ScenarioFile file;
    file.candidates =
        parse_scenario_file(R"({"base": {}, "candidates": [{}, {"sto_bw": 1.11e8}]})", "a.json")
            ->candidates;
    auto start = defaults();
    start.inputs.image_bytes = 100000.0;
    start.inputs.queue_depth = 1024.0;
    start.inputs.sto_bw = 1.1e8;
    start.knowledge.uncertainty = {.model = 0.01};
    const auto what_if =
        evaluate(file, start, catalog::Catalog(), {.cheapest = 1050.0, .safe = true});
    ASSERT_TRUE(what_if);
    EXPECT_EQ(what_if->matches, 1U);
    ASSERT_EQ(what_if->offers.size(), 1U);
    EXPECT_EQ(what_if->offers[0].answer.inputs.sto_bw, 1.1e8);
    EXPECT_GE(what_if->offers[0].answer.interval->low, 1050.0);
}

WhatIf search_at(double images_per_s, bool safe) {
    ScenarioFile file;
    file.candidates =
        parse_scenario_file(R"({"base": {}, "candidates": [{}, {"sto_bw": 1.2e8}]})", "a.json")
            ->candidates;
    auto start = defaults();
    start.inputs.image_bytes = 100000.0;
    start.inputs.queue_depth = 1024.0;
    start.inputs.sto_bw = 1.1e8;
    start.knowledge.uncertainty = {.model = 0.05};
    return *evaluate(file, start, catalog::Catalog(), {.cheapest = images_per_s, .safe = safe});
}

// 1,100 and 1,200 images/s, each within about 9 %.
TEST(Evaluate, WhatHasTheRateWithinItsIntervalIsCountedBesideWhatReachesIt) {
    const WhatIf between = search_at(1150.0, false);
    EXPECT_EQ(between.matches, 1U);
    EXPECT_EQ(between.within, 1U);
    EXPECT_EQ(search_text(between),
              "1\u202f150 images/s is predicted for 1 of 2 candidates of the file; it lies within "
              "the 90 % interval of 1 more.");
    const WhatIf above = search_at(1250.0, false);
    EXPECT_EQ(above.matches, 0U);
    EXPECT_THAT(
        search_text(above),
        HasSubstr("for none of 2 candidates of the file; it lies within the 90 % interval"));
    EXPECT_EQ(search_text(search_at(9000.0, false)),
              "9\u202f000 images/s lies above the 90 % interval of each of 2 candidates of the "
              "file.");
    EXPECT_EQ(search_text(search_at(10.0, true)),
              "10 images/s is reached even at the lower end of the 90 % interval by 2 of 2 "
              "candidates of the file.");
    const WhatIf safe = search_at(1150.0, true);
    EXPECT_EQ(safe.matches, 0U);
    EXPECT_EQ(safe.within, 2U);
}

TEST(Evaluate, ALeverOfTheImageSizeBringsItsCpuTime) {
    auto start = defaults();
    start.cpu_cost = CpuCost{.fixed_s = 0.0, .per_byte_s = 1e-8};
    start.inputs.image_bytes = 100000.0;
    start.inputs.cpu_s_per_image = 1e-3;
    const auto levers = leverage(start);
    const auto size = std::find_if(levers.begin(), levers.end(), [](const auto& lever) {
        return lever.input == model::Input::ImageBytes;
    });
    ASSERT_NE(size, levers.end());
    EXPECT_NEAR(*size->images_per_s_halved, 16000.0, 50.0);  // half the bytes, half the decoding
}

// A file that was saved from a study knows what other sizes cost, in a sweep too.
TEST(Evaluate, ASweepOverTheSizeBringsItsCpuTime) {
    const auto file = parse_scenario_file(
        R"({"base": {"threads": 1, "cores": 1}, "cpu_cost": {"fixed_s": 0, "per_byte_s": 1e-8}})",
        "a.json");
    ASSERT_TRUE(file) << file.error().what;
    const auto what_if = evaluate(
        *file, defaults(), catalog::Catalog(), {.sweep = {*parse_axis("image_bytes=1e5,2e5")}});
    ASSERT_TRUE(what_if);
    const auto& points = what_if->curves.front().points;
    EXPECT_NEAR(points[0].answer.prediction.rates.cpu(), 1000.0, 1e-6);
    EXPECT_NEAR(points[1].answer.prediction.rates.cpu(), 500.0, 1e-6);
}

TEST(Evaluate, RefusesToCountWhatIsNotCounted) {
    const auto what_if = evaluate(gp2_to_io1(),
                                  defaults(),
                                  catalog::Catalog::built_in(),
                                  {.enough = {{model::Input::StoBw, 9000.0}}});
    ASSERT_FALSE(what_if);
    EXPECT_THAT(what_if.error().what, HasSubstr("sto_bw is not counted"));
}

}  // namespace
}  // namespace throughline::whatif
