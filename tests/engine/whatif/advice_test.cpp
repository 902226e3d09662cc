// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/analysis/derive.h"
#include "tests/engine/whatif/study_maker.h"

namespace throughline::whatif {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// One decode thread on a fast disk.
record::Study decode_bound() {
    StudyMaker maker({});
    maker.add("storage", 110000.0, 1, 32.0);
    maker.add("decode", 110000.0, 1, 32.0);
    maker.add("decode", 110000.0, 2, 32.0);
    maker.add("full", 110000.0, 1, 32.0);
    record::Study study = maker.study();
    analysis::derive(study);
    return study;
}

TEST(Advice, SaysWhatHelpsAgainstTheLimit) {
    const Advice advice = advice_on(decode_bound());
    ASSERT_FALSE(advice.remedies.empty());
    EXPECT_THAT(advice.remedies.front().snippet, HasSubstr("dataset convert"));
}

// Goal: where others have the processors that a job waits for, to stop them goes first.
TEST(Advice, OfAJobThatOthersKeepFromItsProcessorsBeginsWithThem) {
    record::Study study;
    study.header.origin = record::Origin::Observed;
    record::RunData& run = study.runs.emplace_back();
    run.started.settings = {{"loaders", std::string("processes")}};
    run.metrics["observed_main{doing=no_work}"].value = 99.0;
    run.metrics["observed_workers{doing=running}"].value = 24.0;
    run.metrics["observed_workers{doing=core}"].value = 76.0;
    const std::size_t usual = advice_on(study).remedies.size();
    EXPECT_EQ(usual, analysis::remedies_for(analysis::Limit::Decode).size());
    run.metrics["job_available_cores"].value = 2.0;
    run.metrics["job_cpu_cores{role=workers}"].value = 0.5;
    const Advice advice = advice_on(study);
    ASSERT_EQ(advice.remedies.size(), usual + 1);
    EXPECT_THAT(advice.remedies.front().what, StartsWith("Stop the other programs"));
}

// Goal: what does not follow from a lack of processors is not advised.
TEST(Advice, OfAJobThatOnlyLacksProcessorsIsOfThemAlone) {
    record::Study study;
    study.header.origin = record::Origin::Observed;
    record::RunData& run = study.runs.emplace_back();
    run.metrics["observed_main{doing=running}"].value = 18.0;
    run.metrics["observed_main{doing=core}"].value = 82.0;
    ASSERT_EQ(advice_on(study).remedies.size(), 1U);
    EXPECT_THAT(advice_on(study).remedies.front().what, StartsWith("Stop the other programs"));
    run.metrics["job_available_cores"].value = 1.0;
    run.metrics["job_cpu_cores{role=main}"].value = 1.0;
    run.notes.push_back({.run = 1, .code = analysis::kFewProcessorsCode});
    ASSERT_FALSE(advice_on(study).remedies.empty());
    EXPECT_THAT(advice_on(study).remedies.front().what, HasSubstr("affinity"));
    for (const analysis::Remedy& remedy : advice_on(study).remedies) {
        EXPECT_THAT(remedy.what, Not(HasSubstr("mages")));
    }
}

// Twice the threads halve what one image costs; the disk would still deliver more.
TEST(Advice, SaysWhatTheModelExpectsOfOneChange) {
    const Advice advice = advice_on(decode_bound());
    ASSERT_FALSE(advice.gains.empty());
    EXPECT_THAT(advice.gains, Contains(HasSubstr("times the rate")));
    EXPECT_THAT(advice.gains, Contains(HasSubstr("hreads")));
    for (const std::string& gain : advice.gains) {
        EXPECT_THAT(gain, AnyOf(StartsWith("Twice"), StartsWith("Half")));
    }
}

TEST(Advice, IsNoneForWhatOthersMeasured) {
    record::Study study = decode_bound();
    study.header.origin = record::Origin::Imported;
    EXPECT_TRUE(advice_on(study).empty());
}

TEST(Advice, IsNoneWhereOthersHadAHandInIt) {
    record::Study study = decode_bound();
    study.runs.back().notes.push_back(
        {.run = 4, .code = record::kDisturbedCode, .level = record::Level::Warning});
    EXPECT_TRUE(advice_on(study).empty());
}

}  // namespace
}  // namespace throughline::whatif
