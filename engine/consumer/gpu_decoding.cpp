// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_decoding.h"

#include "engine/base/say.h"

namespace throughline::consumer {
std::string decode_way_text(const TlGpuDecoding& decoding) {
    switch (decoding.way) {
        case kTlGpuDecodeEngines:
            return decoding.engines == 0   ? say_english("JPEG engines of the GPU")
                   : decoding.engines == 1 ? say_english("one JPEG engine of the GPU")
                                           : say_english("%1 JPEG engines of the GPU",
                                                         std::to_string(decoding.engines));
        case kTlGpuDecodeKernels:
            return say_english("the GPU's multiprocessors");
        case kTlGpuDecodeHybrid:
            return say_english(
                "the GPU's multiprocessors behind entropy decoding by the processor");
        default:
            return say_english("the GPU in a way that it does not name");
    }
}

std::string decoder_text(const TlGpuDecoding& decoding) {
    const std::string reason = decoding.reason;
    return "JPEGs decoded by " + decode_way_text(decoding) + " (" + decoding.library +
           (reason.empty() ? ")" : "; " + reason + ")");
}

}  // namespace throughline::consumer
