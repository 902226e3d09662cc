// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/decode/decode_options.h"
#include "engine/decode/decode_outcome.h"
#include "engine/decode/view.h"

namespace throughline::decode {

/// One image to decode.
struct DecodeJob {
    std::span<const std::byte> encoded;
    std::span<std::byte> out;  ///< bytes_per_image(); its content is undefined unless Ok
    ImageKey key;
    const std::atomic<bool>* stopping = nullptr;  ///< looked at every few rows; may be null
};

/// JPEG to a resized RGB image.
/// Shape:  out is [height_px, width_px, 3] (nhwc) or [3, height_px, width_px] (nchw), not padded.
/// Range:  uint8: 0..255, sRGB as decoded. fp16 and fp32: (value / 255 - mean) / deviation with the
///         means and deviations of ImageNet that torchvision's models want; fp16 rounded to nearest
///         (towards zero on processors without F16C). Anti-aliased triangle filter. Grey is copied
///         to three channels, CMYK and YCCK (Adobe, inverted) are converted.
/// Work:   only the rows and columns that the result needs are transformed, and nothing after the
///         last of these rows is looked at: damage further down is not noticed.
/// Thread: one owner. Memory: grows to the largest image seen, then stays; no heap allocation once
///         it has.
/// Errors: none that end the act; a bad image is an outcome.
class ImageDecoder {
public:
    /// Errors: Usage for an impossible size; Limit without memory.
    static Result<std::unique_ptr<ImageDecoder>> make(const DecodeOptions& options);
    virtual ~ImageDecoder() = default;
    virtual DecodeOutcome decode(const DecodeJob& job) = 0;
    DecodeOutcome decode(std::span<const std::byte> encoded, std::span<std::byte> out) {
        return decode(DecodeJob{.encoded = encoded, .out = out, .key = {}, .stopping = nullptr});
    }
};

/// Reads the header alone; `encoded` may be the first part of a file.
DecodeOutcome read_image_facts(std::span<const std::byte> encoded);

}  // namespace throughline::decode
