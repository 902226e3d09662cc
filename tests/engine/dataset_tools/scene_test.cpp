// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "engine/dataset_tools/jpeg_encoder.h"

namespace throughline::dataset_tools {
namespace {

constexpr std::size_t kSide = 256;

void transform(std::complex<double>* values, std::size_t count, std::size_t stride) {
    std::vector<std::complex<double>> line(count);
    for (std::size_t i = 0; i < count; ++i) {
        line[i] = values[i * stride];
    }
    std::vector<std::complex<double>> out(count);
    for (std::size_t size = 1; size < count; size *= 2) {  // Stockham, radix 2
        const std::size_t groups = count / (2 * size);
        for (std::size_t k = 0; k < size; ++k) {
            const auto root = std::polar(
                1.0, -std::numbers::pi * static_cast<double>(k) / static_cast<double>(size));
            for (std::size_t g = 0; g < groups; ++g) {
                const auto a = line[k * groups * 2 + g];
                const auto b = line[k * groups * 2 + groups + g] * root;
                out[k * groups + g] = a + b;
                out[(k + size) * groups + g] = a - b;
            }
        }
        line.swap(out);
    }
    for (std::size_t i = 0; i < count; ++i) {
        values[i * stride] = line[i];
    }
}

// Slope of log power against log frequency, averaged over all directions: 4 to 90 periods a
// picture.
double radial_power_slope(const Picture& picture) {
    std::vector<std::complex<double>> plane(kSide * kSide);
    double mean = 0.0;
    for (std::size_t i = 0; i < plane.size(); ++i) {
        mean += picture.luma[i / kSide * picture.stride + i % kSide];
    }
    mean /= static_cast<double>(plane.size());
    const auto window = [](std::size_t i) {
        return 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / kSide);
    };
    for (std::size_t y = 0; y < kSide; ++y) {
        for (std::size_t x = 0; x < kSide; ++x) {
            plane[y * kSide + x] =
                (picture.luma[y * picture.stride + x] - mean) * window(x) * window(y);
        }
    }
    for (std::size_t i = 0; i < kSide; ++i) {
        transform(&plane[i * kSide], kSide, 1);
    }
    for (std::size_t i = 0; i < kSide; ++i) {
        transform(&plane[i], kSide, kSide);
    }
    std::vector<double> power(kSide, 0.0);
    std::vector<double> count(kSide, 0.0);
    for (std::size_t y = 0; y < kSide; ++y) {
        for (std::size_t x = 0; x < kSide; ++x) {
            const double u = static_cast<double>(std::min(x, kSide - x));
            const double v = static_cast<double>(std::min(y, kSide - y));
            const auto ring = static_cast<std::size_t>(std::lround(std::hypot(u, v)));
            power[ring] += std::norm(plane[y * kSide + x]);
            count[ring] += 1.0;
        }
    }
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t ring = 4; ring <= 90; ++ring) {
        const double weight = 1.0 / static_cast<double>(ring);  // rings are dense where it is large
        const double lx = std::log(static_cast<double>(ring));
        const double ly = std::log(power[ring] / count[ring]);
        n += weight;
        sx += weight * lx;
        sy += weight * ly;
        sxx += weight * lx * lx;
        sxy += weight * lx * ly;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

TEST(ScenePainter, SpectrumFallsAsInPhotographs) {
    const TextureBank bank(1);
    ScenePainter painter(bank);
    Picture picture;
    constexpr int kScenes = 24;
    double sum = 0.0;
    int usual = 0;
    for (int seed = 1; seed <= kScenes; ++seed) {
        painter.paint({.seed = static_cast<std::uint64_t>(seed),
                       .width_px = kSide,
                       .height_px = kSide,
                       .detail = 1.7},
                      picture);
        const double slope = radial_power_slope(picture);
        RecordProperty("slope_" + std::to_string(seed), std::to_string(slope));
        sum += slope;
        usual += slope <= -2.0 && slope >= -3.2 ? 1 : 0;
    }
    EXPECT_LE(sum / kScenes, -2.0);
    EXPECT_GE(sum / kScenes, -3.2);
    EXPECT_GE(usual, kScenes * 2 / 3) << "single photographs scatter as well";
}

TEST(ScenePainter, PictureIsNeitherFlatNorClipped) {
    const TextureBank bank(1);
    ScenePainter painter(bank);
    Picture picture;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        painter.paint({.seed = seed, .width_px = 500, .height_px = 375, .detail = 1.7}, picture);
        double mean = 0.0;
        double square = 0.0;
        double clipped = 0.0;
        for (std::size_t y = 0; y < 375; ++y) {
            for (std::size_t x = 0; x < 500; ++x) {
                const double value = picture.luma[y * picture.stride + x];
                mean += value;
                square += value * value;
                clipped += value <= 3 || value >= 252 ? 1 : 0;
            }
        }
        const double count = 500.0 * 375.0;
        mean /= count;
        EXPECT_GT(std::sqrt(square / count - mean * mean), 8.0) << "seed " << seed;
        EXPECT_LT(clipped / count, 0.35) << "seed " << seed;
    }
}

TEST(ScenePainter, ReusedPainterPaintsTheSame) {
    const TextureBank bank(1);
    ScenePainter used(bank);
    Picture first;
    Picture second;
    used.paint({.seed = 3, .width_px = 90, .height_px = 701}, first);
    used.paint({.seed = 4, .width_px = 640, .height_px = 480}, first);
    used.paint({.seed = 3, .width_px = 90, .height_px = 701}, first);

    ScenePainter(bank).paint({.seed = 3, .width_px = 90, .height_px = 701}, second);

    EXPECT_EQ(first.luma, second.luma);
    EXPECT_EQ(first.blue, second.blue);
    EXPECT_EQ(first.red, second.red);
}

TEST(JpegEncoder, MeetsAWantedSize) {
    const TextureBank bank(1);
    ScenePainter painter(bank);
    Picture picture;
    painter.paint({.seed = 3, .width_px = 500, .height_px = 375}, picture);
    const auto encoder = *JpegEncoder::make();
    for (const std::uint64_t bytes : {20'000U, 50'000U, 110'000U}) {
        const auto fit = encoder->encode_to_size(picture, bytes, 0.01, 0.14);
        ASSERT_TRUE(fit) << describe(fit.error());
        EXPECT_NEAR(
            static_cast<double>(fit->bytes.size()), static_cast<double>(bytes), 0.01 * bytes);
        EXPECT_LE(fit->encodes, 6U);
    }
}

TEST(JpegEncoder, SaysHowFarAnImpossibleSizeWasMissed) {
    const TextureBank bank(1);
    ScenePainter painter(bank);
    Picture picture;
    painter.paint({.seed = 3, .width_px = 500, .height_px = 375}, picture);
    const auto encoder = *JpegEncoder::make();

    const auto fit = encoder->encode_to_size(picture, 5'000'000, 0.01, 0.14);

    ASSERT_TRUE(fit);
    EXPECT_LT(fit->size_error, -0.5);
}

}  // namespace
}  // namespace throughline::dataset_tools
