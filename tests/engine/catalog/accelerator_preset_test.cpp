// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/accelerator_preset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/catalog/gpu_rate.h"

namespace throughline::catalog {
namespace {

using testing::HasSubstr;
using testing::Not;

const Catalog& catalog() {
    static const Catalog kCatalog = Catalog::built_in();
    return kCatalog;
}

TEST(AcceleratorPreset, StepTimeOfTheStorageBenchmarkGivesTheTimeOfAnImage) {
    const auto h100 = find_accelerator_preset(catalog(), "mlperf-storage-003");
    ASSERT_TRUE(h100);
    EXPECT_EQ(h100->gpu, "H100");
    EXPECT_DOUBLE_EQ(h100->image_seconds, 0.224 / 400);
    EXPECT_EQ(h100->batch_images, 400.0);
    EXPECT_EQ(h100->pass_mark_percent, 90.0);
    EXPECT_FALSE(h100->fed_from_data);
    EXPECT_THAT(describe(*h100), HasSubstr("training, batch 400: 1786 images/s"));
    EXPECT_THAT(describe(*h100), HasSubstr("MLPerf Storage v2.0"));
}

TEST(AcceleratorPreset, SameChipHasSeveralRatesEachWithItsSource) {
    const auto all = accelerator_presets(catalog());
    const auto of_chip = std::count_if(all.begin(), all.end(), [](const auto& preset) {
        return preset.gpu == "H100" && preset.network == "resnet50_v1.5";
    });
    EXPECT_GE(of_chip, 3);
    EXPECT_GE(all.size(), 200U);
}

// Goal: whoever chooses by the text knows which board was measured.
TEST(AcceleratorPreset, BoardsOfAChipAreToldApart) {
    const auto pcie = find_accelerator_preset(catalog(), "lambda-pt-005");
    const auto sxm = find_accelerator_preset(catalog(), "lambda-pt-006");
    ASSERT_TRUE(pcie && sxm);
    EXPECT_EQ(chip_text(*pcie), "H100 (H100 80GB PCIe Gen5)");
    EXPECT_THAT(describe(*sxm), HasSubstr("H100 (1CC H100 80GB SXM5), resnet50_v1.5 training"));
    EXPECT_EQ(find_gpu_rate(catalog(), "lambda-pt-003")->gpu, "A100 (A100 80GB PCIe)");
    AcceleratorPreset preset{.gpu = "RTX 2080 Ti", .system = "RTX 2080Ti"};
    EXPECT_EQ(chip_text(preset), "RTX 2080 Ti") << "nothing is said twice";
    preset.system = "";
    EXPECT_EQ(chip_text(preset), "RTX 2080 Ti") << "not stated";
}

TEST(AcceleratorPreset, EveryOneIsAnImageNetworkOnOneGpuWithASource) {
    for (const auto& preset : accelerator_presets(catalog())) {
        EXPECT_NE(catalog().find_network(preset.network), nullptr) << preset.id;
        EXPECT_GT(preset.image_seconds, 1e-6) << preset.id;
        EXPECT_LT(preset.image_seconds, 1.0) << preset.id;
        EXPECT_NE(preset.source.title, "") << preset.id;
        EXPECT_THAT(describe(preset), HasSubstr(preset.source.title)) << preset.id;
    }
}

TEST(AcceleratorPreset, WhatIsNoStepOfImagesIsNone) {
    EXPECT_FALSE(find_accelerator_preset(catalog(), "mlperf-storage-005")) << "3D U-Net";
    EXPECT_FALSE(find_accelerator_preset(catalog(), "mlperf-storage-014")) << "a pass mark";
    EXPECT_FALSE(find_accelerator_preset(catalog(), "lambda-io-032")) << "of eight GPUs";
    EXPECT_FALSE(find_accelerator_preset(catalog(), "h100"));
}

TEST(AcceleratorPreset, RateMeasuredWithRealDataSaysSo) {
    const auto fed = find_accelerator_preset(catalog(), "nv-dle-027");
    ASSERT_TRUE(fed);
    EXPECT_TRUE(fed->fed_from_data);
}

}  // namespace
}  // namespace throughline::catalog
