// SPDX-License-Identifier: Apache-2.0
#include "engine/base/unique_handle.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>
#include <vector>

namespace throughline {
namespace {

std::vector<int>& released() {
    static std::vector<int> handles;
    return handles;
}

struct FakeTraits {
    using Raw = int;
    static constexpr Raw null() noexcept { return -1; }
    static void release(Raw raw) noexcept { released().push_back(raw); }
};
using FakeHandle = UniqueHandle<FakeTraits>;

class UniqueHandleTest : public testing::Test {
protected:
    UniqueHandleTest() { released().clear(); }
};

TEST_F(UniqueHandleTest, ReleasesOnceAtTheEnd) {
    {
        const FakeHandle handle(7);
    }
    EXPECT_EQ(released(), std::vector{7});
}

TEST_F(UniqueHandleTest, EmptyReleasesNothing) {
    {
        const FakeHandle handle;
    }
    EXPECT_TRUE(released().empty());
    EXPECT_FALSE(FakeHandle());
}

TEST_F(UniqueHandleTest, MoveConstructionHandsOver) {
    {
        FakeHandle from(7);
        const FakeHandle to(std::move(from));
        EXPECT_EQ(to.get(), 7);
        EXPECT_FALSE(from);  // NOLINT(bugprone-use-after-move): that is the contract
    }
    EXPECT_EQ(released(), std::vector{7});
}

TEST_F(UniqueHandleTest, MoveAssignmentReleasesTheOldHandle) {
    FakeHandle from(7);
    FakeHandle to(8);
    to = std::move(from);
    EXPECT_EQ(released(), std::vector{8});
    EXPECT_EQ(to.get(), 7);
}

TEST_F(UniqueHandleTest, SelfMoveKeepsTheHandle) {
    FakeHandle handle(7);
    FakeHandle& same = handle;
    handle = std::move(same);
    EXPECT_EQ(handle.get(), 7);
    EXPECT_TRUE(released().empty());
}

TEST_F(UniqueHandleTest, ReleaseGivesTheHandleAway) {
    {
        FakeHandle handle(7);
        EXPECT_EQ(handle.release(), 7);
    }
    EXPECT_TRUE(released().empty());
}

TEST_F(UniqueHandleTest, ResetTakesAnotherHandle) {
    FakeHandle handle(7);
    handle.reset(8);
    EXPECT_EQ(released(), std::vector{7});
    EXPECT_EQ(handle.get(), 8);
}

static_assert(!std::is_copy_constructible_v<FakeHandle>);
static_assert(std::is_nothrow_move_constructible_v<FakeHandle>);

}  // namespace
}  // namespace throughline
