// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/calibrate_stages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "engine/base/format.h"
#include "engine/model/predict.h"
#include "engine/model/queueing.h"
#include "engine/model/usl_fit.h"

namespace throughline::scenario {
namespace {

using model::Input;

/// Sizes closer than this are one size: means of the same data set differ from run to run.
constexpr double kSameSize = 1.05;

bool one_image_size(std::span<const StudyPoint> points) {
    const auto range = range_over(points, Input::ImageBytes);
    return range.high <= range.low * kSameSize;
}

/// Storage runs with the highest rates seen as limits and the shortest round trip as latency: each
/// is then where it could bind, so that the fit feels all three.
std::vector<model::Observation> storage_observations(std::span<const StudyPoint> points,
                                                     double max_io_bytes) {
    std::vector<model::Observation> observations;
    double bandwidth = 0.0;
    double iops = 0.0;
    double latency = model::kUnlimited;
    for (const auto& point : points) {
        model::Observation observation{.inputs = point.inputs, .images_per_s = point.images_per_s};
        observation.inputs.gpus_per_node = 0.0;
        observation.inputs.sto_max_io_bytes = max_io_bytes;
        const auto rates = model::rates_of(observation.inputs);
        bandwidth = std::max(bandwidth, point.images_per_s * point.inputs.image_bytes);
        iops = std::max(iops, point.images_per_s * rates.ios_per_image);
        latency = std::min(
            latency, point.inputs.queue_depth / (point.images_per_s * rates.requests_per_image));
        observations.push_back(observation);
    }
    for (auto& observation : observations) {
        observation.inputs.sto_bw = bandwidth;
        observation.inputs.sto_iops = iops;
        observation.inputs.sto_latency_s = latency;
    }
    return observations;
}

/// Bandwidth, I/Os per second and latency. A latency that the runs do not tell counts as none: left
/// at its start it would pass for the whole time of a read, and the bandwidth for endless.
std::vector<model::FittedInput> fit_storage(std::vector<model::Observation> observations) {
    constexpr std::array kAll{Input::StoBw, Input::StoIops, Input::StoLatency};
    auto fitted = model::fit_inputs(observations, kAll).inputs;
    if (fitted.back().measurable) {
        return fitted;
    }
    for (auto& observation : observations) {
        observation.inputs.sto_latency_s = 0.0;
    }
    constexpr std::array kCapacities{Input::StoBw, Input::StoIops};
    auto again = model::fit_inputs(observations, kCapacities).inputs;
    again.push_back(fitted.back());
    return again;
}

std::string not_measurable_reason(Input input, std::span<const StudyPoint> points) {
    if (one_image_size(points) && (input == Input::StoBw || input == Input::StoIops)) {
        return "one image size does not tell bandwidth from I/Os per second: measure a second size";
    }
    if (input == Input::StoLatency) {
        return "requests never waited for the latency alone: measure a queue depth of 1";
    }
    return std::string("it was never the limit in ") + runs_text(points);
}

/// Workers that ran at the same time.
double workers_of(const StudyPoint& point) {
    return model::effective_threads(point.inputs);
}

/// Runs of one data set.
using SameSize = std::vector<StudyPoint>;
std::vector<SameSize> by_size(std::span<const StudyPoint> points) {
    std::vector<SameSize> sets;
    for (const auto& point : points) {
        const auto same = std::find_if(sets.begin(), sets.end(), [&](const SameSize& set) {
            const double ratio = point.inputs.image_bytes / set.front().inputs.image_bytes;
            return std::max(ratio, 1.0 / ratio) <= kSameSize;
        });
        if (same == sets.end()) {
            sets.push_back({point});
        } else {
            same->push_back(point);
        }
    }
    return sets;
}

std::size_t worker_counts(const SameSize& set) {
    std::set<double> counts;
    for (const auto& point : set) {
        counts.insert(workers_of(point));
    }
    return counts.size();
}

std::vector<model::UslPoint> usl_points(const SameSize& set) {
    std::vector<model::UslPoint> points;
    for (const auto& point : set) {
        points.push_back({.workers = workers_of(point), .rate = point.images_per_s});
    }
    return points;
}

/// Core-seconds per image of a data set when the scaling is known: the geometric mean of its runs.
double cost_of(const SameSize& set, const model::UslFit& scaling) {
    double log_sum = 0.0;
    for (const auto& point : set) {
        log_sum += std::log(model::usl_speedup(workers_of(point), scaling.sigma, scaling.kappa) /
                            point.images_per_s);
    }
    return std::exp(log_sum / static_cast<double>(set.size()));
}

/// cost = fixed + per_byte x size by least squares with weights 1/cost^2; neither is negative.
void fit_cost_line(const std::vector<std::pair<double, double>>& costs, DecodeCalibration& out) {
    double weight = 0.0;
    double mean_size = 0.0;
    double mean_cost = 0.0;
    for (const auto& [size, cost] : costs) {
        weight += 1.0 / (cost * cost);
        mean_size += size / (cost * cost);
        mean_cost += 1.0 / cost;
    }
    mean_size /= weight;
    mean_cost /= weight;
    double covariance = 0.0;
    double variance = 0.0;
    for (const auto& [size, cost] : costs) {
        covariance += (size - mean_size) * (cost - mean_cost) / (cost * cost);
        variance += (size - mean_size) * (size - mean_size) / (cost * cost);
    }
    out.cost.per_byte_s = costs.size() < 2 ? 0.0 : std::max(covariance / variance, 0.0);
    out.cost.fixed_s = mean_cost - out.cost.per_byte_s * mean_size;
    if (out.cost.fixed_s < 0.0) {
        out.cost.fixed_s = 0.0;
        out.cost.per_byte_s = mean_cost / mean_size;
    }
}

}  // namespace

std::string runs_text(std::span<const StudyPoint> points) {
    // Numbers of runs mean something within their study only.
    std::vector<std::pair<std::string, std::vector<int>>> studies;
    for (const auto& point : points) {
        const auto same = std::find_if(studies.begin(), studies.end(), [&](const auto& study) {
            return study.first == point.study;
        });
        if (same == studies.end()) {
            studies.push_back({point.study, {point.run}});
        } else {
            same->second.push_back(point.run);
        }
    }
    std::string text;
    for (const auto& [study, runs] : studies) {
        text += text.empty() ? "" : "; ";
        text += runs.size() == 1 ? "run " : "runs ";
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const bool last = i + 1 == runs.size();
            text += (i == 0 ? "" : (last ? " and " : ", ")) + std::to_string(runs[i]);
        }
        text += studies.size() == 1 ? "" : " of " + study;
    }
    return text;
}

model::Range90 range_over(std::span<const StudyPoint> points, Input input) {
    model::Range90 range{.low = model::kUnlimited, .high = 0.0};
    for (const auto& point : points) {
        range.low = std::min(range.low, model::number_of(point.inputs, input));
        range.high = std::max(range.high, model::number_of(point.inputs, input));
    }
    return range;
}

StorageCalibration calibrate_storage(std::span<const StudyPoint> points) {
    StorageCalibration out{.max_io_bytes = range_over(points, Input::StoMaxIoBytes).high,
                           .image_bytes = range_over(points, Input::ImageBytes),
                           .queue_depth = range_over(points, Input::QueueDepth)};
    for (const auto& fitted : fit_storage(storage_observations(points, out.max_io_bytes))) {
        Calibrated calibrated{.input = fitted.input, .from = runs_text(points)};
        if (fitted.measurable) {
            calibrated.value = fitted.value;
            calibrated.range = fitted.range;
        } else {
            calibrated.not_measurable = not_measurable_reason(fitted.input, points);
        }
        out.inputs.push_back(std::move(calibrated));
    }
    return out;
}

DecodeCalibration calibrate_decode(std::span<const StudyPoint> points) {
    DecodeCalibration out{.image_bytes = range_over(points, Input::ImageBytes),
                          .threads = range_over(points, Input::Threads)};
    const auto sets = by_size(points);
    const auto& widest =
        *std::max_element(sets.begin(), sets.end(), [](const SameSize& a, const SameSize& b) {
            return worker_counts(a) < worker_counts(b);
        });
    const auto usl = usl_points(widest);
    const auto scaling = model::fit_usl(usl);
    const std::size_t counts = worker_counts(widest);
    const std::size_t fitted = counts >= 5 ? 3 : std::min<std::size_t>(counts, 2);

    std::vector<std::pair<double, double>> costs;
    costs.reserve(sets.size());
    for (const auto& set : sets) {
        costs.emplace_back(set.front().inputs.image_bytes, cost_of(set, scaling));
    }
    fit_cost_line(costs, out);

    Calibrated cost{.input = Input::CpuSecondsPerImage,
                    .value = cost_of(widest, scaling),  // as its interval is
                    .from = runs_text(points)};
    Calibrated sigma{.input = Input::CpuSigma, .from = runs_text(widest)};
    Calibrated kappa{.input = Input::CpuKappa, .from = runs_text(widest)};
    if (counts < 2) {
        sigma.not_measurable = "one number of threads says nothing of how they scale";
    } else {
        sigma.value = scaling.sigma;
    }
    if (counts < 5) {
        kappa.not_measurable = "below five numbers of threads it is held at 0";
    } else {
        kappa.value = scaling.kappa;
    }
    if (usl.size() > fitted) {
        const auto ranges = model::usl_intervals(usl, scaling, 1.0);
        cost.range = {1.0 / ranges.rate_of_one.high, 1.0 / ranges.rate_of_one.low};
        sigma.range = sigma.value ? std::optional(ranges.sigma) : std::nullopt;
        kappa.range = kappa.value ? std::optional(ranges.kappa) : std::nullopt;
    }
    out.inputs = {std::move(cost), std::move(sigma), std::move(kappa)};
    return out;
}

Calibrated calibrate_gpu(std::span<const StudyPoint> points) {
    double log_sum = 0.0;
    for (const auto& point : points) {
        log_sum += std::log(point.images_per_s);
    }
    return {.input = Input::GpuRate,
            .value = std::exp(log_sum / static_cast<double>(points.size())),
            .from = runs_text(points)};
}

}  // namespace throughline::scenario
