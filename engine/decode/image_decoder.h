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
#include "engine/decode/view.h"

namespace throughline::decode {

enum class DecodeStatus : std::uint8_t {
    Ok,
    Empty,      ///< zero bytes
    NotJpeg,    ///< other magic bytes; `message` says what it looks like ("PNG")
    Truncated,  ///< the entropy-coded data end early
    Corrupt,    ///< libjpeg reports an error or damaged data
    TooLarge,   ///< more pixels than `pixels_max`
    Stopped,    ///< given up because it was asked for; says nothing of the image
};
const char* decode_status_name(DecodeStatus status) noexcept;

/// What a JPEG header says.
struct ImageFacts {
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
    std::uint8_t components = 0;  ///< 1 grey, 3 colour, 4 CMYK / YCCK
    bool progressive = false;
    /// "4:2:0", "4:2:2", "4:4:4", "4:4:0", "4:1:1", "grey", "cmyk", "other"
    const char* subsampling = "other";
};

struct DecodeOutcome {
    DecodeStatus status = DecodeStatus::Ok;
    ImageFacts facts;          ///< as far as the header was read
    const char* message = "";  ///< for status != Ok; valid until the next decode()
    /// What the change of colour cost this image; -1 where it was not looked at, which is the case
    /// for most images.
    std::int64_t augment_ns = -1;
};

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
