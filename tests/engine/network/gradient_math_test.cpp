// SPDX-License-Identifier: Apache-2.0
#include "engine/network/gradient_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "engine/network/training_steps.h"
#include "tests/engine/network/host_launcher.h"

// The arithmetic of the way back, each function against its definition in double.
namespace throughline::network {
namespace {

std::vector<Half> noise_of(std::size_t count,
                           unsigned seed,
                           float mean = 0.0F,
                           float width = 1.0F) {
    std::vector<Half> values(count);
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(mean, width);
    for (Half& value : values) {
        value = to_half(normal(random));
    }
    return values;
}

TEST(GradientMath, WindowsOverALineAreThoseThatCoverIt) {
    for (std::uint32_t window = 1; window <= 5; ++window) {
        for (std::uint32_t stride = 1; stride <= 4; ++stride) {
            for (std::uint32_t pad = 0; pad < window; ++pad) {
                constexpr std::uint32_t kSize = 11;
                const std::uint32_t results = (kSize + 2 * pad - window) / stride + 1;
                for (std::uint32_t in = 0; in < kSize; ++in) {
                    const Covered got = windows_over(in, stride, pad, window, results);
                    for (std::uint32_t out = 0; out < results; ++out) {
                        const Covered lines = covered(out, stride, pad, window, kSize);
                        const bool covers = lines.begin <= in && in < lines.end;
                        EXPECT_EQ(got.begin <= out && out < got.end, covers)
                            << window << " " << stride << " " << pad << " " << in << " " << out;
                    }
                }
            }
        }
    }
}

// Goal: the gradient of a local response, with a strength at which each of its terms shows. Method:
// central differences in double of the sum of dy * y over a pixel's channels.
TEST(GradientMath, LocalResponseGradientIsItsDerivative) {
    constexpr std::uint32_t kChannels = 24;
    const Lrn by{.alpha = 0.8F, .beta = 0.75F, .bias = 1.5F};
    const auto x = noise_of(kChannels, 1, 0.0F, 2.0F);
    const auto dy = noise_of(kChannels, 2);
    const auto sum = [&](const std::vector<double>& at) {
        double all = 0.0;
        for (int c = 0; c < static_cast<int>(kChannels); ++c) {
            double squares = 0.0;
            for (int near = std::max(c - 2, 0); near <= std::min(c + 2, 23); ++near) {
                squares += at[static_cast<std::size_t>(near)] * at[static_cast<std::size_t>(near)];
            }
            const auto own = static_cast<std::size_t>(c);
            all += to_float(dy[own]) * at[own] / std::pow(1.5 + 0.8 / 5 * squares, 0.75);
        }
        return all;
    };
    for (std::uint32_t c = 0; c < kChannels; ++c) {
        std::vector<double> at(kChannels);
        std::transform(x.begin(), x.end(), at.begin(), [](Half value) { return to_float(value); });
        constexpr double kStep = 1e-5;
        at[c] += kStep;
        const double up = sum(at);
        at[c] -= 2 * kStep;
        const double expected = (up - sum(at)) / (2 * kStep);
        const Eight got = local_response_gradient(x.data(), dy.data(), kChannels, c / 8 * 8, by);
        EXPECT_NEAR(got.v[c % 8], expected, 2e-5) << c;
    }
}

/// A norm over a tensor whose pixels are further apart than its channels.
struct Norm {
    static constexpr std::uint32_t kImages = 3;
    static constexpr std::uint32_t kChannels = 40;
    static constexpr std::uint32_t kPitch = 64;
    static constexpr std::uint32_t kPixels = kImages * 7 * 5;

    Norm(float mean, float width)
        : results(noise_of(4 * std::size_t{kPixels} * kPitch, 3, mean, width)) {
        for (std::uint32_t c = 0; c < kChannels; ++c) {
            masters[c] = 0.5F + 0.02F * static_cast<float>(c);
            masters[kChannels + c] = 0.1F * static_cast<float>(c % 5);
        }
        step.kind = kTlGpuStepNormStatistics;
        step.in = tensor(0);
        step.out = tensor(1);
        step.weights = 0;
        step.bias = kChannels;
        memory.results = results.data();
        memory.masters = masters.data();
        memory.statistics = statistics.data();
        memory.gradients = gradients.data();
    }
    static TlGpuTensor tensor(std::uint64_t number) {
        return {.first = number * kPixels * kPitch + 8,
                .channels = kChannels,
                .height = 7,
                .width = 5,
                .pixel_pitch = kPitch};
    }
    double value(std::uint64_t tensor_number, std::uint32_t pixel, std::uint32_t c) const {
        return to_float(results[tensor(tensor_number).first + std::uint64_t{pixel} * kPitch + c]);
    }
    void run(TlGpuStepKind kind) {
        step.kind = kind;
        step_detail::run_norm_step(step, memory, kImages, launcher);
    }

    std::vector<Half> results;
    std::vector<float> masters = std::vector<float>(2 * kChannels);
    std::vector<float> statistics = std::vector<float>(6 * kChannels);
    std::vector<Half> gradients = std::vector<Half>(2 * kChannels);
    TlGpuStep step{};
    NetworkMemory memory;
    HostLauncher launcher;
};

// Goal: statistics keep their digits where the mean is far larger than the deviation. Method: such
// channels against two passes in double; sums of plain squares in fp32 would be off by percents.
TEST(GradientMath, StatisticsAreThoseOfTwoPassesInDouble) {
    for (const auto& [mean, width] : {std::pair{0.0F, 1.0F}, {300.0F, 0.7F}, {-40.0F, 0.05F}}) {
        Norm norm(mean, width);
        norm.run(kTlGpuStepNormStatistics);
        norm.run(kTlGpuStepNormApply);
        for (std::uint32_t c = 0; c < Norm::kChannels; ++c) {
            double sum = 0.0;
            for (std::uint32_t p = 0; p < Norm::kPixels; ++p) {
                sum += norm.value(0, p, c);
            }
            const double expected = sum / Norm::kPixels;
            double squares = 0.0;
            for (std::uint32_t p = 0; p < Norm::kPixels; ++p) {
                squares += std::pow(norm.value(0, p, c) - expected, 2);
            }
            const double inverse = 1.0 / std::sqrt(squares / Norm::kPixels + 1e-5);
            EXPECT_NEAR(norm.statistics[c], expected, 1e-6 * std::fabs(expected) + 1e-6);
            EXPECT_NEAR(norm.statistics[Norm::kChannels + c], inverse, 2e-5 * inverse);
            for (std::uint32_t p = 0; p < Norm::kPixels; ++p) {
                const double normed = (norm.value(0, p, c) - expected) * inverse;
                const double y = normed * norm.masters[c] + norm.masters[Norm::kChannels + c];
                EXPECT_NEAR(norm.value(1, p, c), y, 1e-3 * std::fabs(y) + 1e-3);
            }
        }
    }
}

// Goal: the formulas of the way back, with gathered gradients and a mask. Method: in double from
// the same fp16 values.
TEST(GradientMath, NormGradientIsItsFormulaInDouble) {
    Norm norm(1.0F, 2.0F);
    norm.run(kTlGpuStepNormStatistics);
    norm.step.relu = 1;
    norm.step.kept = Norm::tensor(0);
    norm.step.in = Norm::tensor(2);
    norm.step.more[0] = Norm::tensor(3);
    norm.step.mask = {};
    norm.step.out = Norm::tensor(1);
    norm.run(kTlGpuStepNormGradientSums);
    norm.step.relu = 0;
    norm.step.in = Norm::tensor(1);
    norm.step.more[0] = {};
    const std::vector<Half> others = norm.results;
    norm.step.residual = Norm::tensor(3);
    norm.step.out = Norm::tensor(2);
    norm.run(kTlGpuStepNormGradient);
    const auto before = [&](std::uint64_t tensor, std::uint32_t p, std::uint32_t c) {
        return double{
            to_float(others[Norm::tensor(tensor).first + std::uint64_t{p} * Norm::kPitch + c])};
    };
    for (std::uint32_t c = 0; c < Norm::kChannels; ++c) {
        const double mean = norm.statistics[c];
        const double inverse = norm.statistics[Norm::kChannels + c];
        const double weight = norm.masters[c];
        double first = 0.0;
        double second = 0.0;
        std::vector<double> gradients;
        for (std::uint32_t p = 0; p < Norm::kPixels; ++p) {
            const double normed = (before(0, p, c) - mean) * inverse;
            const double y = normed * weight + norm.masters[Norm::kChannels + c];
            const double gradient = y > 0.0 ? before(2, p, c) + before(3, p, c) : 0.0;
            EXPECT_NEAR(before(1, p, c), gradient, 1e-3 * std::fabs(gradient)) << p;
            gradients.push_back(gradient);
            first += gradient;
            second += gradient * normed;
        }
        EXPECT_NEAR(to_float(norm.gradients[c]), second, 2e-3 * std::fabs(second) + 0.02);
        EXPECT_NEAR(
            to_float(norm.gradients[Norm::kChannels + c]), first, 2e-3 * std::fabs(first) + 0.02);
        for (std::uint32_t p = 0; p < Norm::kPixels; ++p) {
            const double normed = (before(0, p, c) - mean) * inverse;
            const double dx =
                weight * inverse *
                    (gradients[p] - first / Norm::kPixels - normed * second / Norm::kPixels) +
                before(3, p, c);
            EXPECT_NEAR(norm.value(2, p, c), dx, 2e-3 * std::fabs(dx) + 2e-3) << p;
        }
    }
}

}  // namespace
}  // namespace throughline::network
