// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/panels/panels.h"

namespace throughline::panels {
namespace {

using ::testing::ElementsAre;

double seconds_of(const spec::StudySpec& study) {
    double seconds = 0.0;
    for (const spec::Settings& point : spec::expand(study)) {
        seconds +=
            static_cast<double>(spec::integer_of(point, "repeats")) *
            (spec::real_of(point, "warmup_seconds") + spec::real_of(point, "duration_seconds"));
    }
    return seconds;
}

TEST(Experiments, AreSpecsThatCanBeMeasured) {
    std::set<std::string> ids;
    for (const Experiment& experiment : all_experiments()) {
        EXPECT_TRUE(ids.insert(experiment.id).second) << experiment.id;
        EXPECT_EQ(find_experiment(experiment.id), &experiment);
        EXPECT_FALSE(experiment.data.empty()) << experiment.id;
        for (const bool quick : {true, false}) {
            const spec::StudySpec study = spec_of(experiment, "/data", quick);
            const auto valid = spec::validate(study);
            EXPECT_TRUE(valid) << experiment.id << ": " << valid.error().what;
        }
    }
    EXPECT_EQ(find_experiment(""), nullptr);
}

// Goal: what the issue asks of the quick forms: twenty panels, an hour for all.
TEST(Experiments, ServeTwentyPanelsInLessThanAnHour) {
    std::size_t served = 0;
    double seconds = 0.0;
    for (const Experiment& experiment : all_experiments()) {
        EXPECT_FALSE(panels_of(experiment.id).empty()) << experiment.id << " serves none";
        served += panels_of(experiment.id).size();
        seconds += seconds_of(spec_of(experiment, "/data", true));
    }
    EXPECT_GE(served, 20U);
    EXPECT_LT(seconds, 40.0 * 60.0) << "with room for what comes between the runs";
    for (const Panel& panel : all_panels()) {
        EXPECT_EQ(experiment_of(panel) != nullptr, panel.experiment[0] != '\0')
            << panel.id << ": there is no experiment " << panel.experiment;
    }
}

// Goal: the experiment is the published one. Method: its points and paces.
TEST(Experiments, VolumesAreFourAndEightPacedAcceleratorsOnThreeVolumesInTurns) {
    for (const bool quick : {true, false}) {
        const spec::StudySpec study = spec_of(*find_experiment("volumes"), "/data", quick);
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

// Goal: a record tells which experiment it is of, on whatever machine and however long it was
// measured, and one that was changed or has not all of it does not.
TEST(Experiments, AreRecognisedByTheSettingsOfTheirRunsAlone) {
    for (const Experiment& experiment : all_experiments()) {
        for (const bool quick : {true, false}) {
            std::vector<spec::Settings> runs =
                spec::expand(spec_of(experiment, "/elsewhere/data", quick));
            for (spec::Settings& run : runs) {
                run["decode.threads"] = std::int64_t{48};
            }
            EXPECT_EQ(experiment_of_runs(runs), &experiment) << experiment.id;

            runs.back()["storage.queue_depth"] = std::int64_t{7};
            EXPECT_EQ(experiment_of_runs(runs), nullptr) << experiment.id << ": another depth";
        }
    }
    std::vector<spec::Settings> part =
        spec::expand(spec_of(*find_experiment("volumes"), "/", true));
    for (spec::Settings& run : part) {
        run.erase("cache.fill");  // a record that is older than the setting
    }
    EXPECT_EQ(experiment_of_runs(part), find_experiment("volumes"));
    part.pop_back();
    EXPECT_EQ(experiment_of_runs(part), nullptr);
    EXPECT_EQ(experiment_of_runs({}), nullptr);
    const std::vector<spec::Settings> plain = spec::expand(spec::default_spec());
    EXPECT_EQ(experiment_of_runs(plain), nullptr);
}

}  // namespace
}  // namespace throughline::panels
