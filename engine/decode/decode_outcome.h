// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/clock.h"

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
    /// What the change of colour cost this image; none where it was not looked at, which is the
    /// case for most images.
    std::optional<Nanoseconds> augment_time{};
};

}  // namespace throughline::decode
