// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/consumer/gpu_decode_abi.h"
#include "engine/decode/image_decoder.h"
#include "engine/decode/view.h"

namespace throughline::pipeline {

/// What a GPU is told of an image of this size, of which it shall make `view`.
TlGpuEncoded encoded_view(const decode::View& view, const decode::ImageFacts& facts);

/// In place of a decoder, where the GPU decodes: reads the header, chooses the view, and copies the
/// bytes into the image's place of the batch (consumer/encoded_room.h). What does not fit the
/// place, or has more than kGpuImagePixelsMax pixels, is decoded here, and its pixels lie there
/// instead. Errors: as ViewReader; where not even the pixels fit, TooLarge.
Result<std::unique_ptr<decode::ImageDecoder>> make_encoded_hand_over(
    const decode::DecodeOptions& options);

}  // namespace throughline::pipeline
