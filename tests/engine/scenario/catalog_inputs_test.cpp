// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/catalog_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/model/predict.h"
#include "engine/scenario/scenario.h"

namespace throughline::scenario {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const catalog::Catalog& catalog() {
    static const auto kCatalog = catalog::Catalog::built_in();
    return kCatalog;
}

TEST(CatalogInputs, SwappingStorageLeavesNothingOfTheFormer) {
    const auto object =
        resolve({.name = "s3", .catalog = {.storage = "aws-s3"}}, defaults(), catalog());
    ASSERT_TRUE(object);
    EXPECT_TRUE(object->inputs.sto_remote);
    EXPECT_EQ(object->inputs.usd_per_request, 4e-7);
    EXPECT_THAT(object->gaps, Contains(HasSubstr("sto_units: prefixes")));

    const auto block =
        resolve({.name = "io1", .catalog = {.storage = "aws-io1"}}, *object, catalog());
    ASSERT_TRUE(block);
    EXPECT_FALSE(block->inputs.sto_remote);
    EXPECT_EQ(block->inputs.usd_per_request, 0.0);
    EXPECT_EQ(block->inputs.sto_conn_bw, model::kUnlimited);
    EXPECT_EQ(block->inputs.sto_bw, 524288000.0);
}

TEST(CatalogInputs, AnInstanceGivesGpusCoresLinkAndPrice) {
    const auto p3 =
        resolve({.name = "p3", .catalog = {.instance = "p3.16xlarge"}}, defaults(), catalog());
    ASSERT_TRUE(p3);
    EXPECT_EQ(p3->inputs.gpus_per_node, 8.0);
    EXPECT_DOUBLE_EQ(p3->inputs.cores, 64 * 0.65);
    EXPECT_EQ(p3->inputs.link_bps, 2.5e10);
    EXPECT_EQ(p3->inputs.client_bw, 1.75e9);
    EXPECT_EQ(p3->inputs.node_usd_per_h, 24.48);
    EXPECT_THAT(p3->gaps, IsEmpty());
}

TEST(CatalogInputs, EveryEntryGivesValidInputsOrGaps) {
    for (const auto& target : catalog().storage()) {
        const auto resolved =
            resolve({.name = target.id, .catalog = {.storage = target.id}}, defaults(), catalog());
        EXPECT_TRUE(resolved) << (resolved ? "" : resolved.error().what);
    }
    for (const auto& instance : catalog().instances()) {
        const auto resolved = resolve(
            {.name = instance.id, .catalog = {.instance = instance.id}}, defaults(), catalog());
        EXPECT_TRUE(resolved) << (resolved ? "" : resolved.error().what);
    }
    for (const auto& network : catalog().networks()) {
        EXPECT_TRUE(resolve(
            {.name = network.id, .catalog = {.network = network.id}}, defaults(), catalog()));
    }
}

TEST(CatalogCandidates, HavePricesAndNoGaps) {
    const auto candidates = catalog_candidates(catalog(), model::Inputs());
    EXPECT_GT(candidates.size(), 10U);
    for (const auto& candidate : candidates) {
        const auto resolved = resolve(candidate, defaults(), catalog());
        ASSERT_TRUE(resolved) << candidate.name;
        EXPECT_GT(resolved->inputs.node_usd_per_h, 0.0) << candidate.name;
        EXPECT_GT(resolved->inputs.gpu_rate, 0.0) << candidate.name;
    }
}

}  // namespace
}  // namespace throughline::scenario
