// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/foreign_names.h"

#include <gtest/gtest.h>

#include <string>

namespace throughline::analysis {
namespace {

spec::Settings own(const char* stages, const char* consumer) {
    return {{"stages", std::string(stages)},
            {"consumer.kind", std::string(consumer)},
            {"consumer.accelerators", std::int64_t{2}},
            {"dataset.nodes", std::int64_t{4}}};
}

TEST(ForeignNames, EmulatedAcceleratorsStandWhereGpusDo) {
    const spec::Settings names = foreign_names(own("full", "paced"));

    EXPECT_EQ(names.at("gpu_count"), spec::SettingValue(std::int64_t{2}));
    EXPECT_EQ(names.at("node_count"), spec::SettingValue(std::int64_t{4}));
    EXPECT_EQ(names.at("data"), spec::SettingValue(std::string("real")));
}

TEST(ForeignNames, AGpuRunUsedAsManyAsWereSetAndANullConsumerNone) {
    EXPECT_EQ(foreign_names(own("full", "gpu")).at("gpu_count"),
              spec::SettingValue(std::int64_t{2}));
    EXPECT_EQ(foreign_names(own("full", "null")).count("gpu_count"), 0U);
}

TEST(ForeignNames, TheConsumerAloneTakesSyntheticDataOfNoNode) {
    const spec::Settings names = foreign_names(own("consumer", "paced"));

    EXPECT_EQ(names.at("data"), spec::SettingValue(std::string("synthetic")));
    EXPECT_EQ(names.count("node_count"), 0U);
}

TEST(ForeignNames, StorageAndDecodeAloneFeedNothing) {
    EXPECT_TRUE(foreign_names(own("storage", "paced")).empty());
    EXPECT_TRUE(foreign_names(own("decode", "paced")).empty());
    EXPECT_TRUE(foreign_name_needs_more("gpu_count", spec::Stages::Storage));
    EXPECT_TRUE(foreign_name_needs_more("node_count", spec::Stages::Consumer));
    EXPECT_FALSE(foreign_name_needs_more("gpu_count", spec::Stages::Consumer));
    EXPECT_FALSE(foreign_name_needs_more("gpu_count", std::nullopt)) << "of a foreign run";
    EXPECT_FALSE(foreign_name_needs_more("decode.threads", spec::Stages::Storage));
}

TEST(ForeignNames, WhatAForeignRunSaysItselfStays) {
    spec::Settings settings = own("full", "paced");
    settings["gpu_count"] = std::int64_t{8};

    EXPECT_EQ(foreign_names(settings).count("gpu_count"), 0U);
    EXPECT_TRUE(foreign_names({{"model", std::string("resnet50")}}).empty());
}

}  // namespace
}  // namespace throughline::analysis
