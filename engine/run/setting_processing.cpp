// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "engine/run/setting_parts.h"

namespace throughline::run {
namespace {

constexpr std::array<const char*, 1> kDecodeModes{"resize"};
constexpr std::array<const char*, 1> kOutputs{"uint8"};
constexpr std::array<const char*, 2> kConsumers{"null", "paced"};
constexpr std::int64_t kDecodeThreadsMax = 1024;

std::int64_t core_count() {
    const auto cores = static_cast<std::int64_t>(std::thread::hardware_concurrency());
    return std::clamp<std::int64_t>(cores, 1, kDecodeThreadsMax);
}

}  // namespace

std::vector<SettingInfo> processing_settings() {
    SettingInfo threads = integer_setting("decode.threads",
                                          "",
                                          core_count(),
                                          1.0,
                                          static_cast<double>(kDecodeThreadsMax),
                                          "Decoder threads; the default is one per processor core. "
                                          "May be changed while a run is measured.");
    threads.live = true;
    return {
        std::move(threads),
        choice_setting("decode.mode", kDecodeModes, "What is done to each image: resize it whole."),
        integer_setting("decode.width_px", "px", 224, 16.0, 4096.0, "Width of a decoded image."),
        integer_setting("decode.height_px", "px", 224, 16.0, 4096.0, "Height of a decoded image."),
        choice_setting("decode.output", kOutputs, "Type of a decoded value."),
        integer_setting("batch.images", "", 64, 1.0, 4096.0, "Images in a batch."),
        integer_setting("batch.slots", "", 4, 2.0, 64.0, "Batches in the arena."),
        choice_setting(
            "consumer.kind",
            kConsumers,
            "What takes the batches: nothing at all, or a paced stand-in for an accelerator."),
        seconds_setting(
            "consumer.batch_seconds",
            0.0,
            3600.0,
            "How long the paced consumer holds each batch: the step time of the accelerator "
            "that it emulates."),
    };
}

}  // namespace throughline::run
