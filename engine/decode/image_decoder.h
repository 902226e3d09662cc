// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"

namespace throughline::decode {

enum class DecodeStatus : std::uint8_t {
    Ok,
    Empty,      ///< zero bytes
    NotJpeg,    ///< other magic bytes; `message` says what it looks like ("PNG")
    Truncated,  ///< the entropy-coded data end early
    Corrupt,    ///< libjpeg reports an error or damaged data
    TooLarge,   ///< more pixels than `pixels_max`
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
};

struct DecodeOptions {
    std::uint32_t width_px = 224;
    std::uint32_t height_px = 224;
    std::uint64_t pixels_max = 178'956'970;  ///< larger images are refused (decompression bombs);
                                             ///< the figure Pillow uses for its warning doubled
};

/// JPEG to a resized RGB image.
/// Shape:  out is [height_px, width_px, 3] uint8, RGB interleaved, rows not padded.
/// Range:  0..255, sRGB as decoded, not normalised. Whole image, aspect ratio not kept
///         (decode.mode = resize), anti-aliased triangle filter. Grey is copied to three channels,
///         CMYK and YCCK (Adobe, inverted) are converted. EXIF orientation is ignored: pixels
///         come as they are stored.
/// Thread: one owner. Memory: grows to the largest image seen, then stays.
/// Errors: none that end the act; a bad image is an outcome.
class ImageDecoder {
public:
    static Result<std::unique_ptr<ImageDecoder>> make(const DecodeOptions& options);
    virtual ~ImageDecoder() = default;
    /// `out` has width_px * height_px * 3 bytes; its content is undefined unless Ok.
    virtual DecodeOutcome decode(std::span<const std::byte> encoded, std::span<std::byte> out) = 0;
};

/// Reads the header alone; `encoded` may be the first part of a file.
DecodeOutcome read_image_facts(std::span<const std::byte> encoded);

}  // namespace throughline::decode
