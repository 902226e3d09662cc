// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/consumer/gpu_decode_abi.h"

namespace throughline::consumer {

/// What of the GPU decodes: "8 JPEG engines of the GPU", in English (say_recorded() translates).
std::string decode_way_text(const TlGpuDecoding& decoding);

/// "JPEGs decoded by 8 JPEG engines of the GPU (nvJPEG 13.0.4)", with why no faster way is in
/// force.
std::string decoder_text(const TlGpuDecoding& decoding);

}  // namespace throughline::consumer
