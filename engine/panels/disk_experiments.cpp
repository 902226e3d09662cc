// SPDX-License-Identifier: Apache-2.0
// Experiments about attached disks.
#include "engine/base/say.h"
#include "engine/panels/experiment_parts.h"

namespace throughline::panels {
namespace {

// 4 and 8 paced V100s. The pace is ResNet-50 v2 where nothing else limits, and with 4 the 1.75th
// part of it, so that the ratio on io1 is put in, not found.
constexpr double kNodeImagesPerSecond = 4200.0;  // rescale-030, of 8 V100
constexpr double kScaling = 1.75;                // rescale-017, of 8 relative to 4
constexpr double kScaling152 = 1.73;             // rescale-018
// How much slower ResNet-152 is on one GPU: tf-benchmarks-003 / tf-benchmarks-002.
constexpr double kOf152 = 91.8 / 219.0;

spec::SweepAxis volumes_axis() {
    return texts_axis("storage.volume", {"study-gp2", "study-st1", "study-io1"});
}

/// 4 accelerators and 8 that take so many images a second together.
spec::SweepAxis accelerators_axis(double of_four, double of_eight) {
    spec::SweepAxis axis = numbers_axis("consumer.accelerators", {4, 8});
    axis.with.push_back({.key = "consumer.batch_seconds",
                         .values = {batch_seconds(of_four, 4.0), batch_seconds(of_eight, 8.0)}});
    return axis;
}

spec::StudySpec volumes_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_tensors(root, quick, 5.0);
    study.base["consumer.kind"] = std::string("paced");
    study.sweep.push_back(volumes_axis());
    study.sweep.push_back(accelerators_axis(kNodeImagesPerSecond / kScaling, kNodeImagesPerSecond));
    return study;
}

spec::StudySpec larger_network_points(const std::string& root, bool quick) {
    constexpr double kNode = kNodeImagesPerSecond * kOf152;
    spec::StudySpec study = of_tensors(root, quick);
    study.base["consumer.kind"] = std::string("paced");
    study.sweep.push_back(texts_axis("storage.volume", {"study-gp2", "study-io1"}));
    study.sweep.push_back(accelerators_axis(kNode / kScaling152, kNode));
    return study;
}

spec::StudySpec trivial_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_tensors(root, quick);
    study.sweep.push_back(volumes_axis());
    return study;
}

spec::StudySpec shuffle_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_tensors(root, quick);
    study.base["storage.volume"] = std::string("study-st1");
    study.sweep.push_back(texts_axis("dataset.access", {"index", "sequential"}));
    return study;
}

/// fio's 4 MB and 16 KiB of the I/O study (lambda-io-063 to -067), on this machine's disk and on a
/// volume that every disk of today can be.
spec::StudySpec requests_points(const std::string& root, bool quick) {
    spec::StudySpec study = timed(quick);
    spec::Settings& base = study.base;
    base["stages"] = std::string("storage");
    base["dataset.path"] = folder_of(root, Data::Tensors);
    base["dataset.format"] = std::string("blocks");
    study.sweep.push_back(texts_axis("storage.volume", {"", "study-gp2"}));
    study.sweep.push_back(
        numbers_axis("dataset.block_bytes", {std::int64_t{4} << 20, std::int64_t{16} << 10}));
    return study;
}

/// GoogLeNet of the study of the parallel file system (weka-001: 42,000 images/s of 8 V100), a
/// tenth of it: from memory, from a volume that keeps up and from one that does not.
spec::StudySpec inference_points(const std::string& root, bool quick) {
    constexpr double kGpusImagesPerSecond = 42'000.0;
    constexpr double kScale = 0.1;
    spec::StudySpec study = of_tensors(root, quick);
    spec::Settings& base = study.base;
    base["consumer.kind"] = std::string("paced");
    base["consumer.accelerators"] = std::int64_t{8};
    base["consumer.batch_seconds"] = batch_seconds(kGpusImagesPerSecond * kScale, 8.0);
    spec::SweepAxis storage = texts_axis("storage.volume", {"", "study-io1", "study-gp2"});
    storage.with.push_back({.key = "storage.direct", .values = {false, true, true}});
    storage.with.push_back(
        {.key = "page_cache",
         .values = {std::string("warm"), std::string("cold"), std::string("cold")}});
    study.sweep.push_back(std::move(storage));
    return study;
}

/// A budget of half of the tensors, and one that holds them all.
spec::StudySpec cache_points(const std::string& root, bool quick) {
    spec::StudySpec study = timed(quick);
    spec::Settings& base = study.base;
    base["stages"] = std::string("storage");
    base["dataset.path"] = folder_of(root, Data::Tensors);
    base["storage.direct"] = false;
    base["warmup_seconds"] = 0.0;
    base["duration_seconds"] = 0.0;
    base["epochs"] = std::int64_t{3};
    study.sweep.push_back(numbers_axis("storage.page_cache_bytes",
                                       {std::int64_t{192} << 20, std::int64_t{768} << 20}));
    return study;
}

}  // namespace

std::vector<Experiment> disk_experiments() {
    return {
        {.id = "volumes",
         .title = to_say("4 and 8 V100s on gp2, st1 and io1"),
         .data = {Data::Tensors},
         .emulated = to_say("Accelerators and volumes are emulated; the pace of the accelerators, "
                            "so the ratio on io1, is put in."),
         .points = volumes_points},
        {.id = "volumes-resnet152",
         .title = to_say("4 and 8 V100s with ResNet-152 on gp2 and io1"),
         .data = {Data::Tensors},
         .emulated = to_say("Accelerators and volumes are emulated; the pace of ResNet-152 is that "
                            "of ResNet-50 times the ratio of both on a P100."),
         .points = larger_network_points},
        {.id = "trivial",
         .title = to_say("gp2, st1 and io1 where nothing takes time for the images"),
         .data = {Data::Tensors},
         .emulated = to_say("The volumes are emulated; no accelerator takes the images."),
         .points = trivial_points},
        {.id = "shuffle",
         .title = to_say("st1 in random order and from start to end"),
         .data = {Data::Tensors},
         .emulated = to_say("The volume is emulated."),
         .points = shuffle_points},
        {.id = "requests",
         .title = to_say("Reads of 4 MiB and of 16 KiB, this disk and gp2"),
         .data = {Data::Tensors},
         .emulated = to_say("The network storage is an emulated gp2; the local disk is real."),
         .points = requests_points},
        {.id = "inference",
         .title = to_say("GoogLeNet from memory, io1 and gp2"),
         .data = {Data::Tensors},
         .emulated = to_say("Accelerators and volumes are emulated, at a tenth of the study's "
                            "rates: io1 stands for the parallel file system and gp2 for the "
                            "local disk."),
         .points = inference_points},
        {.id = "cache",
         .title = to_say("Three epochs with a page cache of half the data and of all"),
         .data = {Data::Tensors},
         .emulated = "",
         .points = cache_points}};
}

}  // namespace throughline::panels
