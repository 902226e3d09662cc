// SPDX-License-Identifier: Apache-2.0
#include "engine/network/batch_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/network/graph.h"
#include "engine/network/memory_plan.h"

namespace throughline::network {
namespace {

constexpr std::uint64_t kGigabyte = 1'000'000'000;
constexpr std::uint32_t kInFlight = 3;
constexpr std::uint32_t kMost = 4096;

std::uint64_t bytes_of(const std::string& id, std::uint32_t images) {
    return session_bytes(*built_in_program(id, images), kInFlight);
}

TEST(BatchFit, LargestBatchFitsAndTheNextDoesNot) {
    for (const char* id : {"resnet50_v1.5", "googlenet", "inception_v3"}) {
        const std::uint64_t free = 3 * kGigabyte;
        const auto images = largest_batch(id, free, kInFlight, kMost);
        ASSERT_TRUE(images) << images.error().what;
        EXPECT_EQ(*images % 8, 0U) << id;
        EXPECT_LE(bytes_of(id, *images), usable_bytes(free)) << id;
        EXPECT_GT(bytes_of(id, *images + 8), usable_bytes(free)) << id;
    }
}

// Goal: the estimate knows everything that a session takes. Method: the catalogue's own count of
// parameters is its lower bound, and pixels in flight come on top of the plan.
TEST(BatchFit, CountsWeightsResultsPixelsAndWorkspace) {
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs);
    for (const Graph& graph : *graphs) {
        const auto program = device_program(graph, 32);
        ASSERT_TRUE(program) << program.error().what;
        std::uint64_t parameters = 0;
        std::uint64_t largest = 0;
        for (const Layer& layer : graph.layers) {
            parameters += layer.parameters;
            largest = std::max(largest, layer.out.elements());
        }
        const std::uint64_t pixels = std::uint64_t{32} * program->width_px * program->height_px * 3;
        const std::uint64_t none = session_bytes(*program, 0);
        // Norms are folded away, a few parameters fewer.
        EXPECT_GT(static_cast<double>(none),
                  1.9 * static_cast<double>(parameters) +
                      2.0 * 32.0 * static_cast<double>(largest) +
                      static_cast<double>(kWorkspaceBytes))
            << graph.id;
        EXPECT_EQ(session_bytes(*program, 3), none + 3 * pixels) << graph.id;
    }
}

TEST(BatchFit, EndsAtWhatWasAskedForAndAtWhatCudnnCanIndex) {
    EXPECT_EQ(*largest_batch("alexnet_owt", 1000 * kGigabyte, kInFlight, 512), 512U);
    // 64 channels of 224 x 224 px: more than 668 images are 2^31 values.
    EXPECT_EQ(*largest_batch("vgg16", 1000 * kGigabyte, kInFlight, kMost), 664U);
    EXPECT_EQ(check_fit(*built_in_program("vgg16", 672), 1000 * kGigabyte, kInFlight).error().code,
              ErrorCode::Unsupported);
}

TEST(BatchFit, NotEvenOneImageIsSaidWithBothSizes) {
    const auto none = largest_batch("vgg16", kGigabyte / 4, kInFlight, kMost);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::Limit);
    EXPECT_THAT(none.error().what, testing::HasSubstr("for batches of 1, and 250 MB are free"));
    EXPECT_EQ(largest_batch("resnet51", kGigabyte, kInFlight, kMost).error().code,
              ErrorCode::NotFound);
}

TEST(BatchFit, SmallerBatchesComeToAnEnd) {
    EXPECT_EQ(smaller_batch(512), 448U);
    EXPECT_EQ(smaller_batch(1), 0U);
    int tries = 0;
    for (std::uint32_t images = kMost; images > 0; images = smaller_batch(images)) {
        ++tries;
        ASSERT_LT(smaller_batch(images), images);
    }
    EXPECT_LT(tries, 70);
}

TEST(BatchFit, TrialsBeginWhereTheEstimateTakesAllThatIsFree) {
    EXPECT_EQ(usable_bytes(bytes_used_up(85 * kGigabyte)), 85 * kGigabyte);
    EXPECT_EQ(bytes_used_up(UINT64_MAX), UINT64_MAX);
    EXPECT_GT(*largest_batch("vgg16", bytes_used_up(8 * kGigabyte), kInFlight, kMost),
              *largest_batch("vgg16", 8 * kGigabyte, kInFlight, kMost));
}

TEST(BatchFit, MiddleIsAMultipleOfEightOrWhatFits) {
    EXPECT_EQ(batch_between(448, 512), 480U);
    EXPECT_EQ(batch_between(448, 456), 448U);
    EXPECT_EQ(batch_between(3, 7), 5U);
}

}  // namespace
}  // namespace throughline::network
