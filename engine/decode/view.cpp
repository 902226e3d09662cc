// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/decode/seeded.h"

namespace throughline::decode {
namespace {

// torchvision.transforms.RandomResizedCrop: its defaults and its number of tries.
constexpr double kAreaMin = 0.08;
constexpr double kAreaMax = 1.0;
constexpr double kRatioMin = 3.0 / 4.0;
constexpr double kRatioMax = 4.0 / 3.0;
constexpr int kTries = 10;
// The usual evaluation of ImageNet models: short side 256, then the centre 224.
constexpr double kShortSideForResult = 256.0 / 224.0;

struct Box {
    std::uint32_t left = 0;
    std::uint32_t top = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// Rounds halves to even, as Python does.
std::uint32_t rounded(double value) {
    return static_cast<std::uint32_t>(std::nearbyint(std::max(value, 0.0)));
}

Box centred(std::uint32_t width_px, std::uint32_t height_px, Box box) {
    box.left = (width_px - box.width) / 2;
    box.top = (height_px - box.height) / 2;
    return box;
}

Box random_box(std::uint32_t width_px, std::uint32_t height_px, Seeded& random) {
    const double area = static_cast<double>(width_px) * height_px;
    for (int i = 0; i < kTries; ++i) {
        const double wanted = area * random.uniform(kAreaMin, kAreaMax);
        const double ratio = std::exp(random.uniform(std::log(kRatioMin), std::log(kRatioMax)));
        Box box{.width = rounded(std::sqrt(wanted * ratio)),
                .height = rounded(std::sqrt(wanted / ratio))};
        if (box.width > 0 && box.width <= width_px && box.height > 0 && box.height <= height_px) {
            box.top = random.below(height_px - box.height + 1);
            box.left = random.below(width_px - box.width + 1);
            return box;
        }
    }
    const double ratio = static_cast<double>(width_px) / height_px;
    Box box{.width = width_px, .height = height_px};
    if (ratio < kRatioMin) {
        box.height = std::clamp(rounded(width_px / kRatioMin), 1U, height_px);
    } else if (ratio > kRatioMax) {
        box.width = std::clamp(rounded(height_px * kRatioMax), 1U, width_px);
    }
    return centred(width_px, height_px, box);
}

Extent extent_of(std::uint32_t begin, std::uint32_t size, std::uint32_t result_px) {
    return {.begin = static_cast<double>(begin),
            .size = static_cast<double>(size),
            .limit_begin = begin,
            .limit_end = begin + size,
            .result_px = result_px,
            .mirrored = false};
}

// The centre of the image after its short side was resized. The filter looks beyond the box, since
// there the crop comes after the resize.
Extent centre_extent(std::uint32_t side_px, double resized_px, std::uint32_t result_px) {
    const double step = side_px / resized_px;
    const double lead = std::nearbyint((resized_px - result_px) / 2.0);
    return {.begin = lead * step,
            .size = result_px * step,
            .limit_begin = 0,
            .limit_end = side_px,
            .result_px = result_px,
            .mirrored = false};
}

View upright_view(const DecodeOptions& options,
                  std::uint32_t width_px,
                  std::uint32_t height_px,
                  const ImageKey& key) {
    View view;
    if (options.mode == Mode::Validation) {
        const double short_px =
            std::nearbyint(std::max(options.width_px, options.height_px) * kShortSideForResult);
        const double short_side = std::min(width_px, height_px);
        const double across = std::floor(short_px * (width_px / short_side));
        const double down = std::floor(short_px * (height_px / short_side));
        view.across = centre_extent(width_px, across, options.width_px);
        view.down = centre_extent(height_px, down, options.height_px);
        return view;
    }
    Box box{.width = width_px, .height = height_px};
    bool mirrored = false;
    if (options.mode == Mode::Train) {
        Seeded random{options.seed, key.epoch, key.image};
        box = random_box(width_px, height_px, random);
        mirrored = random.uniform() < 0.5;
    }
    view.across = extent_of(box.left, box.width, options.width_px);
    view.down = extent_of(box.top, box.height, options.height_px);
    view.across.mirrored = mirrored;
    return view;
}

// The same part seen from the other end of the side; the result keeps its own direction, so it now
// runs against the side.
void turn_round(Extent& extent, std::uint32_t side_px) {
    extent.begin = side_px - extent.begin - extent.size;
    const std::uint32_t end = side_px - extent.limit_begin;
    extent.limit_begin = side_px - extent.limit_end;
    extent.limit_end = end;
    extent.mirrored = !extent.mirrored;
}

}  // namespace

View choose_view(const DecodeOptions& options,
                 std::uint32_t width_px,
                 std::uint32_t height_px,
                 int orientation,
                 const ImageKey& key) noexcept {
    // EXIF 2.3, tag 0x0112, as steps from the stored image: mirror its sides, then transpose.
    const bool transposed = orientation >= 5 && orientation <= 8;
    const bool turn_across =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool turn_down =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    View view = transposed ? upright_view(options, height_px, width_px, key)
                           : upright_view(options, width_px, height_px, key);
    view.transposed = transposed;
    if (transposed) {
        std::swap(view.across, view.down);
    }
    if (turn_across) {
        turn_round(view.across, width_px);
    }
    if (turn_down) {
        turn_round(view.down, height_px);
    }
    return view;
}

ScaledExtent scaled_extent(const Extent& extent,
                           std::uint32_t divisor,
                           std::uint32_t scaled_px) noexcept {
    const std::uint32_t begin = extent.limit_begin / divisor;
    const std::uint32_t end =
        std::clamp((extent.limit_end + divisor - 1) / divisor, begin + 1, scaled_px);
    Axis axis{.source_px = end - begin,
              .origin = extent.begin / divisor - begin,
              .step = extent.size / divisor / extent.result_px,
              .result_px = extent.result_px,
              .mirrored = extent.mirrored};
    // Within the limits, only what the outermost result pixels reach.
    const double reach = filter_support(axis) - 0.5 * axis.step + 0.5;
    const double low = std::floor(axis.origin - reach) + 1.0;
    const double high = std::ceil(axis.origin + extent.size / divisor + reach) - 1.0;
    const auto first = static_cast<std::uint32_t>(std::clamp(low, 0.0, axis.source_px - 1.0));
    const auto last =
        static_cast<std::uint32_t>(std::clamp(high, first + 0.0, axis.source_px - 1.0));
    axis.source_px = std::min(last + 1, axis.source_px) - first;
    axis.origin -= first;
    return {.first_px = begin + first, .axis = axis};
}

std::uint32_t scale_divisor(const View& view, Scale scale) noexcept {
    // How many times the result the shrunk image must still be. With 1 the transform's own low-pass
    // shows: down to 37 dB against the filter alone. With 3 it is 56 dB and more, where rounding to
    // 8 bits alone gives 59 (tests/engine/decode/decode_modes_test.cpp).
    constexpr double kExactRemainder = 3.0;
    const double remainder = scale == Scale::Reduced ? 1.0 : kExactRemainder;
    std::uint32_t divisor = 8;
    while (divisor > 1 && (view.across.size < remainder * view.across.result_px * divisor ||
                           view.down.size < remainder * view.down.result_px * divisor)) {
        divisor /= 2;
    }
    return divisor;
}

}  // namespace throughline::decode
