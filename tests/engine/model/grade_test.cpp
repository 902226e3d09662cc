// SPDX-License-Identifier: Apache-2.0
#include "engine/model/grade.h"

#include <gtest/gtest.h>

namespace throughline::model {
namespace {

/// A processor that was measured with 1 to 8 threads.
struct Measured {
    Inputs base;
    Knowledge knowledge;

    Measured() {
        base.cpu_s_per_image = 0.002;
        base.cores = 64.0;
        knowledge.calibrated[static_cast<std::size_t>(Input::CpuSecondsPerImage)] = true;
        knowledge.measured[static_cast<std::size_t>(Input::Threads)] = Range90{1.0, 8.0};
    }
    Graded graded(const Inputs& inputs) const {
        return grade_of(base, inputs, predict(inputs).bottleneck, knowledge);
    }
};

TEST(GradeOf, IsAInsideTheMeasuredRangeAndFallsOutside) {
    const Measured measured;
    Inputs inputs = measured.base;
    EXPECT_EQ(measured.graded(inputs).grade, Grade::A);
    inputs.threads = 4.0;
    EXPECT_EQ(measured.graded(inputs).grade, Grade::A);
    inputs.threads = 16.0;
    EXPECT_EQ(measured.graded(inputs).grade, Grade::B);
    EXPECT_EQ(measured.graded(inputs).input, Input::Threads);
    EXPECT_EQ(measured.graded(inputs).outside, 2.0);
    inputs.threads = 40.0;
    EXPECT_EQ(measured.graded(inputs).grade, Grade::C);
    inputs.threads = 65.0;
    EXPECT_EQ(measured.graded(inputs).grade, Grade::D);
}

TEST(GradeOf, IsCForWhatWasNeverVariedAndNotForPrices) {
    const Measured measured;
    Inputs inputs = measured.base;
    inputs.node_usd_per_h = 3.0;
    inputs.epochs = 90.0;
    EXPECT_EQ(measured.graded(inputs).grade, Grade::A);
    inputs.format = Format::Raw;  // the processor limits whatever the format is
    EXPECT_EQ(measured.graded(inputs).grade, Grade::A);
    inputs.cpu_sigma = 0.1;
    EXPECT_EQ(measured.graded(inputs).grade, Grade::C);
    EXPECT_EQ(measured.graded(inputs).cause, GradeCause::NotMeasured);
}

TEST(GradeOf, StatedFiguresAreCAndDefaultsD) {
    Inputs base;
    base.gpu_rate = 100.0;
    Knowledge knowledge;
    EXPECT_EQ(grade_of(base, base, Limit::Gpu, knowledge).grade, Grade::D);
    knowledge.stated[static_cast<std::size_t>(Input::GpuRate)] = true;
    EXPECT_EQ(grade_of(base, base, Limit::Gpu, knowledge).grade, Grade::C);
    EXPECT_EQ(grade_of(base, base, Limit::StorageLatency, knowledge).cause, GradeCause::NoSource);
    EXPECT_EQ(grade_of(base, base, std::nullopt, knowledge).grade, Grade::D);
}

// Goal: a grade promises no more than the test of its base shows. Method: chance brings 3 of 10 or
// more outside a 90 % interval in 7 % of all tests, 2 of 10 in 26 %, 1 of 1 in 10 %.
TEST(BoundOfTest, IsBWhereTheIntervalsAreContradictedMoreThanByChance) {
    EXPECT_TRUE(contradicts_intervals(10, 7));
    EXPECT_FALSE(contradicts_intervals(10, 8));
    EXPECT_FALSE(contradicts_intervals(1, 0));
    EXPECT_TRUE(contradicts_intervals(2, 0));
    EXPECT_TRUE(contradicts_intervals(20000, 10000));
    EXPECT_FALSE(contradicts_intervals(20000, 18100));
    EXPECT_FALSE(contradicts_intervals(40, 36));
    const GradeBound outside = bound_of_test({.median_error_pct = 8.0, .runs = 10, .inside = 7});
    EXPECT_EQ(outside.best, Grade::B);
    EXPECT_EQ(outside.cause, GradeCause::TestedOutside);
    EXPECT_EQ(bound_of_test({.median_error_pct = 8.0, .runs = 10, .inside = 8}).best, Grade::A);
    const GradeBound far = bound_of_test({.median_error_pct = 30.0, .runs = 10, .inside = 2});
    EXPECT_EQ(far.best, Grade::C);
    EXPECT_EQ(far.cause, GradeCause::TestedBadly);
}

}  // namespace
}  // namespace throughline::model
