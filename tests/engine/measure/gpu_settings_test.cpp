// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/network/graph.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/settings.h"
#include "engine/spec/spec.h"

namespace throughline::measure {
namespace {

// What can be chosen is written down in the settings, which know no networks.
TEST(GpuSettings, NetworksToChooseAreThoseOfTheCatalogue) {
    const auto graphs = network::built_in_graphs();
    ASSERT_TRUE(graphs);
    std::set<std::string> known{"transfer"};
    for (const auto& graph : *graphs) {
        known.insert(graph.id);
        if (graph.id != "trivial") {  // which needs no cuDNN
            known.insert(std::string(spec::kProxyPrefix) + graph.id);
        }
    }
    const auto& choices = spec::find_setting("consumer.network")->choices;
    EXPECT_EQ(std::set<std::string>(choices.begin(), choices.end()), known);
}

std::string refusal(std::initializer_list<const char*> assignments) {
    spec::StudySpec spec = spec::default_spec();
    EXPECT_TRUE(spec::apply_set(spec, "dataset.path=/x"));
    EXPECT_TRUE(spec::apply_set(spec, "consumer.kind=gpu"));
    for (const char* assignment : assignments) {
        EXPECT_TRUE(spec::apply_set(spec, assignment));
    }
    const auto valid = spec::validate(spec);
    return valid ? "accepted" : valid.error().what;
}

TEST(GpuSettings, WhatAGpuCannotDoIsRefusedWithTheReason) {
    EXPECT_EQ(refusal({}), "accepted");
    EXPECT_EQ(refusal({"consumer.network=trivial", "consumer.phase=training"}), "accepted");
    EXPECT_EQ(refusal({"stages=consumer"}), "accepted");
    EXPECT_EQ(refusal({"consumer.network=vgg16", "consumer.phase=training"}), "accepted");
    EXPECT_THAT(refusal({"consumer.network=proxy_vgg16", "consumer.phase=training"}),
                testing::HasSubstr("needs a network in consumer.network"));
    EXPECT_THAT(refusal({"consumer.network=transfer", "consumer.phase=training"}),
                testing::HasSubstr("transfer has nothing to learn"));
    EXPECT_EQ(refusal({"consumer.network=vgg16", "batch.images=0"}), "accepted");
    EXPECT_EQ(refusal({"consumer.network=proxy_vgg16", "batch.images=0"}), "accepted");
    EXPECT_THAT(refusal({"consumer.network=trivial", "batch.images=0"}),
                testing::HasSubstr("batch.images=0, the largest batch that fits, needs"));
    EXPECT_THAT(refusal({"consumer.kind=null", "consumer.network=vgg16", "batch.images=0"}),
                testing::HasSubstr("batch.images=0, the largest batch that fits, needs"));
    EXPECT_THAT(refusal({"consumer.kind=null", "consumer.network=vgg16"}),
                testing::HasSubstr("consumer.network=vgg16 needs consumer.kind=gpu"));
    EXPECT_THAT(refusal({"consumer.kind=paced", "consumer.batch_seconds=1", "consumer.device=1"}),
                testing::HasSubstr("consumer.device=1 needs consumer.kind=gpu"));
    EXPECT_THAT(
        refusal({"consumer.kind=null", "consumer.network=trivial", "consumer.phase=training"}),
        testing::HasSubstr("needs consumer.kind=gpu"));
    EXPECT_THAT(refusal({"consumer.kind=null", "consumer.transfer=pageable"}),
                testing::HasSubstr("consumer.transfer=pageable needs consumer.kind=gpu"));
    EXPECT_EQ(refusal({"consumer.transfer=pageable"}), "accepted");
    const auto needs_pace = testing::HasSubstr("needs consumer.kind=paced");
    EXPECT_THAT(refusal({"consumer.barrier=true"}), needs_pace);
    EXPECT_THAT(refusal({"consumer.kind=null", "consumer.barrier=true"}), needs_pace);
    // One accelerator meets those of other nodes.
    EXPECT_EQ(refusal({"consumer.kind=paced", "consumer.batch_seconds=1", "consumer.barrier=true"}),
              "accepted");
    EXPECT_THAT(
        refusal({"consumer.kind=paced", "consumer.batch_seconds=1", "consumer.gradient_bytes=1M"}),
        testing::HasSubstr("needs consumer.barrier"));
    EXPECT_EQ(refusal({"consumer.kind=paced",
                       "consumer.batch_seconds=1",
                       "consumer.accelerators=2",
                       "consumer.barrier=true"}),
              "accepted");
    EXPECT_THAT(refusal({"decode.output=fp32"}), testing::HasSubstr("decode.output=uint8"));
    EXPECT_EQ(refusal({"consumer.accelerators=2", "batch.slots=8"}), "accepted");
    EXPECT_THAT(refusal({"consumer.accelerators=17", "batch.slots=32"}),
                testing::HasSubstr("at most 16 with consumer.kind=gpu"));
}

TEST(GpuSettings, DecodingOnTheGpuIsRefusedWhereItCannotBe) {
    EXPECT_EQ(refusal({"decode.device=gpu"}), "accepted");
    EXPECT_EQ(refusal({"decode.device=gpu", "stages=decode"}), "accepted");
    EXPECT_EQ(refusal({"decode.device=gpu", "decode.mode=train", "decode.upsampling=plain"}),
              "accepted");
    EXPECT_THAT(refusal({"decode.device=gpu", "consumer.kind=null"}),
                testing::HasSubstr("decode.device=gpu needs consumer.kind=gpu"));
    EXPECT_THAT(refusal({"decode.device=gpu", "decode.hue_jitter=0.1"}),
                testing::HasSubstr("needs decode.hue_jitter=0"));
    EXPECT_THAT(refusal({"decode.device=gpu", "batch.images=0", "consumer.network=googlenet"}),
                testing::HasSubstr("needs a batch.images of its own"));
    EXPECT_THAT(refusal({"decode.device=gpu", "cache.kind=decoded"}),
                testing::HasSubstr("cannot be combined with cache.kind=decoded"));
    EXPECT_THAT(refusal({"decode.device=gpu", "decode.dct=ifast"}),
                testing::HasSubstr("decode.dct=ifast needs decode.device=cpu: with "
                                   "decode.device=gpu it has no effect"));
    EXPECT_THAT(refusal({"decode.device=gpu", "decode.scale=reduced"}),
                testing::HasSubstr("decode.scale=reduced needs decode.device=cpu"));
}

TEST(GpuSettings, NetworkMayStandBesideAPointWithoutAGpu) {
    spec::StudySpec spec = spec::default_spec();
    ASSERT_TRUE(spec::apply_set(spec, "dataset.path=/x"));
    ASSERT_TRUE(spec::apply_set(spec, "consumer.network=vgg16"));
    ASSERT_TRUE(spec::apply_sweep(spec, "consumer.kind=null,gpu"));
    EXPECT_TRUE(spec::validate(spec)) << "the GPU of one point reads it";
}

// Goal: studies of versions that accepted keys without a part can be measured again. Method: all of
// them, in a study without a GPU, and in one with.
TEST(GpuSettings, WhatNoPointReadsCanBeReset) {
    spec::StudySpec spec = spec::default_spec();
    for (const char* assignment : {"dataset.path=/x",
                                   "consumer.network=vgg16",
                                   "consumer.device=1",
                                   "consumer.transfer=pageable",
                                   "consumer.barrier=true"}) {
        ASSERT_TRUE(spec::apply_set(spec, assignment));
    }
    spec::StudySpec old = spec;
    EXPECT_FALSE(spec::validate(old));
    spec::reset_unread(old);
    EXPECT_TRUE(spec::validate(old));
    EXPECT_EQ(spec::text_of(old.base, "consumer.transfer"), "pinned");

    ASSERT_TRUE(spec::apply_set(spec, "consumer.kind=gpu"));
    spec::reset_unread(spec);
    EXPECT_TRUE(spec::validate(spec));
    EXPECT_EQ(spec::text_of(spec.base, "consumer.transfer"), "pageable") << "the GPU reads it";
}

}  // namespace
}  // namespace throughline::measure
