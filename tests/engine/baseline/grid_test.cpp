// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/baseline/sizes.h"
#include "engine/baseline/steady.h"

namespace throughline::baseline {
namespace {

using ::testing::HasSubstr;

bool has(const std::vector<Cell>& cells, const Cell& wanted) {
    return std::ranges::any_of(cells,
                               [&](const Cell& cell) { return text_of(cell) == text_of(wanted); });
}

// What the Lambda study began with.
TEST(Grid, QuickFormHasTheSizesOfTheStudies) {
    const auto cells = quick_grid(8);
    EXPECT_TRUE(has(cells, {.random = false, .block_bytes = 4 * kMi, .depth = 16}));
    EXPECT_TRUE(has(cells, {.block_bytes = 16 * kKi, .depth = 128}));
    EXPECT_TRUE(has(cells, {.block_bytes = Cell::kSizeMix, .depth = 128}));
    EXPECT_TRUE(has(cells, {.block_bytes = 4 * kKi, .depth = 32, .jobs = 8}));
    EXPECT_TRUE(has(quick_writes(8), {.writes = true, .random = false, .block_bytes = 4 * kMi}));
}

TEST(Grid, QuickFormTakesAboutAMinute) {
    const double cells = static_cast<double>(quick_grid(8).size() + 1);
    EXPECT_LE(cells * kQuickTiming.seconds_least(), 60.0);
    EXPECT_LE(cells * kQuickTiming.seconds_most(), 90.0);
}

TEST(Grid, FullFormGoesFrom4KiBTo4MiBAndFromDepth1To128) {
    const auto cells = full_grid(4);
    for (const bool random : {true, false}) {
        const auto of_kind = [&](const Cell& cell) {
            return cell.random == random && cell.block_bytes != Cell::kSizeMix;
        };
        std::uint64_t smallest = UINT64_MAX;
        std::uint64_t largest = 0;
        for (const Cell& cell : cells) {
            smallest = of_kind(cell) ? std::min(smallest, cell.block_bytes) : smallest;
            largest = of_kind(cell) ? std::max(largest, cell.block_bytes) : largest;
        }
        EXPECT_EQ(smallest, 4 * kKi);
        EXPECT_EQ(largest, 4 * kMi);
    }
    EXPECT_TRUE(has(cells, {.depth = 128}));
    EXPECT_TRUE(has(cells, {.depth = 32, .jobs = 2}));
    EXPECT_TRUE(has(cells, {.depth = 32, .jobs = 4}));
    EXPECT_TRUE(has(cells, {.direct = false}));
}

TEST(Grid, ChosenOneHasAllCombinations) {
    const auto cells = chosen_grid(
        {.patterns = {"randread", "read"}, .blocks = {"4k", "1M", "mix"}, .depths = {1, 8}});
    ASSERT_TRUE(cells);
    EXPECT_EQ(cells->size(), 2U * 3U + 2U * 2U);  // the mix is random only
    EXPECT_TRUE(has(*cells, {.block_bytes = Cell::kSizeMix, .depth = 8}));
}

TEST(Grid, SaysWhatIsAllowed) {
    const auto message = [](const ChosenAxes& axes) {
        const auto cells = chosen_grid(axes);
        return cells ? std::string("accepted") : cells.error().what;
    };
    EXPECT_THAT(message({.blocks = {"5000"}}), HasSubstr("multiple of 4 KiB up to 64 MiB"));
    EXPECT_THAT(message({.depths = {0}}), HasSubstr("from 1 to 1024"));
    EXPECT_THAT(message({.jobs = {65}}), HasSubstr("from 1 to 64"));
    EXPECT_THAT(message({.patterns = {"mixed"}}), HasSubstr("randread, read, randwrite or write"));
    EXPECT_THAT(message({.patterns = {"write"}, .direct = false}), HasSubstr("page cache"));
    EXPECT_THAT(message({.patterns = {"read"}, .blocks = {"mix"}}), HasSubstr("at random only"));
}

}  // namespace
}  // namespace throughline::baseline
