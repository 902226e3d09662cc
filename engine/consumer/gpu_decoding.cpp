// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_decoding.h"

#include "engine/base/counted.h"

namespace throughline::consumer {
namespace {

std::string way_text(const TlGpuDecoding& decoding) {
    switch (decoding.way) {
        case kTlGpuDecodeEngines:
            return decoding.engines == 0 ? "JPEG engines of the GPU"
                                         : counted(decoding.engines, "JPEG engine") + " of the GPU";
        case kTlGpuDecodeKernels:
            return "the GPU's multiprocessors";
        case kTlGpuDecodeHybrid:
            return "the GPU's multiprocessors behind entropy decoding by the processor";
        default:
            return "the GPU in a way that it does not name";
    }
}

}  // namespace

std::string decoder_text(const TlGpuDecoding& decoding) {
    const std::string reason = decoding.reason;
    return "JPEGs decoded by " + way_text(decoding) + " (" + decoding.library +
           (reason.empty() ? ")" : "; " + reason + ")");
}

}  // namespace throughline::consumer
