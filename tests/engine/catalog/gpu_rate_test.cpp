// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/gpu_rate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace throughline::catalog {
namespace {

using testing::HasSubstr;

const Catalog& built_in() {
    static const Catalog kCatalog = Catalog::built_in();
    return kCatalog;
}

TEST(GpuRate, MeasuredAndPublishedOnesAreFoundByAnIdOfTheirOwn) {
    std::set<std::string> ids;
    const auto rates = all_gpu_rates(built_in());
    for (const auto& rate : rates) {
        EXPECT_TRUE(ids.insert(rate.id).second) << rate.id;
        const auto found = find_gpu_rate(built_in(), rate.id);
        ASSERT_TRUE(found) << rate.id;
        EXPECT_EQ(name_of(*found), name_of(rate));
        EXPECT_NE(built_in().find_source(rate.source), nullptr) << rate.id;
    }
    EXPECT_GT(rates.size(), built_in().gpu_rates().size() + 100U);
    EXPECT_FALSE(find_gpu_rate(built_in(), "no-such-gpu"));
}

TEST(GpuRate, KnowsWhatOneAndEightGive) {
    const auto v100 = find_gpu_rate(built_in(), "v100-16-gb-resnet-50-v1.5-training-amp");
    ASSERT_TRUE(v100);
    EXPECT_EQ(v100->images_per_s_1.value, 1200.0);
    EXPECT_EQ(v100->images_per_s_8.value, 8322.0);
    EXPECT_EQ(name_of(*v100), "V100 16 GB, ResNet-50 v1.5 training, AMP");

    const auto published = find_gpu_rate(built_in(), "mlperf-storage-003");
    ASSERT_TRUE(published);
    EXPECT_NEAR(*published->images_per_s_1.value, 400 / 0.224, 1e-9);
    EXPECT_FALSE(published->images_per_s_8.value);
    EXPECT_EQ(published->gpu_sigma.gap, "a figure of one GPU");
    EXPECT_THAT(search_text(*published), HasSubstr("H100, resnet50_v1.5 training"));
}

// Goal: nobody takes a card for its faster or slower variant. Method: entries that name the memory
// and the form, the memory alone, and neither.
TEST(GpuRate, AVariantIsNamedAsFarAsItsSourceNamesIt) {
    const auto variant = [](const char* id) { return variant_of(*find_gpu_rate(built_in(), id)); };
    EXPECT_EQ(variant("lambda-pt-005"), "H100 80 GB PCIe");
    EXPECT_EQ(variant("lambda-pt-006"), "H100 80 GB SXM");
    EXPECT_EQ(variant("lambda-pt-019"), "H100 80 GB SXM");
    EXPECT_EQ(variant("mlperf-storage-003"), "H100");
    EXPECT_EQ(variant("lambda-tf-111"), "A100 40 GB SXM") << "and not 1 TB of the computer's";
    EXPECT_EQ(variant("nv-dle-002"), "A100 80 GB");
    EXPECT_EQ(variant("lambda-pt-016"), "H200 140 GB SXM");
    EXPECT_EQ(variant("v100-16-gb-resnet-50-v1.5-training-amp"), "V100 16 GB");
    for (const GpuRate& rate : all_gpu_rates(built_in())) {
        EXPECT_TRUE(variant_of(rate).starts_with(chip_of(rate))) << rate.gpu;
        EXPECT_EQ(variant_of(rate).find('('), std::string::npos) << rate.gpu;
    }
    EXPECT_EQ(chip_of({.gpu = "A100 80 GB"}), "A100");
    EXPECT_EQ(chip_of({.gpu = "RTX 8000 (LambdaBM)"}), "RTX 8000");
}

// Goal: which form a rate is of is said, also that it is not known, and who measured it.
TEST(GpuRate, WhatASourceLeavesOpenIsSaidAndWhoPublishedIt) {
    const auto title = [](const char* id) {
        return card_title(built_in(), *find_gpu_rate(built_in(), id));
    };
    const auto by = [](const char* id) {
        return published_by(built_in(), *find_gpu_rate(built_in(), id));
    };
    EXPECT_EQ(title("a100-80-gb-resnet-50-v1.5-training-amp"), "A100 80 GB (form not stated)");
    EXPECT_EQ(title("lambda-pt-004"), "A100 80 GB SXM");
    EXPECT_EQ(title("mlperf-storage-003"), "H100 (variant not stated)");
    EXPECT_EQ(card_title(built_in(), {.gpu = "T4"}), "T4") << "there is one form of it";
    EXPECT_EQ(by("a100-80-gb-resnet-50-v1.5-training-amp"), "NVIDIA, 2021-03");
    EXPECT_EQ(by("lambda-pt-004"), "Lambda Labs, 2020-2025");
    EXPECT_EQ(published_by(built_in(), {.gpu = "T4", .source = "our lab"}), "our lab");
    for (const GpuRate& rate : all_gpu_rates(built_in())) {
        EXPECT_FALSE(published_by(built_in(), rate).empty()) << rate.id;
        EXPECT_TRUE(card_title(built_in(), rate).starts_with(variant_of(rate))) << rate.id;
    }
}

// A card on PCIe has two thirds of the power of one on SXM, and another rate.
TEST(GpuRate, ACardOfAnotherFormStandsInForAMachinesOwn) {
    const Instance& p4d = *built_in().find_instance("p4d.24xlarge");
    EXPECT_EQ(card_of(p4d), "A100 40 GB SXM");
    const auto match = [&](const char* gpu) { return match_of({.gpu = gpu}, p4d); };
    EXPECT_FALSE(match("A100 40 GB (8x A100 SXM4 40GB)").stands_in());
    EXPECT_FALSE(match("A100").stands_in()) << "it may be the same";
    EXPECT_TRUE(match("A100 40 GB (A100 40GB PCIe)").stands_in());
    EXPECT_TRUE(match("A100 80 GB").stands_in());
    EXPECT_GT(match("A100 80 GB (A100 80GB SXM4)").rank(),
              match("A100 40 GB (A100 40GB PCIe)").rank());
    EXPECT_FALSE(
        match_of({.gpu = "H200 140 GB (H200 SXM)"}, *built_in().find_instance("p5en.48xlarge"))
            .stands_in());
}

TEST(GpuRate, WhatIsRunIsSaidWithItsPrecision) {
    const auto work = [](const char* id) {
        return work_of(built_in(), *find_gpu_rate(built_in(), id));
    };
    EXPECT_EQ(work("lambda-pt-005"), "ResNet-50 v1.5, AMP");
    EXPECT_EQ(work_in_full(built_in(), *find_gpu_rate(built_in(), "mlperf-storage-003")),
              "ResNet-50 v1.5, precision not stated");
    EXPECT_EQ(work("nv-dle-065"), "ResNet-50 v1.5, inference, AMP");
}

TEST(GpuRate, OnesOwnMayReplaceABuiltInOneAndMayHaveAnId) {
    Catalog catalog = Catalog::built_in();
    const auto before = catalog.gpu_rates().size();
    const auto errors = catalog.add_user_text(
        R"({"gpu_rates": [
            {"gpu": "V100 16 GB", "model": "ResNet-50 v1.5 training", "precision": "AMP",
             "img_s_1": 1111},
            {"id": "ours", "gpu": "H200", "model": "our network", "img_s_1": 2500}]})",
        "mine.json");
    EXPECT_TRUE(errors.empty());
    EXPECT_EQ(catalog.gpu_rates().size(), before + 1);
    EXPECT_EQ(
        find_gpu_rate(catalog, "v100-16-gb-resnet-50-v1.5-training-amp")->images_per_s_1.value,
        1111.0);
    EXPECT_EQ(find_gpu_rate(catalog, "ours")->maker.file, "mine.json");
}

}  // namespace
}  // namespace throughline::catalog
