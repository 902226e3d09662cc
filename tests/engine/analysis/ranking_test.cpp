// SPDX-License-Identifier: Apache-2.0
// Goal: nothing is called the fastest that only may be.
#include "engine/analysis/ranking.h"

#include <gtest/gtest.h>

#include <array>

namespace throughline::analysis {
namespace {

constexpr const char* kRate = "images_per_second";

record::RunData run_of(double rate, double half, const char* stages = "full") {
    record::RunData run;
    run.started.settings["stages"] = std::string(stages);
    run.metrics[kRate] =
        half > 0.0 ? record::Summary{.value = rate, .low = rate - half, .high = rate + half, .n = 3}
                   : record::Summary{.value = rate};
    return run;
}

Standing standing_of(const record::RunData& a, const record::RunData& b) {
    return ranking_of(std::array{&a, &b}, kRate).standing;
}

TEST(Ranking, SaysFastestOnlyBeyondNoise) {
    EXPECT_EQ(standing_of(run_of(100, 5), run_of(150, 5)), Standing::Fastest);
    EXPECT_EQ(standing_of(run_of(100, 5), run_of(102, 5)), Standing::WithinNoise);
    EXPECT_EQ(standing_of(run_of(100, 0), run_of(150, 5)), Standing::Unsure);
    EXPECT_EQ(standing_of(run_of(100, 0), run_of(100, 0)), Standing::Equal);
}

TEST(Ranking, DoesNotRankAStageAgainstAPipeline) {
    EXPECT_EQ(standing_of(run_of(100, 5), run_of(900, 5, "storage")), Standing::OtherStages);
    record::RunData foreign = run_of(900, 5);
    foreign.started.settings.clear();
    EXPECT_EQ(standing_of(run_of(100, 5), foreign), Standing::Fastest) << "it says nothing of them";
}

TEST(Ranking, NamesTheBestAndWhoIsNearest) {
    const std::array runs{run_of(100, 5), run_of(300, 5), run_of(200, 5)};
    const Ranking ranking = ranking_of(std::array{&runs[0], &runs[1], &runs[2]}, kRate);
    EXPECT_EQ(ranking.standing, Standing::Fastest);
    EXPECT_EQ(ranking.best, 1U);
    EXPECT_EQ(ranking.rival, 2U);
    // The nearest is beyond noise; a further one, measured badly, is not.
    const std::array wide{run_of(100, 250), run_of(300, 5), run_of(200, 5)};
    const Ranking unsure = ranking_of(std::array{&wide[0], &wide[1], &wide[2]}, kRate);
    EXPECT_EQ(unsure.standing, Standing::WithinNoise);
    EXPECT_EQ(unsure.rival, 0U);
}

TEST(Ranking, NeedsTheFigureOfEach) {
    const record::RunData none;
    EXPECT_EQ(standing_of(run_of(100, 5), none), Standing::NoRate);
    const record::RunData alone = run_of(100, 5);
    const Ranking ranking = ranking_of(std::array{&alone}, kRate);
    EXPECT_EQ(ranking.best, ranking.rival);
}

}  // namespace
}  // namespace throughline::analysis
