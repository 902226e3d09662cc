// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/augment.h"

#include <cmath>
#include <numbers>

#include "engine/decode/seeded.h"

namespace throughline::decode {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

constexpr std::array<double, 3> kGrey = {0.299, 0.587, 0.114};
constexpr Matrix kToYiq = {
    {{0.299, 0.587, 0.114}, {0.596, -0.274, -0.321}, {0.211, -0.523, 0.311}}};
constexpr Matrix kFromYiq = {{{1.0, 0.956, 0.621}, {1.0, -0.272, -0.647}, {1.0, -1.107, 1.705}}};
// Principal components of the colours of ImageNet, channels 0..255.
constexpr std::array<double, 3> kEigenvalues = {55.46, 4.794, 1.148};
constexpr Matrix kEigenvectors = {
    {{-0.5675, 0.7192, 0.4009}, {-0.5808, -0.0045, -0.8140}, {-0.5836, -0.6948, 0.4203}}};

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix result{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 3; ++k) {
                result[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    return result;
}

Matrix saturation_by(double factor) {
    Matrix result{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            result[i][j] = (1.0 - factor) * kGrey[j] + (i == j ? factor : 0.0);
        }
    }
    return result;
}

Matrix hue_by(double turn) {
    const double u = std::cos(turn * std::numbers::pi);
    const double w = std::sin(turn * std::numbers::pi);
    const Matrix rotation = {{{1.0, 0.0, 0.0}, {0.0, u, -w}, {0.0, w, u}}};
    return product(kFromYiq, product(rotation, kToYiq));
}

}  // namespace

ColourMatrix colour_matrix(const DecodeOptions& options, const ImageKey& key) noexcept {
    constexpr std::uint64_t kStream = 2;  // apart from the numbers of the crop
    Seeded random{options.seed, key.epoch, key.image, kStream};
    const ColourJitter& jitter = options.jitter;
    const double brightness = 1.0 + random.uniform(-jitter.brightness, jitter.brightness);
    const double saturation = 1.0 + random.uniform(-jitter.saturation, jitter.saturation);
    const double hue = random.uniform(-jitter.hue, jitter.hue);
    Matrix change = saturation_by(saturation);
    if (jitter.hue > 0.0) {  // the rounded matrices are not quite each other's inverse
        change = product(hue_by(hue), change);
    }
    std::array<double, 3> noise{};
    for (std::size_t component = 0; component < 3 && jitter.pca_noise > 0.0; ++component) {
        noise[component] = random.normal() * jitter.pca_noise * kEigenvalues[component];
    }
    ColourMatrix matrix{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            matrix[i][j] = brightness * change[i][j];
            matrix[i][3] += kEigenvectors[i][j] * noise[j];
        }
    }
    return matrix;
}

}  // namespace throughline::decode
