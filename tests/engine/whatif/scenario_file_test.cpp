// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/whatif/scenario.h"

namespace throughline::whatif {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFile = R"({
  "title": "gp2 to io1",
  "base": {"sto_bw": 1.6e8, "sto_iops": 10000, "gpu_rate": 672, "format": "record"},
  "scenarios": [{"name": "io1", "changes": {"sto_bw": 5e8, "sto_conn_bw": null}},
                {"name": "from the catalogue",
                 "catalog": {"storage": "aws-io1", "gpu_rate": "nv-dle-027"}}],
  "candidates": [{"sto_bw": 1e9}, {"name": "big", "changes": {"sto_bw": 4e9}}]
})";

TEST(ScenarioFile, IsReadAndWrittenWithoutLoss) {
    const auto file = parse_scenario_file(kFile, "a.json");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->title, "gp2 to io1");
    EXPECT_EQ(file->base.changes.size(), 4U);
    EXPECT_EQ(file->scenarios.at(1).catalog.storage, "aws-io1");
    EXPECT_EQ(file->scenarios.at(1).catalog.gpu_rate, "nv-dle-027");
    EXPECT_EQ(file->candidates.at(0).name, "candidate 1");
    EXPECT_EQ(std::get<double>(file->scenarios.at(0).changes.at(1).value), model::kUnlimited);

    const auto again = parse_scenario_file(scenario_file_json(*file), "a.json");
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(*again, *file);
}

TEST(ScenarioFile, KeepsWhatAnImageCostsByItsSize) {
    const auto file = parse_scenario_file(
        R"({"base": {"image_bytes": 100000}, "cpu_cost": {"fixed_s": 2e-4, "per_byte_s": 1e-8},
            "scenarios": [{"name": "half", "changes": {"image_bytes": 50000}},
                          {"name": "given", "changes": {"image_bytes": 50000,
                                                        "cpu_s_per_image": 0.003}}]})",
        "a.json");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(*parse_scenario_file(scenario_file_json(*file), "a.json"), *file);
    const catalog::Catalog empty;
    const auto base = resolve(file->base, defaults(), empty);
    ASSERT_TRUE(base);
    EXPECT_DOUBLE_EQ(base->inputs.cpu_s_per_image, 1.2e-3);
    EXPECT_DOUBLE_EQ(resolve(file->scenarios[0], *base, empty)->inputs.cpu_s_per_image, 7e-4);
    const auto given = resolve(file->scenarios[1], *base, empty);
    EXPECT_EQ(given->inputs.cpu_s_per_image, 0.003);
    EXPECT_FALSE(given->cpu_cost);
    // A figure that happens to be the base's is given all the same.
    const auto same = resolve(
        {.name = "same",
         .changes = {set_to(model::Input::ImageBytes, 50000.0),
                     set_to(model::Input::CpuSecondsPerImage, base->inputs.cpu_s_per_image)}},
        *base,
        empty);
    EXPECT_EQ(same->inputs.cpu_s_per_image, base->inputs.cpu_s_per_image);

    const auto wrong = parse_scenario_file(
        R"({"base": {}, "cpu_cost": {"fixed_s": 0, "per_byte_s": -1}})", "a.json");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().what, "'a.json', cpu_cost: 'per_byte_s' is not a number of 0 or more");
}

std::string fault(const std::string& text) {
    const auto file = parse_scenario_file(text, "a.json");
    return file ? "none" : file.error().what;
}

TEST(ScenarioFile, KeepsWhatIsAskedOfManyNodes) {
    const auto read =
        parse_scenario_file(R"({"base": {}, "nodes": {"most": 1000, "slow_node": 1.1}})", "n.json");
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(read->nodes, (NodesQuestion{.most = 1000, .slow_node = 1.1}));
    EXPECT_EQ(*parse_scenario_file(scenario_file_json(*read), "m.json"), *read);
    const auto plain = parse_scenario_file(R"({"base": {}})", "n.json");
    ASSERT_TRUE(plain);
    EXPECT_EQ(scenario_file_json(*plain).find("nodes"), std::string::npos);
    for (const char* nodes : {R"({"most": 1})",
                              R"({"most": 10001})",
                              R"({"most": "many"})",
                              R"({"slow_node": 0.9})",
                              R"({"fast_node": 2})",
                              "[]"}) {
        const auto refused =
            parse_scenario_file(std::string(R"({"base": {}, "nodes": )") + nodes + "}", "n.json");
        ASSERT_FALSE(refused) << nodes;
        EXPECT_NE(refused.error().what.find("'n.json', nodes: "), std::string::npos)
            << refused.error().what;
    }
}

TEST(ScenarioFile, FaultsSayWhereAndWhat) {
    EXPECT_EQ(fault("{\n  \"base\": {\n    \"sto_bw\": fast}}"),
              "'a.json' line 3, column 17: not JSON");
    EXPECT_EQ(fault("[]"), "'a.json': it is not an object");
    EXPECT_THAT(fault("{}"), HasSubstr("'base' is missing"));
    EXPECT_THAT(fault(R"({"base": {}, "senarios": []})"),
                HasSubstr("'senarios' is not known; it must be one of title, note, catalog, base"));
    EXPECT_EQ(
        fault(R"({"base": {"sto_bw": "fast"}})"),
        "'a.json', base: sto_bw: 'fast' is not allowed; it must be a number of 0 or more, or null "
        "for no limit");
    EXPECT_EQ(fault(R"({"base": {}, "scenarios": [{}, {"name": "x", "changes": {"a": 1}}]})"),
              "'a.json', scenario 2 ('x'), changes: 'a' is not an input of the model");
    EXPECT_THAT(fault(R"({"base": {"format": "zip"}})"), HasSubstr("one of raw, record"));
    EXPECT_THAT(fault(R"({"base": {}, "scenarios": 7})"), HasSubstr("'scenarios' is not a list"));
    EXPECT_THAT(fault(R"({"base": {}, "scenarios": [{},{},{},{},{},{},{}]})"),
                HasSubstr("too long: at most 6"));
    EXPECT_THAT(fault(std::string(100, '[')), HasSubstr("nests deeper than 32"));
}

TEST(Resolve, ValuesThatBreakTheirRuleAreNamed) {
    const catalog::Catalog empty;
    const auto file = parse_scenario_file(R"({"base": {"image_bytes": 0}})", "a.json");
    ASSERT_TRUE(file);
    const auto resolved = resolve(file->base, defaults(), empty);
    ASSERT_FALSE(resolved);
    EXPECT_EQ(resolved.error().what,
              "scenario 'base': image_bytes = 0 is not allowed; it must be a number above 0");
    EXPECT_EQ(resolved.error().code, ErrorCode::Usage);
}

TEST(Resolve, CatalogueEntriesThatDoNotExistAreNamed) {
    const catalog::Catalog empty;
    Scenario scenario{.name = "x", .catalog = {.storage = "aws-gp9"}};
    const auto resolved = resolve(scenario, defaults(), empty);
    ASSERT_FALSE(resolved);
    EXPECT_EQ(resolved.error().what, "scenario 'x': the catalogue has no storage target 'aws-gp9'");
}

// Goal: what the What-if tab saved is known where results are opened.
TEST(IsScenarioFile, KnowsWhatTheProgramWritesAndNoResult) {
    const ScenarioFile file{.title = "t", .base = {.name = "base"}};
    EXPECT_TRUE(is_scenario_file(scenario_file_json(file)));
    EXPECT_TRUE(is_scenario_file(R"({"base": {}, "scenarios": [{"nam": "x"}]})"))
        << "what is wrong with it is said when it is opened";
    EXPECT_FALSE(is_scenario_file(R"({"base": {}, "jobs": []})"));
    EXPECT_FALSE(is_scenario_file(R"({"fio version": "fio-3.36", "jobs": []})"));
    EXPECT_FALSE(is_scenario_file("not JSON"));
}

}  // namespace
}  // namespace throughline::whatif
