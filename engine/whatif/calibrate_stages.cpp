// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/calibrate_stages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/model/predict.h"
#include "engine/model/queueing.h"
#include "engine/model/usl_fit.h"

namespace throughline::whatif {
namespace {

using model::Input;

/// Sizes closer than this are one size: means of the same data set differ from run to run.
constexpr double kSameSize = 1.05;
constexpr std::size_t kCountsForKappa = 5;  ///< as model/usl_fit.h holds it

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
        return to_say(
            "one image size cannot separate bandwidth from I/Os per second: measure a second size");
    }
    if (input == Input::StoLatency) {
        return to_say("requests never waited for the latency alone: measure a queue depth of 1");
    }
    return say_english("it was never the limit in %1", runs_text(points));
}

/// Workers that ran at the same time.
double workers_of(const StudyPoint& point) {
    return model::effective_threads(point.inputs);
}

/// Over which image sizes was measured: a size as good as the same is not outside.
model::Range90 sizes_of(std::span<const StudyPoint> points) {
    const auto range = range_over(points, Input::ImageBytes);
    return {.low = range.low / kSameSize, .high = range.high * kSameSize};
}

bool is_same(double a, double b) {
    return a == b || std::max(a, b) <= kSameSize * std::min(a, b);
}

/// Runs of one data set: of the same bytes and, where they are known, pixels.
using SameSize = std::vector<StudyPoint>;
std::vector<SameSize> by_size(std::span<const StudyPoint> points) {
    std::vector<SameSize> sets;
    for (const auto& point : points) {
        const auto same = std::find_if(sets.begin(), sets.end(), [&](const SameSize& set) {
            const auto& first = set.front();
            return is_same(point.inputs.image_bytes, first.inputs.image_bytes) &&
                   is_same(point.image_pixels, first.image_pixels);
        });
        if (same == sets.end()) {
            sets.push_back({point});
        } else {
            same->push_back(point);
        }
    }
    return sets;
}

/// Of disturbed runs those with the most workers, whose rates say what an image costs then. Beside
/// them the others say nothing of how workers scale: what other programs took grows with them, and
/// a fit would call it contention, which ends at a few cores.
void keep_most_workers(SameSize& set) {
    double most = 0.0;
    for (const auto& point : set) {
        most = std::max(most, workers_of(point));
    }
    std::erase_if(set, [&](const StudyPoint& point) { return workers_of(point) < most; });
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

/// Mean of what the records say of a data set; 0 where one does not.
double pixels_of(const SameSize& set) {
    double sum = 0.0;
    for (const auto& point : set) {
        if (!(point.image_pixels > 0.0)) {
            return 0.0;
        }
        sum += point.image_pixels;
    }
    return sum / static_cast<double>(set.size());
}

/// What a scaling law says of contention and of coherency.
struct LawInputs {
    Input sigma{};
    Input kappa{};
    const char* workers = "";  ///< "threads"
    bool disturbed = false;    ///< other programs took of what the workers share
};
std::size_t counts_in(std::span<const model::UslPoint> points) {
    std::set<double> counts;
    for (const auto& point : points) {
        counts.insert(point.workers);
    }
    return counts.size();
}

/// The contention and the coherency of a fit, or why they cannot be told.
std::vector<Calibrated> scaling_of(const LawInputs& law,
                                   std::span<const model::UslPoint> points,
                                   const model::UslFit& fit,
                                   const std::optional<model::UslIntervals>& ranges,
                                   const std::string& from) {
    const std::size_t counts = counts_in(points);
    Calibrated sigma{.input = law.sigma, .from = from};
    Calibrated kappa{.input = law.kappa, .from = from};
    if (law.disturbed) {
        sigma.not_measurable =
            to_say("other programs used the processors meanwhile, so how it scales cannot be told");
    } else if (counts < 2) {
        sigma.not_measurable =
            say_english("one number of %1 alone does not show how they scale", law.workers);
    } else {
        sigma.value = fit.sigma;
        sigma.range = ranges ? std::optional(ranges->sigma) : std::nullopt;
    }
    if (law.disturbed) {
        kappa.not_measurable = sigma.not_measurable;
    } else if (counts < kCountsForKappa) {
        kappa.not_measurable =
            say_english("with fewer than five numbers of %1 it is kept at 0", law.workers);
    } else {
        kappa.value = fit.kappa;
        kappa.range = ranges ? std::optional(ranges->kappa) : std::nullopt;
    }
    return {std::move(sigma), std::move(kappa)};
}

/// Intervals, where there are more points than the fit has free parts.
std::optional<model::UslIntervals> intervals_of(std::span<const model::UslPoint> points,
                                                const model::UslFit& fit) {
    const std::size_t counts = counts_in(points);
    const std::size_t fitted = counts >= kCountsForKappa ? 3 : std::min<std::size_t>(counts, 2);
    return points.size() > fitted ? std::optional(model::usl_intervals(points, fit, 1.0))
                                  : std::nullopt;
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
                           .image_bytes = sizes_of(points),
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
    DecodeCalibration out{.image_bytes = sizes_of(points),
                          .threads = range_over(points, Input::Threads)};
    auto sets = by_size(points);
    const bool disturbed = std::any_of(
        points.begin(), points.end(), [](const StudyPoint& point) { return point.disturbed; });
    if (disturbed) {
        std::for_each(sets.begin(), sets.end(), keep_most_workers);
    }
    const auto& widest =
        *std::max_element(sets.begin(), sets.end(), [](const SameSize& a, const SameSize& b) {
            return counts_in(usl_points(a)) < counts_in(usl_points(b));
        });
    const auto usl = usl_points(widest);
    const auto scaling = model::fit_usl(usl);
    std::vector<SetCost> costs;
    costs.reserve(sets.size());
    for (const auto& set : sets) {
        costs.push_back({.image_bytes = set.front().inputs.image_bytes,
                         .image_pixels = pixels_of(set),
                         .cost_s = cost_of(set, scaling)});
    }
    out.cost = fit_decode_cost(costs);
    out.remark = describe(out.cost, costs);

    const auto ranges = intervals_of(usl, scaling);
    Calibrated cost{.input = Input::CpuSecondsPerImage,
                    .value = cost_of(widest, scaling),  // as its interval is
                    .from = runs_text(points)};
    if (ranges) {
        cost.range = {1.0 / ranges->rate_of_one.high, 1.0 / ranges->rate_of_one.low};
    }
    out.inputs = scaling_of({.sigma = Input::CpuSigma,
                             .kappa = Input::CpuKappa,
                             .workers = to_say("threads"),
                             .disturbed = disturbed},
                            usl,
                            scaling,
                            ranges,
                            runs_text(widest));
    out.inputs.insert(out.inputs.begin(), std::move(cost));
    return out;
}

std::vector<Calibrated> calibrate_gpus(std::span<const StudyPoint> points) {
    std::vector<model::UslPoint> usl;
    for (const auto& point : points) {
        usl.push_back(
            {.workers = std::max(point.inputs.gpus_per_node, 1.0), .rate = point.images_per_s});
    }
    const auto scaling = model::fit_usl(usl);
    const auto ranges = intervals_of(usl, scaling);
    auto inputs =
        scaling_of({.sigma = Input::GpuSigma, .kappa = Input::GpuKappa, .workers = "GPUs"},
                   usl,
                   scaling,
                   ranges,
                   runs_text(points));
    Calibrated rate{.input = Input::GpuRate,
                    .value = scaling.rate_of_one,
                    .range = ranges ? std::optional(ranges->rate_of_one) : std::nullopt,
                    .from = runs_text(points)};
    inputs.insert(inputs.begin(), std::move(rate));
    return inputs;
}

Calibrated calibrate_variability(const StudyPoint& point, const Resolved& resolved) {
    constexpr double kNearlyEqual = 1.1;
    constexpr double kMatch = 1.01;
    Calibrated out{.input = Input::VariabilityC2, .from = runs_text({&point, 1})};
    const auto prediction = model::predict(resolved.inputs);
    if (!prediction.headroom || *prediction.headroom > kNearlyEqual) {
        out.not_measurable = to_say("no full run had two limits within 10 % of each other");
        return out;
    }
    const model::Observation seen{.inputs = resolved.inputs, .images_per_s = point.images_per_s};
    constexpr std::array kFree{Input::VariabilityC2};
    const auto fit = model::fit_inputs({&seen, 1}, kFree, 0);
    const bool found =
        fit.inputs.front().measurable && !fit.fitted.empty() &&
        std::abs(std::log(fit.fitted.front() / point.images_per_s)) < std::log(kMatch);
    if (found) {
        out.value = fit.inputs.front().value;
    } else {
        out.not_measurable =
            to_say("no variability explains the run whose two limits are nearly equal");
    }
    return out;
}

}  // namespace throughline::whatif
