// SPDX-License-Identifier: Apache-2.0
// Experiments about what loads and decodes.
#include "engine/base/say.h"
#include "engine/panels/experiment_parts.h"

namespace throughline::panels {
namespace {

constexpr double kSyntheticImagesPerSecond = 1244.0;  // lambda-io-029, of one V100

spec::StudySpec threads_points(const std::string& root, bool quick) {
    spec::StudySpec study = timed(quick);
    study.base["dataset.path"] = folder_of(root, Data::Photos);
    study.sweep.push_back(texts_axis("storage.volume", {"", "study-io1"}));
    study.sweep.push_back(threads_axis());
    return study;
}

/// One V100 that trains ResNet-50 with PyTorch (lambda-io-059), over whole epochs.
spec::StudySpec workers_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_cached_photos(root, quick);
    spec::Settings& base = study.base;
    base["consumer.kind"] = std::string("paced");
    base["consumer.preset"] = std::string("lambda-io-059");
    base["duration_seconds"] = 0.0;
    base["epochs"] = std::int64_t{quick ? 4 : 16};
    study.sweep.push_back(threads_axis());
    return study;
}

spec::StudySpec data_path_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_cached_photos(root, quick);
    spec::Settings& base = study.base;
    base["consumer.kind"] = std::string("paced");
    base["consumer.batch_seconds"] = batch_seconds(kSyntheticImagesPerSecond, 1.0);
    study.sweep.push_back(texts_axis("stages", {"full", "consumer"}));
    study.sweep.push_back(numbers_axis("consumer.accelerators", {1, 8}));
    return study;
}

/// Each accelerator a sixteenth of the V100 of lambda-io-059 (835 images/s).
spec::StudySpec accelerators_points(const std::string& root, bool quick) {
    constexpr double kImagesPerSecond = 835.0 / 16.0;
    constexpr std::int64_t kSmallBatch = 8;  // so that a repeat has many
    spec::StudySpec study = of_cached_photos(root, quick, 4.0);
    spec::Settings& base = study.base;
    base["consumer.kind"] = std::string("paced");
    base["batch.images"] = kSmallBatch;
    base["consumer.batch_seconds"] = batch_seconds(kImagesPerSecond, 1.0, kSmallBatch);
    study.sweep.push_back(numbers_axis("consumer.accelerators", {1, 2, 4, 8}));
    return study;
}

spec::StudySpec size_mix_points(const std::string& root, bool quick) {
    spec::StudySpec study = timed(quick);
    study.base["dataset.path"] = folder_of(root, Data::Photos);
    study.base["storage.queue_depth"] = std::int64_t{128};  // as fio in the study
    study.sweep.push_back(texts_axis("storage.volume", {"study-gp2", "study-io1"}));
    study.sweep.push_back(texts_axis("stages", {"storage", "decode"}));
    return study;
}

/// Single files by position and shards from start to end: as PyTorch and as TensorFlow read.
spec::StudySpec formats_points(const std::string& root, bool quick) {
    spec::StudySpec study = timed(quick);
    study.base["stages"] = std::string("storage");
    spec::SweepAxis format =
        texts_axis("dataset.path", {folder_of(root, Data::Photos), folder_of(root, Data::Records)});
    format.with.push_back(
        {.key = "dataset.access", .values = {std::string("index"), std::string("sequential")}});
    study.sweep.push_back(std::move(format));
    return study;
}

spec::StudySpec resized_points(const std::string& root, bool quick) {
    spec::StudySpec study = of_cached_photos(root, quick);
    study.sweep.push_back(
        texts_axis("dataset.path", {folder_of(root, Data::Photos), folder_of(root, Data::Small)}));
    spec::SweepAxis threads = threads_axis();
    threads.values.pop_back();
    study.sweep.push_back(std::move(threads));
    return study;
}

}  // namespace

std::vector<Experiment> loader_experiments() {
    return {
        {.id = "threads",
         .title = to_say("Photos by decode threads, from this disk and from io1"),
         .data = {Data::Photos},
         .emulated =
             to_say("The network storage is an emulated io1; disk and processors are real."),
         .points = threads_points},
        {.id = "workers",
         .title = to_say("One V100 by decode threads, over whole epochs"),
         .data = {Data::Photos},
         .emulated = to_say("The accelerator is emulated, at the 835 images/s of a V100 that "
                            "trains ResNet-50."),
         .points = workers_points},
        {.id = "data-path",
         .title = to_say("1 and 8 V100s with real images and with images that are there already"),
         .data = {Data::Photos},
         .emulated = to_say("The accelerators are emulated, each at the 1,244 images/s of one V100 "
                            "on synthetic data."),
         .points = data_path_points},
        {.id = "accelerators",
         .title = to_say("1 to 8 accelerators fed from single JPEG files"),
         .data = {Data::Photos},
         .emulated =
             to_say("The accelerators are emulated, each a sixteenth of the study's V100, so "
                    "that the processors of a workstation can decode for all eight."),
         .points = accelerators_points},
        {.id = "size-mix",
         .title = to_say("Photos read alone and decoded alone"),
         .data = {Data::Photos},
         .emulated = to_say("The volumes are emulated; the processors are real."),
         .points = size_mix_points},
        {.id = "formats",
         .title = to_say("Single files and packed records, read alone"),
         .data = {Data::Photos, Data::Records},
         .emulated = "",
         .points = formats_points},
        {.id = "resized",
         .title = to_say("Photos and photos resized ahead, by decode threads"),
         .data = {Data::Photos, Data::Small},
         .emulated = "",
         .points = resized_points}};
}

}  // namespace throughline::panels
