// SPDX-License-Identifier: Apache-2.0
#include "engine/model/queueing.h"

#include <algorithm>
#include <cmath>

#include "engine/model/inputs.h"

namespace throughline::model {

double usl_speedup(double workers, double sigma, double kappa) noexcept {
    const double cost = 1.0 + sigma * (workers - 1.0) + kappa * workers * (workers - 1.0);
    // Below one worker the law would promise more than that one's share, or even divide by zero.
    return cost > 0.0 ? workers / cost : workers;
}

double joined_rate(double a, double b, double buffer) noexcept {
    const double low = std::min(a, b);
    const double high = std::max(a, b);
    if (low <= 0.0) {
        return 0.0;
    }
    if (std::isinf(high) || std::isinf(buffer)) {
        return low;
    }
    const double ratio = low / high;
    if (std::abs(1.0 - ratio) < 1e-9) {
        return low * buffer / (buffer + 1.0);
    }
    // 1 - r^K as expm1, which keeps its digits when r is nearly 1.
    const double log_ratio = std::log(ratio);
    return low * std::expm1(buffer * log_ratio) / std::expm1((buffer + 1.0) * log_ratio);
}

double buffer_places(double prefetch_batches, double variability_c2) noexcept {
    return variability_c2 == 0.0 ? kUnlimited : 1.0 + (prefetch_batches + 1.0) / variability_c2;
}

ClosedQueue closed_queue(double outstanding, double service_s, double unloaded_s) noexcept {
    if (std::isinf(unloaded_s)) {
        return {.requests_per_s = 0.0, .request_time_s = kUnlimited};
    }
    const double d = service_s;
    const double z = std::max(unloaded_s - d, 0.0);
    const double excess = d * outstanding - z;
    const double queued = (excess + std::sqrt(excess * excess + 4.0 * d * z)) / 2.0;
    const double seen = queued + z;
    return {.requests_per_s = outstanding / seen, .request_time_s = seen};
}

namespace {

/// P(x) of the text: how likely an image that is x of an epoch away is still there.
double kept_share(double x, double p, double q) noexcept {
    const double q2 = q * q;
    if (x <= q2) {
        return 1.0;
    }
    if (x < q) {
        return 1.0 - (x * std::log(x / q2) - x + q2) / (p * p);
    }
    return (1.0 - x + x * std::log(x)) / (p * p);
}

}  // namespace

double lru_hit_ratio(double cached, double nodes) noexcept {
    if (cached <= 0.0) {
        return 0.0;
    }
    if (cached >= 1.0) {
        return 1.0;
    }
    const double t = 1.0 - cached;
    // As the readers grow, the ratio comes to the share itself; beyond this, one reader's part is
    // lost in the rounding of 1 - 1/nodes.
    constexpr double kReadersMax = 1e9;
    if (nodes > kReadersMax) {
        return cached;
    }
    if (nodes <= 1.0) {
        return cached + t * std::log(t);
    }
    const double p = 1.0 / nodes;
    const double q = 1.0 - p;
    // All terms with q^(m+1) >= t have P = 1 and add up to a geometric sum, so that only the last
    // few need a logarithm, however many nodes there are.
    const double whole = std::max(std::floor(std::log(t) / std::log(q)) - 2.0, 0.0);
    double power = std::pow(q, whole);
    double hit = 1.0 - power;
    while (power > t) {
        hit += p * power * kept_share(t / power, p, q);
        power *= q;
    }
    return hit;
}

}  // namespace throughline::model
