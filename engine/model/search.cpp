// SPDX-License-Identifier: Apache-2.0
#include "engine/model/search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

constexpr double kGainMin = 1.01;  ///< an improvement below 1 % is none
constexpr double kCountMax = 1e6;  ///< ends a question that no count answers

std::optional<Limit> bottleneck_of(const Inputs& inputs) {
    return predict(inputs).bottleneck;
}

double rate_with(const Inputs& inputs, Input input, double value) {
    Inputs changed = inputs;
    number_of(changed, input) = value;
    return first_invalid(changed) ? 0.0 : rates_of(changed).images_per_s;
}

Enough answer(const Inputs& inputs, Input input, double count, double target) {
    Inputs changed = inputs;
    number_of(changed, input) = count;
    const double rate = rates_of(changed).images_per_s;
    return {.count = count,
            .images_per_s = rate,
            .reaches_target = rate >= target,
            .bottleneck = bottleneck_of(changed)};
}

/// One, and 1 % from 200 on.
double step_from(double count) {
    return std::max(std::floor(count / 100.0), 1.0);
}

/// The first count that reaches the rate, where `low` does not and `high` does.
double first_between(
    const Inputs& inputs, Input input, double low, double high, double images_per_s) {
    while (high - low > 1.0) {
        const double middle = std::floor((low + high) / 2.0);
        (rate_with(inputs, input, middle) >= images_per_s ? high : low) = middle;
    }
    return high;
}

/// What a buyer or an administrator can change; prices, the data's size and calibrated laws of
/// scaling are not levers.
constexpr std::array kLevers{Input::ImageBytes,     Input::RequestBytes, Input::StoBw,
                             Input::StoIops,        Input::StoUnits,     Input::StoLatency,
                             Input::StoConnBw,      Input::ClientBw,     Input::ClientIops,
                             Input::QueueDepth,     Input::CacheBytes,   Input::LinkBps,
                             Input::Threads,        Input::Cores,        Input::CpuSecondsPerImage,
                             Input::Nodes,          Input::GpusPerNode,  Input::GpuRate,
                             Input::BatchPerGpu,    Input::GradBytes,    Input::H2dBw,
                             Input::PrefetchBatches};

}  // namespace

std::vector<Match> cheapest(std::span<const Inputs> candidates,
                            const SearchQuestion& question,
                            const Uncertainty& uncertainty) {
    std::vector<Match> matches;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Prediction prediction = predict(candidates[i]);
        const double rate = prediction.images_per_s();
        // The interval costs twenty evaluations and its lower end is never above the rate.
        if (rate < question.images_per_s ||
            (question.safe && prediction.has_finite_rate() &&
             interval_of(candidates[i], rate, uncertainty).low < question.images_per_s)) {
            continue;
        }
        Match match{.candidate = i, .images_per_s = rate};
        if (prediction.job) {
            match.usd_per_hour = prediction.job->all_usd_per_hour();
            match.usd_per_million = prediction.job->usd_per_million;
        } else {
            match.usd_per_hour = usd_per_hour(candidates[i]);
        }
        matches.push_back(match);
    }
    std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
        return std::tie(a.usd_per_hour, a.usd_per_million, a.candidate) <
               std::tie(b.usd_per_hour, b.usd_per_million, b.candidate);
    });
    return matches;
}

Enough enough_for(const Inputs& inputs, Input input, double images_per_s) {
    double best = 0.0;
    double best_count = 1.0;
    double before = 0.0;  // the last that was tried and does not reach it
    double count = 1.0;
    while (count <= kCountMax) {
        const double rate = rate_with(inputs, input, count);
        if (rate >= images_per_s) {
            return answer(inputs,
                          input,
                          first_between(inputs, input, before, count, images_per_s),
                          images_per_s);
        }
        if (rate >= best * kGainMin && rate > 0.0) {
            best = rate;
            best_count = count;
        } else if (count >= 2.0 * best_count) {
            break;
        }
        before = count;
        count += step_from(count);
    }
    return answer(inputs, input, best_count, images_per_s);
}

double Leverage::best() const noexcept {
    return std::max(images_per_s_halved.value_or(images_per_s_doubled), images_per_s_doubled);
}

std::vector<Leverage> leverage(const Inputs& inputs, const WithInput& with_input) {
    const double rate = rates_of(inputs).images_per_s;
    const auto rate_at = [&](Input input, double value) -> std::optional<double> {
        Inputs changed = inputs;
        if (with_input) {
            changed = with_input(input, value);
        } else {
            number_of(changed, input) = value;
        }
        // Half a node is none, and half a GPU neither.
        const bool part = is_count(input) && value < 1.0;
        return part || first_invalid(changed) ? std::nullopt
                                              : std::optional(rates_of(changed).images_per_s);
    };
    const auto moves = [&](double other) {
        return other != rate && !(std::abs(other - rate) < kLeverageMin * rate);
    };
    std::vector<Leverage> levers;
    for (const Input input : kLevers) {
        const double value = number_of(inputs, input);
        if (value == 0.0 || std::isinf(value)) {
            continue;
        }
        const Leverage lever{.input = input,
                             .images_per_s_halved = rate_at(input, value / 2.0),
                             .images_per_s_doubled = rate_at(input, value * 2.0).value_or(rate)};
        if (moves(lever.images_per_s_halved.value_or(rate)) || moves(lever.images_per_s_doubled)) {
            levers.push_back(lever);
        }
    }
    std::stable_sort(levers.begin(), levers.end(), [](const Leverage& a, const Leverage& b) {
        return a.best() > b.best();
    });
    return levers;
}

}  // namespace throughline::model
