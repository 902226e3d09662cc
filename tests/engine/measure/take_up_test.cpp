// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/take_up.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace throughline::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

spec::Settings conditions() {
    return {{"host.name", std::string("box")},
            {"host.kernel", std::string("6.1")},
            {"cpu.model", std::string("Zebra 9")},
            {"memory_bytes", std::int64_t{8'000'000'000}},
            {"memory_lock_bytes", std::int64_t{65'536}},
            {"dataset.1.images", std::int64_t{1200}}};
}

TEST(ConditionChanges, AnotherMachineOrDataForbidsAndAKernelIsNoted) {
    spec::Settings now = conditions();
    EXPECT_THAT(condition_changes(conditions(), now).forbidding, IsEmpty());
    now["host.kernel"] = std::string("6.2");
    now["memory_bytes"] = std::int64_t{7'990'000'000};
    now["memory_lock_bytes"] = std::int64_t{0};
    now["dataset.1.images"] = std::int64_t{1199};
    now["device.sda.model"] = std::string("only now");

    const ConditionChanges changes = condition_changes(conditions(), now);

    EXPECT_THAT(changes.forbidding, ElementsAre("dataset.1.images was 1200 and is 1199"));
    EXPECT_THAT(changes.notable, ElementsAre("host.kernel was 6.1 and is 6.2"));
}

TEST(ConditionChanges, ANameIsTheMachineOnlyWhereNothingElseIs) {
    spec::Settings then = conditions();
    spec::Settings now = conditions();
    now["host.name"] = std::string("renamed");
    EXPECT_EQ(condition_changes(then, now).forbidding.size(), 1U);
    then["machine.id"] = now["machine.id"] = std::string("1f");
    EXPECT_THAT(condition_changes(then, now).forbidding, IsEmpty());
    EXPECT_EQ(condition_changes(then, now).notable.size(), 1U);
}

TEST(TakeUp, WhatSeveralNodesMeasuredIsNotFinishedOnOne) {
    PreparedStudy prepared;
    record::Study begun;
    begun.header.environment["nodes"] = std::string("gpu7, gpu8");
    const auto taken = take_up(prepared, begun, {});
    ASSERT_FALSE(taken);
    EXPECT_THAT(taken.error().what, HasSubstr("several nodes measured it together"));
}

}  // namespace
}  // namespace throughline::measure
