// SPDX-License-Identifier: Apache-2.0
#include "engine/model/compare.h"

#include <cmath>

#include "engine/model/predict.h"

namespace throughline::model {
namespace {

/// Seconds of a training as a function of its epochs.
struct Line {
    double start = 0.0;
    double slope = 0.0;

    double at(double epochs) const noexcept { return start + epochs * slope; }
};

std::optional<Line> line_of(const Inputs& inputs) noexcept {
    const Prediction prediction = predict(inputs);
    if (!prediction.job) {
        return std::nullopt;
    }
    const Job& job = *prediction.job;
    const Line line{.start = job.sync_s + job.first_epoch_s - job.epoch_s,
                    .slope = job.epoch_s + job.validation_s + job.checkpoint_s};
    if (!std::isfinite(line.start) || !std::isfinite(line.slope)) {
        return std::nullopt;
    }
    return line;
}

Side smaller(double a, double b) noexcept {
    return a <= b ? Side::A : Side::B;
}

}  // namespace

std::optional<Crossover> crossover(const Inputs& a, const Inputs& b) noexcept {
    const auto line_a = line_of(a);
    const auto line_b = line_of(b);
    if (!line_a || !line_b) {
        return std::nullopt;
    }
    Crossover out;
    out.one = smaller(line_a->at(1.0), line_b->at(1.0));
    if (line_a->slope == line_b->slope) {
        out.many = smaller(line_a->start, line_b->start);
        return out;
    }
    out.many = smaller(line_a->slope, line_b->slope);
    const double epochs = (line_a->start - line_b->start) / (line_b->slope - line_a->slope);
    if (epochs > 0.0) {
        out.epochs = epochs;
    }
    return out;
}

std::vector<Scaling> scaling(std::span<const ScalingPoint> points) {
    std::vector<Scaling> out;
    out.reserve(points.size());
    for (const auto& point : points) {
        const double speedup = point.rate / points[0].rate;
        out.push_back(
            {.speedup = speedup, .efficiency = speedup / (point.count / points[0].count)});
    }
    return out;
}

Feedable feedable(const FeedableQuestion& question) noexcept {
    const double each =
        question.accelerator_utilisation_min * question.batch_images / question.batch_seconds;
    Feedable out{.accelerators = std::floor(question.supply_images_per_s / each)};
    if (out.accelerators > 0.0 && std::isfinite(out.accelerators)) {
        out.margin = question.supply_images_per_s / (out.accelerators * each) - 1.0;
    }
    return out;
}

}  // namespace throughline::model
