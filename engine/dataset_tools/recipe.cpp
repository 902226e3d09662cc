// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/recipe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <thread>

#include "engine/base/mix_bits.h"
#include "engine/base/random.h"
#include "engine/base/say.h"
#include "engine/dataset_tools/jpeg_encoder.h"

namespace throughline::dataset_tools {
namespace {

struct SizeClass {
    double share;
    double bytes_low;  // up to twice that
};
constexpr double kKiB = 1024.0;
constexpr std::array kSizeClasses = {SizeClass{0.01, 2 * kKiB},
                                     SizeClass{0.02, 4 * kKiB},
                                     SizeClass{0.04, 8 * kKiB},
                                     SizeClass{0.08, 16 * kKiB},
                                     SizeClass{0.13, 32 * kKiB},
                                     SizeClass{0.38, 64 * kKiB},
                                     SizeClass{0.33, 128 * kKiB},
                                     SizeClass{0.01, 256 * kKiB}};

constexpr std::uint64_t kImagesMax = 10'000'000'000;
constexpr std::uint32_t kSideMin = 16;
constexpr std::uint32_t kSideMax = 16384;
constexpr std::uint64_t kPixelsMax = 64'000'000;
constexpr std::uint64_t kFileBytesMin = 1024;
constexpr std::uint64_t kFileBytesMax = 32'000'000;
constexpr double kBitsPerPixel = 4.4;  // median; published for ImageNet: about 4.7 in the mean
constexpr double kBitsLow = 2.2;       // outside these a photograph of the usual quality is rare
constexpr double kBitsHigh = 7.5;
constexpr double kFixedBitsLow = 0.5;  // what the encoder reaches when both sizes are asked for
constexpr double kFixedBitsHigh = 10.0;

/// Neighbouring indices get unrelated seeds.
std::uint64_t mix(std::uint64_t value) {
    return mix_bits(value + kSplitMixStep);
}

double bytes_at(double quantile) {
    double start = 0.0;
    for (const SizeClass& size_class : kSizeClasses) {
        if (quantile < start + size_class.share || &size_class == &kSizeClasses.back()) {
            const double inside = std::clamp((quantile - start) / size_class.share, 0.0, 1.0);
            return size_class.bytes_low * std::exp2(inside);
        }
        start += size_class.share;
    }
    return 0.0;
}

struct Sides {
    double width;
    double height;
};

// The dimensions that the photographs of ImageNet have, by share.
Sides usual_sides(Random& random) {
    const double draw = random.uniform();
    const bool upright = random.uniform() < 0.3;
    Sides sides{};
    if (draw < 0.56) {
        sides = {500, 375};
    } else if (draw < 0.74) {
        sides = {500, 333};
    } else if (draw < 0.93) {
        const double width = 420 * std::exp(0.25 * random.normal());
        sides = {width, width / random.uniform(1.0, 1.6)};
    } else if (draw < 0.98) {
        sides = {640, 480};
    } else {
        sides = {1024, 768};
    }
    return upright ? Sides{sides.height, sides.width} : sides;
}

std::uint32_t whole_side(double side) {
    return static_cast<std::uint32_t>(
        std::lround(std::clamp(side, double{kSideMin}, double{kSideMax})));
}

double usual_bits(Random& random) {
    return std::clamp(kBitsPerPixel * std::exp(0.25 * random.normal()), kBitsLow, kBitsHigh);
}

Error usage(const std::string& what) {
    return usage_error(say("make data set: %1", what));
}

Result<void> check_sizes(const MakeOptions& options) {
    const bool sized = options.width_px != 0 || options.height_px != 0;
    if (sized && (std::min(options.width_px, options.height_px) < kSideMin ||
                  std::max(options.width_px, options.height_px) > kSideMax ||
                  std::uint64_t{options.width_px} * options.height_px > kPixelsMax)) {
        return usage(say("width and height must be %1..%2 with at most 64 million pixels",
                         std::to_string(kSideMin),
                         std::to_string(kSideMax)));
    }
    if (options.file_bytes == 0) {
        return {};
    }
    if (options.file_bytes < kFileBytesMin || options.file_bytes > kFileBytesMax) {
        return usage(say("bytes of a file must be %1..%2",
                         std::to_string(kFileBytesMin),
                         std::to_string(kFileBytesMax)));
    }
    if (sized) {
        const double pixels = static_cast<double>(options.width_px) * options.height_px;
        const double data = static_cast<double>(options.file_bytes) - JpegEncoder::kHeaderBytes;
        const auto low =
            static_cast<std::uint64_t>(kFixedBitsLow * pixels / 8 + JpegEncoder::kHeaderBytes);
        const auto high =
            static_cast<std::uint64_t>(kFixedBitsHigh * pixels / 8 + JpegEncoder::kHeaderBytes);
        if (data * 8 < kFixedBitsLow * pixels || data * 8 > kFixedBitsHigh * pixels) {
            return usage(say("a photograph of %1x%2 takes %3..%4 bytes as JPEG, not %5",
                             std::to_string(options.width_px),
                             std::to_string(options.height_px),
                             std::to_string(low),
                             std::to_string(high),
                             std::to_string(options.file_bytes)));
        }
    }
    return {};
}

}  // namespace

Result<Recipe> Recipe::make(const MakeOptions& options) {
    if (options.directory.empty()) {
        return usage(say("no folder is given"));
    }
    if (options.images == 0 || options.images > kImagesMax) {
        return usage(say("the number of images must be 1..%1", std::to_string(kImagesMax)));
    }
    if (options.unique > options.images) {
        return usage(say("more unique pictures (%1) than images (%2)",
                         std::to_string(options.unique),
                         std::to_string(options.images)));
    }
    if ((options.width_px == 0) != (options.height_px == 0)) {
        return usage(say("give width and height together"));
    }
    if (auto checked = check_sizes(options); !checked) {
        return std::move(checked).error();
    }
    Recipe recipe(options);
    MakeOptions& own = recipe.options_;
    if (own.unique == 0) {
        own.unique = own.images;
    }
    if (own.class_folders == 0) {
        own.class_folders =
            static_cast<std::uint32_t>(std::clamp<std::uint64_t>(own.images / 100, 1, 1000));
    }
    if (own.class_folders > own.images) {
        return usage(say("more class folders than images"));
    }
    if (own.threads == 0) {
        own.threads = std::max(std::thread::hardware_concurrency(), 1U);
    }
    return recipe;
}

PictureRecipe Recipe::picture(std::uint64_t index) const {
    PictureRecipe picture;
    picture.seed = mix(mix(options_.seed) ^ index);
    Random random(mix(picture.seed));
    picture.size_fixed = options_.width_px != 0;
    auto bytes = static_cast<double>(options_.file_bytes);
    if (options_.file_bytes == 0 && picture.size_fixed) {
        const double pixels = static_cast<double>(options_.width_px) * options_.height_px;
        bytes = usual_bits(random) * pixels / 8 + JpegEncoder::kHeaderBytes;
    } else if (options_.file_bytes == 0) {
        // A Kronecker sequence: every stretch of indices covers the distribution evenly.
        const double start = Random(mix(options_.seed)).uniform();
        const double at = start + static_cast<double>(index) / std::numbers::phi;
        bytes = bytes_at(at - std::floor(at));
    }
    picture.bytes = static_cast<std::uint64_t>(std::llround(bytes));
    if (picture.size_fixed) {
        picture.width_px = options_.width_px;
        picture.height_px = options_.height_px;
        return picture;
    }
    Sides sides = usual_sides(random);
    const double wanted_bits = usual_bits(random);
    const double bits = (bytes - JpegEncoder::kHeaderBytes) * 8 / (sides.width * sides.height);
    if (bits < kBitsLow || bits > kBitsHigh) {
        const double factor = std::sqrt(bits / wanted_bits);
        sides = {sides.width * factor, sides.height * factor};
    }
    picture.width_px = whole_side(sides.width);
    picture.height_px = whole_side(sides.height);
    return picture;
}

std::string Recipe::folder(std::uint32_t index) const {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "class_%04u", index);
    return text.data();
}

std::string Recipe::path(std::uint64_t image) const {
    std::array<char, 64> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "class_%04u/img_%07llu.jpg",
                  static_cast<unsigned>(image % options_.class_folders),
                  static_cast<unsigned long long>(image));
    return text.data();
}

std::string Recipe::temporary_path(std::uint64_t image) const {
    std::string text = path(image);
    text.insert(text.find('/') + 1, ".");
    return text + ".part";
}

double Recipe::bytes_expected() const {
    constexpr std::uint64_t kCountedMax = 100'000;
    const std::uint64_t counted = std::min(options_.unique, kCountedMax);
    double bytes = 0.0;
    for (std::uint64_t index = 0; index < counted; ++index) {
        bytes += static_cast<double>(picture(index).bytes);
    }
    return bytes / static_cast<double>(counted) * static_cast<double>(options_.images);
}

}  // namespace throughline::dataset_tools
