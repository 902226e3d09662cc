// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/steadiness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace throughline::metrics {
namespace {

constexpr std::size_t kValuesLeast = 8;
constexpr double kOffLeast = 0.02;
constexpr double kErrorsApart = 5.0;
constexpr double kAlikeMost = 0.9;  // beyond it five errors are never reached

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squares_about(double mean, std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, double value) {
        return sum + (value - mean) * (value - mean);
    });
}

/// Correlation of neighbours, 0 where they are not alike.
double likeness(double mean, double squares, std::span<const double> values) {
    double products = 0.0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        products += (values[i] - mean) * (values[i - 1] - mean);
    }
    return squares > 0.0 ? std::clamp(products / squares, 0.0, kAlikeMost) : 0.0;
}

/// From the back, as Welford adds a value to a mean and its squares, so that a day of samples is
/// looked through once.
std::size_t end_of_beginning(std::span<const double> values) {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    double mean = 0.0;
    double squares = 0.0;
    double count = 0.0;
    for (std::size_t from = values.size(); from-- > 0;) {
        count += 1.0;
        const double apart = values[from] - mean;
        mean += apart / count;
        squares += apart * (values[from] - mean);
        const double error = squares / (count * count);
        if (from <= values.size() / 2 && error <= least) {
            least = error;
            best = from;
        }
    }
    return best;
}

}  // namespace

std::optional<Settled> settled(std::span<const double> values) {
    const std::size_t after = values.size() < kValuesLeast ? 0 : end_of_beginning(values);
    if (after == 0) {
        return std::nullopt;
    }
    const auto rest = values.subspan(after);
    const auto count = static_cast<double>(rest.size());
    const double early = mean_of(values.first(after));
    const double late = mean_of(rest);
    const double squares = squares_about(late, rest);
    const double alike = likeness(late, squares, rest);
    const double error = std::sqrt(squares / (count - 1.0) * (1.0 + alike) / (1.0 - alike) *
                                   (1.0 / static_cast<double>(after) + 1.0 / count));
    if (std::abs(mean_of(values) - late) < kOffLeast * std::abs(late) ||
        std::abs(early - late) < kErrorsApart * error) {
        return std::nullopt;
    }
    return Settled{.after = after, .early = early, .late = late};
}

}  // namespace throughline::metrics
