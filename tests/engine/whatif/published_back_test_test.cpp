// SPDX-License-Identifier: Apache-2.0
// Goal: the event model is held against published curves of up to 64 GPUs, of which it is given
// the first points only, and what it lacks is said.
#include "engine/whatif/published_back_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace throughline::whatif {
namespace {

const PublishedTest& published() {
    static const PublishedTest test = test_on_published(catalog::Catalog::built_in());
    return test;
}

TEST(PublishedTest, FiguresAreThoseOfThePublishedFile) {
    std::map<std::string, double> stated;
    const auto catalog = catalog::Catalog::built_in();
    for (const catalog::Published& entry : catalog.published()) {
        stated[entry.id] = entry.value.value.value_or(0.0);
    }
    std::size_t rates = 0;
    for (const PublishedCurve& curve : published().curves) {
        for (const PublishedRate& rate : curve.rates) {
            EXPECT_EQ(rate.images_per_s, stated.at(rate.id)) << rate.id;
            ++rates;
        }
    }
    EXPECT_GT(rates, 100U);
}

// Goal: no point is predicted that the model was given, and none is used that its owner would not
// have had.
TEST(PublishedTest, CurvesOverNodesArePredictedFromOneGpuAndOneNode) {
    std::size_t curves = 0;
    for (const PublishedCurve& curve : published().curves) {
        if (!curve.over_nodes || !curve.not_predicted.empty()) {
            continue;
        }
        ++curves;
        EXPECT_EQ(curve.source, "tf-benchmarks");
        ASSERT_EQ(curve.rates.size(), 5U);
        for (const PublishedRate& rate : curve.rates) {
            EXPECT_EQ(rate.predicted.has_value(), rate.nodes > 1.0) << rate.id;
            if (rate.predicted) {
                EXPECT_LT(std::abs(*rate.error_pct()), 10.0) << rate.id;
            }
        }
        EXPECT_THAT(curve.assumed, testing::Contains(testing::HasSubstr("half of the exchange")));
    }
    EXPECT_EQ(curves, 3U) << "three networks on up to 64 K80";
    ASSERT_TRUE(published().nodes);
    EXPECT_EQ(published().nodes->figures, 9U);
    EXPECT_LT(published().nodes->median_error_pct, 5.0);
    EXPECT_LT(published().nodes->worst_error_pct, 10.0);
}

TEST(PublishedTest, OfOneNodeTheFirstTwoNumbersOfGpusTellTheOthers) {
    ASSERT_TRUE(published().within);
    EXPECT_GT(published().within->figures, 20U);
    EXPECT_LT(published().within->median_error_pct, 10.0);
}

TEST(PublishedTest, WhatIsNotPublishedIsSaidAndNothingIsPredicted) {
    std::map<std::string, int> reasons;
    for (const PublishedCurve& curve : published().curves) {
        if (curve.not_predicted.empty()) {
            continue;
        }
        ++reasons[curve.not_predicted];
        EXPECT_TRUE(std::ranges::none_of(
            curve.rates, [](const PublishedRate& rate) { return rate.predicted.has_value(); }));
    }
    EXPECT_GT(reasons["no rate of one node is published with it"], 0);
    EXPECT_GT(reasons["what its storage and processors deliver is not published, and its data are "
                      "real"],
              0);
}

TEST(PublishedTest, ACatalogueWithoutCurvesHasNoScore) {
    const PublishedTest none = test_on_published(catalog::Catalog());
    EXPECT_TRUE(none.curves.empty());
    EXPECT_FALSE(none.nodes);
    const auto document = nlohmann::json::parse(published_test_json(none));
    EXPECT_TRUE(document.at("over_nodes").is_null());
}

}  // namespace
}  // namespace throughline::whatif
