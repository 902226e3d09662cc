// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "engine/run/setting_parts.h"

namespace throughline::run {
namespace {

constexpr std::array<const char*, 3> kDecodeModes{"resize", "train", "validation"};
constexpr std::array<const char*, 3> kOutputs{"uint8", "fp16", "fp32"};
constexpr std::array<const char*, 2> kLayouts{"nhwc", "nchw"};
constexpr std::array<const char*, 2> kUpsamplings{"fancy", "plain"};
constexpr std::array<const char*, 2> kTransforms{"islow", "ifast"};
constexpr std::array<const char*, 2> kScales{"exact", "reduced"};
constexpr std::array<const char*, 2> kOrientations{"stored", "exif"};
constexpr std::array<const char*, 3> kConsumers{"null", "paced", "gpu"};
// And those of the catalogue, which a test compares, with their proxies (gpu_network.h).
constexpr std::array<const char*, 28> kNetworks{"transfer",
                                                "trivial",
                                                "alexnet_2012",
                                                "alexnet_owt",
                                                "alexnet_tfcnn",
                                                "googlenet",
                                                "googlenet_bn",
                                                "vgg16",
                                                "resnet50_v1",
                                                "resnet50_v1.5",
                                                "resnet50_v2",
                                                "resnet152_v1",
                                                "resnet152_v1.5",
                                                "resnet152_v2",
                                                "inception_v3",
                                                "proxy_alexnet_2012",
                                                "proxy_alexnet_owt",
                                                "proxy_alexnet_tfcnn",
                                                "proxy_googlenet",
                                                "proxy_googlenet_bn",
                                                "proxy_vgg16",
                                                "proxy_resnet50_v1",
                                                "proxy_resnet50_v1.5",
                                                "proxy_resnet50_v2",
                                                "proxy_resnet152_v1",
                                                "proxy_resnet152_v1.5",
                                                "proxy_resnet152_v2",
                                                "proxy_inception_v3"};
constexpr std::array<const char*, 2> kPhases{"inference", "training"};
constexpr std::array<const char*, 2> kTransfers{"pinned", "pageable"};
constexpr std::int64_t kDecodeThreadsMax = 1024;

std::int64_t core_count() {
    const auto cores = static_cast<std::int64_t>(std::thread::hardware_concurrency());
    return std::clamp<std::int64_t>(cores, 1, kDecodeThreadsMax);
}

std::vector<SettingInfo> decode_settings() {
    constexpr std::int64_t kPixelsMaxDefault = 178'956'970;  // as decode::DecodeOptions
    constexpr double kPixelsMaxLimit = 65500.0 * 65500.0;
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
        choice_setting("decode.mode",
                       kDecodeModes,
                       "What is done to each image: resize it whole; for training, a random box of "
                       "it, mirrored half of the time; for validation, its centre."),
        integer_setting("decode.width_px", "px", 224, 16.0, 4096.0, "Width of a decoded image."),
        integer_setting("decode.height_px", "px", 224, 16.0, 4096.0, "Height of a decoded image."),
        choice_setting("decode.output",
                       kOutputs,
                       "Type of a decoded value: 0 to 255, or normalised floating point."),
        choice_setting("decode.layout",
                       kLayouts,
                       "Order of the values: channels of a pixel together, or in planes."),
        choice_setting("decode.upsampling",
                       kUpsamplings,
                       "Colour at full resolution by interpolation, or by repetition: faster, "
                       "worse."),
        choice_setting("decode.dct",
                       kTransforms,
                       "libjpeg's accurate inverse transform, or its less accurate one."),
        choice_setting("decode.scale",
                       kScales,
                       "Shrink while transforming only where it cannot be seen, or wherever enough "
                       "pixels remain: faster, worse."),
        choice_setting(
            "decode.orientation",
            kOrientations,
            "Leave pixels as stored, as PIL-based loaders do, or turn them as EXIF says."),
        integer_setting("decode.pixels_max",
                        "px",
                        kPixelsMaxDefault,
                        1.0,
                        kPixelsMaxLimit,
                        "Images with more pixels are refused, as decompression bombs."),
    };
}

std::vector<SettingInfo> augmentation_settings() {
    return {
        real_setting("decode.brightness_jitter",
                     "",
                     0.0,
                     0.0,
                     1.0,
                     "Random change of brightness, by up to this share; 0 is none."),
        real_setting("decode.saturation_jitter",
                     "",
                     0.0,
                     0.0,
                     1.0,
                     "Random change of saturation, by up to this share; 0 is none."),
        real_setting("decode.hue_jitter",
                     "",
                     0.0,
                     0.0,
                     1.0,
                     "Random turn of the hue, by up to this share of half a circle; 0 is none."),
        real_setting("decode.pca_noise",
                     "",
                     0.0,
                     0.0,
                     1.0,
                     "Deviation of random noise along the principal colours of ImageNet; 0 is "
                     "none."),
    };
}

std::vector<SettingInfo> batch_settings() {
    return {
        integer_setting("batch.images",
                        "",
                        64,
                        0.0,
                        4096.0,
                        "Images in a batch; 0 with a GPU that runs a network is the largest that "
                        "its memory holds."),
        integer_setting("batch.slots", "", 4, 2.0, 64.0, "Batches in the arena."),
        choice_setting("consumer.kind",
                       kConsumers,
                       "What takes the batches: nothing at all, a paced stand-in for an "
                       "accelerator, or a GPU."),
        seconds_setting(
            "consumer.batch_seconds",
            0.0,
            3600.0,
            "How long the paced consumer holds each batch: the step time of the accelerator "
            "that it emulates."),
        text_setting("consumer.preset",
                     "A published figure that gives consumer.batch_seconds, by its id: "
                     "'throughline-engine catalog presets' lists them with their sources."),
        integer_setting("consumer.accelerators",
                        "",
                        1,
                        1.0,
                        64.0,
                        "Emulated accelerators, each with a batch of its own; they share readers "
                        "and decoders."),
        boolean_setting("consumer.barrier",
                        false,
                        "Accelerators wait for each other after each step, as in synchronous "
                        "training: all run at the pace of the one fed worst."),
    };
}

std::vector<SettingInfo> gpu_settings() {
    return {
        choice_setting(
            "consumer.network",
            kNetworks,
            "What a GPU does with the images: copy and normalise them only (transfer), or "
            "run a network of the catalogue as well. A proxy is a stand-in of a network for where "
            "cuDNN is missing: as many multiplications by kernels of our own, whose rate is not "
            "the network's."),
        choice_setting(
            "consumer.phase",
            kPhases,
            "Whether a GPU only runs the network, or trains it: training is for trivial only."),
        integer_setting("consumer.device",
                        "",
                        0,
                        0.0,
                        15.0,
                        "Which GPU, counted from 0; 'throughline-engine gpu' lists them."),
        choice_setting("consumer.transfer",
                       kTransfers,
                       "Batches lie in memory that the GPU copies from by itself, or in ordinary "
                       "memory, which the driver copies once more."),
    };
}

}  // namespace

std::vector<SettingInfo> processing_settings() {
    std::vector<SettingInfo> settings = decode_settings();
    for (const auto& more : {augmentation_settings(), batch_settings(), gpu_settings()}) {
        settings.insert(settings.end(), more.begin(), more.end());
    }
    return settings;
}

}  // namespace throughline::run
