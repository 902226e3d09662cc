// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/texture_bank.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>
#include <utility>

#include "engine/base/random.h"

namespace throughline::dataset_tools {
namespace {

constexpr std::uint32_t kSide = TextureBank::kSide;
using Complex = std::complex<float>;

// One-dimensional FFT of kSide values in place: radix 2, decimation in time.
class LineTransform {
public:
    LineTransform() : roots_(kSide / 2) {
        for (std::uint32_t k = 0; k < kSide / 2; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / kSide;
            roots_[k] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
        }
    }

    void run(Complex* line) const {
        for (std::uint32_t i = 1, reversed = 0; i < kSide; ++i) {
            std::uint32_t bit = kSide / 2;
            for (; (reversed & bit) != 0; bit /= 2) {
                reversed ^= bit;
            }
            reversed ^= bit;
            if (i < reversed) {
                std::swap(line[i], line[reversed]);
            }
        }
        for (std::uint32_t half = 1; half < kSide; half *= 2) {
            for (std::uint32_t start = 0; start < kSide; start += 2 * half) {
                for (std::uint32_t k = 0; k < half; ++k) {
                    const Complex root = roots_[std::size_t{k} * (kSide / 2 / half)];
                    const Complex other = line[start + half + k];
                    const Complex turned(root.real() * other.real() - root.imag() * other.imag(),
                                         root.real() * other.imag() + root.imag() * other.real());
                    line[start + half + k] = line[start + k] - turned;
                    line[start + k] += turned;
                }
            }
        }
    }

private:
    std::vector<Complex> roots_;
};

void transpose(std::vector<Complex>& plane) {
    for (std::uint32_t y = 0; y < kSide; ++y) {
        for (std::uint32_t x = y + 1; x < kSide; ++x) {
            std::swap(plane[std::size_t{y} * kSide + x], plane[std::size_t{x} * kSide + y]);
        }
    }
}

struct Spectrum {
    double exponent;  // amplitude = frequency^-exponent
    double stretch;   // 1 = the same in all directions
    double angle;
};

// Random values under the given amplitudes. Real and imaginary part become two textures.
void fill_spectrum(const Spectrum& spectrum, Random& random, std::vector<Complex>& plane) {
    const double cosine = std::cos(spectrum.angle);
    const double sine = std::sin(spectrum.angle);
    const auto exponent = static_cast<float>(-spectrum.exponent / 2.0);  // of the squared frequency
    for (std::uint32_t y = 0; y < kSide; ++y) {
        const double v = y < kSide / 2 ? y : static_cast<double>(y) - kSide;
        for (std::uint32_t x = 0; x < kSide; ++x) {
            const double u = x < kSide / 2 ? x : static_cast<double>(x) - kSide;
            const double along = (u * cosine + v * sine) * spectrum.stretch;
            const double across = (v * cosine - u * sine) / spectrum.stretch;
            // Nothing below two periods a tile: gradients and light do the large scale.
            const auto square = static_cast<float>(along * along + across * across + 4.0);
            const float amplitude = std::pow(square, exponent);
            const auto real = static_cast<float>(random.uniform(-1.0, 1.0));
            const auto imaginary = static_cast<float>(random.uniform(-1.0, 1.0));
            plane[std::size_t{y} * kSide + x] = {amplitude * real, amplitude * imaginary};
        }
    }
    plane[0] = {};
}

void store(std::vector<float>& values, bool ridged, std::span<std::int8_t> out) {
    double mean = 0.0;
    double square = 0.0;
    for (float& value : values) {
        mean += value;
        square += static_cast<double>(value) * value;
    }
    const auto count = static_cast<double>(values.size());
    if (ridged) {  // fold at zero: creases where the sign changes
        const double scale = std::sqrt(square / count);
        mean = square = 0.0;
        for (float& value : values) {
            value = static_cast<float>(std::sqrt(std::abs(value) / scale));
            mean += value;
            square += static_cast<double>(value) * value;
        }
    }
    mean /= count;
    const double deviation = std::sqrt(std::max(square / count - mean * mean, 1e-30));
    const double factor = TextureBank::kDeviation / deviation;
    for (std::size_t i = 0; i < values.size(); ++i) {
        out[i] = static_cast<std::int8_t>(
            std::lround(std::clamp((values[i] - mean) * factor, -127.0, 127.0)));
    }
}

}  // namespace

TextureBank::TextureBank(std::uint64_t seed) : samples_(std::size_t{kCount} * kSide * kSide) {
    const LineTransform transform;
    Random random(seed);
    std::vector<Complex> plane(std::size_t{kSide} * kSide);
    std::vector<float> values(plane.size());
    const auto transform_lines = [&] {
        for (std::uint32_t y = 0; y < kSide; ++y) {
            transform.run(&plane[std::size_t{y} * kSide]);
        }
    };
    constexpr std::uint32_t kPairs = kCount / 2;
    for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
        const bool stretched = pair % 2 == 1;
        fill_spectrum({.exponent = 0.7 + 0.6 * pair / (kPairs - 1.0),
                       .stretch = stretched ? random.uniform(1.4, 2.6) : 1.0,
                       .angle = random.uniform(0.0, std::numbers::pi)},
                      random,
                      plane);
        transform_lines();
        transpose(plane);
        transform_lines();
        for (std::uint32_t part = 0; part < 2; ++part) {
            std::transform(plane.begin(), plane.end(), values.begin(), [&](const Complex& value) {
                return part == 0 ? value.real() : value.imag();
            });
            const std::size_t texture = std::size_t{pair} * 2 + part;
            store(values,
                  part == 1 && pair % 4 >= 2,
                  std::span(samples_).subspan(texture * values.size(), values.size()));
        }
    }
}

}  // namespace throughline::dataset_tools
