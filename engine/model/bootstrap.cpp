// SPDX-License-Identifier: Apache-2.0
#include "engine/model/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/check.h"
#include "engine/base/mix_bits.h"

namespace throughline::model {

std::uint64_t SplitMix64::next() noexcept {
    state_ += kSplitMixStep;
    return mix_bits(state_);
}

ResidualBootstrap::ResidualBootstrap(std::span<const double> measured,
                                     std::span<const double> fitted)
    : fitted_(fitted.begin(), fitted.end()), round_(fitted.size()) {
    THROUGHLINE_CHECK(measured.size() == fitted.size() && !fitted.empty());
    for (std::size_t i = 0; i < fitted.size(); ++i) {
        residuals_.push_back(std::log(measured[i] / fitted[i]));
    }
    const auto count = static_cast<double>(residuals_.size());
    const double mean = std::accumulate(residuals_.begin(), residuals_.end(), 0.0) / count;
    // Fitted residuals are smaller than the errors behind them: three inputs took part of them.
    const double widened = count > 3.0 ? std::sqrt(count / (count - 3.0)) : 1.0;
    for (double& residual : residuals_) {
        residual = (residual - mean) * widened;
    }
}

std::span<const double> ResidualBootstrap::next_round() {
    for (std::size_t i = 0; i < fitted_.size(); ++i) {
        const auto drawn = static_cast<std::size_t>(random_.next() % residuals_.size());
        round_[i] = fitted_[i] * std::exp(residuals_[drawn]);
    }
    return round_;
}

Range90 range_90(std::vector<double> values) {
    THROUGHLINE_CHECK(!values.empty());
    std::sort(values.begin(), values.end());
    const auto at = [&](double q) {
        const double place = q * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return values[below] +
               (place - static_cast<double>(below)) * (values[above] - values[below]);
    };
    return {.low = at(0.05), .high = at(0.95)};
}

}  // namespace throughline::model
