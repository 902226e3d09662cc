// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_words.h"

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::consumer {
namespace {

std::string work_text(const GpuOptions& options, const std::string& gpu) {
    const char* words =
        options.network == "transfer" ? to_say("%1 copies and normalises batches, no network")
        : options.proxy               ? to_say(
                              "%1 runs a proxy of the network %2, inference: as many "
                                            "multiplications, without cuDNN")
        : options.phase == GpuPhase::Training
            ? to_say("%1 trains the network %2, with labels by position")
            : to_say("%1 runs the network %2, inference with made-up weights");
    return say_english(words, gpu, options.network);
}

/// Trivial's layers are small beside the reading of its pixels, and stay in fp32.
const char* precision_text(const GpuOptions& options) {
    return options.network == "transfer"  ? to_say("normalised to fp16 NHWC")
           : options.network == "trivial" ? to_say("normalised to fp16 NHWC, computed in fp32")
           : options.phase == GpuPhase::Training
               ? to_say("computed in fp16 NHWC with weights in fp32 and a loss scale")
               : to_say("computed in fp16 NHWC");
}

}  // namespace

std::string gpu_words(const GpuOptions& options, std::uint32_t images, std::uint32_t ranks) {
    const GpuPluginReport& report = options.access.report;
    const std::string device = std::to_string(options.device);
    const std::string gpu =
        options.device < report.devices.size()
            ? say_english("%1 (device %2)", report.devices[options.device].name, device)
            : say_english("a GPU (device %1)", device);
    const char* batches = images == 1 ? to_say("batches of %1 image of %2 x %3 px")
                                      : to_say("batches of %1 images of %2 x %3 px");
    const std::string exchange =
        ranks > 1
            ? "; " + say_english("gradients are exchanged between %1 GPUs", format_count(ranks))
            : "";
    return work_text(options, gpu) + exchange + "; " +
           say_english(batches,
                       format_count(images),
                       std::to_string(options.width_px),
                       std::to_string(options.height_px)) +
           "; " + precision_text(options) + "; " +
           (options.resident ? to_say("kept on the device")
            : options.pinned ? to_say("from pinned memory")
                             : to_say("from pageable memory")) +
           "; " + say_english("plug-in %1, driver %2", report.build, report.driver);
}

}  // namespace throughline::consumer
