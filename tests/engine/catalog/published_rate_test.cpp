// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/published_rate.h"

#include <gtest/gtest.h>

namespace throughline::catalog {
namespace {

AcceleratorPreset rate(const char* id, const char* gpu, double images_per_second) {
    AcceleratorPreset preset;
    preset.id = id;
    preset.gpu = gpu;
    preset.network = "resnet50_v1.5";
    preset.phase = "training";
    preset.image_seconds = 1.0 / images_per_second;
    preset.statement = "measured";
    return preset;
}

TEST(PublishedRate, IsTheFastestOfTheSameCard) {
    const std::vector presets{
        rate("slow", "H200", 2000), rate("fast", "H200 141 GB", 3000), rate("other", "B200", 9000)};
    const auto beside =
        published_beside(presets, "NVIDIA H200 (device 0) trains", "resnet50_v1.5", "training");
    ASSERT_TRUE(beside);
    EXPECT_EQ(beside->figure.id, "fast");
    EXPECT_TRUE(beside->same_card);
}

TEST(PublishedRate, IsThatOfAnotherCardWhereThereIsNone) {
    // GH200 is no H200, whichever stands in the other's name.
    const std::vector presets{rate("gh", "GH200", 3500), rate("a", "A100", 2400)};
    const auto beside = published_beside(presets, "NVIDIA H200", "resnet50_v1.5", "training");
    ASSERT_TRUE(beside);
    EXPECT_EQ(beside->figure.id, "gh");
    EXPECT_FALSE(beside->same_card);
    EXPECT_FALSE(published_beside(presets, "NVIDIA H200", "resnet50_v1.5", "inference"));
    EXPECT_FALSE(published_beside(presets, "NVIDIA H200", "vgg16", "training"));
}

TEST(PublishedRate, ACardIsMeantByItsWholeName) {
    const std::vector presets{rate("a6000", "RTX A6000", 1500), rate("a100", "A100 80 GB", 2400)};
    const auto same = [&](const char* device) {
        return published_beside(presets, device, "resnet50_v1.5", "training")->same_card;
    };
    EXPECT_FALSE(same("NVIDIA GeForce RTX 4090 (device 0) trains; plug-in CUDA 13.0"));
    EXPECT_TRUE(same("NVIDIA RTX A6000 (device 0) trains"));
    EXPECT_TRUE(same("NVIDIA A100-SXM4-80GB (device 0) trains"));
    EXPECT_FALSE(same("NVIDIA A100-SXM4-80GB MIG 1g.10gb (device 0) trains"));
}

TEST(PublishedRate, EstimatesOtherArithmeticAndRatesThatDataMayHaveLimitedDoNotCount) {
    AcceleratorPreset int8 = rate("int8", "H200", 20000);
    int8.precision = "int8";
    AcceleratorPreset estimate = rate("estimate", "H200", 9000);
    estimate.statement = "estimate";
    AcceleratorPreset fed = rate("fed", "H200", 8000);
    fed.fed_from_data = true;
    EXPECT_FALSE(
        published_beside({estimate, fed, int8}, "NVIDIA H200", "resnet50_v1.5", "training"));
}

// Method: the built-in catalogue, with the name that a device gives itself.
TEST(PublishedRate, IsFoundInTheCatalogue) {
    const auto beside = published_beside(accelerator_presets(Catalog::built_in()),
                                         "NVIDIA H200 (device 0) trains",
                                         "resnet50_v1.5",
                                         "training");
    ASSERT_TRUE(beside);
    EXPECT_EQ(beside->figure.gpu, "H200");
    EXPECT_NEAR(1.0 / beside->figure.image_seconds, 3079.0, 1.0);
}

}  // namespace
}  // namespace throughline::catalog
