// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/panels.h"

#include <gmock/gmock.h>
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

using ::testing::ElementsAre;

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
        EXPECT_NE(panel.experiment.has_value(), is_text(panel.not_measured)) << panel.id;
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

TEST(Panels, ExperimentsAreSpecsThatCanBeMeasured) {
    for (const Panel& panel : all_panels()) {
        for (const bool quick : {true, false}) {
            if (panel.experiment) {
                const auto valid = spec::validate(panel.experiment->spec("/data", quick));
                EXPECT_TRUE(valid) << panel.id << ": " << valid.error().what;
            }
        }
    }
}

// Goal: the experiment is the published one. Method: its points and paces.
TEST(Panels, VolumesAreFourAndEightPacedAcceleratorsOnThreeVolumesInTurns) {
    for (const bool quick : {true, false}) {
        const spec::StudySpec study = measure_volumes("/data", quick);
        std::vector<std::string> points;
        for (const spec::Settings& point : spec::expand(study)) {
            points.push_back(spec::setting_text(point.at("storage.volume")) + "/" +
                             spec::setting_text(point.at("consumer.accelerators")));
            const auto accelerators =
                static_cast<double>(spec::integer_of(point, "consumer.accelerators"));
            const double rate =
                32.0 * accelerators / spec::real_of(point, "consumer.batch_seconds");
            EXPECT_NEAR(rate, accelerators == 8.0 ? 4200.0 : 2400.0, 0.1);
        }

        EXPECT_THAT(points,
                    ElementsAre("study-gp2/4",
                                "study-gp2/8",
                                "study-st1/4",
                                "study-st1/8",
                                "study-io1/4",
                                "study-io1/8"));
        EXPECT_EQ(spec::text_of(study.base, "repeat_order"), "rounds");
    }
}

}  // namespace
}  // namespace throughline::panels
