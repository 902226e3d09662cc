// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/picture_maker.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace throughline::dataset_tools {
namespace {

// Measured on 60 painted scenes of 500x375 (encode at a scale of 0.14, quality 93): bits per pixel
// are about 3.05 * detail^0.24, and fall as scale^-0.6.
constexpr double kScaleMeasured = 0.14;
constexpr double kBitsAtDetailOne = 3.05;
constexpr double kDetailExponent = 0.24;
constexpr double kScaleExponent = 0.6;
constexpr double kDetailMin = 0.02;
constexpr double kDetailMax = 100.0;

// More bits per pixel come half from more detail and half from a better quality, as in photographs.
double usual_detail(double bits_per_pixel) {
    return std::clamp(1.7 * std::pow(bits_per_pixel / 4.4, 1.3), kDetailMin, 4.0);
}

double usual_scale(double bits_per_pixel, double detail) {
    const double bits = kBitsAtDetailOne * std::pow(detail, kDetailExponent);
    return kScaleMeasured * std::pow(bits / bits_per_pixel, 1.0 / kScaleExponent);
}

std::uint32_t scaled_side(std::uint32_t side, double factor) {
    return static_cast<std::uint32_t>(std::clamp(std::lround(side * factor), 8L, 16384L));
}

}  // namespace

Result<std::unique_ptr<PictureMaker>> PictureMaker::make(const TextureBank& bank) {
    auto encoder = JpegEncoder::make();
    if (!encoder) {
        return std::move(encoder).error();
    }
    return std::unique_ptr<PictureMaker>(new PictureMaker(bank, *std::move(encoder)));
}

Result<std::span<const std::byte>> PictureMaker::make_file(const PictureRecipe& recipe,
                                                           double tolerance) {
    SceneOptions scene{
        .seed = recipe.seed, .width_px = recipe.width_px, .height_px = recipe.height_px};
    double detail_change = 1.0;
    constexpr int kAttempts = 6;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const double pixels = static_cast<double>(scene.width_px) * scene.height_px;
        const double bits = static_cast<double>(recipe.bytes) * 8 / pixels;
        scene.detail = std::clamp(usual_detail(bits) * detail_change, kDetailMin, kDetailMax);
        painter_.paint(scene, picture_);
        auto fit = encoder_->encode_to_size(
            picture_, recipe.bytes, tolerance, usual_scale(bits, scene.detail));
        if (!fit) {
            return std::move(fit).error();
        }
        if (std::abs(fit->size_error) <= tolerance) {
            return fit->bytes;
        }
        // Too large: fewer pixels or less detail; too small: more. A fit that failed near the goal,
        // because one step of a table is too much there, only needs another picture.
        const double ratio = 1.0 / (1.0 + fit->size_error);
        if (recipe.size_fixed) {
            detail_change *= std::clamp(std::pow(ratio, 1.5 / kDetailExponent), 0.1, 10.0);
        } else {
            const double factor = std::clamp(std::sqrt(ratio), 0.5, 2.0);
            scene.width_px = scaled_side(scene.width_px, factor) + (attempt % 2 == 0 ? 1 : 0);
            scene.height_px = scaled_side(scene.height_px, factor);
        }
    }
    return Error{.code = ErrorCode::Limit,
                 .what = "no JPEG of " + std::to_string(recipe.bytes) + " bytes and " +
                         std::to_string(recipe.width_px) + "x" + std::to_string(recipe.height_px) +
                         " pixels within " + std::to_string(tolerance * 100) + " %"};
}

}  // namespace throughline::dataset_tools
