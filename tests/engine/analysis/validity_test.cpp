// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/validity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/analysis/derive.h"
#include "engine/analysis/disturbance.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;

record::RunData full_run(int number, double images_per_second) {
    return record::run_of(number, "full", 2, {{"images_per_second", images_per_second}});
}

RunValidity validity_of_first(record::Study study) {
    derive(study);
    return validity_of(study, study.runs.front()).value();
}

TEST(RunValidity, ARunOfWhichNothingIsSaidIsValid) {
    const RunValidity found = validity_of_first(record::study_of({full_run(1, 500.0)}));
    EXPECT_EQ(found.validity, Validity::Valid);
    EXPECT_TRUE(found.remarks.empty());
}

TEST(RunValidity, WhatWasWarnedOfIsARemark) {
    record::RunData run = full_run(1, 500.0);
    run.notes.push_back({.run = 1,
                         .code = "measure.unsteady",
                         .level = record::Level::Warning,
                         .text = "the rate was not steady"});
    run.notes.push_back({.run = 1, .code = "reader.facts", .level = record::Level::Info});
    const RunValidity found = validity_of_first(record::study_of({run}));
    EXPECT_EQ(found.validity, Validity::Remarks);
    EXPECT_THAT(found.remarks, ElementsAre(Field(&Remark::code, "measure.unsteady")));
}

TEST(RunValidity, OthersOnTheProcessorsAreOneRemark) {
    record::RunData run = full_run(1, 500.0);
    run.notes.push_back({.run = 1,
                         .code = record::kDisturbedCode,
                         .level = record::Level::Warning,
                         .text = "other programs used 0.8 cores",
                         .item = "cc1plus 41 %"});
    const RunValidity found = validity_of_first(record::study_of({run}));
    ASSERT_EQ(found.remarks.size(), 1U);
    EXPECT_EQ(found.remarks.front().code, "disturbed");
    EXPECT_THAT(found.remarks.front().text, HasSubstr("cc1plus"));
}

// Whoever was busiest in any run is named, not only in the run that was disturbed most.
TEST(Disturbance, NamesTheBusiestProgramsOfAllRuns) {
    record::RunData first = full_run(1, 500.0);
    record::RunData second = full_run(2, 500.0);
    const auto note = [](int run, const char* programs) {
        return record::Note{.run = run,
                            .code = record::kDisturbedCode,
                            .level = record::Level::Warning,
                            .text = "others",
                            .item = programs};
    };
    first.notes.push_back(note(1, "clang-tidy-19 20 %, pip 10 %, ld 7.6 %"));
    second.notes.push_back(note(2, "cudnn test 43 %, pip 12 %"));
    EXPECT_THAT(disturbance_text(record::study_of({first, second})),
                HasSubstr("the busiest: cudnn test 43 %, clang-tidy-19 20 %, pip 12 %)"));
}

// A node's name stands before all of its programs, not before the first alone.
TEST(Disturbance, OfSeveralNodesEachProgramIsNamedOnce) {
    record::RunData run = full_run(1, 500.0);
    for (const char* programs : {"h1: cc1plus 51 %, ccache 38 %", "h2: cc1plus 28 %"}) {
        run.notes.push_back({.run = 1,
                             .code = record::kDisturbedCode,
                             .level = record::Level::Warning,
                             .text = "others",
                             .item = programs});
    }
    record::Study study = record::study_of({run});
    study.header.environment["nodes"] = std::string("h1, h2");
    EXPECT_THAT(disturbance_text(study), HasSubstr("the busiest: cc1plus 51 %, ccache 38 %)"));
}

TEST(RunValidity, MemoryThatServedWhatWasToBeReadIsSaid) {
    record::RunData run = full_run(1, 500.0);
    run.started.settings["page_cache"] = std::string("cold");
    run.metrics["cache_served_share"] = {.value = 40.0};
    const RunValidity found = validity_of_first(record::study_of({run}));
    EXPECT_EQ(found.validity, Validity::Remarks);
    EXPECT_THAT(found.remarks, ElementsAre(Field(&Remark::code, "cached")));
    EXPECT_EQ(found.remarks.front().text.back(), 'd') << "no full stop: " << found.remarks[0].text;
}

TEST(RunValidity, AClockThatStaysLowIsSaidByItsGovernor) {
    record::Study study = record::study_of({full_run(1, 500.0)});
    study.header.environment["cpu.governor"] = std::string("powersave");
    EXPECT_EQ(validity_of_first(study).remarks.front().code, "governor");
    study.header.environment["cpu.driver"] = std::string("intel_pstate");
    EXPECT_EQ(validity_of_first(study).validity, Validity::Valid) << "there it chooses by itself";
    study.header.environment["cpu.governor"] = std::string("ondemand");
    EXPECT_EQ(validity_of_first(study).validity, Validity::Remarks);
}

TEST(RunValidity, WhatIsNoResultOrImpossibleIsInvalid) {
    record::RunData stopped = full_run(1, 500.0);
    stopped.status = record::RunStatus::Stopped;
    EXPECT_EQ(validity_of_first(record::study_of({stopped})).validity, Validity::Invalid);

    const record::RunData fast = full_run(1, 2600.0);
    const RunValidity found = validity_of_first(
        record::study_of({fast,
                          record::run_of(2, "storage", 2, {{"images_per_second", 8000.0}}),
                          record::run_of(3, "decode", 2, {{"images_per_second", 2000.0}})}));
    EXPECT_EQ(found.validity, Validity::Invalid);
    EXPECT_EQ(found.remarks.front().code, "impossible");
}

TEST(RunValidity, OfAnotherToolsRunIsNotGraded) {
    record::Study study = record::study_of({full_run(1, 500.0)});
    study.header.origin = record::Origin::Imported;
    EXPECT_FALSE(validity_of(study, study.runs.front()));
    EXPECT_EQ(validity_text(study), "");
}

TEST(RunValidity, RunsOfWhichTheSameIsSaidStandTogether) {
    std::vector<record::RunData> runs;
    for (int number = 1; number <= 4; ++number) {
        runs.push_back(full_run(number, 500.0));
    }
    for (const std::size_t index : {1U, 3U}) {
        runs[index].notes.push_back(
            {.run = runs[index].started.run,
             .code = "measure.unsteady",
             .level = record::Level::Warning,
             .text = index == 1U ? "100 images/s at first" : "120 images/s at first"});
    }
    EXPECT_EQ(validity_text(record::study_of(runs)),
              "Runs 1, 3 are valid. Runs 2, 4 are valid with remarks: 100 \u2013 120 images/s at "
              "first.");
}

}  // namespace
}  // namespace throughline::analysis
