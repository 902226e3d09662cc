// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/node_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace throughline::hosts {
namespace {

using ::testing::ElementsAre;

TEST(NodeGroups, CountsAreReadInTheirOrder) {
    EXPECT_THAT(*parse_node_counts("", 4), ElementsAre(4));
    EXPECT_THAT(*parse_node_counts("4,1,2", 4), ElementsAre(1, 2, 4));
}

TEST(NodeGroups, CountsThatCannotBeAreRefusedByName) {
    EXPECT_NE(parse_node_counts("1,8", 4).error().what.find("8 are asked for"), std::string::npos);
    EXPECT_NE(parse_node_counts("2,2", 4).error().what.find("twice"), std::string::npos);
    for (const char* const bad : {"0", "-1", "two", "1,", "1.5"}) {
        EXPECT_EQ(parse_node_counts(bad, 4).error().code, ErrorCode::Usage) << bad;
    }
}

TEST(NodeGroups, ANodeReadsItsShareOrAllOfTheData) {
    const spec::StudySpec spec = spec::default_spec();
    const auto share = spec_of_node(spec, DataUse::Share, 4, 3);
    EXPECT_EQ(spec::integer_of(share->base, "dataset.nodes"), 4);
    EXPECT_EQ(spec::integer_of(share->base, "dataset.node"), 3);
    const auto same = spec_of_node(spec, DataUse::Same, 4, 3);
    EXPECT_EQ(spec::integer_of(same->base, "dataset.nodes"), 1);
}

TEST(NodeGroups, ASpecThatSharesTheDataItselfIsRefused) {
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.nodes"] = std::int64_t{2};
    EXPECT_FALSE(spec_of_node(spec, DataUse::Share, 2, 0));
    spec = spec::default_spec();
    ASSERT_TRUE(spec::apply_sweep(spec, "dataset.nodes=1,2"));
    EXPECT_FALSE(spec_of_node(spec, DataUse::Same, 2, 0));
}

TEST(NodeGroups, NodesOnOneHostAreNumbered) {
    const std::vector<std::string> hosts{"a", "b", "a"};
    EXPECT_THAT(node_names(hosts), ElementsAre("a:0", "b", "a:1"));
}

}  // namespace
}  // namespace throughline::hosts
