// SPDX-License-Identifier: Apache-2.0
// Any bytes are an outcome: the decoder neither crashes nor writes past the pixels it was given, in
// any mode. What is tried follows from the bytes, so that files of the corpus stay plain JPEGs: a
// sum over them chooses.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/check.h"
#include "engine/decode/image_decoder.h"

namespace {

using namespace throughline::decode;  // NOLINT: a program of its own

DecodeOptions options_of(std::uint32_t choice) {
    const auto take = [&](std::uint32_t values) {
        const std::uint32_t value = choice % values;
        choice /= values;
        return value;
    };
    DecodeOptions options{.width_px = 16, .height_px = 16, .pixels_max = 1U << 20U};
    options.mode = static_cast<Mode>(take(3));
    options.output = static_cast<Output>(take(3));
    options.layout = static_cast<Layout>(take(2));
    options.upsampling = static_cast<Upsampling>(take(2));
    options.dct = static_cast<Dct>(take(2));
    options.scale = static_cast<Scale>(take(2));
    options.orientation = static_cast<Orientation>(take(2));
    options.jitter.brightness = take(2) != 0 ? 0.4 : 0.0;
    options.height_px += take(2) * 3;
    return options;
}
constexpr std::uint32_t kChoices = 3 * 3 * 2 * 2 * 2 * 2 * 2 * 2 * 2;

std::uint32_t sum_of(std::span<const std::uint8_t> bytes) {
    std::uint32_t sum = 2166136261U;  // FNV-1a
    for (const std::uint8_t byte : bytes) {
        sum = (sum ^ byte) * 16777619U;
    }
    return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    static std::map<std::uint32_t, std::unique_ptr<ImageDecoder>> decoders;  // used again, as ever
    const std::uint32_t sum = sum_of(std::span(data, bytes));
    const std::uint32_t choice = sum % kChoices;
    const DecodeOptions options = options_of(choice);
    constexpr std::size_t kKept = 32;  // each holds memory for the largest image it saw
    if (decoders.size() > kKept) {
        decoders.clear();
    }
    auto& decoder = decoders[choice];
    if (!decoder) {
        auto made = ImageDecoder::make(options);
        THROUGHLINE_CHECK(made.has_value());
        decoder = *std::move(made);
    }
    std::vector<std::byte> pixels(bytes_per_image(options));
    const auto encoded = std::as_bytes(std::span(data, bytes));

    static_cast<void>(read_image_facts(encoded));
    const auto outcome = decoder->decode({.encoded = encoded,
                                          .out = pixels,
                                          .key = {.image = sum, .epoch = 0},
                                          .stopping = nullptr});
    THROUGHLINE_CHECK(outcome.message != nullptr);
    return 0;
}
