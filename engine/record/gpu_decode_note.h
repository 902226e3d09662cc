// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline::record {

/// How many images of a run its GPU decoded; the note's item is what of the GPU did: "8 JPEG
/// engines of the GPU". Of records before 2026-11-27 it is "decode.device".
constexpr const char* kGpuDecodeNote = "gpu.decode";

}  // namespace throughline::record
