// SPDX-License-Identifier: Apache-2.0
// Experiments about object stores.
#include "engine/base/say.h"
#include "engine/panels/experiment_parts.h"
#include "engine/panels/ways.h"

namespace throughline::panels {
namespace {

/// The first byte after 50 ms, which Google does not publish ("tens of milliseconds", as of S3).
constexpr const char* kStore = "gcp-gcs:latency=50ms";

/// 4 P100 as in the cloud study, each at its published rate (tf-benchmarks-002, -003).
spec::StudySpec store_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_tensors(root, quick, 5.0);
    spec::Settings& base = study.base;
    base["storage.queue_depth"] = std::int64_t{32};
    base["consumer.kind"] = std::string("paced");
    base["consumer.accelerators"] = std::int64_t{4};
    spec::SweepAxis storage = texts_axis("storage.store", {"", kStore});
    storage.with.push_back(
        {.key = "storage.volume", .values = {std::string("study-gcp-pdssd"), std::string()}});
    study.sweep.push_back(std::move(storage));
    study.sweep.push_back(
        texts_axis("consumer.preset", {"tf-benchmarks-002", "tf-benchmarks-003"}));
    return study;
}

/// Below and above what a store of one prefix allows, scaled down to 500 requests a second.
spec::StudySpec throttling_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_tensors(root, quick, 8.0);
    study.base["storage.store"] = std::string("aws-s3:latency=50ms:requests=500:prefixes=1");
    study.sweep.push_back(numbers_axis("storage.queue_depth", {8, 128}));
    return study;
}

/// A tenth of a P100 each (tf-benchmarks-002), so that one host stands for all nodes.
spec::StudySpec store_scaling_points(const std::string& root, bool quick) {
    constexpr double kImagesPerSecond = 21.9;
    constexpr std::int64_t kSmallBatch = 4;
    spec::StudySpec study = of_tensors(root, quick, 5.0);
    spec::Settings& base = study.base;
    base["storage.store"] = std::string(kStore);
    base["storage.queue_depth"] = std::int64_t{256};
    base["batch.images"] = kSmallBatch;
    base["batch.slots"] = std::int64_t{64};
    base["consumer.kind"] = std::string("paced");
    base["consumer.batch_seconds"] = batch_seconds(kImagesPerSecond, 1.0, kSmallBatch);
    study.sweep.push_back(numbers_axis("consumer.accelerators", {4, 8, 16, 32}));
    return study;
}

/// 2 and 4 HDFS data nodes, a tenth of the study's 11 Gbit/s each (rescale-039), and accelerators
/// that take a tenth of what two of 64 GPUs took from 4 nodes (rescale-045): as many as have two
/// slots each.
spec::StudySpec hdfs_points(const std::string& root, bool quick) {
    constexpr double kOf64ImagesPerSecond = 48'000.0;
    constexpr double kScale = 0.1;
    constexpr std::int64_t kSmallBatch = 4;
    spec::StudySpec study = of_tensors(root, quick, 5.0);
    spec::Settings& base = study.base;
    base["storage.queue_depth"] = std::int64_t{256};
    base["batch.images"] = kSmallBatch;
    base["batch.slots"] = std::int64_t{64};
    base["consumer.kind"] = std::string("paced");
    base["consumer.batch_seconds"] =
        batch_seconds(kOf64ImagesPerSecond * kScale / 32.0, 1.0, kSmallBatch);
    study.sweep.push_back(texts_axis("storage.store", {kTwoDataNodes, kFourDataNodes}));
    study.sweep.push_back(numbers_axis("consumer.accelerators", {4, 16, 32}));
    return study;
}

spec::StudySpec ways_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_tensors(root, quick);
    sweep_ways(study);
    study.base["repeats"] = std::int64_t{quick ? 3 : 5};
    study.base["storage.store"] = std::string("aws-s3:latency=50ms");
    return study;
}

}  // namespace

std::vector<Experiment> store_experiments() {
    return {
        {.id = "store",
         .title = to_say("ResNet-50 and ResNet-152 from an object store and from a volume"),
         .data = {Data::Tensors},
         .emulated = to_say("Accelerators, volume and store are emulated; the store's first byte "
                            "after 50 ms is assumed, its provider publishes none."),
         .points = store_points},
        {.id = "throttling",
         .title = to_say("An object store below and above the requests that it allows"),
         .data = {Data::Tensors},
         .emulated = to_say("The store is emulated, with one prefix of 500 requests a second "
                            "instead of 5,500 and with first bytes after 50 ms."),
         .points = throttling_points},
        {.id = "store-scaling",
         .title = to_say("4 to 32 accelerators from an object store"),
         .data = {Data::Tensors},
         .emulated = to_say("Accelerators and store are emulated. One host stands for all nodes, "
                            "so each accelerator is a tenth of the study's P100; the store's first "
                            "byte after 50 ms is assumed."),
         .points = store_scaling_points},
        {.id = "hdfs-scaling",
         .title = to_say("4, 16 and 32 accelerators from 2 and 4 data nodes"),
         .data = {Data::Tensors},
         .emulated = to_say("Accelerators and data nodes are emulated. One host stands for all "
                            "nodes, so both are a tenth of the study's, and an accelerator is two "
                            "of its GPUs; a data node's first byte after 5 ms is assumed."),
         .points = hdfs_points},
        {.id = "ways",
         .title = to_say("Copied first, streamed, and through a cache"),
         .data = {Data::Tensors},
         .emulated = to_say("The store is emulated, with first bytes after 50 ms; copy and cache "
                            "lie on a real disk."),
         .points = ways_points}};
}

}  // namespace throughline::panels
