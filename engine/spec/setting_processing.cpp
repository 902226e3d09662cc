// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "engine/base/say.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

constexpr std::array<const char*, 2> kDecodeDeviceTitles{to_say("processor"), to_say("GPU")};
constexpr std::array<const char*, 3> kDecodeModes{"resize", "train", "validation"};
constexpr std::array<const char*, 3> kDecodeModeTitles{to_say("resize the whole image"),
                                                       to_say("random crop: training"),
                                                       to_say("centre crop: validation")};
constexpr std::array<const char*, 3> kOutputs{"uint8", "fp16", "fp32"};
constexpr std::array<const char*, 3> kOutputTitles{
    to_say("bytes (uint8)"), to_say("half precision (fp16)"), to_say("single precision (fp32)")};
constexpr std::array<const char*, 2> kLayouts{"nhwc", "nchw"};
constexpr std::array<const char*, 2> kLayoutTitles{to_say("channels together (NHWC)"),
                                                   to_say("channels apart (NCHW)")};
constexpr std::array<const char*, 2> kUpsamplings{"fancy", "plain"};
constexpr std::array<const char*, 2> kUpsamplingTitles{to_say("interpolated"),
                                                       to_say("repeated: faster")};
constexpr std::array<const char*, 2> kTransforms{"islow", "ifast"};
constexpr std::array<const char*, 2> kTransformTitles{to_say("accurate"), to_say("fast")};
constexpr std::array<const char*, 2> kScales{"exact", "reduced"};
constexpr std::array<const char*, 2> kScaleTitles{to_say("where invisible"),
                                                  to_say("wherever possible")};
constexpr std::array<const char*, 2> kOrientations{"stored", "exif"};
constexpr std::array<const char*, 2> kOrientationTitles{to_say("as stored"),
                                                        to_say("as EXIF says")};
// And those of the catalogue, which a test compares; each of these has a proxy (gpu_network.h).
constexpr std::array<const char*, 15> kNetworks{"transfer",
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
                                                "inception_v3"};
constexpr std::array<const char*, 2> kPhases{"inference", "training"};
constexpr std::array<const char*, 2> kTransfers{"pinned", "pageable"};
constexpr std::array<const char*, 2> kTransferTitles{to_say("pinned memory"),
                                                     to_say("pageable memory")};
constexpr std::int64_t kDecodeThreadsMax = 1024;
constexpr std::array<const char*, 3> kConsumerTitles{
    to_say("nothing"), to_say("emulated accelerator"), to_say("GPU")};

std::int64_t core_count() {
    const auto cores = static_cast<std::int64_t>(std::thread::hardware_concurrency());
    return std::clamp<std::int64_t>(cores, 1, kDecodeThreadsMax);
}

std::span<const char* const> networks_and_proxies() {
    static const std::vector<std::string> kProxies = [] {
        std::vector<std::string> proxies;
        for (const std::string_view network : kNetworks) {
            if (runs_program(network)) {
                proxies.push_back(std::string(kProxyPrefix).append(network));
            }
        }
        return proxies;
    }();
    static const std::vector<const char*> kAll = [] {
        std::vector<const char*> all(kNetworks.begin(), kNetworks.end());
        for (const std::string& proxy : kProxies) {
            all.push_back(proxy.c_str());
        }
        return all;
    }();
    return kAll;
}

std::vector<SettingInfo> decode_settings() {
    SettingInfo threads =
        integer_setting("decode.threads",
                        "Decode threads",
                        "",
                        core_count(),
                        1.0,
                        static_cast<double>(kDecodeThreadsMax),
                        to_say("Decoder threads; the default is one per processor core."),
                        to_say("Number of decoding threads."));
    threads.live = true;
    return {
        std::move(threads),
        with_titles(
            choice_setting(
                "decode.device",
                "Decoded by",
                kDecodeDeviceNames,
                to_say("Decode images on the processor, or hand them encoded to the GPU, which "
                       "decodes them by nvJPEG; decoder threads then only read headers and copy."),
                to_say("Whether the processor or the GPU decoded the images.")),
            kDecodeDeviceTitles),
        with_titles(
            choice_setting(
                "decode.mode",
                "Decode mode",
                kDecodeModes,
                to_say("What is done to each image: resize it whole; for training, a random crop "
                       "of it, mirrored half of the time; for validation, its centre."),
                to_say("How the decoder processes an image.")),
            kDecodeModeTitles),
        integer_setting("decode.width_px",
                        "Image width",
                        "px",
                        224,
                        16.0,
                        4096.0,
                        to_say("Width of a decoded image.")),
        integer_setting("decode.height_px",
                        "Image height",
                        "px",
                        224,
                        16.0,
                        4096.0,
                        to_say("Height of a decoded image.")),
        with_titles(choice_setting(
                        "decode.output",
                        "Decode output",
                        kOutputs,
                        to_say("Type of a decoded value: 0 to 255, or normalised floating point."),
                        to_say("Type of the pixels handed over.")),
                    kOutputTitles),
        with_titles(choice_setting(
                        "decode.layout",
                        "Decode layout",
                        kLayouts,
                        to_say("Order of the values: channels of a pixel together, or in planes."),
                        to_say("Order of the values handed over: channels of a pixel together, or "
                               "in planes.")),
                    kLayoutTitles),
    };
}

std::vector<SettingInfo> jpeg_settings() {
    constexpr std::int64_t kPixelsMaxDefault = 178'956'970;  // as decode::DecodeOptions
    constexpr double kPixelsMaxLimit = 65500.0 * 65500.0;
    return {
        with_titles(
            choice_setting(
                "decode.upsampling",
                "Colour upsampling",
                kUpsamplings,
                to_say(
                    "Bring colour to full resolution by interpolation, or by repetition, which is "
                    "faster "
                    "with lower quality."),
                to_say("How colour is brought to full resolution; plain is faster, with lower "
                       "quality.")),
            kUpsamplingTitles),
        with_titles(
            choice_setting(
                "decode.dct",
                "Inverse DCT",
                kTransforms,
                to_say("Use libjpeg's accurate inverse transform (islow), or its less accurate "
                       "one (ifast)."),
                to_say("libjpeg's accurate or fast inverse transform; ifast has lower quality.")),
            kTransformTitles),
        with_titles(
            choice_setting(
                "decode.scale",
                "Decode scaling",
                kScales,
                to_say("Let libjpeg shrink while transforming only where that is invisible, or "
                       "wherever enough pixels remain, which is faster with lower quality."),
                to_say("Whether libjpeg may shrink while transforming where that is visible.")),
            kScaleTitles),
        with_titles(
            choice_setting(
                "decode.orientation",
                "Orientation",
                kOrientations,
                to_say(
                    "Leave pixels as stored, as PIL-based loaders do, or turn them as EXIF says."),
                to_say("Whether pixels are turned as the EXIF data say.")),
            kOrientationTitles),
        integer_setting("decode.pixels_max",
                        "Largest image",
                        "px",
                        kPixelsMaxDefault,
                        1.0,
                        kPixelsMaxLimit,
                        to_say("Images with more pixels are refused, as decompression bombs."),
                        to_say("Images with more pixels are refused.")),
    };
}

std::vector<SettingInfo> augmentation_settings() {
    return {
        with_zero(
            real_setting("decode.brightness_jitter",
                         "Brightness jitter",
                         "",
                         0.0,
                         0.0,
                         1.0,
                         to_say("Random change of brightness, by up to this share; 0 is none."),
                         to_say("Random change of brightness, as a share.")),
            "none"),
        with_zero(
            real_setting("decode.saturation_jitter",
                         "Saturation jitter",
                         "",
                         0.0,
                         0.0,
                         1.0,
                         to_say("Random change of saturation, by up to this share; 0 is none."),
                         to_say("Random change of saturation, as a share.")),
            "none"),
        with_zero(
            real_setting(
                "decode.hue_jitter",
                "Hue jitter",
                "",
                0.0,
                0.0,
                1.0,
                to_say(
                    "Random rotation of the hue, by up to this share of half a circle; 0 is none."),
                to_say("Random rotation of the hue, as a share of half a circle.")),
            "none"),
        with_zero(
            real_setting(
                "decode.pca_noise",
                "PCA noise",
                "",
                0.0,
                0.0,
                1.0,
                to_say("Deviation of random noise along the principal colours of ImageNet; 0 is "
                       "none."),
                to_say("Deviation of random noise along the principal colours of ImageNet.")),
            "none"),
    };
}

std::vector<SettingInfo> batch_settings() {
    return {
        with_zero(
            integer_setting(
                "batch.images",
                "Batch size",
                "",
                64,
                0.0,
                4096.0,
                to_say("Images in a batch; 0 with a GPU that runs a network is the largest that "
                       "its memory holds."),
                to_say("Images in one batch.")),
            "largest that fits"),
        integer_setting("batch.slots",
                        "Batch slots",
                        "",
                        4,
                        2.0,
                        64.0,
                        to_say("Batches in the arena."),
                        to_say("Batches that fit in the arena.")),
        with_titles(
            choice_setting(
                "consumer.kind",
                "Consumer",
                kConsumerKindNames,
                to_say("What consumes the batches: nothing, an emulated accelerator, or a GPU."),
                to_say("What consumed the batches.")),
            kConsumerTitles),
        with_zero(seconds_setting(
                      "consumer.batch_seconds",
                      "Paced batch time",
                      0.0,
                      3600.0,
                      to_say("How long the emulated accelerator holds each batch: its step time."),
                      to_say("How long the emulated accelerator holds a batch.")),
                  "by accelerator"),
    };
}

std::vector<SettingInfo> accelerator_settings() {
    constexpr double kGradientBytesMax = 0x1p32;
    return {
        text_setting("consumer.preset",
                     "Accelerator preset",
                     to_say("A published figure that gives consumer.batch_seconds, by its id: "
                            "'throughline-engine catalog presets' lists them with their sources."),
                     to_say("Published figure that sets the pace of the emulated accelerators.")),
        integer_setting(
            "consumer.accelerators",
            "Accelerators",
            "",
            1,
            1.0,
            64.0,
            to_say("Emulated accelerators, or GPUs from consumer.device on, each with a batch of "
                   "its own; they share readers and decoders. GPUs that train exchange their "
                   "gradients at each step."),
            to_say("Emulated accelerators, or GPUs, that take batches side by side.")),
        boolean_setting(
            "consumer.barrier",
            "Step barrier",
            false,
            to_say("Accelerators wait for each other after each step, as in synchronous "
                   "training, under throughline-mpi those of all nodes: all run at the pace of the "
                   "one that is fed slowest."),
            to_say("Accelerators wait for each other after each step.")),
        with_zero(integer_setting("consumer.gradient_bytes",
                                  "Gradients per step",
                                  "bytes",
                                  0,
                                  0.0,
                                  kGradientBytesMax,
                                  to_say("Gradients that nodes exchange after each step, under "
                                         "throughline-mpi and with consumer.barrier; 102M is "
                                         "ResNet-50 in fp32. 0: they only wait for each other."),
                                  to_say("Gradients that nodes exchange after each step.")),
                  "none"),
        with_zero(
            integer_setting("consumer.parameter_servers",
                            "Parameter servers",
                            "",
                            0,
                            0.0,
                            1024.0,
                            to_say("Nodes, the first ones, that take the gradients of all and "
                                   "send the sums back; 0: all exchange them in a ring."),
                            to_say("Nodes that sum up the gradients of all.")),
            "a ring"),
    };
}

std::vector<SettingInfo> gpu_settings() {
    return {
        choice_setting(
            "consumer.network",
            "GPU network",
            networks_and_proxies(),
            to_say("What a GPU does with the images: only copy and normalise them (transfer), or "
                   "also run a network of the catalogue. A proxy replaces a network where cuDNN is "
                   "missing: as many multiplications by Throughline's own kernels; its rate is not "
                   "the network's."),
            to_say("What a GPU does with the batches; proxy_ID replaces the network ID, and its "
                   "rate is not the network's.")),
        choice_setting(
            "consumer.phase",
            "GPU phase",
            kPhases,
            to_say("Whether a GPU only runs the network, or trains it: forward, backward and the "
                   "update of its weights. Proxies and transfer cannot be trained."),
            to_say("Whether a GPU runs the network or trains it.")),
        integer_setting("consumer.device",
                        "GPU number",
                        "",
                        0,
                        0.0,
                        15.0,
                        to_say("Which GPU, counted from 0, or the first of consumer.accelerators "
                               "GPUs; 'throughline-engine gpu' lists them."),
                        to_say("Number of the GPU that takes the batches, or of the first one.")),
        with_titles(
            choice_setting(
                "consumer.transfer",
                "Memory of batches",
                kTransfers,
                to_say("Keep batches in pinned memory, which the GPU copies from by itself, or in "
                       "pageable memory, which the driver copies once more."),
                to_say("Pinned memory, which a GPU copies from by itself, or pageable memory.")),
            kTransferTitles),
    };
}

}  // namespace

std::vector<SettingInfo> processing_settings() {
    std::vector<SettingInfo> settings = decode_settings();
    for (const auto& more : {jpeg_settings(),
                             augmentation_settings(),
                             batch_settings(),
                             accelerator_settings(),
                             gpu_settings()}) {
        settings.insert(settings.end(), more.begin(), more.end());
    }
    return settings;
}

}  // namespace throughline::spec
