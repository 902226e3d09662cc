// SPDX-License-Identifier: Apache-2.0
// Any bytes are an outcome: the decoder neither crashes nor writes past the pixels it was given.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/check.h"
#include "engine/decode/image_decoder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    constexpr std::uint32_t kSide = 16;
    constexpr std::uint64_t kPixelsMax = 1U << 20U;  // larger ones only cost time
    static const auto kDecoder = throughline::decode::ImageDecoder::make(
        {.width_px = kSide, .height_px = kSide, .pixels_max = kPixelsMax});
    THROUGHLINE_CHECK(kDecoder.has_value());
    std::array<std::byte, std::size_t{kSide} * kSide * 3> pixels{};
    const auto encoded = std::as_bytes(std::span(data, bytes));

    throughline::decode::read_image_facts(encoded);
    const auto outcome = (*kDecoder)->decode(encoded, pixels);
    THROUGHLINE_CHECK(outcome.message != nullptr);
    return 0;
}
