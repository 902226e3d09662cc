// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "engine/catalog/catalog.h"
#include "engine/metrics/registry.h"

namespace throughline::panels {
namespace {

bool is_text(const char* text) {
    return text != nullptr && text[0] != '\0';
}

TEST(Panels, AreThoseOfAllFiveStudies) {
    std::set<std::string> ids;
    std::map<std::string, int> of_study;
    for (const Panel& panel : all_panels()) {
        ids.insert(panel.id);
        for (const char* const study : panel.studies) {
            ++of_study[study];
        }
        EXPECT_EQ(find_panel(panel.id), &panel);
    }

    EXPECT_EQ(ids.size(), all_panels().size()) << "each id once";
    EXPECT_EQ(of_study.size(), 5U);
    EXPECT_GE(of_study["rescale"], 14) << "grouped bars of three models, limits, stores, nodes";
    EXPECT_GE(of_study["lambda-io"], 12);
    EXPECT_GE(of_study["weka"], 2);
    EXPECT_GE(of_study["aws-multinode"], 3);
    EXPECT_GE(of_study["sagemaker"], 3);
    EXPECT_EQ(find_panel("rescale"), nullptr);
}

// Goal: a panel that cannot be drawn or measured says why, and no other does.
TEST(Panels, SayWhatCannotBeHad) {
    for (const Panel& panel : all_panels()) {
        EXPECT_NE(panel.views.empty(), !is_text(panel.not_drawn)) << panel.id;
        EXPECT_NE(is_text(panel.experiment), is_text(panel.not_measured)) << panel.id;
        EXPECT_EQ(is_text(panel.experiment), panel.claim.finding != nullptr) << panel.id;
        EXPECT_EQ(is_text(panel.experiment),
                  is_text(panel.claim.claim) && is_text(panel.claim.rule))
            << panel.id;
        for (const char* const source : panel.sources) {
            EXPECT_TRUE(std::find(panel.studies.begin(),
                                  panel.studies.end(),
                                  std::string(source)) != panel.studies.end())
                << panel.id;
        }
        if (!panel.studies.empty() && panel.sources.empty()) {
            EXPECT_TRUE(is_text(panel.unpublished)) << panel.id << ": why nothing is published";
        }
    }
}

TEST(Panels, TeachInFourSentencesWithFiguresOfTheCatalogue) {
    const catalog::Catalog catalog = catalog::Catalog::built_in();
    std::set<std::string> known;
    for (const catalog::Published& entry : catalog.published()) {
        known.insert(entry.id);
    }
    for (const Panel& panel : all_panels()) {
        EXPECT_TRUE(is_text(panel.title) && is_text(panel.what)) << panel.id;
        for (const char* const sentence : panel.lesson.sentences) {
            ASSERT_TRUE(is_text(sentence)) << panel.id;
            EXPECT_EQ(std::string(sentence).back(), '.') << sentence;
        }
        for (const char* const figure : panel.lesson.figures) {
            EXPECT_EQ(known.count(figure), 1U) << panel.id << ": " << figure;
        }
        for (const char* const study : panel.studies) {
            EXPECT_NE(catalog.find_source(study), nullptr) << study;
        }
    }
}

TEST(Panels, NameQuantitiesSettingsAndScenariosThatAreThere) {
    const spec::Settings settings = spec::default_spec().base;
    const auto is_known = [&](const std::string& key) {
        return key == kEpochOfRun || metrics::find_metric(key) != nullptr ||
               settings.count(key) == 1;
    };
    for (const Panel& panel : all_panels()) {
        for (const View& view : panel.views) {
            EXPECT_TRUE(is_known(view.y)) << panel.id << ": " << view.y;
            EXPECT_TRUE(view.points == Points::Samples || is_known(view.x))
                << panel.id << ": " << view.x;
        }
        if (is_text(panel.lesson.setting)) {
            EXPECT_EQ(settings.count(panel.lesson.setting), 1U)
                << panel.id << ": " << panel.lesson.setting;
        }
        if (is_text(panel.lesson.scenario)) {
            EXPECT_TRUE(std::filesystem::exists(std::string(THROUGHLINE_SCENARIOS) + "/" +
                                                panel.lesson.scenario + ".json"))
                << panel.id << ": " << panel.lesson.scenario;
        }
    }
}

}  // namespace
}  // namespace throughline::panels
