// SPDX-License-Identifier: Apache-2.0
#include "tests/benchmarks/decode_quality.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <span>

#include "engine/decode/image_decoder.h"
#include "tests/engine/decode/jpeg_fixture.h"

namespace throughline::benchmarks {
namespace {

/// PSNR of a mode against the float resize of libjpeg's full decode, image by image, sorted.
std::vector<double> quality_db(const std::vector<Bytes>& images,
                               const decode::DecodeOptions& options) {
    namespace fixture = decode::fixture;
    const auto decoder = *decode::ImageDecoder::make(options);
    std::vector<std::uint8_t> pixels(decode::bytes_per_image(options));
    std::vector<double> decibels;
    for (std::size_t i = 0; i < images.size(); ++i) {
        const auto outcome = decoder->decode({.encoded = images[i],
                                              .out = std::as_writable_bytes(std::span(pixels)),
                                              .key = {i, 0},
                                              .stopping = nullptr});
        const bool odd = outcome.facts.components != 3;  // the reference knows colour only
        if (outcome.status != decode::DecodeStatus::Ok || odd) {
            continue;
        }
        const auto whole = fixture::decode_whole(images[i]);
        const auto view = decode::choose_view(
            options, outcome.facts.width_px, outcome.facts.height_px, 1, {i, 0});
        decibels.push_back(fixture::psnr_db(pixels, fixture::reference_view(whole, view)));
    }
    std::sort(decibels.begin(), decibels.end());
    return decibels;
}

}  // namespace

std::string list_of(const std::vector<double>& values) {
    std::string text = "[";
    for (const double value : values) {
        char number[32];
        std::snprintf(number, sizeof number, "%s%.5f", text.size() > 1 ? "," : "", value);
        text += number;
    }
    return text + "]";
}

void report_quality(const std::vector<Bytes>& images, const std::string& json_path) {
    std::string json =
        "{\"benchmark\":\"decode quality\",\"images\":" + std::to_string(images.size()) +
        ",\"bars\":[";
    using decode::Mode;
    using decode::Scale;
    struct Case {
        const char* name;
        decode::DecodeOptions options;
    };
    const Case cases[] = {
        {"train", {.mode = Mode::Train}},
        {"validation", {.mode = Mode::Validation}},
        {"resize", {}},
        {"train, reduced", {.mode = Mode::Train, .scale = Scale::Reduced}},
        {"validation, reduced", {.mode = Mode::Validation, .scale = Scale::Reduced}},
        {"resize, reduced", {.scale = Scale::Reduced}},
        {"train, plain upsampling", {.mode = Mode::Train, .upsampling = decode::Upsampling::Plain}},
        {"train, ifast", {.mode = Mode::Train, .dct = decode::Dct::Ifast}},
    };
    std::printf("%-28s %8s %8s %8s  dB\n", "", "mean", "5th %", "lowest");
    for (const Case& each : cases) {
        const auto decibels = quality_db(images, each.options);
        double sum = 0.0;
        for (const double value : decibels) {
            sum += value;
        }
        const double mean = sum / static_cast<double>(decibels.size());
        const double low = decibels[decibels.size() / 20];
        std::printf("%-28s %8.2f %8.2f %8.2f\n", each.name, mean, low, decibels.front());
        if (&each == cases) {  // the bars are those of random crops, as training reads them
            json += "{\"id\":\"psnr_mean_db\",\"better\":\"higher\",\"values\":" + list_of({mean}) +
                    "},{\"id\":\"psnr_p5_db\",\"better\":\"higher\"," +
                    "\"values\":" + list_of({low}) + "}";
        }
    }
    if (!json_path.empty()) {
        std::ofstream(json_path) << json << "]}\n";
    }
}

}  // namespace throughline::benchmarks
