// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/experiment.h"

namespace throughline::panels {
namespace {

constexpr std::int64_t kBatchImages = 32;
constexpr double kNodeImagesPerSecond = 4200.0;  // rescale-030, of 8 V100
constexpr double kScaling = 1.75;                // rescale-017, of 8 relative to 4

double batch_seconds(double images_per_second, double accelerators) {
    return static_cast<double>(kBatchImages) * accelerators / images_per_second;
}

}  // namespace

spec::StudySpec measure_volumes(const std::string& path, bool quick) {
    spec::StudySpec study = spec::default_spec();
    spec::Settings& base = study.base;
    base["dataset.path"] = path;
    base["storage.queue_depth"] = std::int64_t{64};
    base["decode.width_px"] = std::int64_t{kTensorWidthPx};
    base["decode.height_px"] = std::int64_t{kTensorHeightPx};
    base["batch.images"] = kBatchImages;
    base["batch.slots"] = std::int64_t{24};
    base["consumer.kind"] = std::string("paced");
    base["warmup_seconds"] = quick ? 1.0 : 2.0;
    base["duration_seconds"] = quick ? 5.0 : 15.0;
    base["repeats"] = std::int64_t{quick ? 3 : 5};
    base["repeat_order"] = std::string("rounds");
    study.sweep.push_back(
        {.key = "storage.volume",
         .values = {std::string("study-gp2"), std::string("study-st1"), std::string("study-io1")}});
    study.sweep.push_back({.key = "consumer.accelerators",
                           .values = {std::int64_t{4}, std::int64_t{8}},
                           .with = {{.key = "consumer.batch_seconds",
                                     .values = {batch_seconds(kNodeImagesPerSecond / kScaling, 4.0),
                                                batch_seconds(kNodeImagesPerSecond, 8.0)}}}});
    return study;
}

}  // namespace throughline::panels
