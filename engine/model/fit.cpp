// SPDX-License-Identifier: Apache-2.0
#include "engine/model/fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/check.h"
#include "engine/model/input_table.h"
#include "engine/model/interval.h"
#include "engine/model/linear_solve.h"
#include "engine/model/predict.h"

namespace throughline::model {
namespace {

constexpr double kDerivativeStep = 0.01;
constexpr double kStepMax = 1.0;
constexpr double kSensitivityMin = 1e-6;
constexpr int kIterationsMax = 60;

/// Least squares on the log scale over some inputs of all observations. Thread: one owner.
class LogFit {
public:
    LogFit(std::span<const Observation> observations, std::vector<Input> free)
        : free_(std::move(free)), jacobian_(observations.size() * free_.size()) {
        for (const auto& observation : observations) {
            inputs_.push_back(observation.inputs);
        }
        for (const Input input : free_) {
            const double start = number_of(inputs_.front(), input);
            THROUGHLINE_CHECK(start > 0.0 && std::isfinite(start));
            at_.push_back(std::log(start));
        }
    }

    /// Goes on from where it stands. Returns: iterations.
    int solve(std::span<const double> measured);
    std::span<const double> at() const noexcept { return at_; }
    void move_to(std::span<const double> at) { at_.assign(at.begin(), at.end()); }
    std::vector<double> predicted() { return predicted_at(at_); }
    /// For each input, the squared sensitivity that those before it do not explain.
    std::vector<double> own_sensitivities();

private:
    std::vector<double> predicted_at(std::span<const double> at);
    void fill_jacobian();
    double cost_at(std::span<const double> at, std::span<const double> measured);

    std::vector<Inputs> inputs_;
    std::vector<Input> free_;
    std::vector<double> at_;        ///< logs of the free inputs
    std::vector<double> jacobian_;  ///< [observation][free]: d ln X / d ln input
};

std::vector<double> LogFit::predicted_at(std::span<const double> at) {
    std::vector<double> rates;
    rates.reserve(inputs_.size());
    for (auto& inputs : inputs_) {
        for (std::size_t j = 0; j < free_.size(); ++j) {
            number_of(inputs, free_[j]) = std::exp(at[j]);
        }
        rates.push_back(rates_of(inputs).images_per_s);
    }
    return rates;
}

double LogFit::cost_at(std::span<const double> at, std::span<const double> measured) {
    const auto rates = predicted_at(at);
    double cost = 0.0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double residual = std::log(measured[i] / rates[i]);
        cost += residual * residual;
    }
    return cost;
}

void LogFit::fill_jacobian() {
    std::vector<double> moved = at_;
    for (std::size_t j = 0; j < free_.size(); ++j) {
        moved[j] = at_[j] + kDerivativeStep;
        const auto up = predicted_at(moved);
        moved[j] = at_[j] - kDerivativeStep;
        const auto down = predicted_at(moved);
        moved[j] = at_[j];
        for (std::size_t i = 0; i < up.size(); ++i) {
            jacobian_[i * free_.size() + j] = std::log(up[i] / down[i]) / (2.0 * kDerivativeStep);
        }
    }
}

std::vector<double> LogFit::own_sensitivities() {
    fill_jacobian();
    const std::size_t n = free_.size();
    std::vector<double> rest = jacobian_;  // Gram-Schmidt, column by column
    std::vector<double> sums(n, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t before = 0; before < j; ++before) {
            double dot = 0.0;
            for (std::size_t i = 0; i < inputs_.size(); ++i) {
                dot += rest[i * n + j] * rest[i * n + before];
            }
            const double share = sums[before] < kSensitivityMin ? 0.0 : dot / sums[before];
            for (std::size_t i = 0; i < inputs_.size(); ++i) {
                rest[i * n + j] -= share * rest[i * n + before];
            }
        }
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            sums[j] += rest[i * n + j] * rest[i * n + j];
        }
    }
    return sums;
}

int LogFit::solve(std::span<const double> measured) {
    const std::size_t n = free_.size();
    double damping = 1e-3;
    double cost = cost_at(at_, measured);
    for (int iteration = 1; iteration <= kIterationsMax; ++iteration) {
        fill_jacobian();
        const auto rates = predicted();
        std::vector<double> normal(n * n, 0.0);
        std::vector<double> gradient(n, 0.0);
        for (std::size_t i = 0; i < rates.size(); ++i) {
            const double residual = std::log(measured[i] / rates[i]);
            for (std::size_t j = 0; j < n; ++j) {
                gradient[j] += jacobian_[i * n + j] * residual;
                for (std::size_t k = 0; k < n; ++k) {
                    normal[j * n + k] += jacobian_[i * n + j] * jacobian_[i * n + k];
                }
            }
        }
        bool improved = false;
        double gain = 0.0;
        while (!improved && damping < 1e8) {
            auto damped = normal;
            auto step = gradient;
            for (std::size_t j = 0; j < n; ++j) {
                damped[j * n + j] += damping * normal[j * n + j] + kSensitivityMin * damping;
            }
            auto trial = at_;
            if (solve_in_place(damped, step)) {
                for (std::size_t j = 0; j < n; ++j) {
                    trial[j] += std::clamp(step[j], -kStepMax, kStepMax);
                }
                const double trial_cost = cost_at(trial, measured);
                improved = trial_cost < cost;
                gain = cost - trial_cost;
            }
            damping *= improved ? 0.1 : 10.0;
            if (improved) {
                at_ = trial;
                cost -= gain;
            }
        }
        if (!improved || gain < 1e-10 * cost + 1e-16) {
            return iteration;
        }
    }
    return kIterationsMax;
}

std::vector<double> rates_in(std::span<const Observation> observations) {
    std::vector<double> rates;
    for (const auto& observation : observations) {
        rates.push_back(observation.images_per_s);
    }
    return rates;
}

/// Ranges by refitting made-up measurements from the solution.
void add_ranges(LogFit& log_fit,
                std::span<const double> measured,
                std::span<FittedInput*> results,
                int rounds) {
    const std::vector<double> solution(log_fit.at().begin(), log_fit.at().end());
    ResidualBootstrap bootstrap(measured, log_fit.predicted());
    std::vector<std::vector<double>> values(results.size());
    for (int round = 0; round < rounds; ++round) {
        log_fit.move_to(solution);
        log_fit.solve(bootstrap.next_round());
        for (std::size_t j = 0; j < results.size(); ++j) {
            values[j].push_back(std::exp(log_fit.at()[j]));
        }
    }
    for (std::size_t j = 0; j < results.size(); ++j) {
        results[j]->range = range_90(values[j]);
    }
    log_fit.move_to(solution);
}

}  // namespace

Fit fit_inputs(std::span<const Observation> observations, std::span<const Input> free, int rounds) {
    THROUGHLINE_CHECK(!observations.empty());
    const auto measured = rates_in(observations);
    Fit fit;
    for (const Input input : free) {
        fit.inputs.push_back(
            {.input = input, .value = number_of(observations.front().inputs, input)});
    }
    LogFit all(observations, {free.begin(), free.end()});
    fit.iterations = all.solve(measured);
    const auto sensitivities = all.own_sensitivities();

    std::vector<Observation> settled(observations.begin(), observations.end());
    std::vector<Input> left;
    std::vector<FittedInput*> results;
    for (std::size_t j = 0; j < free.size(); ++j) {
        auto& result = fit.inputs[j];
        result.measurable = sensitivities[j] >= kSensitivityMin;
        const bool never_limits =
            !result.measurable && info_of(result.input).rule == InputRule::Capacity;
        for (auto& observation : settled) {
            number_of(observation.inputs, result.input) =
                result.measurable ? std::exp(all.at()[j])
                                  : (never_limits ? kUnlimited : result.value);
        }
        if (result.measurable) {
            left.push_back(result.input);
            results.push_back(&result);
        }
    }
    if (left.empty()) {
        return fit;
    }
    LogFit final(settled, left);
    fit.iterations += final.solve(measured);
    // As many inputs as observations fit exactly: that leaves nothing to tell how sure they are.
    if (rounds > 0 && observations.size() > left.size()) {
        add_ranges(final, measured, results, rounds);
    }
    for (std::size_t j = 0; j < left.size(); ++j) {
        results[j]->value = std::exp(final.at()[j]);
    }
    fit.fitted = final.predicted();
    return fit;
}

}  // namespace throughline::model
