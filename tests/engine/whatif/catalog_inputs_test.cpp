// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/catalog_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "engine/catalog/gpu_rate.h"
#include "engine/model/predict.h"
#include "engine/whatif/answer.h"
#include "engine/whatif/catalog_candidates.h"
#include "engine/whatif/scenario.h"
#include "engine/whatif/what_if.h"

namespace throughline::whatif {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using model::Input;

const catalog::Catalog& catalog() {
    static const auto kCatalog = catalog::Catalog::built_in();
    return kCatalog;
}

Resolved resolved_from(const Resolved& base,
                       const CatalogChoice& choice,
                       const std::vector<Change>& changes = {}) {
    auto resolved = resolve({.name = "it", .catalog = choice, .changes = changes}, base, catalog());
    EXPECT_TRUE(resolved) << (resolved ? "" : resolved.error().what);
    return resolved ? *std::move(resolved) : defaults();
}

TEST(CatalogInputs, SwappingStorageLeavesNothingOfTheFormer) {
    const auto object =
        resolve({.name = "s3", .catalog = {.storage = "aws-s3"}}, defaults(), catalog());
    ASSERT_TRUE(object);
    EXPECT_TRUE(object->inputs.sto_remote);
    EXPECT_EQ(object->inputs.usd_per_request, 4e-7);
    EXPECT_THAT(answer(*object, defaults()).gaps, Contains(HasSubstr("Storage units: prefixes")));

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
    const auto candidates =
        catalog_candidates(catalog(), model::Inputs(), offered_work(catalog(), {}));
    EXPECT_GT(candidates.size(), 10U);
    for (const auto& candidate : candidates) {
        const auto resolved = resolve(candidate, defaults(), catalog());
        ASSERT_TRUE(resolved) << candidate.name;
        EXPECT_GT(resolved->inputs.node_usd_per_h, 0.0) << candidate.name;
        EXPECT_GT(resolved->inputs.gpu_rate, 0.0) << candidate.name;
    }
}

TEST(CatalogInputs, ARateOfAGpuIsSwappedAsAWhole) {
    const auto v100 =
        resolved_from(defaults(), {.gpu_rate = "v100-16-gb-resnet-50-v1.5-training-amp"});
    EXPECT_EQ(v100.inputs.gpu_rate, 1200.0);
    EXPECT_EQ(v100.inputs.gpu_sigma, 0.0221);
    EXPECT_THAT(v100.gaps, IsEmpty());

    const auto h100 =
        resolved_from(v100, {.gpu_rate = "mlperf-storage-003"}, {set_to(Input::GpusPerNode, 8.0)});
    EXPECT_NEAR(h100.inputs.gpu_rate, 1785.7, 0.1);
    EXPECT_EQ(h100.inputs.gpu_sigma, 0.0);  // not that of the V100
    EXPECT_THAT(answer(h100, defaults()).gaps, Contains(HasSubstr("Contention of GPUs")));
    // One GPU is in nobody's way.
    EXPECT_THAT(answer(resolved_from(h100, {}, {set_to(Input::GpusPerNode, 1.0)}), defaults()).gaps,
                IsEmpty());

    const auto eight =
        resolved_from(v100, {.gpu_rate = "v100-16-gb-resnet-50-tensorflow-horovod-mixed"});
    EXPECT_DOUBLE_EQ(eight.inputs.gpu_rate, 5694.0 / 8.0);
    EXPECT_EQ(eight.inputs.gpu_sigma, 0.0);
    ASSERT_EQ(eight.gaps.size(), 1U);
    EXPECT_THAT(eight.gaps.front().text, HasSubstr("only the rate of eight GPUs"));
    EXPECT_FALSE(resolve({.name = "x", .catalog = {.gpu_rate = "none"}}, defaults(), catalog()));
}

// S3 sets request size and variability, NFS a limit of the client: none of it is of another disk.
TEST(CatalogInputs, SwappingStorageGivesBackWhatTheFormerSetBesides) {
    const auto typed =
        resolved_from(defaults(), {.storage = "aws-s3"}, {set_to(Input::RequestBytes, 262144.0)});
    const auto s3 = resolved_from(defaults(), {.storage = "aws-s3"});
    const auto nfs = resolved_from(s3, {.storage = "study-nfs"});
    const auto disk = resolved_from(nfs, {.storage = "aws-io1"});

    EXPECT_EQ(s3.inputs.request_bytes, 8388608.0);
    EXPECT_EQ(nfs.inputs.client_bw, 1e9);
    EXPECT_EQ(nfs.inputs.request_bytes, 131072.0);
    EXPECT_EQ(disk.inputs.client_bw, model::kUnlimited);
    EXPECT_EQ(disk.inputs.variability_c2, 0.25);
    EXPECT_EQ(disk.inputs.request_bytes, 131072.0);
    EXPECT_FALSE(disk.knowledge.is_stated(Input::RequestBytes));
    // What somebody typed in is not the entry's to take away.
    EXPECT_EQ(resolved_from(typed, {.storage = "aws-io1"}).inputs.request_bytes, 262144.0);
}

TEST(CatalogInputs, AnInstanceLimitsBlockStorageAndNoOther) {
    const auto efs = resolved_from(defaults(), {.storage = "aws-efs", .instance = "p3.16xlarge"});
    const auto local =
        resolved_from(defaults(), {.storage = "nvme-gen4-dc", .instance = "p4d.24xlarge"});
    const auto block = resolved_from(defaults(), {.storage = "aws-io1", .instance = "p3.16xlarge"});

    EXPECT_EQ(efs.inputs.client_bw, 524288000.0);  // of its mount
    EXPECT_EQ(efs.inputs.client_iops, model::kUnlimited);
    EXPECT_EQ(local.inputs.client_bw, model::kUnlimited);
    EXPECT_EQ(block.inputs.client_bw, 1.75e9);
    // The same where the machine is the base's and the storage is swapped.
    EXPECT_EQ(resolved_from(local, {.storage = "aws-io1"}).inputs.client_bw, 2.375e9);
    EXPECT_EQ(resolved_from(block, {.storage = "aws-efs"}).inputs.client_bw, 524288000.0);
    EXPECT_EQ(resolved_from(block, {.storage = "nvme-gen4-dc"}).inputs.client_bw,
              model::kUnlimited);
    EXPECT_EQ(resolved_from(block, {.instance = "p4d.24xlarge"}).inputs.client_bw, 2.375e9);
    // And what is typed in stays.
    const auto typed = resolved_from(block, {}, {set_to(Input::ClientBw, 3e9)});
    EXPECT_EQ(typed.inputs.client_bw, 3e9);
    EXPECT_EQ(resolved_from(typed, {}, {set_to(Input::Threads, 4.0)}).inputs.client_bw, 3e9);
}

TEST(CatalogInputs, AGapIsFilledByAValueAndGoesWithItsStorage) {
    const auto gaps = [](const Resolved& resolved) { return answer(resolved, defaults()).gaps; };
    const auto s3 = resolved_from(defaults(), {.storage = "aws-s3"});
    ASSERT_THAT(gaps(s3), Contains(HasSubstr("Storage units")));

    EXPECT_THAT(gaps(resolved_from(s3, {}, {set_to(Input::StoUnits, 3.0)})),
                Not(Contains(HasSubstr("Storage units"))));
    EXPECT_THAT(gaps(resolved_from(s3, {.storage = "aws-io1"})),
                Not(Contains(HasSubstr("Storage units"))));
    EXPECT_THAT(
        gaps(resolved_from(defaults(), {.storage = "aws-s3"}, {set_to(Input::StoUnits, 3.0)})),
        Not(Contains(HasSubstr("Storage units"))));
}

// An epoch of 1.28 million images of 115 kB is 137 GiB: a gp2 volume of that size has 411 IOPS.
TEST(CatalogCandidates, PairTheLimitsOfAVolumeWithItsOwnPrice) {
    std::map<std::string, int> found;
    const Resolved base = resolved_from(defaults(), {}, {set_to(Input::Nodes, 2.0)});
    for (const auto& candidate :
         catalog_candidates(catalog(), base.inputs, offered_work(catalog(), {}))) {
        const auto& storage = candidate.catalog.storage;
        const auto& volume = candidate.catalog.volume;
        const auto in = resolved_from(base, candidate.catalog, candidate.changes).inputs;
        const double usd = in.sto_usd_per_month / 2.0;  // each node has its own
        ++found[storage];
        EXPECT_TRUE(volume.empty() || volume.gib >= 137.0) << candidate.name;
        if (storage == "aws-gp2") {
            EXPECT_DOUBLE_EQ(in.sto_iops, std::min(3.0 * volume.gib, 16000.0));
            EXPECT_DOUBLE_EQ(usd, volume.gib * 0.10);
        } else if (storage == "aws-gp3") {
            EXPECT_EQ(in.sto_iops, volume.iops);
            EXPECT_EQ(in.sto_bw, volume.mib_per_s * 0x1p20);
            EXPECT_NEAR(usd,
                        volume.gib * 0.08 + (volume.iops - 3000.0) * 0.005 +
                            (volume.mib_per_s - 125.0) * 0.04,
                        1e-9);
        } else if (storage == "aws-io1") {
            EXPECT_EQ(in.sto_iops, volume.iops);
            EXPECT_GE(volume.gib * 50.0, volume.iops);
            EXPECT_DOUBLE_EQ(usd, volume.gib * 0.125 + volume.iops * 0.065);
        } else if (storage == "aws-st1") {
            EXPECT_DOUBLE_EQ(in.sto_bw, std::min(40.0 * volume.gib / 1024.0, 500.0) * 0x1p20);
        } else if (storage == "azure-ultra") {
            EXPECT_NEAR(
                usd, volume.gib * 0.11972 + volume.iops * 0.04964 + in.sto_bw / 1e6 * 0.3495, 1e-9);
        }
        // Parts of the price that the model does not know; limits that go with a size.
        EXPECT_NE(storage, "aws-efs");
        EXPECT_NE(storage, "azure-premium");
        EXPECT_NE(storage, "azure-premium-v2");
        EXPECT_NE(storage, "gcp-pd-ssd");
        EXPECT_NE(storage, "gcp-local-ssd");
    }
    for (const char* sold : {"aws-gp2",
                             "aws-gp3",
                             "aws-io1",
                             "aws-io2bx",
                             "aws-st1",
                             "azure-ultra",
                             "gcp-hd-extreme"}) {
        EXPECT_GT(found[sold], 1) << sold;
    }
}

TEST(Answer, OnlyObjectStoresAreThrottled) {
    const std::vector<Change> hungry{set_to(Input::Format, std::string("raw")),
                                     set_to(Input::GpuRate, 1e6),
                                     set_to(Input::QueueDepth, 4096.0),
                                     set_to(Input::StoUnits, 1.0)};
    EXPECT_TRUE(
        answer(resolved_from(defaults(), {.storage = "aws-s3"}, hungry), defaults()).throttled);
    const auto lustre = resolved_from(defaults(), {.storage = "gcp-lustre-125"}, hungry);
    ASSERT_EQ(answer(lustre, defaults()).prediction.bottleneck, model::Limit::StorageIops);
    EXPECT_FALSE(answer(lustre, defaults()).throttled);
}

// Goal: offers answer the question that was asked. Method: a network that the catalogue has rates
// of for machines with a price, none, and one that it has no rate of.
TEST(CatalogCandidates, TrainWhatTheScenarioTrainsOrSayWhatElse) {
    const auto works_of = [](const OfferedWork& work) {
        std::set<std::string> works;
        for (const auto& one : catalog_candidates(catalog(), model::Inputs(), work)) {
            const auto rate = catalog::find_gpu_rate(catalog(), one.catalog.gpu_rate);
            works.insert(catalog::work_in_full(catalog(), *rate));
        }
        return works;
    };
    const OfferedWork fp32 = offered_work(catalog(), "v100-16-gb-resnet-50-v1.5-training-fp32");
    EXPECT_EQ(fp32.asked, "ResNet-50 v1.5, FP32");
    EXPECT_EQ(fp32.taken, fp32.asked);
    EXPECT_EQ(works_of(fp32), std::set{fp32.taken});
    EXPECT_EQ(text_of(fp32),
              "All offers are computed for ResNet-50 v1.5, FP32, the network of the base.");
    EXPECT_EQ(text_of(offered_work(catalog(), "v100-16-gb-resnet-50-v1.5-training-fp32", "old")),
              "All offers are computed for ResNet-50 v1.5, FP32, the network of “old”.");

    const OfferedWork none = offered_work(catalog(), {});
    EXPECT_EQ(none.taken, "ResNet-50 v1.5, AMP");
    EXPECT_EQ(works_of(none), std::set{none.taken});
    EXPECT_EQ(text_of(none),
              "All offers are computed for ResNet-50 v1.5, AMP, because no scenario names a "
              "network.");
    EXPECT_EQ(text_of(offered_work(catalog(), {}, "typed")),
              "All offers are computed for ResNet-50 v1.5, AMP, because “typed” names no network.");

    EXPECT_EQ(
        text_of({.asked = "VGG-16, FP16", .taken = none.taken}),
        "All offers are computed for ResNet-50 v1.5, AMP: the catalogue has no rate of VGG-16, "
        "FP16 for a machine with a price.");
}

// Goal: nobody is told that offers are for the network of a scenario that has none. Method: a file
// whose base, whose first scenario with a network, and whose asker is the one.
TEST(CatalogCandidates, SayWhoseNetworkTheyTrain) {
    const std::string fp32 = "v100-16-gb-resnet-50-v1.5-training-fp32";
    const std::string amp = "a100-80-gb-resnet-50-v1.5-training-amp";
    const auto said = [](const ScenarioFile& file, Questions questions = {}) {
        questions.cheapest = 1000.0;
        const auto found = evaluate(file, defaults(), catalog(), questions);
        EXPECT_TRUE(found) << found.error().what;
        return found ? text_of(found->offered) : std::string();
    };
    const Scenario typed{.name = "typed", .changes = {set_to(Input::GpuRate, 700.0)}};
    const Scenario old{.name = "old", .catalog = {.gpu_rate = fp32}};
    const Scenario recent{.name = "new", .catalog = {.gpu_rate = amp}};
    const ScenarioFile two{.base = {.name = "base"}, .scenarios = {typed, old, recent}};
    EXPECT_EQ(said(two), "All offers are computed for ResNet-50 v1.5, FP32, the network of “old”.");
    EXPECT_EQ(said(two, {.gpu_rate = amp, .asked_by = "new"}),
              "All offers are computed for ResNet-50 v1.5, AMP, the network of “new”.");
    EXPECT_EQ(
        said({.base = {.name = "four V100", .catalog = {.gpu_rate = fp32}}}, {.asked_by = "typed"}),
        "All offers are computed for ResNet-50 v1.5, FP32, the network of “four V100”.");
    EXPECT_EQ(said({.base = {.name = kUnnamedBase, .catalog = {.gpu_rate = fp32}}}),
              "All offers are computed for ResNet-50 v1.5, FP32, the network of the base.");
}

}  // namespace
}  // namespace throughline::whatif
