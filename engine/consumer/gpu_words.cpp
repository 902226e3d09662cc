// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_words.h"

#include "engine/base/counted.h"

namespace throughline::consumer {
namespace {

std::string work_text(const GpuOptions& options) {
    if (options.network == "transfer") {
        return "copies and normalises batches, no network";
    }
    if (options.proxy) {
        return "runs a proxy of the network " + options.network +
               ", inference: as many multiplications, without cuDNN";
    }
    return options.phase == GpuPhase::Training
               ? "trains the network " + options.network + ", with labels by position"
               : "runs the network " + options.network + ", inference with made-up weights";
}

/// Trivial's layers are small beside the reading of its pixels, and stay in fp32.
std::string precision_text(const GpuOptions& options) {
    return options.network == "transfer"  ? "normalised to fp16 NHWC"
           : options.network == "trivial" ? "normalised to fp16 NHWC, computed in fp32"
           : options.phase == GpuPhase::Training
               ? "computed in fp16 NHWC with weights in fp32 and a loss scale"
               : "computed in fp16 NHWC";
}

}  // namespace

std::string gpu_words(const GpuOptions& options, std::uint32_t images, std::uint32_t ranks) {
    const GpuPluginReport& report = options.access.report;
    const std::string name =
        options.device < report.devices.size() ? report.devices[options.device].name : "a GPU";
    return name + " (device " + std::to_string(options.device) + ") " + work_text(options) +
           (ranks > 1 ? ", exchanging gradients between " + counted(ranks, "GPU") : "") +
           "; batches of " + counted(images, "image") + " of " + std::to_string(options.width_px) +
           " x " + std::to_string(options.height_px) + " px, " + precision_text(options) +
           (options.resident ? ", kept on the device"
            : options.pinned ? ", from pinned memory"
                             : ", from pageable memory") +
           "; plug-in " + report.build + ", driver " + report.driver;
}

}  // namespace throughline::consumer
